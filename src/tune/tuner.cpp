#include "tune/tuner.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <map>

#include "driver/conversions.h"
#include "driver/machines.h"
#include "driver/sequence.h"
#include "driver/session.h"
#include "driver/targets/accelerator.h"
#include "support/plural.h"
#include "tune/automatic.h"
#include "tune/predictor.h"
#include "tune/sample.h"
#include "tune/space.h"

namespace stardust::tune {
namespace {

using Clock = std::chrono::steady_clock;

// Entries from which a sample is worthwhile: fewer are simulated in less than a second.
constexpr std::int64_t manyEntries = 20'000, veryManyEntries = 100'000;
constexpr std::int64_t fewestCoordinates = 64;  // of a sample

std::int64_t entriesOf(const driver::Problem& problem) {
  std::int64_t entries = 0;
  for (const auto& [name, operand] : problem.operands) entries += static_cast<std::int64_t>(operand.stored());
  return entries;
}

// The rounds, by the size of the problem.
std::vector<Rung> rungsFor(std::int64_t entries, std::int64_t extent) {
  std::vector<Rung> rungs;
  if (entries >= veryManyEntries && extent >= 16 * fewestCoordinates) rungs.push_back({1.0 / 16, 0.3});
  if (entries >= manyEntries && extent >= 4 * fewestCoordinates) rungs.push_back({1.0 / 4, 0.2});
  rungs.push_back({1, 1});
  return rungs;
}

// Runs candidates, each program once for each share.
class Simulations {
 public:
  Simulations(const driver::Problem& whole, const driver::RunRequest& request,
              std::optional<notation::IndexVar> sampledVar)
      : whole_(whole), request_(request), sampledVar_(std::move(sampledVar)) {
    request_.progress = nullptr;
    request_.known = nullptr;
  }

  Verdict operator()(const Candidate& candidate, double share) {
    Inputs& inputs = inputsFor(share);
    driver::Problem problem = inputs.problem;
    problem.commands = candidate.commands;
    try {
      const std::string program = programOf(problem);
      const auto known = inputs.measured.find(program);
      if (known != inputs.measured.end()) return known->second;
      const Verdict verdict = simulated(std::move(problem), inputs, candidate, share);
      inputs.measured.emplace(program, Verdict{verdict.measured, {}, candidate.text});
      return verdict;
    } catch (const Error& error) {
      const Diagnostic& diagnostic = error.diagnostic();
      if (diagnostic.family != Family::Unsupported && diagnostic.family != Family::User) throw;
      return {std::nullopt, diagnostic.what, std::nullopt};
    }
  }

  const exec::Evaluated& reference() { return inputsFor(1).reference; }

 private:
  struct Inputs {
    driver::Problem problem;
    exec::Evaluated reference;
    std::map<std::string, Verdict> measured;  ///< by program
  };

  Inputs& inputsFor(double share) {
    const auto known = inputs_.find(share);
    if (known != inputs_.end()) return known->second;
    driver::Problem problem =
        share == 1 ? whole_ : sampled(whole_, *sampledVar_, static_cast<std::int64_t>(1 / share + 0.5));
    exec::Evaluated reference = driver::referenceOf(problem);
    return inputs_.emplace(share, Inputs{std::move(problem), std::move(reference), {}}).first->second;
  }

  std::string programOf(const driver::Problem& problem) const {
    const driver::Run run = driver::compileOnly(problem, request_);
    const driver::AcceleratorProduct* product = driver::acceleratorIn(run);
    if (!product) failUnsupported("the accelerator has no rule for the statement", {}, run.refusal->what);
    return withoutComments(product->program());
  }

  Verdict simulated(driver::Problem problem, const Inputs& inputs, const Candidate& candidate, double share) const {
    const driver::Run run = driver::runWithReference(std::move(problem), request_, inputs.reference);
    if (!run.verified())
      failWrong(
          fmt::format("the result of the schedule {} is wrong: {}", candidate.text, run.checked.comparison.difference),
          {}, {}, "please report this with the command that caused it");
    const driver::AcceleratorProduct& product = *driver::acceleratorIn(run);
    const driver::Timing& timing = *product.timings.front();
    return {Measured{share, timing.report.cycles, timing.bytes(), product.compiled.resources.used}, {}, std::nullopt};
  }

