#include "driver/run.h"

#include <algorithm>

#include "cin/concretize.h"
#include "driver/conversions.h"
#include "driver/memory.h"
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
  run.notes = problem.notes;
  run.seed = problem.seed;
  for (std::string& note : backendOf(request).notes(problem)) run.notes.push_back(std::move(note));
  return run;
}

Run withReference(const Problem& problem, const RunRequest& request) {
  Run run = named(problem, request);
  cin::requireFreshResult(problem.assignment);
  beginPhase(request.progress, {"computing the reference"});
  run.reference = referenceOf(problem);
  requirePositions(problem, run.reference, backendOf(request));
  run.tensors = summaries(problem, stored(run.reference, problem.assignment.lhs.tensor.format));
  return run;
}

}  // namespace

std::map<std::string, std::string> Backend::artifactOf(const std::vector<Run>& runs) const {
  std::map<std::string, std::string> files;
  for (const Run& run : runs)
    for (const auto& [path, bytes] : run.artifact) files[(runs.size() > 1 ? run.name + "/" : "") + path] = bytes;
  return files;
}

const Backend& backendOf(const RunRequest& request) {
  return request.backend ? *request.backend : backendOf(request.target);
}

bool Run::verified() const {
  return checked.verified() &&
         std::all_of(products.begin(), products.end(), [](const auto& product) { return product->isVerified(); });
}

Run run(Problem problem, const RunRequest& request) {
  Run run = withReference(problem, request);
  backendOf(request).run(run, std::move(problem));
  return run;
}

Run compileOnly(Problem problem, const RunRequest& request) {
  Run run = named(problem, request);
  backendOf(request).compile(run, std::move(problem));
  return run;
}

Run compileWithData(Problem problem, const RunRequest& request) {
  Run run = withReference(problem, request);
  backendOf(request).compileWithData(run, std::move(problem));
  return run;
}

}  // namespace stardust::driver
