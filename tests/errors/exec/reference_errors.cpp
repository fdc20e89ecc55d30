#include "errors/failure.h"
#include "exec/reference.h"

using namespace stardust;
using namespace stardust::exec;
using notation::Expr;

namespace {

const Format csr{dense, compressed};

notation::Access ref(const std::string& name, const Format& format, std::vector<notation::IndexVar> indices,
                     ValueType type = ValueType::Int32) {
  return {{name, format, type, {}, false}, std::move(indices)};
}
Expr at(const std::string& name, const Format& format, std::vector<notation::IndexVar> indices) {
  return notation::access({name, format, ValueType::Int32, {}, false}, std::move(indices));
}
Expr times(const Expr& a, const Expr& b) { return notation::binary(operators::multiply, a, b); }
Expr over(const Expr& a, const Expr& b) { return notation::binary(operators::divide, a, b); }

template <class T>
Storage ones(std::vector<std::int64_t> dims, const Format& format) {
  const std::size_t order = dims.size();
  return pack({std::move(dims), std::vector<std::int32_t>(order, 0), ValueArray<T>{1}}, format);
}

void evaluate(const notation::Access& lhs, const Expr& rhs, const Operands& operands, const Dimensions& dims = {},
              const ReferenceOptions& options = {}) {
  evaluateReference({lhs, {}, notation::AssignOp::Set, rhs}, operands, dims, options);
}

const notation::Access y = ref("y", {dense}, {"i"});
const Expr a = at("A", csr, {"i", "j"}), x = at("x", {dense}, {"j"});

}  // namespace

TEST_CASE("operands that are missing, of another order, or of disagreeing dimensions") {
  const Operands good{{"A", ones<std::int32_t>({2, 3}, csr)}, {"x", ones<std::int32_t>({3}, {dense})}};
  failsWith(Family::User, "no data was given for the tensor x", [&] {
    evaluate(y, times(a, x), {{"A", good.at("A")}});
  });
  failsWith(Family::User, "the data of x have 2 modes, but it is accessed with 1 index", [&] {
    evaluate(y, times(a, x), {{"A", good.at("A")}, {"x", good.at("A")}});
  });
  failsWith(Family::User, "mode 1 of x has dimension 4, but j ranges over 3", [&] {
    evaluate(y, times(a, x), {{"A", good.at("A")}, {"x", ones<std::int32_t>({4}, {dense})}});
  });
  failsWith(Family::User, "mode 1 of A has dimension 2, but i ranges over 7", [&] {
    evaluate(y, times(a, x), good, {{"i", 7}});
  });
  failsWith(Family::User, "y has 1 mode, but is accessed with 2 indices", [&] {
    evaluate(ref("y", {dense}, {"i", "j"}), times(a, x), good);
  });
}

TEST_CASE("a dimension that nothing gives") {
  failsWith(Family::User, "the dimension of i is not known",
            [&] { evaluate(y, notation::literal(std::int64_t{1}), {}); });
}

TEST_CASE("a variable twice on the left") {
  failsWith(Family::Unsupported, "i occurs twice on the left", [&] {
    evaluate(ref("R", csr, {"i", "i"}), notation::literal(std::int64_t{1}), {}, {{"i", 2}});
  });
}

TEST_CASE("fractions for an integer result, and integers divided by zero") {
  failsWith(Family::User, "x holds float values, but the result y holds int", [&] {
    evaluate(y, x, {{"x", ones<float>({3}, {dense})}}, {{"i", 2}});
  });
  failsWith(Family::User, "the literal 0.5 is not an integer", [&] {
    evaluate(y, notation::literal(0.5), {}, {{"i", 2}});
  });
  failsWith(Family::User, "integer division by zero", [&] {
    evaluate(y, over(notation::literal(std::int64_t{1}), notation::literal(std::int64_t{0})), {}, {{"i", 2}});
  });
}

TEST_CASE("divisors that are not stored everywhere") {
  const notation::Access r = ref("y", {dense}, {"i"}, ValueType::Float32);
  const Operands operands{{"A", ones<float>({2, 3}, csr)}, {"x", ones<float>({3}, {dense})}};
  failsWith(Family::Unsupported, "division by the sparse tensor A", [&] { evaluate(r, over(x, a), operands); });
  failsWith(Family::Unsupported, "division by -A(i,j), which is not stored everywhere",
            [&] { evaluate(r, over(x, notation::negate(a)), operands); });
}

TEST_CASE("sizes beyond the limits are refused before they hang or exhaust the memory") {
  const Operands operands{{"A", ones<std::int32_t>({1 << 20, 1 << 20}, {compressed, compressed})}};
  failsWith(Family::Unsupported, "brute force over more than 16777216 points",
            [&] { evaluate(y, a, operands, {}, {Method::Dense}); });
  failsWith(Family::Unsupported, "a dense result with more than 2^27 values", [&] {
    evaluate(ref("R", denseFormat(2), {"i", "j"}), a, operands);
  });
  const notation::Access wide = ref("R", {compressed, compressed}, {"i", "k"});
  failsWith(Family::Unsupported, "a reference evaluation with too many steps", [&] {
    evaluate(wide, a, operands, {{"k", maxDimension}}, {Method::Coordinates, 0, 1 << 20});
  });
  failsWith(Family::Unsupported, "a result with more than 2^128 coordinates", [&] {
    evaluate(ref("R", Format(std::vector<LevelFormat>(5, compressed), {0, 1, 2, 3, 4}), {"a", "b", "c", "d", "e"}),
             notation::literal(std::int64_t{1}), {},
             {{"a", maxDimension}, {"b", maxDimension}, {"c", maxDimension}, {"d", maxDimension}, {"e", maxDimension}});
  });
}

TEST_CASE("expressions that would exhaust the stack are refused") {
  Expr deep = notation::literal(std::int64_t{1}), one = deep;
  for (int k = 0; k < 2000; ++k) deep = notation::binary(operators::add, deep, one);
  failsWith(Family::User, "the expression is nested too deeply", [&] { evaluate(y, deep, {}, {{"i", 2}}); });
}