  const driver::Problem& whole_;
  driver::RunRequest request_;
  std::optional<notation::IndexVar> sampledVar_;
  std::map<double, Inputs> inputs_;
};

driver::KernelSpec onlyStep(const driver::KernelSpec& spec) {
  std::vector<driver::KernelSpec> steps = driver::steps(spec);
  if (steps.size() > 1)
    failUnsupported(fmt::format("tuning {}", counted(steps.size(), "expression")), steps.front().expression->where,
                    "a schedule belongs to one expression", "tune them one by one");
  return std::move(steps.front());
}

void requireSimulator(const driver::RunRequest& request) {
  const driver::Backend& target = driver::backendOf(request);
  if (!target.simulates())
    failUser(fmt::format("{} is not simulated", target.title()), {}, "the judge of the search is the simulator",
             "leave out --target");
}

// Predicts the candidates, and keeps the best predicted one: it is measured in every round. Returns its index.
std::size_t predictAll(SpaceOf& space, const Axes& axes, const driver::Problem& problem,
                       const driver::RunRequest& request, const driver::Hardware& hardware) {
  std::vector<Candidate>& all = space.candidates;
  const std::optional<std::size_t> best = predict(all, axes, problem, request, hardware, Effort::All);
  if (!best || *best < space.kept) return best.value_or(0);
  const auto to = all.begin() + static_cast<std::ptrdiff_t>(space.kept);
  const auto from = all.begin() + static_cast<std::ptrdiff_t>(*best);
  std::rotate(to, from, from + 1);
  return space.kept++;
}

}  // namespace

Winner winnerOf(const Tuned& tuned, const std::string& version) {
  return {tuned.subject, tuned.best().candidate.text, tuned.best().runs.back().cycles, version};
}

Tuned tune(const TuneRequest& said) {
  requireSimulator(said.request);
  const auto start = Clock::now();
  const auto elapsed = [&] { return std::chrono::duration<double>(Clock::now() - start).count(); };
  Tuned tuned;
  tuned.spec = onlyStep(said.spec);
  Progress* const progress = said.request.progress;
  driver::Problem problem = driver::loadProblem(tuned.spec, progress);
  if (schedule::automaticAmong(problem.commands)) problem.commands.clear();  // it is a candidate
  tuned.assignment = problem.assignment;
  driver::RunRequest request = said.request;
  request.memories.resize(1);
  driver::Problem unscheduled = problem;
  unscheduled.commands.clear();
  const driver::Backend& target = driver::backendOf(request);
  const std::vector<driver::PlanRow> plans = target.ready(std::move(unscheduled), request).problem.plan;
  const driver::Hardware hardware = driver::loadHardware(request.machine, request.memories.front(), request.settings);
  Axes axes = axesFor(hardware.machine.pcu.lanes);
  axes.converts = said.converts;
  SpaceOf space = spaceOf(problem, plans, axes);
  beginPhase(progress, {"predicting candidates"});
  const double begun = elapsed();
  tuned.automatic = predictAll(space, axes, problem, request, hardware);
  tuned.kept = space.kept;
  tuned.predictedIn = elapsed() - begun;
  tuned.subject = subjectOf(problem, hardware);
  tuned.machine = request.machine, tuned.memory = request.memories.front();

  const std::optional<notation::IndexVar> var = sampledVariable(problem);
  SearchOptions options;
  options.rungs = rungsFor(entriesOf(problem), var ? extentOf(problem, *var) : 0);
  options.kept = space.kept;
  options.isOver = [&] { return elapsed() > said.budget; };
  options.isStopped = [&] { return request.cancelled && *request.cancelled; };
  options.tell = [&](std::size_t done, std::size_t of, const Rung& rung) {
    if (done == 0)
      beginPhase(progress, {rung.share == 1 ? "simulating candidates"
                                            : fmt::format("simulating candidates on 1/{:.0f}", 1 / rung.share)});
    advancePhase(progress, done, of);
  };
  Simulations judge(problem, request, var);
  tuned.outcome = search(space.candidates, std::ref(judge), options);
  for (const Rung& rung : options.rungs) tuned.shares.push_back(rung.share);
  if (options.rungs.size() > 1) tuned.sampled = *var;
  for (const auto& [name, operand] : problem.operands) tuned.leastBytes += driver::bytesOf(operand);
  tuned.leastBytes += driver::bytesOf(driver::stored(judge.reference(), problem.assignment.lhs.tensor.format));
  const double bytesPerNanosecond = hardware.memory.peakGbPerSecond();
  if (bytesPerNanosecond > 0)
    tuned.leastCycles = static_cast<double>(tuned.leastBytes) / bytesPerNanosecond * hardware.machine.clockGhz;
  tuned.seconds = elapsed();
  return tuned;
}

}  // namespace stardust::tune
