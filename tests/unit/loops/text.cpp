// The text form: a printed function parses to the same function.
#include <doctest/doctest.h>
#include <rapidcheck.h>

#include <limits>

#include "loops/build.h"
#include "loops/idioms/idiom.h"
#include "support/diagnostic.h"

using namespace stardust;
using namespace stardust::loops;

namespace {

const Type types[] = {Type::Bool, Type::U32, Type::I32, Type::I64, Type::F32, Type::F64};

// Each type has a variable and an array: v_i64, a_f32.
std::string named(const char* prefix, Type type) { return std::string(prefix) + toString(type); }

template <class T>
T oneOf(std::initializer_list<T> all) {
  return *rc::gen::elementOf(std::vector<T>(all));
}

Expr randomLiteral(Type type) {
  if (type == Type::Bool) return boolean(*rc::gen::arbitrary<bool>());
  if (type == Type::U32) return literal(type, std::int64_t{*rc::gen::arbitrary<std::uint32_t>()});
  if (type == Type::I32) return literal(type, std::int64_t{*rc::gen::arbitrary<std::int32_t>()});
  if (type == Type::I64) return index(*rc::gen::arbitrary<std::int64_t>());
  const double inf = std::numeric_limits<double>::infinity();
  return literal(type, oneOf({*rc::gen::arbitrary<double>(), 2.0, -0.0, 1e300, inf, -inf,
                              std::numeric_limits<double>::quiet_NaN()}));
}

Expr randomExpr(Type type, int depth);

/// A call of any idiom with the form and this element type; none if there is no such idiom.
std::optional<IdiomCall> randomCall(Idiom::Form form, Type type, int depth) {
  std::vector<const Idiom*> all;
  for (const Idiom* idiom : idioms())
    if (idiom->form == form && idiom->gives.value_or(type) == type && (isNumber(type) || !idiom->ofNumbers))
      all.push_back(idiom);
  if (all.empty()) return std::nullopt;
  IdiomCall call{*rc::gen::elementOf(all), type, {}};
  for (const IdiomParameter& p : call.idiom->parameters) {
    const Type own = Idiom::typeOf(p, type);
    Argument a;
    if (!isExpression(p.use)) a.name = named(p.use == Use::Counts ? "v_" : "a_", own);
    else a.values.push_back(randomExpr(own, depth));
    if (p.use == Use::TakesAll && *rc::gen::arbitrary<bool>()) a.values.push_back(randomExpr(own, depth));
    call.arguments.push_back(a);
  }
  return call;
}

Expr randomBinary(Type type, int depth) {
  const auto of = [&](BinaryOp op, Type operands) {
    return binary(op, randomExpr(operands, depth), randomExpr(operands, depth));
  };
  if (type == Type::Bool) {
    if (*rc::gen::arbitrary<bool>()) return of(oneOf({BinaryOp::And, BinaryOp::Or}), Type::Bool);
    return of(oneOf({BinaryOp::Lt, BinaryOp::Le, BinaryOp::Gt, BinaryOp::Ge, BinaryOp::Eq, BinaryOp::Ne}),
              *rc::gen::elementOf(std::vector<Type>(types + 1, types + 6)));
  }
  if (type == Type::U32 && *rc::gen::arbitrary<bool>())
    return of(oneOf({BinaryOp::BitAnd, BinaryOp::BitOr, BinaryOp::Shl, BinaryOp::Shr}), type);
  return of(oneOf({BinaryOp::Add, BinaryOp::Sub, BinaryOp::Mul, BinaryOp::Div, BinaryOp::Min, BinaryOp::Max}), type);
}

Expr randomExpr(Type type, int depth) {
  switch (depth > 0 ? *rc::gen::inRange(0, 10) : *rc::gen::inRange(0, 2)) {
    case 0: return randomLiteral(type);
    case 1: return variable(named("v_", type), type);
    case 2: return load(named("a_", type), type, randomExpr(Type::I64, depth - 1));
    case 3: return select(randomExpr(Type::Bool, depth - 1), randomExpr(type, depth - 1), randomExpr(type, depth - 1));
    case 4:
      if (type == Type::Bool) return unary(UnaryOp::Not, randomExpr(type, depth - 1));
      if (isFloat(type) && *rc::gen::arbitrary<bool>())
        return call(operators::function(oneOf({"abs", "sqrt", "exp", "sign", "logical_not"})),
                    {randomExpr(type, depth - 1)});
      return unary(UnaryOp::Neg, randomExpr(type, depth - 1));
    case 5:
      if (type == Type::Bool) return randomBinary(type, depth - 1);
      if (type == Type::I64 && *rc::gen::arbitrary<bool>()) return find("a_i64", randomExpr(Type::I64, depth - 1));
      if (type == Type::I64 && *rc::gen::arbitrary<bool>())
        return unary(UnaryOp::CountOnes, randomExpr(Type::U32, depth - 1));
      return cast(type, randomExpr(*rc::gen::elementOf(std::vector<Type>(types, types + 6)), depth - 1));
    case 6:
      if (type == Type::I64 && *rc::gen::arbitrary<bool>()) return length(named("a_", oneOf({Type::I32, Type::F64})));
      return type == Type::I64 ? threads() : randomBinary(type, depth - 1);
    case 7:
      if (const auto call = randomCall(Idiom::Form::Expression, type, depth - 1)) return expression(*call);
      return randomBinary(type, depth - 1);
    default: return randomBinary(type, depth - 1);
  }
}

Body randomBody(int depth);

Stmt randomStmt(int depth) {
  const Type type = *rc::gen::elementOf(std::vector<Type>(types, types + 6));
  const auto integer = [&] { return randomExpr(Type::I64, 2); };
  const auto fill = [&] { return *rc::gen::arbitrary<bool>() ? randomExpr(type, 1) : Expr(); };
  switch (*rc::gen::inRange(0, depth > 0 ? 18 : 15)) {
    case 0: return let(named("v_", type), randomExpr(type, 3));
    case 1: return declare(named("v_", type), randomExpr(type, 3));
    case 2: return assign(named("v_", type), randomExpr(type, 3));
    case 3: return store(named("a_", type), integer(), randomExpr(type, 3));
    case 4:
      return store("a_i32", integer(), randomExpr(Type::I32, 2),
                   oneOf({BinaryOp::Add, BinaryOp::Mul, BinaryOp::Min, BinaryOp::Max}));
    case 5: return allocate(named("a_", type), type, integer(), fill());
    case 6: return resize(named("a_", type), integer(), fill());
    case 7: return grow(named("a_", type), integer());
    case 8: return sort(named("a_", type), integer(), integer());
    case 9: return fail(oneOf({Status::DivisionByZero, Status::TooLarge}));
    case 10: return note("forall(j in A2 ∪ B2): y(i) += A(i,j) * x(j)");
    case 11: return move(named("a_", type), integer(), integer(), integer());
    case 12:
      if (const auto call = randomCall(Idiom::Form::Statement, type, 2)) return statement(*call);
      return note("no idiom");
    case 13: return insert({integer(), "a_i64", "a_f64", "v_i64", "v_i64", randomExpr(Type::F64, 2)});
    case 14: return clear({"a_i64", "a_f64", randomExpr(Type::F64, 2), "a_i32", integer()});
    case 15:
      return forLoop("v_i64", integer(), integer(), randomBody(depth - 1),
                     oneOf({Order::Serial, Order::Simd, Order::Tiled, Order::Parallel}), oneOf({0, 0, 4}));
    case 16: return whileLoop(randomExpr(Type::Bool, 3), randomBody(depth - 1));
    default:
      return ifThen(randomExpr(Type::Bool, 3), randomBody(depth - 1),
                    *rc::gen::arbitrary<bool>() ? randomBody(depth - 1) : Body{});
  }
}

Body randomBody(int depth) {
  Body body;
  for (int n = *rc::gen::inRange(0, 4); n > 0; --n) body.push_back(randomStmt(depth));
  return body;
}

Function randomFunction() {
  Function f{"kernel", {}, randomBody(3)};
  for (const Type type : types) {
    f.parameters.push_back({named("v_", type), type, {Role::Kind::Dim, "A", 1}, false});
    f.parameters.push_back({named("a_", type), type, {Role::Kind::Values, "A", 0}, true});
  }
  return f;
}

}  // namespace

