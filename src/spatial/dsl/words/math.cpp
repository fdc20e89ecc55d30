// Functions of numbers: computed on the host, or composed of operators on the accelerator.
#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <vector>

#include "spatial/dsl/words/word_operators.h"

namespace stardust::dsl {
namespace {

using spatial::UnaryOp;

const std::map<std::string, double (*)(double)>& realFunctions() {
  static const std::map<std::string, double (*)(double)> table = {
      {"ln", [](double x) { return std::log(x); }},
      {"log2", [](double x) { return std::log2(x); }},
      {"sigmoid", [](double x) { return 1 / (1 + std::exp(-x)); }},
      {"recip", [](double x) { return 1 / x; }},
      {"recip_sqrt", [](double x) { return 1 / std::sqrt(x); }},
      {"invsqrt", [](double x) { return 1 / std::sqrt(x); }}};
  return table;
}

/// Functions that a unit of the accelerator implements.
const std::map<std::string, UnaryOp>& wordFunctions() {
  static const std::map<std::string, UnaryOp> table = {
      {"abs", UnaryOp::Abs}, {"sqrt", UnaryOp::Sqrt},   {"exp", UnaryOp::Exp},   {"ln", UnaryOp::Ln},
      {"log", UnaryOp::Ln},  {"floor", UnaryOp::Floor}, {"ceil", UnaryOp::Ceil}, {"sin", UnaryOp::Sin},
      {"cos", UnaryOp::Cos}, {"tan", UnaryOp::Tan}};
  return table;
}

/// A polynomial of x - origin, for x below a bound.
struct Piece {
  double below, origin;
  std::vector<double> coefficients;
};

constexpr double infinity = std::numeric_limits<double>::infinity();

/// Functions that Spatial approximates: a series near the origin, linear pieces beyond.
const std::map<std::string, std::vector<Piece>>& approximations() {
  static const std::map<std::string, std::vector<Piece>> table = {
      {"exp_taylor",
       {{-3.5, 0, {0}}, {-1.2, 0, {0.35, 0.1}}, {infinity, 0, {1, 1, 1.0 / 2, 1.0 / 6, 1.0 / 24, 1.0 / 120}}}},
      {"log_taylor", {{infinity, 1, {0, 1, -1.0 / 2, 1.0 / 3, -1.0 / 4}}}},
      {"sin_taylor", {{infinity, 0, {0, 1, 0, -1.0 / 6, 0, 1.0 / 120}}}},
      {"cos_taylor", {{infinity, 0, {1, 0, -1.0 / 2, 0, 1.0 / 24}}}},
      {"sqrt_approx",
       {{2, 1, {1, 1.0 / 2, -1.0 / 8, 1.0 / 16}},
        {10, 0, {1, 0.22}},
        {100, 0, {2.5, 0.08}},
        {1000, 0, {8, 0.028}},
        {10000, 0, {20, 0.008}},
        {infinity, 0, {300, 0.0002}}}}};
  return table;
}

Value approximated(WordOperators& words, const std::vector<Piece>& pieces, const Value& x, const NumberType& type,
                   const Location& where) {
  const auto with = [&](Operator op, const Value& a, const Value& b) { return words.binary(op, a, b, where); };
  const auto constant = [&](double value) -> Value { return makeNumber(type, value); };
  Value result;
  for (auto piece = pieces.rbegin(); piece != pieces.rend(); ++piece) {
    const auto distance =
        piece->origin == 0 ? x : words.bound(with(Operator::Sub, x, constant(piece->origin)), "distance", where);
    const auto& factors = piece->coefficients;
    auto sum = constant(factors.back());
    for (auto k = factors.size() - 1; k-- > 0;) {
      sum = with(Operator::Mul, sum, distance);
      if (factors[k] != 0) sum = with(Operator::Add, sum, constant(factors[k]));
    }
    result =
        piece == pieces.rbegin() ? sum : words.mux(with(Operator::Lt, x, constant(piece->below)), sum, result, where);
  }
  return result;
}

}  // namespace

Value WordOperators::math(const std::string& name, const Values& v, const Location& where) {
  requireOperands(name, v, where);
  if (name == "pow") return binary(Operator::Power, v[0], v[1], where);
  if (name == "min" || name == "max") return minMax(name, v, where);
  if (const auto found = approximations().find(name); found != approximations().end()) {
    const auto type = numberTypeOf(v[0]);
    if (!type) failUser(fmt::format("{} is not a number", describe(v[0])), where);
    return approximated(*this, found->second, bound(valueOf(v[0]), "x", where),
                        type->isUnstaged ? unstagedDouble : *type, where);
  }
  const bool isHost = v[0].get<Number>() || (!stage_.isActive() && v[0].get<MemoryRef>());
  if (isHost) return ofHost(name, number(v[0], "the operand", where), where);
  if (const auto wide = halvesOf(valueOf(v[0])); wide && name == "abs") {
    const auto zero = makeNumber(wide->type, std::int64_t{0});
    return mux(binary(Operator::Lt, v[0], zero, where), binary(Operator::Sub, zero, v[0], where), v[0], where);
  }
  const auto x = stagedOf(v[0]);
  if (!x) failUser(fmt::format("{} is not a number", describe(v[0])), where);
  const bool isInteger = x->type.kind == NumberType::Kind::Fixed && x->type.fraction == 0;
  static const std::set<std::string> ofIntegers = {"abs", "floor", "ceil", "round", "recip"};
  if (isInteger && ofIntegers.count(name) == 0)
    return converted(math(name, {converted(*x, float32, where)}, where), x->type, where);
  return functionOf(name, *x, where);
}

/// Functions that Spatial adds to Scala.
Value WordOperators::ofHost(const std::string& name, const Number& n, const Location& where) {
  const auto& own = realFunctions();
  const auto found = own.find(name);
  if (found == own.end()) return Operators::math(name, {n}, where);
  return makeNumber(n.type.isUnstaged ? unstagedDouble : n.type, found->second(n.value()));
}

Value WordOperators::minMax(const std::string& name, const Values& v, const Location& where) {
  const auto op = name == "min" ? Operator::Lt : Operator::Gt;
  if (halvesOf(valueOf(v[0])) || halvesOf(valueOf(v[1]))) return mux(binary(op, v[0], v[1], where), v[0], v[1], where);
  if (!stagedOperand(v[0]) && !stagedOperand(v[1])) return Operators::math(name, v, where);
  auto [l, r] = operands(v[0], v[1], where);
  l = exact(l, where);
  r = exact(r, where);
  const auto word = name == "min" ? spatial::BinaryOp::Min : spatial::BinaryOp::Max;
  return Staged{binaryExpr(word, l.expr, r.expr, where), l.type, l.size + r.size + 1, l.isPure && r.isPure};
}

/// Functions that no unit implements are composed of those that units implement.
Value WordOperators::functionOf(const std::string& name, const Staged& x, const Location& where) {
  if (const auto found = wordFunctions().find(name); found != wordFunctions().end())
    return wordUnary(found->second, x, x.type, where);
  const Value one = makeNumber(x.type, 1.0);
  const auto with = [&](Operator op, const Value& a, const Value& b) { return binary(op, a, b, where); };
  const auto of = [&](const char* function, const Value& a) { return math(function, {a}, where); };
  const auto scaled = [&](double factor) { return with(Operator::Mul, of("ln", x), makeNumber(x.type, factor)); };
  if (name == "sigmoid")
    return with(Operator::Div, one, with(Operator::Add, of("exp", unary(Operator::Neg, x, where)), one));
  if (name == "recip") return with(Operator::Div, one, x);
  if (name == "recip_sqrt" || name == "invsqrt") return with(Operator::Div, one, of("sqrt", x));
  if (name == "log2") return scaled(1 / std::log(2.0));
  if (name == "log10") return scaled(1 / std::log(10.0));
  if (name == "round") return of("floor", with(Operator::Add, x, makeNumber(x.type, 0.5)));
  const Value two = makeNumber(x.type, 2.0);
  if (name == "tanh") {  // 1 - 2 / (e^2x + 1) avoids infinity divided by infinity
    const auto power = of("exp", with(Operator::Mul, x, two));
    return with(Operator::Sub, one, with(Operator::Div, two, with(Operator::Add, power, one)));
  }
  if (name == "sinh" || name == "cosh") {
    const auto up = bound(of("exp", x), "e", where), down = of("exp", unary(Operator::Neg, x, where));
    return with(Operator::Div, with(name == "sinh" ? Operator::Sub : Operator::Add, up, down), two);
  }
  failUnsupported(fmt::format("{} is not supported on the accelerator", name), where,
                  "its units have sqrt, exp, ln, sin, cos, tan, floor and ceil",
                  "compute it on the host, or approximate it");
}

}  // namespace stardust::dsl
