#include "driver/session.h"

#include <new>

#include "driver/memory.h"
#include "driver/program_data.h"
#include "driver/sequence.h"
#include "driver/spatial_artifact.h"

namespace stardust::driver {
namespace {

RunRequest requestOf(const Session& session, std::size_t step) {
  const std::size_t count = session.steps.size();
  RunRequest request = session.request;
  if (!session.programFile.empty()) request.dataFolder = dataFolderOf(programFile(session.programFile, step, count));
  request.artifactProgram = artifactProgram(session.name, step, count);
  return request;
}

// Loads one step after the other, and keeps what later ones may use.
class Loading {
 public:
  explicit Loading(const Session& session) : session_(session) {}

  Problem next(const std::vector<Run>& runs) {
    const std::size_t step = runs.size(), count = session_.steps.size();
    Problem problem = loadProblem(session_.steps[step], session_.request.progress, given_);
    problem.name = stepName(session_.name, step, count);
    if (step > 0) problem.residences = runs.back().residences;
    if (step + 1 < count)
      for (const auto& [tensor, storage] : problem.operands) given_.emplace(tensor, storage);
    return problem;
  }

  void keep(const Run& run, const Storage& result) { given_[run.assignment.lhs.tensor.name] = result; }

 private:
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
    const auto& result = problem.assignment.lhs.tensor;
    Storage& known = given[result.name];  // what compiling asks for
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
