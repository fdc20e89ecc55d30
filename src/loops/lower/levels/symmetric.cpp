// A lower triangle in which coordinates (p, c) and (c, p) are one element. Loops enumerate all coordinates.
#include "loops/lower/levels/level_lowering.h"

namespace stardust::loops {
namespace {

Expr beginOfRow(const Expr& row) { return binary(BinaryOp::Div, multiply(row, add(row, index(1))), index(2)); }

std::pair<Expr, Expr> symmetricFiber(const OperandLevel& level, const Position& parent) {
  return {index(0), ifPresent(parent.present, level.dim())};
}

Position locateSymmetric(const OperandLevel& level, const Position& parent, const Expr& coordinate, Body& out) {
  const Expr larger = named(level.names, out, level.prefix() + "_row", binary(BinaryOp::Max, parent.at, coordinate));
  const Expr at = add(beginOfRow(larger), binary(BinaryOp::Min, parent.at, coordinate));
  return {named(level.names, out, level.prefix(), at), parent.present};
}

}  // namespace

const LevelLowering& symmetricLowering() {
  static const LevelLowering row = {
      LevelFormat::Symmetric, symmetricFiber, nullptr, locateSymmetric,
      [](const OperandLevel& level, const Expr& above) { return multiply(above, level.dim()); }};
  return row;
}

}  // namespace stardust::loops
