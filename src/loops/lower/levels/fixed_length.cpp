// Coordinate lists of one length, which `pos` holds.
#include "loops/lower/levels/listed.h"

namespace stardust::loops {
namespace {

Expr lengthOf(const OperandLevel& level) { return level.arrays.position(level.tensor(), level.level, index(1)); }

Expr fixedPositions(const OperandLevel& level, const Expr& above) { return multiply(above, lengthOf(level)); }

std::pair<Expr, Expr> fixedFiber(const OperandLevel& level, const Position& parent) {
  return {ifPresent(parent.present, fixedPositions(level, parent.at)),
          ifPresent(parent.present, fixedPositions(level, add(parent.at, index(1))))};
}

}  // namespace

const LevelLowering& fixedLengthLowering() {
  static const LevelLowering row = {LevelFormat::FixedLength, fixedFiber, listedCursor, locateListed, fixedPositions};
  return row;
}

}  // namespace stardust::loops
