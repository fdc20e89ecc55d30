// Every kernel of examples/ runs without other data, and those of the paper are no longer than the paper's.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

#include "driver/run.h"
#include "driver/sequence.h"

using namespace stardust;
using namespace stardust::driver;
namespace fs = std::filesystem;

namespace {

const fs::path exampleFolder = fs::path(STARDUST_SOURCE_DIR) / "examples";

std::string contents(const fs::path& path) {
  std::ifstream in(path);
  std::ostringstream all;
  all << in.rdbuf();
  return all.str();
}

std::vector<fs::path> kernelsIn(const fs::path& folder) {
  std::vector<fs::path> found;
  for (const auto& entry : fs::directory_iterator(folder))
    if (entry.path().extension() == ".sd") found.push_back(entry.path());
  std::sort(found.begin(), found.end());
  return found;
}

// The number of lines that are neither empty nor comments.
int linesOf(const fs::path& path) {
  std::istringstream in(contents(path));
  int count = 0;
  for (std::string line; std::getline(in, line);) {
    const auto first = line.find_first_not_of(" \t\r");
    if (first != std::string::npos && line[first] != '#') ++count;
  }
  return count;
}

void runsOnTheOracle(const fs::path& path) {
  INFO(path.filename().string());
  exec::Operands given;
  RunRequest request;
  request.target = Target::Oracle;
  for (const KernelSpec& step : steps(parseKernel(makeSource(path.filename().string(), contents(path))))) {
    continueFrom(step, given);
    const Problem problem = loadProblem(step, nullptr, given);
    for (const auto& [tensor, storage] : problem.operands) given.emplace(tensor, storage);
    const Run done = run(problem, request);
    CHECK(done.verified());
    CHECK(done.checked.result.stored() > 0);
    validate(done.checked.result);
    given[done.assignment.lhs.tensor.name] = done.checked.result;
  }
}

}  // namespace

TEST_CASE("the paper's kernels are there, each with no more lines than the paper's input") {
  const std::map<std::string, int> lines = {{"spmv", 10},        {"plus3", 8},      {"plus3_twoway", 8}, {"sddmm", 17},
                                            {"mattransmul", 13}, {"residual", 9},   {"ttv", 13},         {"ttm", 11},
                                            {"mttkrp", 15},      {"innerprod", 11}, {"plus2", 6}};
  for (const auto& entry : lines) {
    INFO(entry.first);
    const fs::path path = exampleFolder / "paper" / (entry.first + ".sd");
    REQUIRE(fs::exists(path));
    CHECK(linesOf(path) > 0);
    CHECK(linesOf(path) <= entry.second);
  }
  CHECK(kernelsIn(exampleFolder / "paper").size() == lines.size());
}

TEST_CASE("every example computes something without other data") {
  CHECK(kernelsIn(exampleFolder).size() >= 20);
  for (const fs::path& path : kernelsIn(exampleFolder)) runsOnTheOracle(path);
  for (const fs::path& path : kernelsIn(exampleFolder / "paper")) runsOnTheOracle(path);
}

TEST_CASE("the guide lists every example, with its lines") {
  const std::string guide = contents(fs::path(STARDUST_SOURCE_DIR) / "docs/guide/kernels.md");
  for (const fs::path& folder : {exampleFolder, exampleFolder / "paper"})
    for (const fs::path& path : kernelsIn(folder)) {
      INFO(path.filename().string());
      CHECK(guide.find(fs::relative(path, exampleFolder).string()) != std::string::npos);
    }
}

TEST_CASE("sizes, densities and seeds of examples can be set") {
  KernelSpec flags;
  addFlag(flags, "generate", "B:s:0.5");
  addFlag(flags, "dim", "j:30");
  const KernelSpec spec =
      merge(parseKernel(makeSource("plus3.sd", contents(exampleFolder / "paper" / "plus3.sd"))), flags);
  const Problem problem = loadProblem(spec);
  CHECK((problem.operands.at("B").dims == std::vector<std::int64_t>{200, 30}));
  CHECK(problem.operands.at("B").stored() == 3000);
  // The second is the first rotated right by one column.
  const Coordinates b = unpack(problem.operands.at("B")), c = unpack(problem.operands.at("C"));
  std::map<std::pair<std::int64_t, std::int64_t>, double> at;
  for (std::size_t e = 0; e < c.size(); ++e) at[{c.crd[2 * e], c.crd[2 * e + 1]}] = valueAt(c.values, e);
  REQUIRE(at.size() == b.size());
  for (std::size_t e = 0; e < b.size(); ++e) {
    const std::pair<std::int64_t, std::int64_t> moved{b.crd[2 * e], (b.crd[2 * e + 1] + 1) % 30};
    REQUIRE(at.count(moved) == 1);
    CHECK(at[moved] == valueAt(b.values, e));
  }
}
