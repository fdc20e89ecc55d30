// The arrays of levels as function parameters.
#pragma once

#include "levels/definition.h"
#include "loops/nodes.h"
#include "stardust/format.h"

namespace stardust::loops {

inline Role::Kind kindOf(levels::Array array) {
  switch (array) {
    case levels::Array::Pos: return Role::Kind::Pos;
    case levels::Array::Crd: return Role::Kind::Crd;
    case levels::Array::Bits: break;
  }
  return Role::Kind::Bits;
}

inline Type typeOf(Width width) { return width == Width::Bits64 ? Type::I64 : Type::I32; }

/// The element type of an array.
inline Type typeOf(levels::Array array, const Widths& widths) {
  switch (array) {
    case levels::Array::Pos: return typeOf(widths.positions);
    case levels::Array::Crd: return typeOf(widths.coordinates);
    case levels::Array::Bits: break;
  }
  return Type::U32;
}

}  // namespace stardust::loops
