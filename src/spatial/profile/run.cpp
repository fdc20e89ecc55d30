#include "spatial/profile/run.h"

#include <fmt/format.h>

#include <set>

#include "spatial/dsl/boundary.h"
#include "spatial/dsl/language.h"
#include "spatial/passes/dead_memories.h"
#include "spatial/passes/definite_assignment.h"
#include "spatial/passes/dependences.h"
#include "spatial/passes/loop_carried.h"
#include "spatial/passes/sinking.h"
#include "spatial/profile/explain.h"
#include "spatial/profile/fixed_point.h"
#include "support/plural.h"

namespace stardust::profile {
namespace {

/// One execution of a program.
class Run {
 public:
  Run(scala::Tree file, const Request& request, const Accelerator& accelerator)
      : request_(request),
        accelerator_(accelerator),
        dsl_(std::move(file), {request.instance, request.arguments, request.maxSteps, request.readFile},
             [this](const dsl::Block& block) { accelerate(block); }) {}
  Outcome outcome();

 private:
  void accelerate(const dsl::Block& block);
  spatial::Program withPlacedMemories(const spatial::Program& program, const spatial::HostFiles& files,
                                      const Location& where, Explanation& explanation) const;
  void warnOfUnread(const spatial::Body& fifos);
  void warnOfFresh(const spatial::Body& regs);
  void warnOfDeepened();

  const Request& request_;
  const Accelerator& accelerator_;
  std::vector<spatial::Program> programs_;
  std::vector<Explanation> explanations_;
  dsl::Dsl dsl_;
};

Outcome Run::outcome() {
  scala::run(dsl_.evaluator);
  auto& host = dsl_.evaluator.outcome;
  return {std::move(host.name),     std::move(programs_), std::move(host.printed), std::move(host.files),
          std::move(dsl_.warnings), host.asserts,         std::move(host.failed),  std::move(explanations_)};
}

void Run::accelerate(const dsl::Block& block) {
  dsl::loadStreams(dsl_);
  dsl_.decisions.beginAccel();
  dsl_.memories.beginAccel();
  FixedPoint staging(dsl_, block, request_.interpreter ? request_.interpreter : accelerator_);
  auto program = staging.program();
  Explanation explanation{staging.stagings(), staging.trialRuns(), rowsOf(dsl_)};
  const auto files = dsl::addBoundary(dsl_, program);
  const auto read = spatial::withoutDeadMemories(program);
  warnOfUnread(spatial::removedFifos(program, read));
  warnOfDeepened();
  warnOfFresh(spatial::regsReadBeforeSet(program.accel));
  program =
      spatial::withOrderedAccesses(spatial::withCarriedRegs(withPlacedMemories(read, files, block.where, explanation)));
  if (programs_.empty()) dsl_.evaluator.outcome.asserts = 0;
  programs_.push_back(program);
  explanations_.push_back(std::move(explanation));
  dsl::takeResults(dsl_, accelerator_(program, files));
}

void Run::warnOfUnread(const spatial::Body& fifos) {
  for (const auto& fifo : fifos) {
    dsl_.warnings.emplace_back(
        "fifo-unread",
        Diagnostic{Family::User,
                   fmt::format("{} is written, but never read", std::get<spatial::Memory>(fifo->kind).name),
                   fifo->where, "Its elements are therefore dropped; otherwise it would become full.",
                   "take its elements, or leave it out"});
  }
}

void Run::warnOfFresh(const spatial::Body& regs) {
  std::set<std::size_t> places;
  for (const auto& reg : regs) {
    const auto place = reg->where.span.begin;
    if (!dsl_.memories.declarations.isKept(reg->where) || !places.insert(place).second)
      continue;  // instrumentation; one of a list
    dsl_.warnings.emplace_back(
        "reg-fresh",
        Diagnostic{Family::User,
                   fmt::format("{} is new in each iteration, and may be read before it is set",
                               std::get<spatial::Memory>(reg->kind).name),
                   reg->where,
                   "It then has its initial value. A hardware register may keep the value of the previous iteration.",
                   "declare it outside the loop to keep its value, or set it first"});
  }
}

void Run::warnOfDeepened() {
  for (const auto& queue : dsl_.decisions.depths()) {
    const auto what = fmt::format("{} has room for {} here, and is declared with {}", queue.name,
                                  counted(queue.given, "element"), queue.declared);
    const auto* why = "It is counted, so the loops of the Stream that use it are sequential.";
    dsl_.warnings.emplace_back("fifo-deepened", Diagnostic{Family::User, what, queue.where, why, {}});
  }
}

/// Places each SRAM according to the program's meaning: it keeps its words, but is declared further inside where this
/// is not observable.
spatial::Program Run::withPlacedMemories(const spatial::Program& program, const spatial::HostFiles& files,
                                         const Location& where, Explanation& explanation) const {
  const auto hoisted = spatial::withHoistedMemories(program);
  const auto sunk = spatial::withSunkMemories(program);
  if (!request_.interpreter || (!hoisted && !sunk)) return program;
  const auto resultOf = [&](const spatial::Program& variant) {
    ++explanation.trialRuns;
    return request_.interpreter(spatial::withOrderedAccesses(spatial::withCarriedRegs(variant)), files);
  };
  const auto expected = resultOf(hoisted ? *hoisted : program);
  if (hoisted && !isSame(resultOf(program), expected)) {
    explanation.rows.push_back({where, "SRAMs in loops", "declared outside of these loops",
                                "a trial run gives other results if they are new in each iteration"});
    return *hoisted;
  }
  if (!sunk || !isSame(resultOf(*sunk), expected)) return program;
  explanation.rows.push_back({where, "SRAMs outside of loops", "declared in the loops that fill them",
                              "a trial run gives the same results, and iterations overlap"});
  return *sunk;
}

}  // namespace

Outcome run(const Source& source, const Request& request, const Accelerator& accelerator) {
  return Run(scala::read(source, dsl::language()).definitions, request, accelerator).outcome();
}

}  // namespace stardust::profile
