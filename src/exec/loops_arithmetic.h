// Operators of the imperative IR: integers wrap, and F32 is rounded after each operation. They are inline because the
// interpreter calls them for every element.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "loops/nodes.h"
#include "support/diagnostic.h"

namespace stardust::exec::arithmetic {

using loops::BinaryOp;
using loops::Type;

inline std::int64_t wrapTo(Type type, std::uint64_t value) {
  if (type == Type::I32) return static_cast<std::int32_t>(value);
  if (type == Type::U32) return static_cast<std::uint32_t>(value);
  return static_cast<std::int64_t>(value);
}

inline double roundTo(Type type, double value) {
  return type == Type::F32 ? static_cast<double>(static_cast<float>(value)) : value;
}

inline std::int64_t operate(BinaryOp op, Type type, std::int64_t left, std::int64_t right) {
  const auto a = static_cast<std::uint64_t>(left), b = static_cast<std::uint64_t>(right);
  switch (op) {
    case BinaryOp::Add: return wrapTo(type, a + b);
    case BinaryOp::Sub: return wrapTo(type, a - b);
    case BinaryOp::Mul: return wrapTo(type, a * b);
    case BinaryOp::Div:
    case BinaryOp::Rem:
      require(right != 0, "the program guards its divisions");
      if (right == -1) return op == BinaryOp::Div ? wrapTo(type, 0 - a) : 0;
      return op == BinaryOp::Div ? left / right : left % right;
    case BinaryOp::Min: return std::min(left, right);
    case BinaryOp::Max: return std::max(left, right);
    case BinaryOp::BitAnd: return static_cast<std::int64_t>(a & b);
    case BinaryOp::BitOr: return static_cast<std::int64_t>(a | b);
    case BinaryOp::Shl: return wrapTo(type, a << (b & 31));
    case BinaryOp::Shr: return static_cast<std::int64_t>(a >> (b & 31));
    default: failInternal("an operator of integers");
  }
}

inline double operate(BinaryOp op, Type type, double a, double b) {
  switch (op) {
    case BinaryOp::Add: return roundTo(type, a + b);
    case BinaryOp::Sub: return roundTo(type, a - b);
    case BinaryOp::Mul: return roundTo(type, a * b);
    case BinaryOp::Div: return roundTo(type, a / b);
    case BinaryOp::Min:
    case BinaryOp::Max:
      if (std::isnan(a) || std::isnan(b)) return a + b;
      return (b < a) == (op == BinaryOp::Min) ? b : a;
    default: failInternal("an operator of floating-point numbers");
  }
}

template <class T>
bool compare(BinaryOp op, T a, T b) {
  switch (op) {
    case BinaryOp::Lt: return a < b;
    case BinaryOp::Le: return a <= b;
    case BinaryOp::Gt: return a > b;
    case BinaryOp::Ge: return a >= b;
    case BinaryOp::Eq: return a == b;
    default: return a != b;
  }
}

}  // namespace stardust::exec::arithmetic
