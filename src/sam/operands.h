// The operands of a graph, and the arithmetic of its values.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "operators/table.h"
#include "sam/nodes.h"
#include "sam/token.h"
#include "tensor/storage.h"

namespace stardust::sam {

/// Packed tensors by name, in the formats of the graph. They outlive all that reads them.
using Operands = std::map<std::string, const Storage*>;

/// The extents of the modes of the tensors that a graph names, of operands and of its result. 0: unknown.
using Extents = std::map<std::string, std::vector<std::int64_t>>;

/// A level of an operand, as a scanner reads it.
struct LevelReader {
  enum class Kind { Dense, Compressed, Singleton } kind = Kind::Dense;
  std::int64_t dim = 0;
  IndexView pos, crd;
  const Block* block = nullptr;  ///< for messages

  std::int64_t begin(std::int64_t reference) const;
  std::int64_t end(std::int64_t reference) const;
  std::int64_t coordinate(std::int64_t position, std::int64_t first) const {
    return kind == Kind::Dense ? position - first : crd[static_cast<std::size_t>(position)];
  }
};
/// The level that a block reads; the block outlives it. Throws Error (wrong) from begin and end for a reference outside
/// of it.
LevelReader levelOf(const Block& scan, const Graph& graph, const Operands& operands);

/// The values of an array: those of its operand, or its fill.
class ArrayReader {
 public:
  ArrayReader(const Block& array, const Operands& operands, ValueType type);
  /// N and the references of an operand that is not given read the fill, or 0.
  Token at(const Token& reference) const;

 private:
  const Values* values_ = nullptr;
  bool isWhole_;  // integers
  Token fill_;
  bool tellsPresence_;
  const Block* block_;
};

/// Operators on tokens of values of one type.
class Arithmetic {
 public:
  explicit Arithmetic(ValueType type) : type_(type), isWhole_(isInteger(type)) {}
  bool isWhole() const { return isWhole_; }
  Token number(double value) const { return isWhole_ ? data(static_cast<std::int64_t>(value)) : real(value); }
  /// Throws Error (user) for an integer operation that is undefined.
  Token apply(const operators::Operator& op, const Token* operands) const;
  Token negated(const Token& value) const;
  /// The value of a reduction without terms: 0 of a sum.
  Token identity(const operators::Operator& op) const;
  /// A computation of a block: its constants, and `inputs` in their order. N counts as 0; a block that tells presence
  /// gives N where the operator has no stored result.
  Token compute(const Block& block, const Token* inputs) const;

 private:
  static bool isPresent(const Block& block, const Token* inputs);

  ValueType type_;
  bool isWhole_;
};

}  // namespace stardust::sam
