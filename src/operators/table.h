// The operators of the notation, as rows of one table, and what follows from the rows.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "operators/operator.h"

namespace stardust::operators {

/// All rows, in the order in which they are listed to users.
std::span<const Operator> table();

/// Those that the compiler makes and takes apart itself: sums of products, and their signs.
extern const Op add, subtract, multiply, divide, negate;
/// Those that have a name in C++.
extern const Op min, max;

/// The infix operator of this text and precedence, the prefix operator, and the function of this name. Null: there is
/// none.
Op infix(std::string_view text, int precedence);
Op infix(std::string_view text);
Op prefix(std::string_view text);
Op function(std::string_view name);
std::vector<std::string> functions();  ///< their names
/// The operator of an assignment "max=", by "max". Null: it does not reduce.
Op reduction(std::string_view text);
/// The operator that another notation calls so, as NumPy's `minimum`. Null: none.
Op calledElsewhere(std::string_view name);
inline constexpr int loosest = 1, tightest = 2;  ///< precedences of infix operators

/// Whether an assignment can reduce with it, in any order and starting from nothing: += *= min= max=.
bool canReduce(const Operator& op);

/// "a + b", "max(a, b)", "-a": how it is written with these operands, which are grouped already.
std::string written(const Operator& op, const std::vector<std::string>& operands);

/// Sparsity. An absent operand is 0, and what is 0 by itself is not stored:
///   * an operand is needed where a 0 in its place makes the result 0, or undefined: nothing is stored without it;
///   * of operands that are not needed, any one is enough, unless the operator makes something of nothing but zeros:
///     then it is stored everywhere.
bool needs(const Operator& op, std::size_t operand);
bool needsAny(const Operator& op);
bool keepsZeros(const Operator& op);  ///< f(0, …, 0) = 0
/// Whether there is a value, given which operands are stored.
template <class IsStored>
bool isStored(const Operator& op, IsStored&& isStored);

/// The table as users see it, in Markdown: the guide has it.
std::string guideTable();
/// "+ - * / and unary -, min(a,b) and max(a,b)".
std::string listed();
/// {"+=", "*=", "min=", "max="}.
std::vector<std::string> reductionSigns();

template <class IsStored>
bool isStored(const Operator& op, IsStored&& isStored) {
  bool any = false;
  for (std::size_t operand = 0; operand < op.arity; ++operand) {
    const bool here = isStored(operand);
    if (!here && needs(op, operand)) return false;
    any = any || here;
  }
  return any || !keepsZeros(op);
}

}  // namespace stardust::operators
