// The steps of a statement: its tensors, the reference, conversions and schedule, the program, its run, and the
// comparison; and the sequence of a kernel's statements.
#include "driver/session.h"

#include <algorithm>
#include <new>

#include "cin/concretize.h"
#include "driver/computed.h"
#include "driver/conversions.h"
#include "driver/host_fallback.h"
#include "driver/memory.h"
#include "driver/operand_files.h"
#include "driver/placed.h"
#include "driver/program_data.h"
#include "driver/results.h"
#include "driver/sequence.h"
#include "driver/spatial_artifact.h"
#include "driver/stopwatch.h"
#include "driver/target.h"

namespace stardust::driver {
namespace {

std::vector<TensorSummary> summaries(const Problem& problem, const Storage& result) {
  std::vector<TensorSummary> tensors;
  for (const auto& access : notation::accesses(problem.assignment.rhs)) {
    const auto& name = access.tensor.name;
    if (std::any_of(tensors.begin(), tensors.end(), [&](const TensorSummary& t) { return t.tensor.name == name; }))
      continue;
    tensors.push_back({access.tensor, static_cast<std::int64_t>(problem.operands.at(name).stored())});
  }
  tensors.push_back({problem.assignment.lhs.tensor, static_cast<std::int64_t>(result.stored())});
  return tensors;
}

Run named(const Problem& problem, const RunRequest& request) {
  Run run;
  run.request = request;
  run.name = problem.name;
  run.assignment = problem.assignment;
  run.computed = problem.computed;
  run.notes = problem.notes;
  run.seed = problem.seed;
  for (std::string& note : backendOf(request).notes(problem)) run.notes.push_back(std::move(note));
  return run;
}

Run withReference(const Problem& problem, const RunRequest& request) {
  Run run = named(problem, request);
  cin::requireFreshResult(problem.assignment);
  beginPhase(request.progress, {"computing the reference"});
  std::vector<PassTime> times;
  run.reference = Stopwatch(times)("reference", [&] { return referenceOf(problem); });
  run.referenceSeconds = times.front().seconds;
  requirePositions(problem, run.reference, backendOf(request));
  run.tensors = summaries(problem, stored(run.reference, problem.assignment.lhs.tensor.format));
  return run;
}

// A problem as a target receives it, whose program is among the run's products, with its expected result.
struct Made {
  const Backend& by;
  Ready ready;
  Wanted wanted;

  Made(const Backend& target, Ready problem, const Run& run)
      : by(target), ready(std::move(problem)), wanted(run.reference) {}
};

// Records the transfers before the statement, and the residence of its result.
void noteMoves(Run& run, const Problem& said, const Problem& asRun, bool onHost) {
  Moves moves = movesFor(said, asRun, onHost);
  run.transfers = std::move(moves.transfers);
  run.residences = std::move(moves.residences);
  const bool isConverted = asRun.finally.has_value();
  run.residences[run.assignment.lhs.tensor.name] =
      onHost ? Residence{true, false} : Residence{isConverted, !isConverted};
}

// Applies conversions and schedule, and compiles; on the fallback if the target has no rule for the statement.
Made compiled(Run& run, Problem said) {
  const Backend& target = backendOf(run.request);
  const Backend* fallback = target.fallback();
  if (!fallback) {
    Made made(target, target.ready(std::move(said), run.request), run);
    if (target.language()) target.compile(run, made.ready, &made.wanted);
    return made;
  }
  try {
    Made made(target, target.ready(said, run.request), run);
    target.compile(run, made.ready, &made.wanted);
    noteMoves(run, said, made.ready.problem, false);
    return made;
  } catch (const NoRule& refusal) {
    Made made(*fallback, compiledOnFallback(run, said, refusal.diagnostic(), true), run);
    noteMoves(run, said, made.ready.problem, true);
    return made;
  }
}

}  // namespace

Run run(Problem said, const RunRequest& request) {
  Run run = withReference(said, request);
  if (backendOf(request).language()) {
    tellKnown(run);
    beginPhase(request.progress, {"converting operands, and compiling"});
  }
  Made made = compiled(run, std::move(said));
  run.receipts = made.ready.problem.receipts;
  run.plan = made.ready.problem.plan;
  tellKnown(run);
  made.by.execute(run, made.ready, made.wanted);
  placeResult(run, true);
  return run;
}

Run compileOnly(Problem said, const RunRequest& request) {
  Run run = named(said, request);
  const Backend& target = backendOf(request);
  try {
    const Ready ready = target.fallback() ? target.ready(said, request) : target.ready(std::move(said), request);
    target.compile(run, ready, nullptr);
    takeProblem(run, ready.problem);
  } catch (const NoRule& refusal) {
    takeProblem(run, compiledOnFallback(run, said, refusal.diagnostic(), false).problem);
  }
  return run;
}

Run compileWithData(Problem said, const RunRequest& request) {
  Run run = withReference(said, request);
  try {
    const Problem before = said;
    Made made(backendOf(request), backendOf(request).ready(std::move(said), request), run);
    made.by.compile(run, made.ready, &made.wanted);
    run.receipts = made.ready.problem.receipts;
    run.plan = made.ready.problem.plan;
    noteMoves(run, before, made.ready.problem, false);
    placeResult(run, false);
  } catch (const NoRule& refusal) {
    failForArtifact(refusal.diagnostic());
  }
  return run;
}

namespace {

RunRequest requestOf(const Session& session, std::size_t step) {
  const std::size_t count = session.steps.size();
  RunRequest request = session.request;
  if (!session.programFile.empty()) request.dataFolder = dataFolderOf(programFile(session.programFile, step, count));
  request.artifactProgram = artifactProgram(session.name, step, count);
  return request;
}

// Loads the steps one after the other, and keeps the tensors for later ones.
class Loading {
 public:
  explicit Loading(const Session& session) : session_(session) {}

