// Cases with hand-computed results, for both evaluators.
#include <doctest/doctest.h>

#include <limits>

#include "exec/reference.h"

using namespace stardust;
using namespace stardust::exec;
using notation::Expr;

namespace {

Format csr() { return {dense, compressed}; }

template <class T>
Storage tensor(std::vector<std::int64_t> dims, std::vector<std::int32_t> crd, ValueArray<T> values,
               const Format& format) {
  return pack({std::move(dims), std::move(crd), std::move(values)}, format);
}

notation::TensorVar var(const std::string& name, const Format& format, ValueType type = ValueType::Int32) {
  return {name, format, type, {}, false};
}
Expr at(const std::string& name, const Format& format, std::vector<notation::IndexVar> indices) {
  return notation::access(var(name, format), std::move(indices));
}
Expr times(const Expr& a, const Expr& b) { return notation::binary(operators::multiply, a, b); }
Expr plus(const Expr& a, const Expr& b) { return notation::binary(operators::add, a, b); }
Expr minus(const Expr& a, const Expr& b) { return notation::binary(operators::subtract, a, b); }
Expr over(const Expr& a, const Expr& b) { return notation::binary(operators::divide, a, b); }

struct Statement {
  notation::Access lhs;
  Expr rhs;
  notation::AssignOp op = notation::AssignOp::Set;
};

void expectBoth(const Statement& s, const Operands& operands, const Storage& expected, const Dimensions& dims = {}) {
  const notation::Assignment assignment{s.lhs, {}, s.op, s.rhs};
  for (const Method method : {Method::Dense, Method::Coordinates}) {
    const Evaluated evaluated = evaluateReference(assignment, operands, dims, {method});
    CHECK(firstDifference(expected, evaluated.result) == "");
  }
}

// [ 1 . 2 ]
// [ . . . ]
// [ . 3 . ]
Storage matrix(const Format& format = csr()) {
  return tensor<std::int32_t>({3, 3}, {0, 0, 0, 2, 2, 1}, {1, 2, 3}, format);
}
Storage vector(ValueArray<std::int32_t> values) {
  const std::int64_t n = static_cast<std::int64_t>(values.size());
  std::vector<std::int32_t> crd;
  for (std::int32_t c = 0; c < n; ++c) crd.push_back(c);
  return tensor<std::int32_t>({n}, std::move(crd), std::move(values), {dense});
}
const Expr spmv = times(at("A", csr(), {"i", "j"}), at("x", {dense}, {"j"}));
const notation::Access y{var("y", {dense}), {"i"}};

}  // namespace

TEST_CASE("sparse matrix times vector") {
  expectBoth({y, spmv}, {{"A", matrix()}, {"x", vector({10, 20, 30})}}, vector({70, 0, 60}));
}

TEST_CASE("the sum over j covers the additive term that has j") {
  // TACO: y = b - A x, not the sum over j of (b - A x).
  expectBoth({y, minus(at("b", {dense}, {"i"}), spmv)},
             {{"A", matrix()}, {"x", vector({10, 20, 30})}, {"b", vector({1, 2, 3})}}, vector({-69, 2, -57}));
}

TEST_CASE("a sum inside a product is summed with the product") {
  // sum over j of b(i) * (x(j) + c(i)) has c(i) once for each j.
  const Expr inner = plus(at("x", {dense}, {"j"}), at("c", {dense}, {"i"}));
  expectBoth({y, times(at("b", {dense}, {"i"}), inner)},
             {{"b", vector({1, 2})}, {"c", vector({100, 200})}, {"x", vector({1, 2, 3})}}, vector({306, 1212}));
}

