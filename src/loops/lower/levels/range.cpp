// Neighbouring coordinates; `crd` holds the first one of each fiber.
#include "loops/lower/levels/intervals.h"
#include "loops/lower/levels/listed.h"

namespace stardust::loops {
namespace {

Expr firstOf(const OperandLevel& level, const Position& parent) {
  return ifPresent(parent.present, coordinateAt(level, parent.at));
}

std::unique_ptr<Cursor> rangeCursor(const OperandLevel& level, const Position& parent, Expr begin, Expr end) {
  return intervalCursor(level, std::move(begin), std::move(end), firstOf(level, parent));
}

Position locateInRange(const OperandLevel& level, const Position& parent, const Expr& coordinate, Body& out) {
  return locateInInterval(level, listedFiber(level, parent), firstOf(level, parent), coordinate, out);
}

}  // namespace

const LevelLowering& rangeLowering() {
  static const LevelLowering row = {LevelFormat::Range, listedFiber, rangeCursor, locateInRange, listedPositions};
  return row;
}

}  // namespace stardust::loops
