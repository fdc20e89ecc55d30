// The imperative IR on typical kernels, and on all combinations of formats and operators.
#include <doctest/doctest.h>

#include <filesystem>

#include "driver/invocation.h"
#include "driver/sequence.h"
#include "loops_cases.h"

using namespace stardust;
using namespace stardust::tests;
namespace fs = std::filesystem;

namespace {

std::string difference(const Case& c, const std::string& schedule = {}) {
  const auto expected = exec::evaluateReference(c.assignment, c.operands);
  const driver::Problem problem = forLoops(c);
  const cin::Stmt stmt = scheduledForLoops(problem, schedule::parse(makeSource("-s", schedule)));
  const std::string dense = differenceIn(passes::cpuLoops(stmt, "kernel"), problem, expected);
  return dense.empty() ? differenceIn(passes::cpuLoops(stmt, "kernel", sharedLoops(0)), problem, expected) : dense;
}

const ValueType types[] = {ValueType::Int32, ValueType::Int64, ValueType::Float32, ValueType::Float64};

}  // namespace

TEST_CASE("every example of the distribution, with the schedule that it comes with") {
  int kernels = 0;
  for (const auto& entry : fs::recursive_directory_iterator(fs::path(STARDUST_SOURCE_DIR) / "examples")) {
    const bool isLibrary = entry.path().parent_path().filename() == "functions";  // for imports: no expression
    if (entry.path().extension() != ".sd" || isLibrary) continue;
    CAPTURE(entry.path().filename().string());
    exec::Operands given;
    for (const driver::KernelSpec& step : driver::steps(driver::specOf({entry.path().string()}))) {
      driver::continueFrom(step, given);
      const driver::Problem asked = driver::loadProblem(step, nullptr, given);
      const auto expected = exec::evaluateReference(asked.assignment, asked.operands);
      given[asked.assignment.lhs.tensor.name] = expected.result;
      given.insert(asked.operands.begin(), asked.operands.end());  // sources of other operands
      const driver::Problem problem = forLoops(asked);
      const auto function = passes::cpuLoops(scheduledForLoops(problem, problem.commands), "kernel");
      CHECK(differenceIn(function, problem, expected) == "");
      ++kernels;
    }
  }
  CHECK(kernels > 25);
}

TEST_CASE("operators and formats crossed, with shapes and types in turn") {
  const LevelFormat s = compressed, d = dense, b = bitvector;
  const std::vector<Format> operands = {{d, d}, {d, s}, {d, b}, {s, d}, {s, s},
                                        {s, b}, {b, d}, {b, s}, {b, b}, {compressedNonUnique, singleton}};
  const std::vector<Format> results = {{d, d}, {d, s}, {s, d}, {s, s}};
  const std::vector<std::vector<std::int64_t>> shapes = {{3, 5}, {1, 1}, {1, 40}, {40, 1}, {6, 6}};
  std::size_t n = 0;
  for (const char* operation : {"A(i,j) + B(i,j)", "A(i,j) - B(i,j)", "A(i,j) * B(i,j)", "min(A(i,j), B(i,j))",
                                "max(A(i,j), B(i,j))", "abs(A(i,j)) - abs(B(i,j))"})
    for (const Format& A : operands)
      for (const Format& B : operands)
        for (const Format& R : results) {
          const auto& shape = shapes[n % shapes.size()];
          const double density = n % 7 == 0 ? 0 : n % 7 == 1 ? 1 : 0.3;
          const Case c =
              makeCase(std::string("R(i,j) = ") + operation,
                       {{"A", A, shape, Fill::Sparse, density}, {"B", B, shape, Fill::Sparse, 0.4}, {"R", R, shape}},
                       types[n % 4], n);
          CAPTURE(operation);
          CAPTURE(toString(A) + " " + toString(B) + " " + toString(R));
          CHECK(difference(c) == "");
          ++n;
        }
}