TEST_CASE("a sparse result stores where its expression does") {
  const notation::Access r{var("R", csr()), {"i", "j"}};
  const Expr a = at("A", csr(), {"i", "j"}), b = at("B", csr(), {"i", "j"});
  const Storage other = tensor<std::int32_t>({3, 3}, {0, 0, 1, 1, 2, 1}, {5, 6, 0}, csr());
  const Operands operands{{"A", matrix()}, {"B", other}};
  // The explicit zero B(3,2) stays stored.
  expectBoth({r, times(a, b)}, operands, tensor<std::int32_t>({3, 3}, {0, 0, 2, 1}, {5, 0}, csr()));
  expectBoth({r, plus(a, b)}, operands, tensor<std::int32_t>({3, 3}, {0, 0, 0, 2, 1, 1, 2, 1}, {6, 2, 6, 3}, csr()));
  // Cancellation leaves a stored zero.
  expectBoth({r, minus(a, a)}, operands, tensor<std::int32_t>({3, 3}, {0, 0, 0, 2, 2, 1}, {0, 0, 0}, csr()));
  // In a sparse row sum, the empty row is absent.
  const notation::Access s{var("s", {compressed}), {"i"}};
  expectBoth({s, a}, operands, tensor<std::int32_t>({3}, {0, 2}, {3, 3}, {compressed}));
  // A literal is stored everywhere.
  expectBoth({s, plus(a, notation::literal(std::int64_t{1}))}, operands,
             tensor<std::int32_t>({3}, {0, 1, 2}, {4, 1, 4}, {compressed}));
}

TEST_CASE("the result's format may have another mode order") {
  const notation::Access r{var("R", Format({dense, compressed}, {1, 0})), {"j", "i"}};
  const Storage expected =
      tensor<std::int32_t>({3, 3}, {0, 0, 2, 0, 1, 2}, {1, 2, 3}, Format({dense, compressed}, {1, 0}));
  expectBoth({r, at("A", csr(), {"i", "j"})}, {{"A", matrix()}}, expected);
  const notation::Access column{var("R", Format({dense, dense}, {1, 0})), {"j", "i"}};
  expectBoth({column, at("A", csr(), {"i", "j"})}, {{"A", matrix()}},
             tensor<std::int32_t>({3, 3}, {0, 0, 2, 0, 1, 2}, {1, 2, 3}, Format({dense, dense}, {1, 0})));
}

TEST_CASE("coordinate lists, the diagonal, and a matrix squared") {
  const Format coo{compressedNonUnique, singleton};
  expectBoth({y, times(at("A", coo, {"i", "j"}), at("x", {dense}, {"j"}))},
             {{"A", matrix(coo)}, {"x", vector({10, 20, 30})}}, vector({70, 0, 60}));
  expectBoth({{var("t", {}), {}}, at("A", csr(), {"i", "i"})}, {{"A", matrix()}},
             tensor<std::int32_t>({}, {}, {1}, {}));
  // A A = [1 6 2; 0 0 0; 0 0 0]: A(3,2) meets the empty row 2.
  const notation::Access r{var("R", csr()), {"i", "j"}};
  expectBoth({r, times(at("A", csr(), {"i", "k"}), at("A", csr(), {"k", "j"}))}, {{"A", matrix()}},
             tensor<std::int32_t>({3, 3}, {0, 0, 0, 1, 0, 2}, {1, 6, 2}, csr()));
}

TEST_CASE("a variable of the left that is not on the right repeats the value") {
  const notation::Access r{var("R", csr()), {"i", "j"}};
  const Storage two = tensor<std::int32_t>({3}, {1}, {7}, {compressed});
  expectBoth({r, at("s", {compressed}, {"i"})}, {{"s", two}}, tensor<std::int32_t>({3, 2}, {1, 0, 1, 1}, {7, 7}, csr()),
             {{"j", 2}});
}

TEST_CASE("+= adds to the result that was given, or to nothing") {
  const Operands without{{"A", matrix()}, {"x", vector({10, 20, 30})}};
  Operands with = without;
  with.emplace("y", vector({1, 1, 1}));
  expectBoth({y, spmv, operators::add}, without, vector({70, 0, 60}));
  expectBoth({y, spmv, operators::add}, with, vector({71, 1, 61}));
  expectBoth({y, spmv}, with, vector({70, 0, 60}));
}