TEST_CASE("a printed function reads back as itself") {
  CHECK(rc::check("parse(print(f)) == f", [] {
    const Function f = randomFunction();
    const std::string text = print(f);
    const Function back = parse(text);
    RC_ASSERT(print(back) == text);
    RC_ASSERT(equal(back, f));
  }));
}

TEST_CASE("text") {
  const char* text = R"~(function spmv {
  in A1_dim: i64 = dim(A, 1)
  in A2_pos: i64[] = pos(A, 2)
  in A2_crd: i32[] = crd(A, 2)
  in A_vals: f64[] = vals(A)
  in x_vals: f64[] = vals(x)
  out y_vals: f64[] = vals(y)
  resize y_vals to A1_dim
  note "y(i) += A(i,j) * x(j)"
  for i from 0 until A1_dim parallel {
    var y = 0.0
    for p from A2_pos[i] until A2_pos[i + 1] simd {
      y = y + A_vals[p] * x_vals[i64(A2_crd[p])]
    }
    y_vals[i] = y
  }
  for i from 0 until A1_dim tiled {
    y_vals[i] += x_vals[i]
  }
}
)~";
  const Function f = parse(text);
  CHECK(print(f) == text);
  verify(f);
}

TEST_CASE("parentheses are those that are needed") {
  const Expr a = variable("a", Type::I64), b = variable("b", Type::I64);
  const auto sum = [](Expr x, Expr y) { return binary(BinaryOp::Add, x, y); };
  const auto product = [](Expr x, Expr y) { return binary(BinaryOp::Mul, x, y); };
  CHECK(print(sum(sum(a, b), a)) == "a + b + a");
  CHECK(print(sum(a, sum(b, a))) == "a + (b + a)");
  CHECK(print(product(sum(a, b), a)) == "(a + b) * a");
  CHECK(print(sum(product(a, b), index(-1))) == "a * b + -1");
  CHECK(print(unary(UnaryOp::Neg, index(1))) == "-(1)");
  CHECK(print(unary(UnaryOp::Neg, sum(a, b))) == "-(a + b)");
  CHECK(print(unary(UnaryOp::Neg, unary(UnaryOp::Neg, a))) == "-(-a)");
  CHECK(print(literal(Type::F32, 0.1)) == "0.1:f32");
  CHECK(print(literal(Type::F64, 3.0)) == "3.0");
}