TEST_CASE("runs of equal values: walked, searched, taken as a whole, appended") {
  const LevelFormat s = compressed, d = dense, r = runLength;
  const std::vector<Format> formats = {{d, r}, {s, r}, {d, s}, {d, d}};
  const auto has = [](const std::string& text, const char* part) { return text.find(part) != std::string::npos; };
  std::uint64_t seed = 1;
  for (const std::string right :
       {"A(i,j) + B(i,j)", "A(i,j) * B(i,j)", "max(A(i,j), B(i,j))", "2 * A(i,j)", "A(i,j) * x(j)"})
    for (const Format& A : formats)
      for (const Format& B : formats)
        for (const Format& R : formats)
          for (const double density : {0.0, 0.1, 0.9}) {
            std::vector<Operand> tensors = {{"A", A, {5, 9}, Fill::Sparse, density}, {"R", R, {5, 9}}};
            if (has(right, "B")) tensors.push_back({"B", B, {5, 9}, Fill::Sparse, 0.3});
            if (has(right, "x(j")) tensors.push_back({"x", Format({B.level(1)}), {9}});
            CAPTURE(right);
            CAPTURE(toString(A) + " " + toString(B) + " " + toString(R));
            CHECK(difference(makeCase("R(i,j) = " + right, tensors, types[seed % 4], seed)) == "");
            ++seed;
          }
}

TEST_CASE("runs of equal values are reduced, as often as they are long") {
  const LevelFormat s = compressed, d = dense, r = runLength;
  const auto has = [](const std::string& text, const char* part) { return text.find(part) != std::string::npos; };
  std::uint64_t seed = 1;
  for (const std::string kernel :
       {"y(i) = A(i,j)", "y(i) = A(i,j) * x(j)", "y(i) min= A(i,j) * x(j)", "y(j) = A(i,j)", "y(i) *= A(i,j)",
        "y(i) = A(i,j) * B(j,k) * x(k)", "y(i) max= A(i,j) + x(j)", "y(i) = A(i,j) * x(j) + 2"})
    for (const Format& A : {Format({d, r}), Format({s, r}), Format({d, r}, {1, 0}), Format({d, s})})
      for (const LevelFormat x : {r, d, s})
        for (const LevelFormat y : {r, d, s}) {
          std::vector<Operand> tensors = {{"A", A, {6, 7}, Fill::Sparse, 0.4},
                                          {"y", Format({y}), {has(kernel, "y(j)") ? 7 : 6}}};
          if (has(kernel, "x("))
            tensors.push_back({"x", Format({x}), {has(kernel, "x(j)") ? 7 : 8}, Fill::Sparse, 0.5});
          if (has(kernel, "B")) tensors.push_back({"B", Format({d, r}), {7, 8}, Fill::Sparse, 0.5});
          CAPTURE(kernel);
          CAPTURE(toString(A) + " " + letter(x) + " " + letter(y));
          CHECK(difference(makeCase(kernel, tensors, types[seed % 4], seed)) == "");
          ++seed;
        }
}

TEST_CASE("matrix products in all formats, with loops in all orders") {
  const LevelFormat s = compressed, d = dense;
  const std::vector<Format> formats = {{d, d},        {d, s}, {s, s}, Format({d, s}, {1, 0}), Format({s, s}, {1, 0}),
                                       {bitvector, s}};
  std::uint64_t seed = 1;
  for (const char* order : {"i, j, k", "i, k, j", "k, i, j", "j, k, i"})
    for (const Format& A : formats)
      for (const Format& B : formats)
        for (const Format& R : {Format({d, d}), csr, csc, Format({s, s})}) {
          const Case c =
              makeCase("R(i,j) = A(i,k) * B(k,j)",
                       {{"A", A, {7, 9}, Fill::Sparse, 0.2}, {"B", B, {9, 5}, Fill::Sparse, 0.3}, {"R", R, {7, 5}}},
                       types[seed % 4], seed);
          CAPTURE(order);
          CAPTURE(toString(A) + " " + toString(B) + " " + toString(R));
          CHECK(difference(c, std::string("reorder(") + order + ")") == "");
          ++seed;
        }
}

