#include "driver/spatial_artifact.h"

#include <doctest/doctest.h>

#include "driver/program_data.h"
#include "driver/run.h"
#include "driver/sequence.h"

using namespace stardust;
using namespace stardust::driver;

namespace {

/// The steps of a kernel, compiled for a folder as the tool does.
std::vector<Run> compiledInto(const std::vector<const char*>& expressions,
                              const std::vector<std::pair<const char*, const char*>>& flags) {
  KernelSpec spec;
  for (const char* expression : expressions) addExpression(spec, expression);
  for (const auto& [keyword, value] : flags) addFlag(spec, keyword, value);
  const auto all = steps(spec);
  std::vector<Run> runs;
  exec::Operands given;
  for (std::size_t n = 0; n < all.size(); ++n) {
    const std::string program = artifactProgram("Kernel", n, all.size());
    RunRequest request;
    request.dataFolder = dataFolderBeside(program);
    const Problem problem = loadProblem(all[n], nullptr, given);
    runs.push_back(compileWithData(problem, request));
    runs.back().artifact = programFilesOf(*acceleratorIn(runs.back()), program);
    given[problem.assignment.lhs.tensor.name] = runs.back().reference.result;
  }
  return runs;
}

}  // namespace

TEST_CASE("a program is called as its kernel, with a number of several") {
  CHECK(artifactProgram("Spmv", 0, 1) == "spmv.scala");
  CHECK(artifactProgram("GcnLayer", 1, 3) == "gcnLayer.2.scala");
  CHECK(dataFolderBeside("gcnLayer.2.scala") == "gcnLayer.2.data");
  CHECK(dataFolderBeside("out/spmv.scala") == "spmv.data");
}

TEST_CASE("the result of a step is an operand of the next, word by word") {
  const auto runs = compiledInto({"y(i) = A(i,j) * x(j)", "z(i) = y(i) + b(i)"},
                                 {{"format", "A:ds"}, {"generate", "A:s:0.5:6,7"}, {"generate", "x,b:d"}});
  const auto &first = runs.at(0).artifact, &second = runs.at(1).artifact;
  CHECK(first.size() == 6);
  CHECK(second.size() == 4);
  CHECK(first.at("kernel.1.data/y_vals_gold.csv") == second.at("kernel.2.data/y_vals.csv"));
  CHECK(second.at("kernel.2.scala").find("\"kernel.2.data/z_vals_gold.csv\"") != std::string::npos);
  CHECK_FALSE(runs.at(0).isChecked);  // no run
}

TEST_CASE("the README has a row for each program, and the versions of Spatial") {
  const auto runs = compiledInto({"y(i) = max(a(i), b(i))"}, {{"generate", "a,b:d:4"}});
  const auto files = spatialBuildOf(runs);
  const std::string& readme = files.at("README.md");
  CHECK(readme.find("| `kernel.scala` | `y(i) = max(a(i), b(i))` | `kernel.data/`: `a_vals.csv`, `b_vals.csv`, "
                    "`y_vals_gold.csv` |\n") != std::string::npos);
  CHECK(readme.find("\n`stardust exec kernel.scala` ") != std::string::npos);
  CHECK(readme.find("\n| https://github.com/stanford-ppl/spatial | acrucker | `") != std::string::npos);
  CHECK(readme.find('{') == std::string::npos);
  for (const char* path : {"Makefile", "real-spatial", "real-spatial.d/Check.scala", "real-spatial.d/versions",
                           "real-spatial.d/spatial.pom.xml", "real-spatial.d/pir.pom.xml"})
    CHECK_MESSAGE(!files.at(path).empty(), path);
  CHECK(files.size() == 7);
}

TEST_CASE("a statement for which the accelerator has no rule has no Spatial program") {
  CHECK_THROWS_WITH_AS(compiledInto({"y(i) = a(i)"}, {{"type", "double"}, {"generate", "a:d:4"}}),
                       doctest::Contains("an artifact for Capstan has Spatial programs only"), Error);
}
