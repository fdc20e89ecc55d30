// The arrays of levels as function parameters.
#pragma once

#include "levels/definition.h"
#include "loops/nodes.h"

namespace stardust::loops {

inline Role::Kind kindOf(levels::Array array) {
  switch (array) {
    case levels::Array::Pos: return Role::Kind::Pos;
    case levels::Array::Crd: return Role::Kind::Crd;
    case levels::Array::Bits: break;
  }
  return Role::Kind::Bits;
}

/// The element type of an array.
inline Type typeOf(levels::Array array) {
  switch (array) {
    case levels::Array::Pos: return Type::I64;
    case levels::Array::Crd: return Type::I32;
    case levels::Array::Bits: break;
  }
  return Type::U32;
}

}  // namespace stardust::loops
