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
#include "driver/repeat.h"
#include "driver/results.h"
#include "driver/sequence.h"
#include "driver/spatial_artifact.h"
#include "driver/stopwatch.h"
#include "driver/target.h"

namespace stardust::driver {
namespace {

std::vector<TensorSummary> summaries(const Problem& problem, const Storage& result) {
  std::vector<TensorSummary> tensors;
  for (auto access : notation::accesses(problem.assignment.rhs)) {
    if (const notation::View* view = openView(problem, access.tensor.name)) {
      access.tensor = view->of.tensor;
      access.tensor.dims = dataOf(problem, access.tensor.name)->dims;
    }
    const auto& name = access.tensor.name;
    if (std::any_of(tensors.begin(), tensors.end(), [&](const TensorSummary& t) { return t.tensor.name == name; }))
      continue;
    tensors.push_back({access.tensor, static_cast<std::int64_t>(dataOf(problem, name)->stored())});
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

Run withReference(const Problem& problem, const RunRequest& request, std::optional<exec::Evaluated> known = {}) {
  Run run = named(problem, request);
  cin::requireFreshResult(problem.assignment);
  beginPhase(request.progress, {"computing the reference"});
  std::vector<PassTime> times;
  run.reference = Stopwatch(times)("reference", [&] { return known ? std::move(*known) : referenceOf(problem); });
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

Run runWithReference(Problem said, const RunRequest& request, std::optional<exec::Evaluated> reference) {
  Run run = withReference(said, request, std::move(reference));
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

Run run(Problem said, const RunRequest& request) { return runWithReference(std::move(said), request, std::nullopt); }

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
  explicit Loading(const Session& session) : session_(session), given_(session.given) {}

  /// `before`: where the results of the steps so far are.
  Problem next(std::size_t step, const Residences& before) {
    const std::size_t count = session_.steps.size();
    const KernelSpec& spec = session_.steps[step];
    continueFrom(spec, given_);
    Problem problem = loadProblem(spec, session_.request.progress, given_, backendOf(session_.request).views());
    problem.name = stepName(session_.name, step, count);
    problem.residences = before;
    if (step + 1 < count || spec.repeat) keepOperands(problem);
    return problem;
  }

  void keep(const Run& run, const Storage& result) { given_[run.assignment.lhs.tensor.name] = result; }
  const exec::Operands& tensors() const { return given_; }

 private:
  // Views are not kept: a later statement makes its own.
  void keepOperands(const Problem& problem) {
    const bool isComputed = problem.computed != nullptr;
    const exec::Operands& loaded = isComputed ? problem.computed->sources : problem.operands;
    for (const auto& operand : operandsOf(isComputed ? problem.computed->written : problem.assignment)) {
      const std::string& tensor = operand.access.tensor.name;
      given_.try_emplace(tensor, loaded.at(tensor));
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

// Converts the values of a result on the host, such as indices that were computed in floating point.
void convertResult(Run& run, ValueType type) {
  run.checked.result = convertValues(run.checked.result, type);
  run.tensors.back().tensor.type = type;
}

void requireNoRepeat(const Session& session) {
  if (!session.steps.front().repeats.empty())
    failUnsupported("an artifact of a repeat", session.steps.front().repeats.front().where,
                    "the programs of an artifact run once each", "leave out --artifact, or the repeat");
}

// Runs the steps, and those of a block in rounds.
class Running {
 public:
  Running(const Session& session, const Ended& ended, const std::function<void()>& outOfMemory)
      : session_(session), ended_(ended), outOfMemory_(outOfMemory), loading_(session) {}

  std::vector<Run> runAll() {
    std::vector<Run> runs;
    for (std::size_t step = 0; step < session_.steps.size();) {
      std::vector<Run> block = session_.steps[step].repeat ? runRounds(step) : runOnce(step, step + 1);
      for (Run& done : block) {
        runs.push_back(std::move(done));
        if (ended_) ended_(runs.back(), step++);
        else ++step;
      }
      if (!runs.back().verified()) break;
    }
    return runs;
  }

 private:
  // Stops after a wrong result.
  std::vector<Run> runOnce(std::size_t first, std::size_t last) {
    std::vector<Run> runs;
    for (std::size_t step = first; step < last; ++step) {
      runs.push_back(inMemory(session_, step, loading_.next(step, residences_), outOfMemory_, run));
      if (const auto type = session_.steps[step].resultType) convertResult(runs.back(), *type);
      residences_ = runs.back().residences;
      if (!runs.back().verified()) break;
      const bool isRead = step + 1 < session_.steps.size() || session_.steps[step].repeat;
      if (isRead) loading_.keep(runs.back(), runs.back().checked.result);
    }
    return runs;
  }

  // The runs of the last round.
  std::vector<Run> runRounds(std::size_t first) {
    const std::size_t number = *session_.steps[first].repeat;
    std::size_t last = first;
    while (last < session_.steps.size() && session_.steps[last].repeat == number) ++last;
    for (std::int64_t count = 1;; ++count) {
      std::vector<Run> runs = runOnce(first, last);
      if (!runs.back().verified()) return runs;
      Rounds rounds = roundsOf(session_.steps[first].repeats.at(number), count, loading_.tensors());
      if (goesOn(rounds)) continue;
      runs.back().rounds = std::move(rounds);
      return runs;
    }
  }

  const Session& session_;
  const Ended& ended_;
  const std::function<void()>& outOfMemory_;
  Loading loading_;
  Residences residences_;
};

}  // namespace

std::vector<Run> runAll(const Session& session, const Ended& ended, const std::function<void()>& outOfMemory) {
  if (session.request.artifact) requireNoRepeat(session);
  return Running(session, ended, outOfMemory).runAll();
}

std::vector<Run> compileAll(const Session& session) {
  const RunRequest& request = session.request;
  std::vector<Run> runs;
  exec::Operands given;
  for (std::size_t step = 0; step < session.steps.size(); ++step) {
    Problem problem = describeProblem(session.steps[step], backendOf(request).sizes(), request.progress, given,
                                      backendOf(request).views());
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
  requireNoRepeat(session);
  std::vector<Run> runs;
  Loading loading(session);
  for (std::size_t step = 0; step < session.steps.size(); ++step) {
    const Residences before = runs.empty() ? Residences() : runs.back().residences;
    runs.push_back(inMemory(session, step, loading.next(step, before), {}, compileWithData));
    loading.keep(runs.back(), runs.back().reference.result);
  }
  return runs;
}

}  // namespace stardust::driver
