#include "driver/run.h"

#include <algorithm>

#include "cin/concretize.h"
#include "driver/run_timing.h"

namespace stardust::driver {
namespace {

std::vector<TensorSummary> summaries(const Problem& problem, const Storage& result) {
  std::vector<TensorSummary> tensors;
  for (const auto& access : notation::accesses(problem.assignment.rhs)) {
    const auto& name = access.tensor.name;
    if (std::any_of(tensors.begin(), tensors.end(), [&](const TensorSummary& t) { return t.tensor.name == name; })) continue;
    tensors.push_back({access.tensor, static_cast<std::int64_t>(problem.operands.at(name).stored())});
  }
  tensors.push_back({problem.assignment.lhs.tensor, static_cast<std::int64_t>(result.stored())});
  return tensors;
}

sim::Options hooksOf(const RunRequest& request, const std::string& memory) {
  sim::Options options;
  if (request.cancelled) options.cancelled = [cancelled = request.cancelled] { return cancelled->load(); };
  if (request.progress) options.progress = [&request, memory](sim::Cycle cycle) { request.progress(memory, cycle); };
  return options;
}

Checked ofReference(const exec::Evaluated& reference) {
  Checked checked;
  checked.result = reference.result;
  checked.comparison.verified = true;
  return checked;
}

}  // namespace

bool Run::verified() const {
  return checked.verified() &&
         std::all_of(timings.begin(), timings.end(), [](const auto& timing) { return timing->checked.verified(); });
}

Run run(Problem problem, const RunRequest& request) {
  Run run;
  run.request = request;
  run.name = problem.name;
  run.assignment = problem.assignment;
  run.seed = problem.seed;
  cin::requireFreshResult(problem.assignment);
  run.reference = referenceOf(problem);
  run.tensors = summaries(problem, run.reference.result);
  if (request.target == Target::Oracle) {
    run.checked = ofReference(run.reference);
    return run;
  }
  const capstan::Machine machine = loadMachine(request.machine);
  run.compiled = compileFor(problem, machine, checkMargin(run.reference));
  if (request.target == Target::Interpret) {
    run.checked = interpret(problem, *run.compiled, run.reference, request.cancelled);
    return run;
  }
  for (const std::string& memory : request.memories)
    run.timings.push_back(simulate(problem, *run.compiled, run.reference, loadHardware(request.machine, memory), hooksOf(request, memory)));
  run.checked = run.timings.front()->checked;
  return run;
}

}  // namespace stardust::driver
