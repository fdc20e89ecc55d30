// Emitted, printed, parsed, verified, and run by the Spatial interpreter: the whole result equals the reference.
#include <doctest/doctest.h>

#include "capstan/machine/limits.h"
#include "exec/spatial_interpreter.h"
#include "kernels.h"

using namespace stardust;
using namespace stardust::tests;

namespace {

void check(const Case& c, const std::string& schedule, const capstan::Machine& machine = capstanMachine()) {
  const auto expected = exec::evaluateReference(c.assignment, c.operands);
  driver::CompileOptions options;
  options.facts = driver::factsOf(c.operands);
  options.margin = {1e-3, false};
  const auto compiled = driver::compile(c.assignment, schedule::parse(makeSource("-s", schedule)), machine, options);
  CAPTURE(compiled.text);
  const auto output = spatial::interpret(
      compiled.parsed, spatial::hostFiles(compiled.lowered, c.operands, expected.result), capstan::publishedLimits);
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
const std::vector<Shape> shapes = {{1, 1, 1},     {1, 1, 0},          {7, 5, 0},        {1, 40, 0.5},
                                   {40, 1, 0.5},  {17, 33, 0.3},      {64, 64, 1},      {50, 9, 0.1},
                                   {3, 200, 0.4}, {70000, 3, 0.0001}, {3, 70000, 0.001}};

}  // namespace

TEST_CASE("SpMV over shapes, value types and parallelisations") {
  for (const Shape& s : shapes)
    for (const ValueType type : {ValueType::Int32, ValueType::Float32})
      for (const int outer : {1, 2, 8, 16}) {
        CAPTURE(s.rows);
        CAPTURE(s.columns);
        CAPTURE(outer);
        check(makeCase("y(i) = A(i,j) * x(j)",
                       {{"A", csr, {s.rows, s.columns}, Fill::Sparse, s.density},
                        {"x", vec, {s.columns}},
                        {"y", vec, {s.rows}}},
                       type, 7),
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

TEST_CASE("an intersection that is scanned, searched, or left to the densities") {
  for (const double density : {0.0, 0.01, 0.3, 1.0})
    for (const int percent : {0, 5, 100})
      for (const char* expression : {"R(i,j) = A(i,j) * B(i,j) * C(i,j)", "R(i,j) = (A(i,j) + B(i,j)) * C(i,j)",
                                     "R(i,j) = A(i,j) * B(i,j) + C(i,j)"}) {
        const auto operand = [](const char* name, double filled) {
          return Operand{name, csr, {9, 70}, Fill::Sparse, filled};
        };
        check(makeCase(expression, {{"R", csr, {9, 70}}, operand("A", density), operand("B", 0.2), operand("C", 0.5)},
                       ValueType::Int32, 13),
              par(2) + ", environment(scanDensity, " + std::to_string(percent) + ")");
      }
}

namespace {

Case spmv(std::int64_t rows, std::int64_t columns) {
  return makeCase("y(i) = A(i,j) * x(j)",
                  {{"A", csr, {rows, columns}, Fill::Sparse, 0.2}, {"x", vec, {columns}}, {"y", vec, {rows}}},
                  ValueType::Float32, 3);
}
Case sddmm() {
  return makeCase("A(i,j) = B(i,j) * C(i,k) * D(k,j)",
                  {{"A", csr, {30, 40}},
                   {"B", csr, {30, 40}, Fill::Sparse, 0.2},
                   {"C", rowMajor, {30, 20}},
                   {"D", columnMajor, {20, 40}}},
                  ValueType::Float32, 5);
}

}  // namespace

TEST_CASE("the schedules of the paper") {
  const std::string sum = "B(i,j) * C(i,k) * D(k,j)";
  check(sddmm(), "environment(innerPar, 16), environment(outerPar, 2), precompute(" + sum +
                     ", {}, {}, ws), accelerate(forall(k, ws += " + sum + "), Spatial, Reduction, innerPar)");
  check(sddmm(), par(2) + ", precompute(C(i,k), {k}, {k}, C_on), precompute(D(k,j), {k}, {k}, D_on)");
  check(sddmm(), par(3) + ", precompute(C(i,k), {i,k}, {i,k}, C_on), precompute(D(k,j), {k,j}, {k,j}, D_on)");
  check(sddmm(),
        par(3) + ", precompute(" + sum + ", {}, {}, ws), map(forall(k, ws += " + sum + "), Spatial, Reduction, 4)");
  check(spmv(20, 30), par(2) + ", accelerate(forall(j, y(i) += A(i,j) * x(j)), Spatial, Reduction, innerPar)");
}

TEST_CASE("vectors too large for the memory they would be in stay in DRAM") {
  capstan::Machine small = capstanMachine();
  small.pmu.banks = 4;
  small.pmu.wordsPerBank = 4;
  small.grid.pmu = 16;
  check(spmv(50, 60), par(1), small);
  check(spmv(50, 60), par(2), small);
  check(sddmm(), par(2), small);
}

TEST_CASE("other statements of the same shape") {
  const Operand A{"A", csr, {23, 31}, Fill::Sparse, 0.2}, x{"x", vec, {31}}, y{"y", vec, {23}}, b{"b", vec, {23}};
  const auto type = ValueType::Int32;
  check(makeCase("y(i) = b(i) - A(i,j) * x(j)", {A, x, y, b}, type, 1), par(4));
  check(makeCase("y(i) = 3 * A(i,j) * x(j) + 2 * b(i)", {A, x, y, b}, type, 1), par(4));
  check(makeCase("y(i) = -A(i,j) * x(j)", {A, x, y}, type, 1), par(4));
  check(makeCase("y(i) = A(i,j) * b(i)", {A, y, b}, type, 1), par(4));
  check(makeCase("y(i) = A(i,j)", {A, y}, type, 1), par(4));
  const Operand B{"B", csr, {23, 31}, Fill::Sparse, 0.3}, z{"z", vec, {31}};
  check(makeCase("y(i) = A(i,j) + B(i,j)", {A, B, y}, type, 1), par(4));
  check(makeCase("y(i) = A(i,j) * x(j) - 2 * B(i,j) * z(j) + b(i)", {A, B, x, y, z, b}, type, 1), par(4));
  check(makeCase("y(i) = A(i,j) * x(j) + A(i,j) * z(j)", {A, x, y, z}, type, 1), par(4));
  check(makeCase("y(i) = A(i,j) * A(i,j)", {A, y}, type, 1), par(4));
  check(makeCase("B(i,j) = A(i,j) * x(j)", {A, x, {"B", csr, {23, 31}}}, type, 1), par(4));
  check(makeCase("B(i,j) = 2 * A(i,j)", {A, {"B", csr, {23, 31}}}, type, 1), par(4));
  check(makeCase("y(i) = b(i)", {b, y}, type, 1), par(1));
  const Format rows({compressed, dense});
  const Operand S{"S", rows, {23, 31}, Fill::Sparse, 0.05};
  check(makeCase("T(i,j) = 2 * S(i,j)", {S, {"T", rows, {23, 31}}}, type, 1), par(1));
  check(makeCase("y(i) = S(i,j) * x(j)", {S, x, {"y", sparseVec, {23}}}, type, 1), par(1));
  check(makeCase("y(i) = S(i,j) * S(i,j)", {S, {"y", sparseVec, {23}}}, type, 1), par(1));
  check(makeCase("y(i) = a(i) * b(i)", {{"a", sparseVec, {23}, Fill::Sparse, 0.5}, b, {"y", sparseVec, {23}}}, type, 1),
        par(1));
  check(makeCase("alpha = a(i) * b(i)", {{"a", vec, {23}}, b, {"alpha", Format(), {}}}, type, 1), par(1));
  check(
      makeCase("alpha = a(i) * b(i)", {{"a", sparseVec, {23}, Fill::Sparse, 0.5}, b, {"alpha", Format(), {}}}, type, 1),
      par(1));
  check(makeCase("y(i) = D(i,j) * x(j)", {{"D", rowMajor, {23, 31}}, x, y}, type, 1), par(4));
  check(makeCase("y(i) = D(i,j) * x(j)", {{"D", columnMajor, {23, 31}}, x, y}, type, 1), par(4));
  check(makeCase("C(i,j) = D(i,k) * E(k,j)",
                 {{"D", rowMajor, {13, 9}}, {"E", columnMajor, {9, 11}}, {"C", rowMajor, {13, 11}}}, type, 1),
        par(4));
  check(makeCase("C(i,j) = A(i,k) * E(k,j)",
                 {{"A", csr, {13, 9}, Fill::Sparse, 0.3}, {"E", columnMajor, {9, 11}}, {"C", rowMajor, {13, 11}}}, type,
                 1),
        par(4));
  check(makeCase("y(j) = A(i,j) * x(i)", {{"A", csc, {31, 23}, Fill::Sparse, 0.2}, x, {"y", vec, {23}}}, type, 1),
        par(4));
  check(makeCase("C(i,j) = a(i) * x(j)", {{"a", vec, {13}}, x, {"C", rowMajor, {13, 31}}}, type, 1), par(4));
}

TEST_CASE("a compressed result leaves out coordinates that lose their last term") {
  const Operand x{"x", sparseVec, {31}, Fill::Sparse, 0.1},
      A{"A", Format({compressed, dense}), {23, 31}, Fill::Sparse, 0.1};
  const Operand B{"B", csr, {23, 31}, Fill::Sparse, 0.2}, b{"b", sparseVec, {23}, Fill::Sparse, 0.3};
  check(makeCase("y(i) = A(i,j) * x(j)", {A, x, {"y", sparseVec, {23}}}, ValueType::Int32, 1), par(1));
  check(makeCase("C(i,j) = B(i,j) * b(i)", {B, b, {"C", csr, {23, 31}}}, ValueType::Int32, 1), par(1));
}

TEST_CASE("each term of a sum of products collects its rows, if that visits the operands in order") {
  const Format dcsr({compressed, compressed});
  const auto operand = [](const char* name, const Format& format) {
    return Operand{name, format, {30, 30}, Fill::Sparse, 0.1};
  };
  for (const Format& result : {csr, dcsr, rowMajor})
    for (const Format& format : {csr, dcsr})
      for (const char* expression :
           {"A(i,j) = B(i,k) * C(k,j) + D(i,k) * C(k,j)", "A(i,j) = B(i,k) * C(k,j) - D(i,l) * B(l,j)",
            "A(i,j) = B(i,k) * C(k,j) + D(i,j)", "A(i,j) = max(B(i,k) * C(k,j), 0) + D(i,k) * C(k,j)"})
        for (const int outer : {1, 4}) {
          CAPTURE(expression);
          if (outer > 1 && (result == dcsr || format == dcsr)) continue;
          check(makeCase(expression,
                         {{"A", result, {30, 30}}, operand("B", format), operand("C", csr), operand("D", format)},
                         ValueType::Int32, 17),
                par(outer));
        }
}

TEST_CASE("a literal decides nothing about where a selection is stored") {
  for (const Format& result : {csr, rowMajor})
    for (const char* expression : {"A(i,j) = max(B(i,j), 0) * C(i,j)", "A(i,j) = max(B(i,j), 0) - C(i,j)",
                                   "A(i,j) = min(max(B(i,j), -2), 3) + C(i,j)", "A(i,j) = max(B(i,j), 1) * C(i,j)",
                                   "A(i,j) = max(B(i,j), min(-1, 2)) * C(i,j)", "A(i,j) = abs(max(B(i,j), C(i,j), 0))",
                                   "A(i,j) = max(0, B(i,k) * C(k,j))"})
      check(makeCase(expression,
                     {{"A", result, {20, 20}},
                      {"B", csr, {20, 20}, Fill::Sparse, 0.2},
                      {"C", csr, {20, 20}, Fill::Sparse, 0.2}},
                     ValueType::Int32, 19),
            par(1));
}

TEST_CASE("flags of a workspace that exceeds a memory unit") {
  const Operand a{"A", Format({dense, dense, compressed}, {1, 0, 2}), {300, 60, 8}, Fill::Sparse, 0.001},
      b{"B", Format({compressed, compressed, compressed}), {300, 60, 8}, Fill::Sparse, 0.001};
  check(makeCase("Z(i,j,k) = A(i,j,k) + B(i,j,k)",
                 {{"Z", Format({dense, compressed, dense}, {0, 2, 1}), {300, 60, 8}}, a, b}, ValueType::Int32, 23),
        "reorder(j, k, i)");
}

TEST_CASE("passes that share their streams compute the same") {
  const Format all({compressed, compressed, compressed});
  for (const int density : {0, 100})
    for (const char* expression :
         {"A(i,j,k) = B(i,j,k) * C(i,j,k)", "A(i,j,k) = B(i,j,k) + C(i,j,k)", "A(i,j,k) = B(i,j,k) * C(i,k,j)"})
      check(makeCase(expression,
                     {{"A", all, {9, 9, 9}},
                      {"B", all, {9, 9, 9}, Fill::Sparse, 0.2},
                      {"C", all, {9, 9, 9}, Fill::Sparse, 0.2}},
                     ValueType::Int32, 29),
            "environment(sharedLevels, 2), environment(scanDensity, " + std::to_string(density) + ")");
}
