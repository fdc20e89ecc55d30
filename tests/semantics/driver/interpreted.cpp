// Emitted, printed, parsed back, verified, run by the Spatial interpreter: the result is the reference's, in full.
#include <doctest/doctest.h>

#include "exec/spatial_interpreter.h"
#include "kernels.h"

using namespace stardust;
using namespace stardust::tests;

namespace {

void check(const Case& c, const std::string& schedule, const placement::Limits& limits = {}) {
  const auto expected = exec::evaluateReference(c.assignment, c.operands);
  driver::CompileOptions options;
  options.margin = 1e-3;
  const auto compiled = driver::compile(c.assignment, schedule::parse(makeSource("-s", schedule)), limits, options);
  CAPTURE(compiled.text);
  const auto output = spatial::interpret(compiled.parsed, spatial::hostFiles(compiled.lowered, c.operands, expected.result));
  CHECK(output.failedChecks.empty());
  const auto comparison = exec::compare(expected, spatial::resultOf(compiled.lowered, output, c.assignment.lhs.tensor));
  CHECK_MESSAGE(comparison.verified, comparison.difference);
}

std::string par(int outer, int inner = 16) {
  return "environment(innerPar, " + std::to_string(inner) + "), environment(outerPar, " + std::to_string(outer) + ")";
}

struct Shape {
  std::int64_t rows, columns;
  double density;
};
const std::vector<Shape> shapes = {{1, 1, 1},   {1, 1, 0},   {7, 5, 0},    {1, 40, 0.5}, {40, 1, 0.5},      {17, 33, 0.3},
                                   {64, 64, 1}, {50, 9, 0.1}, {3, 200, 0.4}, {70000, 3, 0.0001}, {3, 70000, 0.001}};

}  // namespace

TEST_CASE("SpMV over shapes, value types and parallelisations") {
  for (const Shape& s : shapes)
    for (const ValueType type : {ValueType::Int32, ValueType::Float32})
      for (const int outer : {1, 2, 8, 16}) {
        CAPTURE(s.rows);
        CAPTURE(s.columns);
        CAPTURE(outer);
        check(makeCase("y(i) = A(i,j) * x(j)",
                       {{"A", csr, {s.rows, s.columns}, Fill::Sparse, s.density}, {"x", vec, {s.columns}}, {"y", vec, {s.rows}}}, type, 7),
              par(outer));
      }
}

TEST_CASE("SDDMM over shapes, value types and parallelisations") {
  for (const Shape& s : {Shape{1, 1, 1}, Shape{9, 7, 0}, Shape{17, 33, 0.3}, Shape{40, 1, 0.5}, Shape{1, 40, 0.5}})
    for (const std::int64_t k : {1, 5, 16, 40})
      for (const ValueType type : {ValueType::Int32, ValueType::Float32})
        for (const int outer : {1, 3, 12})
          check(makeCase("A(i,j) = B(i,j) * C(i,k) * D(k,j)",
                         {{"A", csr, {s.rows, s.columns}},
                          {"B", csr, {s.rows, s.columns}, Fill::Sparse, s.density},
                          {"C", rowMajor, {s.rows, k}},
                          {"D", columnMajor, {k, s.columns}}},
                         type, 11),
                par(outer));
}
