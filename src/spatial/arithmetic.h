// What the operators compute, word by word: one definition for every executor of Spatial programs.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "spatial/host_data.h"
#include "spatial/nodes.h"

namespace stardust::spatial {

inline Type resolved(Type type, Type valueType) { return type == Type::T ? valueType : type; }

/// The type of a result, if the operator takes operands of these (resolved) types. Operands have one type, but the
/// distance of a shift is an I16; comparisons yield Bit.
std::optional<Type> typeOf(UnaryOp op, Type operand);
std::optional<Type> typeOf(BinaryOp op, Type left, Type right);

/// The bit pattern of a literal, if it is a value of its type.
std::optional<Word> wordOf(const Literal& literal, Type valueType);

/// Int and U32 wrap modulo 2^32, division truncates, a % b of a negative a is b more than what the division leaves,
/// shift amounts count modulo 32, Float is IEEE binary32 rounded to nearest; min and max yield the second operand where
/// neither is less.
Word apply(UnaryOp op, Type operand, Word value);
/// Requires that !dividesByZero(…).
Word apply(BinaryOp op, Type operands, Word left, Word right);
inline bool dividesByZero(BinaryOp op, Type type, Word right) {
  return (op == BinaryOp::Div || op == BinaryOp::Mod) && type != Type::Float && right == 0;
}

BinaryOp combination(ReduceOp op);
/// The reduction that combines so; none for operators that do not reduce.
std::optional<ReduceOp> reductionBy(BinaryOp combination);
/// How an RMW combines a word with its operand: "add", "mul", "min", "max" and "or"; none for "write" and "read".
std::optional<BinaryOp> combinationOf(std::string_view rmwOperation);
/// The RMW that combines so.
std::optional<std::string_view> rmwBy(BinaryOp combination);
/// That of the operator (operators/table.h): 0, 1, and for min and max the greatest and the least value of the type
/// (for Float the infinities).
Word identity(ReduceOp op, Type type);
/// Combines the lanes of one vector of `width` lanes: lanes count..width-1 hold the identity, neighbours combine first,
/// ((0,1),(2,3)),((4,5),(6,7)) …, and a width that is no power of two is rounded up to one. Overwrites the lanes;
/// the array has room for roundedUp(width) words.
Word combineLanes(ReduceOp op, Type type, Word* lanes, std::size_t count, std::size_t width);
std::size_t roundedUp(std::size_t width);  ///< the next power of two

}  // namespace stardust::spatial
