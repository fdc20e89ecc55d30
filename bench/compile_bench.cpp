// Compile time: from an expression to Spatial text, and to a parsed, verified and mapped program. Inputs are the kernel
// files of the paper, and expressions with up to 64 operands.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "driver/evaluate.h"
#include "driver/machines.h"
#include "driver/problem.h"
#include "driver/sequence.h"
#include "report.h"

namespace {

using namespace stardust;

std::string contentsOf(const std::filesystem::path& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// A sum or a product of CSR matrices.
std::string expressionOf(int operands, const char* op) {
  std::string text = "format A:csr\ndim i:1000\ndim j:1000\n", right;
  for (int n = 0; n < operands; ++n) {
    text += fmt::format("format B{}:csr\n", n);
    right += fmt::format("{}B{}(i,j)", n == 0 ? "" : op, n);
  }
  return text + "A(i,j) = " + right + "\n";
}

// Compiles all expressions of the file; takes the shortest of many runs. The time includes parsing, but not reading the
// file.
void measure(bench::Report& report, const std::string& name, const std::string& kernel,
             const capstan::Machine& machine) {
  constexpr int runs = 100;
  double toText = 1e300;
  const double toProgram = bench::shortestSeconds(runs, [&] {
    double text = 0;
    exec::Operands results;
    for (const auto& step : driver::steps(driver::parseKernel(makeSource(name, kernel)))) {
      const driver::Problem problem = driver::describeProblem(step, driver::Sizes::All, nullptr, results);
      const auto options = driver::optionsOf(problem, driver::defaultMargin);
      text += driver::compile(problem.assignment, problem.commands, machine, options).secondsToText();
      const auto& result = problem.assignment.lhs.tensor;
      results[result.name].dims = result.dims;  // the part needed for compilation
      results[result.name].format = result.format;
    }
    toText = std::min(toText, text);
  });
  report.add(name, {{"millisecondsToText", toText * 1e3}, {"millisecondsToVerifiedProgram", toProgram * 1e3}});
}

}  // namespace

int main(int argc, char** argv) {
  const capstan::Machine machine = driver::loadMachine("capstan");
  bench::Report report("compile", 0);
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(STARDUST_SOURCE_DIR "/examples/paper"))
    files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  for (const auto& file : files) measure(report, file.stem().string(), contentsOf(file), machine);
  for (const auto& [name, op] : {std::pair("sum", " + "), std::pair("product", " * ")})
    for (const int operands : {1, 2, 4, 8, 16, 32, 64})
      measure(report, fmt::format("{}{}", name, operands), expressionOf(operands, op), machine);
  return report.finish(argc, argv);
}
