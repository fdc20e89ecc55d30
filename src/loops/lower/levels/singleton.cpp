// The further components of tuples. A fiber consists of the positions of the tuples with the same leading coordinates.
#include "loops/lower/levels/listed.h"

namespace stardust::loops {
namespace {

std::pair<Expr, Expr> singletonFiber(const OperandLevel&, const Position& parent) {
  const Expr stop = parent.stop ? parent.stop : add(parent.at, index(1));
  return {ifPresent(parent.present, parent.at), ifPresent(parent.present, stop)};
}

}  // namespace

const LevelLowering& singletonLowering() {
  static const LevelLowering row = {LevelFormat::Singleton, singletonFiber, listedCursor, locateListed,
                                    [](const OperandLevel&, const Expr& above) { return above; }};
  return row;
}

}  // namespace stardust::loops
