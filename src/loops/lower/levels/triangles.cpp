// The rows of a triangle. Positions are computed from the row (levels/triangles.h).
#include "loops/lower/levels/intervals.h"

namespace stardust::loops {
namespace {

Expr half(const Expr& even) { return binary(BinaryOp::Div, even, index(2)); }

template <bool isLower>
Expr beginOfRow(const OperandLevel& level, const Expr& row) {
  const Expr dim = level.dim(), slanted = binary(BinaryOp::Min, row, dim);
  if (isLower) return add(half(multiply(slanted, add(slanted, index(1)))), multiply(subtract(row, slanted), dim));
  return subtract(multiply(slanted, dim), half(multiply(slanted, subtract(slanted, index(1)))));
}

template <bool isLower>
std::pair<Expr, Expr> triangleFiber(const OperandLevel& level, const Position& parent) {
  const Expr begin = beginOfRow<isLower>(level, parent.at);
  return {ifPresent(parent.present, begin),
          ifPresent(parent.present, beginOfRow<isLower>(level, add(parent.at, index(1))))};
}

template <bool isLower>
std::unique_ptr<Cursor> triangleCursor(const OperandLevel& level, const Position& parent, Expr begin, Expr end) {
  return intervalCursor(level, std::move(begin), std::move(end), isLower ? index(0) : parent.at);
}

template <bool isLower>
Position locateInTriangle(const OperandLevel& level, const Position& parent, const Expr& coordinate, Body& out) {
  return locateInInterval(level, triangleFiber<isLower>(level, parent), isLower ? index(0) : parent.at, coordinate,
                          out);
}

}  // namespace

const LevelLowering& lowerTriangleLowering() {
  static const LevelLowering row = {LevelFormat::LowerTriangle, triangleFiber<true>, triangleCursor<true>,
                                    locateInTriangle<true>, beginOfRow<true>};
  return row;
}

const LevelLowering& upperTriangleLowering() {
  static const LevelLowering row = {LevelFormat::UpperTriangle, triangleFiber<false>, triangleCursor<false>,
                                    locateInTriangle<false>, beginOfRow<false>};
  return row;
}

}  // namespace stardust::loops