TEST_CASE("blocks: dense levels above, between and below compressed ones") {
  const LevelFormat s = compressed, d = dense;
  std::uint64_t seed = 1;
  for (const char* operation : {"A(i,j,k) + B(i,j,k)", "A(i,j,k) * B(i,j,k)", "A(i,j,k) * c(k)"})
    for (const Format& R : {Format({d, s, d}), Format({s, d, s}), Format({s, d, d}), Format({d, d, s}),
                            Format({s, s, d}), Format({d, s, s})})
      for (const Format& A : {Format({s, s, s}), Format({d, s, s}), Format({s, d, s})}) {
        std::vector<Operand> tensors = {{"A", A, {4, 3, 5}, Fill::Sparse, 0.15}, {"R", R, {4, 3, 5}}};
        if (std::string(operation).find('B') != std::string::npos)
          tensors.push_back({"B", Format({s, s, s}), {4, 3, 5}, Fill::Sparse, 0.1});
        else tensors.push_back({"c", vec, {5}});
        CAPTURE(operation);
        CAPTURE(toString(A) + " " + toString(R));
        CHECK(difference(makeCase(std::string("R(i,j,k) = ") + operation, tensors, types[seed % 4], seed)) == "");
        ++seed;
      }
}

TEST_CASE("unions of fibers of fibers: all entries below one coordinate at once, where they are few") {
  for (const ValueType type : types)
    for (const Case& c : shortFibers(type)) {
      CAPTURE(notation::print(c.assignment));
      const auto function = passes::cpuLoops(scheduledForLoops(forLoops(c), {}), "kernel");
      const bool fitsInKey = c.assignment.lhs.tensor.dims.back() <= mostNarrow;  // a key has two coordinates
      CHECK((loops::print(function).find("_keys[") != std::string::npos) == fitsInKey);
      for (const std::int64_t threads : {1, 3})
        CHECK(differenceIn(function, forLoops(c), exec::evaluateReference(c.assignment, c.operands), threads) == "");
    }
}

TEST_CASE(
    "dot products of short fibers: as one stream if they are appended, else the products first, then their sums") {
  for (const ValueType type : {ValueType::Float32, ValueType::Float64}) {
    int summed = 0, streams = 0;
    for (const Case& c : shortDots(type)) {
      CAPTURE(notation::print(c.assignment));
      const auto function = passes::cpuLoops(scheduledForLoops(forLoops(c), {}), "kernel");
      summed += loops::print(function).find("sum(products") != std::string::npos;
      streams += loops::print(function).find("  dots ") != std::string::npos;
      for (const std::int64_t threads : {1, 3})
        CHECK(differenceIn(function, forLoops(c), exec::evaluateReference(c.assignment, c.operands), threads) == "");
    }
    CHECK(summed >= 8);
    CHECK(streams >= 30);
  }
}

TEST_CASE("dot products of two fibers: walked together, or one of them scattered into a row") {
  for (const ValueType type : types)
    for (const Case& c : longDots(type)) {
      CAPTURE(notation::print(c.assignment));
      const auto function = passes::cpuLoops(scheduledForLoops(forLoops(c), {}), "kernel");
      const bool isFloat = type == ValueType::Float32 || type == ValueType::Float64;
      CHECK((loops::print(function).find("_row[") != std::string::npos) == isFloat);
      for (const std::int64_t threads : {1, 3})
        CHECK(differenceIn(function, forLoops(c), exec::evaluateReference(c.assignment, c.operands), threads) == "");
    }
}

TEST_CASE("a fiber that stays the same in loops around is written into a table or a row once, before them") {
  for (const ValueType type : types)
    for (const Case& c : unchangedFibers(type)) {
      CAPTURE(notation::print(c.assignment));
      const auto function = passes::cpuLoops(scheduledForLoops(forLoops(c), {}), "kernel");
      CHECK(loops::print(function).find("_in_table") != std::string::npos);
      for (const std::int64_t threads : {1, 3})
        CHECK(differenceIn(function, forLoops(c), exec::evaluateReference(c.assignment, c.operands), threads) == "");
    }
}

