#include "capstan/lower/operators.h"

#include <fmt/format.h>

#include <limits>

#include "spatial/arithmetic.h"
#include "spatial/build.h"
#include "spatial/syntax.h"

namespace stardust::spatial {
namespace {

std::optional<UnaryOp> unaryCalled(std::string_view text) {
  if (text == "-") return UnaryOp::Neg;
  const syntax::Function* function = syntax::functionCalled(text);
  return function ? std::optional(function->op) : std::nullopt;
}

std::optional<BinaryOp> binaryCalled(std::string_view text) {
  for (const syntax::Symbol& symbol : syntax::symbols)
    if (symbol.text == text) return symbol.op;
  return std::nullopt;
}

[[noreturn]] void failLacking(const operators::Operator& op, const std::string& what, const Location& where) {
  failUnsupported(fmt::format("the accelerator has no {} ({})", what, op.text), where,
                  "Spatial has no operator that computes it", "compute it on this computer: --target=cpu");
}

Expr isTrue(const Expr& value) { return binary(BinaryOp::Ne, value, lit(0.0, Type::T)); }
Expr truth(Expr condition) { return mux(std::move(condition), lit(1.0, Type::T), lit(0.0, Type::T)); }
bool compares(BinaryOp op) { return op >= BinaryOp::Lt && op <= BinaryOp::Ne; }

// Whether the operands are truth values: 1 or 0, where a condition of Spatial is a bit.
bool isLogical(const operators::Operator& row, BinaryOp op) {
  return (op == BinaryOp::And || op == BinaryOp::Or) && !row.ofIntegersOnly;
}

Expr applied(const operators::Operator& row, BinaryOp op, const Expr& left, const Expr& right) {
  if (compares(op)) return truth(binary(op, left, right));
  return isLogical(row, op) ? truth(binary(op, isTrue(left), isTrue(right))) : binary(op, left, right);
}

}  // namespace

Expr applied(notation::Op op, std::vector<Expr> operands, Type valueType, const Location& where) {
  if (!op->spatial) failLacking(*op, op->name, where);
  if (operands.size() == 3) return mux(isTrue(operands[0]), operands[1], operands[2]);
  const auto ofOne = operands.size() == 1 ? unaryCalled(op->spatial) : std::nullopt;
  const auto ofTwo = ofOne ? std::nullopt : binaryCalled(op->spatial);
  if (!ofOne && !ofTwo) failInternal(fmt::format("Spatial writes no operator as {}", op->spatial));
  if (ofOne ? !typeOf(*ofOne, valueType) : !isLogical(*op, *ofTwo) && !typeOf(*ofTwo, valueType, valueType))
    failLacking(*op, fmt::format("{} of values of type {}", op->name, valueType == Type::Int ? "int" : "float"), where);
  if (ofOne) return unary(*ofOne, std::move(operands[0]));
  if (operands.size() == 1) return truth(binary(*ofTwo, operands[0], lit(0.0, Type::T)));  // not a: a === 0
  return applied(*op, *ofTwo, operands[0], operands[1]);
}

Reduction reductionOf(notation::AssignOp op) {
  const operators::Operator& row = op == notation::AssignOp::Set ? *operators::add : *op.reduction();
  const char* text = row.spatialReduction ? row.spatialReduction : row.spatial;
  const auto combine = text ? binaryCalled(text) : std::nullopt;
  const auto reduce = combine ? reductionBy(*combine) : std::nullopt;
  const auto rmw = combine ? rmwBy(*combine) : std::nullopt;
  if (!reduce || !rmw) failLacking(row, fmt::format("reduction to the {}", row.name), {});
  return {*reduce, *combine, std::string(*rmw)};
}

// Infinity has no literal.
Expr constant(const operators::Constant& constant, Type valueType) {
  using Kind = operators::Constant::Kind;
  if (constant.kind == Kind::Number) return lit(static_cast<double>(constant.number), Type::T);
  const bool isLeast = constant.kind == Kind::Least;
  using Int = std::numeric_limits<std::int32_t>;
  if (valueType == Type::Int) return lit(static_cast<double>(isLeast ? Int::min() : Int::max()), Type::T);
  return binary(BinaryOp::Div, lit(isLeast ? -1.0 : 1.0, Type::T), lit(0.0, Type::T));
}

}  // namespace stardust::spatial
