#include "spatial/syntax.h"

#include <algorithm>

namespace stardust::spatial::syntax {

const Symbol& symbolOf(BinaryOp op) {
  for (const auto& symbol : symbols) {
    if (symbol.op == op) return symbol;
  }
  failInternal("a binary operator has no symbol");
}

const Function* functionCalled(std::string_view name) {
  const auto found =
      std::find_if(functions.begin(), functions.end(), [&](const Function& function) { return function.name == name; });
  return found == functions.end() ? nullptr : &*found;
}

const Constructor& constructorOf(MemoryKind kind) {
  for (const auto& constructor : constructors) {
    if (constructor.kind == kind) return constructor;
  }
  failInternal("a memory kind has no constructor");
}

std::string_view modeName(Scan::Mode mode) { return mode == Scan::Mode::And ? "and" : "or"; }

std::string_view typeName(Type type) {
  switch (type) {
    case Type::T: return "T";
    case Type::Int: return "Int";
    case Type::Float: return "Float";
    case Type::U32: return "U32";
    case Type::Bit: return "Bit";
    case Type::I16: return "I16";
  }
  failInternal("an unknown Spatial type");
}

std::string_view combinerText(ReduceOp op) {
  switch (op) {
    case ReduceOp::Add: return "_ + _";
    case ReduceOp::Mul: return "_ * _";
    case ReduceOp::Min: return "min(_, _)";
    case ReduceOp::Max: return "max(_, _)";
  }
  failInternal("an unknown reduction");
}

}  // namespace stardust::spatial::syntax