TEST_CASE("empty tensors and scalars") {
  const Storage none = tensor<std::int32_t>({3, 3}, {}, {}, csr());
  expectBoth({y, spmv}, {{"A", none}, {"x", vector({1, 2, 3})}}, vector({0, 0, 0}));
  expectBoth({{var("s", {compressed}), {"i"}}, spmv}, {{"A", none}, {"x", vector({1, 2, 3})}},
             tensor<std::int32_t>({3}, {}, {}, {compressed}));
  const Operands scalars{{"a", tensor<std::int32_t>({}, {}, {6}, {})}, {"x", vector({1, 2})}};
  expectBoth({{var("t", {}), {}}, times(at("a", {}, {}), at("x", {dense}, {"i"}))}, scalars,
             tensor<std::int32_t>({}, {}, {18}, {}));
  expectBoth({{var("t", {}), {}}, notation::negate(notation::literal(std::int64_t{4}))}, {},
             tensor<std::int32_t>({}, {}, {-4}, {}));
}

TEST_CASE("integers wrap at the result's width") {
  const std::int32_t top = std::numeric_limits<std::int32_t>::max();
  const Operands operands{{"x", vector({top, 1 << 20})}};
  const Expr x = at("x", {dense}, {"i"});
  const std::int32_t wrappedSquare = 1;  // (2^31 - 1)^2 = 2^62 - 2^32 + 1
  expectBoth({y, times(x, x)}, operands, vector({wrappedSquare, 0}));
  expectBoth({y, plus(x, notation::literal(std::int64_t{1}))}, operands,
             vector({std::numeric_limits<std::int32_t>::min(), (1 << 20) + 1}));
  const notation::Access wide{var("y", {dense}, ValueType::Int64), {"i"}};
  expectBoth({wide, times(x, x)}, operands,
             tensor<std::int64_t>(
                 {2}, {0, 1}, {(std::int64_t{1} << 62) - (std::int64_t{1} << 32) + 1, std::int64_t{1} << 40}, {dense}));
}

TEST_CASE("integer division goes toward zero") {
  const Statement halves{y, over(at("x", {dense}, {"i"}), notation::literal(std::int64_t{2}))};
  const Operands operands{{"x", vector({7, -7, 0})}};
  expectBoth(halves, operands, vector({3, -3, 0}));
}

TEST_CASE("floating point: magnitude and operations bound the error") {
  const notation::Access s{var("s", {}, ValueType::Float32), {}};
  const Operands operands{{"x", tensor<float>({3}, {0, 1, 2}, {1e8F, 1.0F, -1e8F}, {dense})}};
  for (const Method method : {Method::Dense, Method::Coordinates}) {
    const Evaluated e =
        evaluateReference({s, {}, notation::AssignOp::Set, at("x", {dense}, {"i"})}, operands, {}, {method});
    CHECK(valueAt(e.result.values, 0) == 1);
    CHECK(e.magnitude.at(0) == 200000001);
    CHECK(e.operations.at(0) >= 2);
    // Summed from left to right in single precision, the 1 is lost; the bound allows for that.
    CHECK(errorBound(ValueType::Float32, e.magnitude[0], e.operations[0]) >= 1);
    CHECK(errorBound(ValueType::Float32, e.magnitude[0], e.operations[0]) < 400);
  }
  CHECK(errorBound(ValueType::Int32, 1e9, 1e9) == 0);
}

TEST_CASE("what is absent is not computed") {
  const float infinity = std::numeric_limits<float>::infinity();
  const notation::Access r{var("y", {dense}, ValueType::Float32), {"i"}};
  const Operands operands{{"A", tensor<float>({2, 2}, {0, 0}, {2}, csr())},
                          {"x", tensor<float>({2}, {0, 1}, {1, infinity}, {dense})}};
  expectBoth({r, spmv}, operands, tensor<float>({2}, {0, 1}, {2, 0}, {dense}));
}
