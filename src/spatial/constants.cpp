#include "spatial/constants.h"

#include <algorithm>
#include <cmath>

namespace stardust::spatial {
namespace {

using Value = std::optional<std::int64_t>;

Value find(const std::unordered_map<std::string, std::int64_t>& map, const std::string& key) {
  const auto entry = map.find(key);
  return entry == map.end() ? Value() : Value(entry->second);
}

Value compute(BinaryOp op, std::int64_t a, std::int64_t b) {
  std::int64_t result = 0;
  switch (op) {
    case BinaryOp::Add: return __builtin_add_overflow(a, b, &result) ? Value() : result;
    case BinaryOp::Sub: return __builtin_sub_overflow(a, b, &result) ? Value() : result;
    case BinaryOp::Mul: return __builtin_mul_overflow(a, b, &result) ? Value() : result;
    case BinaryOp::Div: return b == 0 || b == -1 ? Value() : a / b;
    case BinaryOp::Mod: return a < 0 || b <= 0 ? Value() : a % b;
    case BinaryOp::Min: return std::min(a, b);
    case BinaryOp::Max: return std::max(a, b);
    default: return {};
  }
}

Value ofLiteral(const Literal& literal) {
  const bool fits = literal.value == std::floor(literal.value) && std::fabs(literal.value) < 0x1p53;
  return fits ? Value(static_cast<std::int64_t>(literal.value)) : Value();
}

}  // namespace

Constants::Constants(const Program& program) {
  for (const auto& parameter : program.parameters) define(parameter.name, parameter.value);
}

Value Constants::valueOf(const std::string& name) const { return find(values_, name); }

Value Constants::valueOf(const Expr& expr) const {
  if (const auto* n = std::get_if<Literal>(&expr->kind)) return ofLiteral(*n);
  if (const auto* n = std::get_if<Name>(&expr->kind)) return find(values_, n->name);
  if (const auto* n = std::get_if<Length>(&expr->kind)) return find(lengths_, n->array);
  if (const auto* n = std::get_if<Binary>(&expr->kind)) {
    const auto left = valueOf(n->left);
    const auto right = valueOf(n->right);
    return left && right ? compute(n->op, *left, *right) : Value();
  }
  if (const auto* n = std::get_if<Unary>(&expr->kind); n && n->op == UnaryOp::Neg) {
    const auto operand = valueOf(n->operand);
    return operand ? compute(BinaryOp::Sub, 0, *operand) : Value();
  }
  return {};
}

}  // namespace stardust::spatial
