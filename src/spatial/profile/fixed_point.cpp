#include "spatial/profile/fixed_point.h"

#include <fmt/format.h>

#include "spatial/dsl/boundary.h"
#include "spatial/dsl/memories/producers.h"
#include "spatial/passes/dead_memories.h"
#include "spatial/passes/dependences.h"
#include "spatial/passes/loop_carried.h"
#include "spatial/profile/decide.h"

namespace stardust::profile {

using spatial::intExpr;
using spatial::nameExpr;

namespace {

constexpr int mostStagings = 1000;  ///< each staging changes a decision; programs need only a few

}  // namespace

spatial::Program FixedPoint::program() {
  auto program = iterate();
  auto& exact = dsl_.decisions.trips.exact;
  const auto isAsMeasured = [&] {
    const auto run = tried(program).value;
    return run && isSame(run->output, measured_);
  };
  if (!exact.empty() && !isAsMeasured()) {
    exact.clear();
    program = iterate();
  }
  if (!dsl_.loops.unswitched.empty() && !tried(program).value) {
    countUnswitched(dsl_);
    program = iterate();
  }
  if (failure_) requireShared(program);
  return program;
}

spatial::Program FixedPoint::iterate() {
  for (const int first = stagings_; stagings_ < first + mostStagings;) {
    const auto program = attempted([&] { return staged(); });
    if (!program.value) afterStaging(program.error);
    else if (dsl_.memories.needsMore()) continue;
    else if (dsl_.loops.tripCounts.areKnown()) return *program.value;
    else afterRun(tried(dsl_.loops.tripCounts.measured(*program.value)));
  }
  failUnsupported("how this Accel is staged does not settle", block_.where, {},
                  "declare a FIFO for each place that takes elements, and loops with known ends");
}

/// Each staging begins with the same names and the same random state.
spatial::Program FixedPoint::staged() {
  ++stagings_;
  dsl_.stage.taken = names_;
  dsl_.random = random_;
  dsl_.evaluator.generators = drawn_;
  auto program = dsl_.staged(block_);
  askWhatIsLeft(program.accel);
  return program;
}

/// Records whether a queue holds elements at the end of the body that declares it.
void FixedPoint::askWhatIsLeft(spatial::Body& accel) {
  for (const auto& queue : dsl_.memories.uses.trials()) {
    const auto& where = queue->where;
    const auto reg = dsl_.loops.tripCounts.ask(dsl_.stage.fresh("left"), dsl_.stage.fresh("left_seen"), where);
    if (reg.empty()) continue;
    const auto isLeft = binaryExpr(spatial::BinaryOp::Ne, nameExpr(queue->tail->name, where),
                                   nameExpr(queue->head->name, where), where);
    accel = dsl::withLast(accel, queue->tail->name,
                          {spatial::Stmt({spatial::Set{reg, intExpr(1, where), isLeft}, {}, where})});
  }
}

Attempt<Facts> FixedPoint::tried(spatial::Program program) {
  ++runs_;
  return attempted([&] {
    const auto files = dsl::addBoundary(dsl_, program);
    const auto output =
        run_(spatial::withOrderedAccesses(spatial::withCarriedRegs(spatial::withoutDeadMemories(program))), files);
    return Facts{output, dsl_.loops.tripCounts.factsOf(output)};
  });
}

/// Restarts the measurement, because other FIFOs are shared or counted now.
void FixedPoint::restart(const std::exception_ptr& error) {
  if (error && !failure_) failure_ = error;
  dsl_.decisions.trips = {};
}

/// A consumer of a bit vector's words needs a stream. With several consumers, each receives all words.
void FixedPoint::afterStaging(const std::exception_ptr& error) {
  if (!share(dsl_.decisions, dsl_.memories.uses.shareableBitVectors()))
    std::rethrow_exception(failure_ ? failure_ : error);
  restart(error);
}

void FixedPoint::afterRun(const Attempt<Facts>& run) {
  if (!run.value) {
    if (!dsl_.decisions.trips.areKnown && lengthen(dsl_.decisions.trips, dsl_.loops.tripCounts)) return;
    return afterFailure(run.error);
  }
  measured_ = run.value->output;
  if (const auto failure = learn(dsl_.decisions, dsl_, run.value->tripCounts)) afterFailure(failure);
}

void FixedPoint::afterFailure(const std::exception_ptr& error) {
  if (countUnswitched(dsl_)) return restart(nullptr);
  if (failure_) std::rethrow_exception(failure_);
  if (!share(dsl_.decisions, dsl_.memories.uses.shareable())) std::rethrow_exception(error);
  restart(error);
}

/// Consumers share FIFOs if the program then runs to its end with all FIFOs empty.
void FixedPoint::requireShared(const spatial::Program& program) {
  const auto queues = dsl_.memories.uses.shared();
  if (queues.empty() || !tried(program).value) std::rethrow_exception(failure_);
  for (const auto& queue : queues) {
    dsl_.warnings.emplace_back(
        "fifo-shared",
        Diagnostic{
            Family::User,
            fmt::format("each place that takes from {} sees all of its elements", queue->name),
            queue->where,
            "There are too few elements for the readers one after the other. A FIFO of this machine broadcasts to its readers.",
            {}});
  }
}

}  // namespace stardust::profile
