// Operators of the table in the imperative IR: native, or calls.
#include "loops/lower/operators.h"

#include <doctest/doctest.h>

#include "loops/build.h"

using namespace stardust;
using namespace stardust::loops;

namespace {

const Expr a = variable("a", Type::F64), b = variable("b", Type::F64);

std::string stored(const Stmt& stmt) { return print(Function{"f", {}, {stmt}}); }

}  // namespace

TEST_CASE("operators that the IR has are its own, functions that it lacks are calls") {
  CHECK(print(applied(operators::subtract, {a, b})) == "a - b");
  CHECK(print(applied(operators::negate, {a})) == "-a");
  CHECK(print(applied(operators::max, {a, b})) == "max(a, b)");
  CHECK(std::holds_alternative<Binary>(applied(operators::max, {a, b})->kind));
  CHECK(print(applied(operators::function("sqrt"), {a})) == "sqrt(a)");
  CHECK(std::holds_alternative<Call>(applied(operators::function("sqrt"), {a})->kind));
}

TEST_CASE("a reduction updates an element, in place where the IR can") {
  CHECK(stored(reducingStore("y", index(0), a, operators::min)).find("y[0] min= a\n") != std::string::npos);
  CHECK(stored(reducingStore("y", index(0), a, notation::AssignOp::Set)).find("y[0] = a\n") != std::string::npos);
  operators::Operator longest = *operators::max;
  longest.text = "hypot";
  CHECK(stored(reducingStore("y", index(0), a, &longest)).find("y[0] = hypot(y[0], a)\n") != std::string::npos);
  CHECK(print(reduced(&longest, a, b)) == "hypot(a, b)");
  CHECK(print(identityOf(operators::multiply, ValueType::Int32, Type::I32)) == "1:i32");
  CHECK(print(identityOf(operators::min, ValueType::Float64, Type::F64)) == "inf");
}