  Problem next(const std::vector<Run>& runs) {
    const std::size_t step = runs.size(), count = session_.steps.size();
    Problem problem = loadProblem(session_.steps[step], session_.request.progress, given_);
    problem.name = stepName(session_.name, step, count);
    if (step > 0) problem.residences = runs.back().residences;
    if (step + 1 < count) keepOperands(problem);
    return problem;
  }

  void keep(const Run& run, const Storage& result) { given_[run.assignment.lhs.tensor.name] = result; }

 private:
  // Views are not kept: a later statement makes its own.
  void keepOperands(const Problem& problem) {
    const bool isComputed = problem.computed != nullptr;
    const exec::Operands& loaded = isComputed ? problem.computed->sources : problem.operands;
    for (const auto& operand : operandsOf(isComputed ? problem.computed->written : problem.assignment)) {
      const std::string& tensor = operand.access.tensor.name;
      given_.emplace(tensor, loaded.at(tensor));
    }
  }

  const Session& session_;
  exec::Operands given_;
};

template <class Make>
Run inMemory(const Session& session, std::size_t step, Problem problem, const std::function<void()>& outOfMemory,
             const Make& make) {
  const notation::Assignment assignment = problem.assignment;
  try {
    return make(std::move(problem), requestOf(session, step));
  } catch (const std::bad_alloc&) {
    if (outOfMemory) outOfMemory();
    failOutOfMemory(session.steps[step], assignment);
  }
}

}  // namespace

std::vector<Run> runAll(const Session& session, const Ended& ended, const std::function<void()>& outOfMemory) {
  std::vector<Run> runs;
  Loading loading(session);
  for (std::size_t step = 0; step < session.steps.size(); ++step) {
    runs.push_back(inMemory(session, step, loading.next(runs), outOfMemory, run));
    const Run& done = runs.back();
    if (ended) ended(done, step);
    if (!done.verified()) break;
    if (step + 1 < session.steps.size()) loading.keep(done, done.checked.result);
  }
  return runs;
}

std::vector<Run> compileAll(const Session& session) {
  const RunRequest& request = session.request;
  std::vector<Run> runs;
  exec::Operands given;
  for (std::size_t step = 0; step < session.steps.size(); ++step) {
    Problem problem = describeProblem(session.steps[step], backendOf(request).sizes(), request.progress, given);
    beginPhase(request.progress, {"compiling"});
    problem.name = stepName(session.name, step, session.steps.size());
    const notation::TensorVar result = resultOf(problem);
    Storage& known = given[result.name];  // the part needed for compilation
    known.dims = result.dims;
    known.format = result.format;
    runs.push_back(compileOnly(std::move(problem), request));
  }
  return runs;
}

std::vector<Run> compileAllWithData(const Session& session) {
  std::vector<Run> runs;
  Loading loading(session);
  for (std::size_t step = 0; step < session.steps.size(); ++step) {
    runs.push_back(inMemory(session, step, loading.next(runs), {}, compileWithData));
    loading.keep(runs.back(), runs.back().reference.result);
  }
  return runs;
}

}  // namespace stardust::driver
