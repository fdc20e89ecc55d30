// From an expression to Spatial text: every pass of the compiler for the two kernels, as a user gives them.
#include <algorithm>

#include "driver/compile.h"
#include "driver/machines.h"
#include "notation/parse.h"
#include "report.h"

namespace {

using namespace stardust;

struct Kernel {
  const char* name;
  const char* expression;
  std::map<std::string, Format> formats;
  std::map<std::string, notation::Extent> extents;
  const char* schedule;
};

// Parsing the expression and the schedule is part of what is measured.
double seconds(const Kernel& kernel, const capstan::Machine& machine) {
  notation::Declarations declarations;
  for (const auto& [name, format] : kernel.formats) {
    notation::Declaration declaration;
    declaration.format = format;
    declaration.formatGiven = true;
    declarations[name] = declaration;
  }
  return bench::shortestSeconds(200, [&] {
    const auto assignment = notation::declare(notation::parseAssignment(makeSource("expression", kernel.expression)), declarations);
    const auto known = notation::withExtents(assignment, kernel.extents);
    driver::compile(known, schedule::parse(makeSource("-s", kernel.schedule)), machine, {});
  });
}

}  // namespace

int main(int argc, char** argv) {
  const Format csr({dense, compressed}), vec({dense}), rowMajor({dense, dense}), columnMajor({dense, dense}, {1, 0});
  const std::vector<Kernel> kernels = {
      {"spmv", "y(i) = A(i,j) * x(j)", {{"A", csr}, {"x", vec}, {"y", vec}}, {{"i", 20000}, {"j", 20000}},
       "environment(innerPar, 16), environment(outerPar, 16), accelerate(forall(j, y(i) += A(i,j) * x(j)), Spatial, Reduction, innerPar)"},
      {"sddmm", "A(i,j) = B(i,j) * C(i,k) * D(k,j)", {{"A", csr}, {"B", csr}, {"C", rowMajor}, {"D", columnMajor}}, {{"i", 20000}, {"j", 20000}, {"k", 64}},
       "environment(innerPar, 16), environment(outerPar, 12), precompute(B(i,j) * C(i,k) * D(k,j), {}, {}, ws), "
       "accelerate(forall(k, ws += B(i,j) * C(i,k) * D(k,j)), Spatial, Reduction, innerPar)"},
  };
  const capstan::Machine machine = driver::loadMachine("capstan");
  bench::Report report("compile", 0);
  for (const Kernel& kernel : kernels) report.add(kernel.name, {{"millisecondsToVerifiedProgram", seconds(kernel, machine) * 1e3}});
  return report.finish(argc, argv);
}
