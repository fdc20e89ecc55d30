// Builders of Spatial expressions; internal to the room.
#pragma once

#include <algorithm>
#include <optional>
#include <string>

#include "spatial/nodes.h"

namespace stardust::spatial {

inline spatial::Expr intExpr(std::int64_t value, const Location& where) {
  return spatial::Expr({spatial::Literal{spatial::Type::Int, static_cast<double>(value)}, where});
}
inline spatial::Expr nameExpr(const std::string& name, const Location& where) {
  return spatial::Expr({spatial::Name{name}, where});
}
inline spatial::Expr binaryExpr(spatial::BinaryOp op, spatial::Expr a, spatial::Expr b, const Location& where) {
  return spatial::Expr({spatial::Binary{op, std::move(a), std::move(b)}, where});
}
/// The value of a literal.
inline std::optional<std::int64_t> constant(const spatial::Expr& expr) {
  const auto* n = std::get_if<spatial::Literal>(&expr->kind);
  return n ? std::optional(static_cast<std::int64_t>(n->value)) : std::nullopt;
}
/// a shifted by the low 16 bits of an Int.
spatial::Expr shiftExpr(spatial::BinaryOp op, const spatial::Expr& a, const spatial::Expr& distance,
                        const Location& where);
/// Integer a + b and a * b, with identities and literals folded.
spatial::Expr sumExpr(const spatial::Expr& a, const spatial::Expr& b, const Location& where);
spatial::Expr productExpr(const spatial::Expr& a, std::int64_t b, const Location& where);
/// end - begin: a literal where end is begin + literal.
spatial::Expr differenceExpr(const spatial::Expr& end, const spatial::Expr& begin, const Location& where);

/// Whether the expression dequeues from a FIFO.
bool hasDeq(const spatial::Expr& expr);

}  // namespace stardust::spatial
