#include "sim/capstan/operate.h"

#include "spatial/arithmetic.h"

namespace stardust::sim {
namespace {

using spatial::BinaryOp;
using spatial::Type;

template <class F>
bool forLanes(std::size_t lanes, F&& lane) {
  for (std::size_t i = 0; i < lanes; ++i) lane(i);
  return true;
}

}  // namespace

bool perform(const capstan::Operation& op, Vector* registers, std::size_t lanes, bool isSpeculative) {
  auto& result = registers[op.result];
  const auto& a = registers[op.a];
  const auto& b = registers[op.b];
  if (op.kind == capstan::Operation::Kind::Mux) {
    const auto& c = registers[op.c];
    return forLanes(lanes, [&](std::size_t i) { result[i] = a[i] ? b[i] : c[i]; });
  }
  if (op.kind == capstan::Operation::Kind::Unary) {
    const auto code = static_cast<spatial::UnaryOp>(op.op);
    return forLanes(lanes, [&](std::size_t i) { result[i] = spatial::apply(code, op.type, a[i]); });
  }
  const auto code = static_cast<BinaryOp>(op.op);
  if (op.type == Type::Float) {
    using spatial::floatOf;
    using spatial::wordOf;
    if (code == BinaryOp::Mul) {
      return forLanes(lanes, [&](std::size_t i) { result[i] = wordOf(floatOf(a[i]) * floatOf(b[i])); });
    }
    if (code == BinaryOp::Add) {
      return forLanes(lanes, [&](std::size_t i) { result[i] = wordOf(floatOf(a[i]) + floatOf(b[i])); });
    }
  } else if (op.type != Type::Bit) {
    if (code == BinaryOp::Mul) return forLanes(lanes, [&](std::size_t i) { result[i] = a[i] * b[i]; });
    if (code == BinaryOp::Add) return forLanes(lanes, [&](std::size_t i) { result[i] = a[i] + b[i]; });
    if (code == BinaryOp::Sub) return forLanes(lanes, [&](std::size_t i) { result[i] = a[i] - b[i]; });
  }
  for (std::size_t i = 0; i < lanes; ++i) {
    const bool isUndefined = spatial::dividesByZero(code, op.type, b[i]);
    if (isUndefined && !isSpeculative) return false;
    result[i] = isUndefined ? 0 : spatial::apply(code, op.type, a[i], b[i]);
  }
  return true;
}

}  // namespace stardust::sim
