// The position is computed from the coordinate.
#include "loops/lower/levels/level_lowering.h"

namespace stardust::loops {
namespace {

std::pair<Expr, Expr> denseFiber(const OperandLevel& level, const Position& parent) {
  const Expr begin = multiply(parent.at, level.dim()), end = multiply(add(parent.at, index(1)), level.dim());
  return {begin, chosen(parent.present, end, begin)};
}

Position locateDense(const OperandLevel& level, const Position& parent, const Expr& coordinate, Body& out) {
  const Expr at = add(multiply(parent.at, level.dim()), coordinate);
  return {named(level.names, out, level.prefix(), at), parent.present};
}

}  // namespace

const LevelLowering& denseLowering() {
  static const LevelLowering row = {
      LevelFormat::Dense, denseFiber, nullptr, locateDense,
      [](const OperandLevel& level, const Expr& above) { return multiply(above, level.dim()); }};
  return row;
}

}  // namespace stardust::loops
