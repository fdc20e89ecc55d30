// Symmetric matrices of which one triangle is stored, in place and converted.
#include <doctest/doctest.h>

#include "driver/device_formats.h"
#include "driver/run.h"

using namespace stardust;
using namespace stardust::driver;

namespace {

KernelSpec kernel(const std::string& expression, const std::string& format) {
  KernelSpec spec;
  addExpression(spec, expression);
  addFlag(spec, "format", "A:" + format);
  addFlag(spec, "generate", "A:s:0.2:30,30");
  for (const char* vector : {"x", "b"})
    if (expression.find(std::string(vector) + "(") != std::string::npos)
      addFlag(spec, "generate", std::string(vector) + ":d");
  if (expression.find("B(") != std::string::npos) addFlag(spec, "generate", "B:d:30,30");
  return spec;
}

Run ran(const KernelSpec& spec, Target target) {
  RunRequest request;
  request.target = target;
  return run(loadProblem(spec), request);
}

}  // namespace

TEST_CASE("the CPU reads products with a symmetric matrix from its triangle, without a copy") {
  for (const char* format : {"csr:symmetric", "coo:symmetric", "dcsr:symmetric", "dh:symmetric", "db:symmetric"})
    for (const char* expression :
         {"y(i) = A(i,j) * x(j)", "y(i) = b(i) - 2 * A(i,j) * x(j) / 3", "y(j) = A(i,j) * x(i)", "y = A(i,j)",
          "y = A(i,j) * x(i) * x(j)", "C(i,k) = A(i,j) * B(j,k)", "y(i) = A(i,j) * x(j) + A(j,i) * b(j)"}) {
      CAPTURE(format);
      CAPTURE(expression);
      const KernelSpec spec = kernel(expression, format);
      const Ready ready = forCpu(loadProblem(spec));
      const bool hasTwo = std::string(expression).find("A(j,i)") != std::string::npos;
      if (!hasTwo) CHECK(ready.problem.receipts.empty());
      CHECK(ran(spec, Target::Cpu).verified());
    }
}

TEST_CASE("other expressions, schedules and targets get both triangles, with a receipt") {
  const char* product = "y(i) = A(i,j) * x(j)";
  for (const char* expression : {"y(i) = exp(A(i,j)) * x(j)", "C(i,k) = A(i,j) * A(j,k)", "C(i,j) = A(i,j) * B(i,j)",
                                 "y(i) max= A(i,j) + x(j)"}) {
    CAPTURE(expression);
    const Run done = ran(kernel(expression, "csr:symmetric"), Target::Cpu);
    CHECK(done.verified());
    CHECK((done.receipts.at(0).from == namedFormat("csr").asSymmetric()));
  }
  KernelSpec scheduled = kernel(product, "csr:symmetric");
  addFlag(scheduled, "schedule", "split_up(i, io, ii, 4)");
  CHECK(ran(scheduled, Target::Cpu).receipts.size() == 1);
  const Run interpreted = ran(kernel(product, "csr:symmetric"), Target::Interpret);
  CHECK(interpreted.verified());
  CHECK(interpreted.receipts.size() == 1);
}
