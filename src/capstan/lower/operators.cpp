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

}  // namespace

Expr applied(notation::Op op, std::vector<Expr> operands, const Location& where) {
  if (!op->spatial) failLacking(*op, op->name, where);
  if (operands.size() == 1)
    if (const auto machine = unaryCalled(op->spatial)) return unary(*machine, std::move(operands[0]));
  if (operands.size() == 2)
    if (const auto machine = binaryCalled(op->spatial))
      return binary(*machine, std::move(operands[0]), std::move(operands[1]));
  failInternal(fmt::format("Spatial writes no operator as {}", op->spatial));
}

Reduction reductionOf(notation::AssignOp op) {
  const operators::Operator& row = op == notation::AssignOp::Set ? *operators::add : *op.reduction();
  const auto combine = row.spatial ? binaryCalled(row.spatial) : std::nullopt;
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
