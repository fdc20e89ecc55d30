// The patterns of expressions follow from the rows of their operators.
#include "notation/stored.h"

#include <doctest/doctest.h>

#include <cmath>

using namespace stardust;
using namespace stardust::notation;

namespace {

Expr at(const char* name) { return access({name, Format({compressed}), ValueType::Float32, {}, false}, {"i"}); }

std::set<std::string> with(const Expr& e) { return storedWith(e, declaredDense); }
bool where(const Expr& e, const std::set<std::string>& present) { return storedWhere(e, present, declaredDense); }

}  // namespace

TEST_CASE("products need all operands, sums any, a function of one operand that one") {
  const Expr product = binary(operators::multiply, at("a"), at("b")), sum = binary(operators::add, at("a"), at("b"));
  CHECK(with(product) == std::set<std::string>{"a(i)", "b(i)"});
  CHECK(with(sum).empty());
  CHECK(where(sum, {"a(i)"}));
  CHECK_FALSE(where(product, {"a(i)"}));
  const Expr root = call(operators::function("sqrt"), {product});
  CHECK(with(root) == with(product));
  CHECK_FALSE(where(root, {"a(i)"}));
}

TEST_CASE("a literal decides nothing where the function keeps zeros") {
  const auto number = [](std::int64_t value) { return literal(value); };
  const auto isWhereAIs = [](const Expr& e) { return with(e) == std::set<std::string>{"a(i)"} && !where(e, {}); };
  CHECK(isWhereAIs(binary(operators::max, at("a"), number(0))));
  CHECK(isWhereAIs(binary(operators::max, number(-3), at("a"))));
  CHECK(isWhereAIs(binary(operators::min, at("a"), literal(2.5))));
  CHECK(isWhereAIs(binary(operators::max, binary(operators::min, at("a"), number(2)), number(0))));
  CHECK(isWhereAIs(binary(operators::max, at("a"), binary(operators::min, number(-3), number(2)))));
  CHECK(isWhereAIs(call(operators::function("abs"), {binary(operators::max, at("a"), number(0))})));
  CHECK(where(binary(operators::max, at("a"), number(1)), {}));
  CHECK(where(binary(operators::min, at("a"), number(-1)), {}));
  CHECK(where(binary(operators::max, number(-1), number(0)), {}));
  // The terms of a sum are computed one by one, and 2^32 - 1 is -1 in 32 bits.
  CHECK(where(binary(operators::add, at("a"), number(0)), {}));
  CHECK(where(binary(operators::subtract, number(0), at("a")), {}));
  CHECK(where(binary(operators::min, at("a"), number(4294967295)), {}));
}

TEST_CASE("a function that makes something of nothing is stored everywhere") {
  operators::Operator cosine = *operators::function("sqrt");
  cosine.real = [](const double* a) { return std::cos(a[0]); };
  const Expr e = call(&cosine, {at("a")});
  CHECK(deciding(std::get<Call>(e->kind)).operands.empty());
  CHECK(with(e).empty());
  CHECK(where(e, {}));
  CHECK(where(binary(operators::multiply, e, at("b")), {"b(i)"}));
  CHECK(deciding(std::get<Call>(e->kind), true).operands.size() == 1);
}
