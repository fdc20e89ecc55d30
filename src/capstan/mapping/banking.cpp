#include "capstan/mapping/banking.h"

#include <algorithm>

namespace stardust::capstan {

namespace {

using spatial::BinaryOp;

/// How a register varies over lanes: uniform; with a constant stride; arbitrarily.
enum class Lanes : std::uint8_t { Same, Stride, Any };

Lanes lanesOf(const Operation& operation, Lanes a, Lanes b, Lanes c) {
  const auto most = std::max({a, b, c});
  if (most == Lanes::Same || operation.kind != Operation::Kind::Binary) return most == Lanes::Same ? most : Lanes::Any;
  const auto op = static_cast<BinaryOp>(operation.op);
  const bool isSum = op == BinaryOp::Add || op == BinaryOp::Sub;
  const bool isMultiple = op == BinaryOp::Mul && std::min(a, b) == Lanes::Same;
  return isSum || isMultiple ? most : Lanes::Any;
}

}  // namespace

bool isConflictFree(const Context& context, Register index) {
  if (context.width == 1 || context.levels.empty()) return true;
  std::vector<Lanes> lanes(context.registers, Lanes::Same);
  const auto& innermost = context.levels.back();
  if (!innermost.isScan()) lanes[innermost.iterator] = Lanes::Stride;
  for (const auto& input : context.inputs) {
    if (input.kind == Input::Kind::Stream || input.kind == Input::Kind::Lane) lanes[input.reg] = Lanes::Any;
  }
  for (const auto& o : context.operations.back()) {
    const bool isMux = o.kind == Operation::Kind::Mux;
    const auto b = o.kind == Operation::Kind::Unary ? Lanes::Same : lanes[o.b];
    lanes[o.result] = lanesOf(o, lanes[o.a], b, isMux ? lanes[o.c] : Lanes::Same);
  }
  return lanes[index] != Lanes::Any;
}

}  // namespace stardust::capstan
