#include "spatial/syntax.h"

#include <algorithm>
#include <cstdint>

#include "spatial/build.h"

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

Expr endOfPart(const Expr& at, const Expr& begin, const Expr& end) {
  const auto* sum = std::get_if<Binary>(&end->kind);
  const bool isLength = sum && sum->op == BinaryOp::Add && equal(sum->left, begin);
  return at + (isLength ? sum->right : end - begin);
}

namespace {

/// The first unsupported word with each first letter, of every name that is read; their number: there is none.
constexpr std::array<std::uint8_t, 256> firstUnsupported = [] {
  std::array<std::uint8_t, 256> first{};
  for (auto& index : first) index = unsupportedWords.size();
  for (std::size_t i = unsupportedWords.size(); i-- > 0;)
    first[static_cast<std::uint8_t>(unsupportedWords[i][0])] = static_cast<std::uint8_t>(i);
  return first;
}();

}  // namespace

bool isUnsupported(std::string_view word) {
  static_assert(std::is_sorted(unsupportedWords.begin(), unsupportedWords.end()));
  const char letter = word.empty() ? '\0' : word[0];
  for (std::size_t i = firstUnsupported[static_cast<std::uint8_t>(letter)];
       i < unsupportedWords.size() && unsupportedWords[i][0] == letter; ++i) {
    if (unsupportedWords[i] == word) return true;
  }
  return false;
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
