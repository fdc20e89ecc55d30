// Semantics of the operators on 32-bit words, shared by all executors of Spatial programs.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "spatial/host_data.h"
#include "spatial/nodes.h"

namespace stardust::spatial {

inline Type resolved(Type type, Type valueType) { return type == Type::T ? valueType : type; }

/// The result type, if the operator accepts operands of these (resolved) types. Both operands have one type, except the
/// distance of a shift, which is an I16. Comparisons yield Bit.
std::optional<Type> typeOf(UnaryOp op, Type operand);
std::optional<Type> typeOf(BinaryOp op, Type left, Type right);

/// The bit pattern of a literal, if it is a value of its type.
std::optional<Word> wordOf(const Literal& literal, Type valueType);

/// Int and U32 wrap modulo 2^32. Division truncates. For a negative a, a % b is b more than the remainder of the
/// division. Shift distances count modulo 32. Float is IEEE binary32 with rounding to nearest. min and max yield the
/// second operand if neither is less.
Word apply(UnaryOp op, Type operand, Word value);
/// Requires that !dividesByZero(…).
Word apply(BinaryOp op, Type operands, Word left, Word right);
inline bool dividesByZero(BinaryOp op, Type type, Word right) {
  return (op == BinaryOp::Div || op == BinaryOp::Mod) && type != Type::Float && right == 0;
}

BinaryOp combination(ReduceOp op);
/// The reduction with this combiner; none for operators that do not reduce.
std::optional<ReduceOp> reductionBy(BinaryOp combination);
/// The combiner of an RMW: defined for "add", "mul", "min", "max" and "or", not for "write" and "read".
std::optional<BinaryOp> combinationOf(std::string_view rmwOperation);
/// The RMW operation with this combiner.
std::optional<std::string_view> rmwBy(BinaryOp combination);
/// The identity of the operator (operators/table.h): 0, 1, and for min and max the greatest and the least value of the
/// type (infinities for Float).
Word identity(ReduceOp op, Type type);
/// Reduces the lanes of one vector of `width` lanes as a balanced tree: ((0,1),(2,3)),((4,5),(6,7)) … Lanes
/// count..width-1 count as the identity, and the width is rounded up to a power of two. Overwrites the lanes; the array
/// must hold roundedUp(width) words.
Word combineLanes(ReduceOp op, Type type, Word* lanes, std::size_t count, std::size_t width);
std::size_t roundedUp(std::size_t width);  ///< the next power of two

}  // namespace stardust::spatial