TEST_CASE("reductions, scalars and workspaces that the schedule makes") {
  const Operand A{"A", csr, {9, 11}, Fill::Sparse, 0.2}, x{"x", vec, {11}}, y{"y", vec, {9}},
      sparse{"y", sparseVec, {9}}, alpha{"alpha", Format(), {}};
  for (const ValueType type : types) {
    for (const char* op : {"=", "min=", "max=", "*="})
      for (const Operand& result : {y, sparse}) {
        CAPTURE(op);
        CHECK(difference(makeCase(std::string("y(i) ") + op + " A(i,j) + x(j)", {A, x, result}, type, 5)) == "");
        CHECK(difference(makeCase(std::string("alpha ") + op + " A(i,j)", {A, alpha}, type, 5)) == "");
      }
    for (const char* schedule : {"precompute(x(j), {j}, {j}, x_on)", "precompute(A(i,j) * x(j), {}, {}, ws)",
                                 "precompute(A(i,j) * x(j), {j}, {j}, w)", "split_up(i, io, ii, 4)",
                                 "split_down(j, jo, ji, 3)", "fuse(i, j, f)"}) {
      CAPTURE(schedule);
      CHECK(difference(makeCase("y(i) = A(i,j) * x(j)", {A, x, y}, type, 7), schedule) == "");
    }
  }
}

TEST_CASE("integer division: toward zero, of what is stored, and never by 0") {
  const Operand A{"A", csr, {9, 11}, Fill::Sparse, 0.2}, x{"x", vec, {11}}, R{"R", csr, {9, 11}};
  for (const ValueType type : types)
    CHECK(difference(makeCase("R(i,j) = (0 - A(i,j)) / x(j)", {A, x, R}, type, 5)) == "");
  Case c = makeCase("R(i,j) = A(i,j) / x(j)", {A, x, R}, ValueType::Int32, 5);
  const driver::Problem problem = forLoops(c);
  const auto function = passes::cpuLoops(scheduledForLoops(problem, {}), "kernel");
  auto operands = problem.operands;
  operands.at("x").values = ValueArray<std::int32_t>(11, 0);
  CHECK_THROWS_WITH_AS(exec::interpret(function, operands, problem.assignment.lhs.tensor),
                       doctest::Contains("integer division by zero"), Error);
}

TEST_CASE("operands of other types than the result") {
  for (const ValueType from : types)
    for (const ValueType to : types) {
      const bool isInteger = to == ValueType::Int32 || to == ValueType::Int64;
      if (isInteger && from != ValueType::Int32 && from != ValueType::Int64) continue;  // refused before
      Case c = makeCase("y(i) = A(i,j) * x(j)",
                        {{"A", csr, {9, 11}, Fill::Sparse, 0.3}, {"x", vec, {11}}, {"y", vec, {9}}}, from, 3);
      c.assignment.lhs.tensor.type = to;
      CHECK(difference(c) == "");
    }
}

TEST_CASE("one function, operands of many sizes") {
  const auto spmv = [](std::int64_t n, std::int64_t m) {
    return makeCase("y(i) = A(i,j) * x(j)", {{"A", csr, {n, m}, Fill::Sparse, 0.3}, {"x", vec, {m}}, {"y", vec, {n}}},
                    ValueType::Float64, 3);
  };
  for (const char* schedule :
       {"", "split_down(i, io, ii, 3)", "fuse(i, j, f)", "split_up(j, jo, ji, 4), split_down(i, io, ii, 2)"}) {
    const auto function = passes::cpuLoops(
        scheduledForLoops(forLoops(spmv(10, 20)), schedule::parse(makeSource("-s", schedule))), "kernel");
    for (const auto& [n, m] : {std::pair(1, 1), std::pair(7, 3), std::pair(100, 31)}) {
      const Case c = spmv(n, m);
      CAPTURE(schedule);
      CHECK(differenceIn(function, forLoops(c), exec::evaluateReference(c.assignment, c.operands)) == "");
    }
  }
}
