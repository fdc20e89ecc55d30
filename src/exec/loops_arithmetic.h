// Operators of the imperative IR: integers wrap, and F32 is rounded after each operation. They are inline because the
// interpreter calls them for every element.
#pragma once

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdint>

#include "loops/build.h"
#include "loops/nodes.h"
#include "support/diagnostic.h"
#include "support/elements.h"

namespace stardust::exec::arithmetic {

using loops::BinaryOp;
using loops::Type;

inline std::int64_t wrapTo(Type type, std::uint64_t value) {
  if (type == Type::I64) return static_cast<std::int64_t>(value);  // the most frequent
  if (type == Type::I32) return static_cast<std::int32_t>(value);
  return loops::wrapTo(type, static_cast<std::int64_t>(value));
}

inline double roundTo(Type type, double value) {
  if (type == Type::F64) return value;
  const auto single = static_cast<float>(value);
  if (type == Type::F16) return static_cast<double>(static_cast<float>(Float16Element(single)));
  if (type == Type::BF16) return static_cast<double>(static_cast<float>(Bfloat16Element(single)));
  return static_cast<double>(single);
}

/// Each part is rounded.
inline std::complex<double> roundTo(Type type, std::complex<double> value) {
  return type == Type::C128 ? value : std::complex<double>(std::complex<float>(value));
}

/// The number that 64 bits of the type represent.
inline operators::Whole wholeOf(Type type, std::int64_t bits) {
  return type == Type::U64 ? operators::Whole{static_cast<std::uint64_t>(bits)} : operators::Whole{bits};
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
      if (type == Type::U64) return static_cast<std::int64_t>(op == BinaryOp::Div ? a / b : a % b);
      if (right == -1) return op == BinaryOp::Div ? wrapTo(type, 0 - a) : 0;
      return op == BinaryOp::Div ? left / right : left % right;
    case BinaryOp::Min:
    case BinaryOp::Max: {
      const bool isLess = type == Type::U64 ? a < b : left < right;
      return isLess == (op == BinaryOp::Min) ? left : right;
    }
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

inline std::complex<double> operate(BinaryOp op, Type type, std::complex<double> a, std::complex<double> b) {
  switch (op) {
    case BinaryOp::Add: return roundTo(type, a + b);
    case BinaryOp::Sub: return roundTo(type, a - b);
    case BinaryOp::Mul: return roundTo(type, operators::productOf(a, b));
    case BinaryOp::Div: return roundTo(type, a / b);
    default: failInternal("an operator of complex numbers");
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
