// The table of operators, one row each, and derived properties.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "operators/arithmetic.h"

namespace stardust::operators {

/// All rows, in the order of user-visible lists.
std::span<const Operator> table();

/// Operators that the compiler itself builds and matches: sums of products and their signs.
extern const Op add, subtract, multiply, divide, negate;
/// Operators with a C++ name.
extern const Op min, max;

/// The operator that has the same value of truth values, and gives 0 or 1: of a sum the maximum.
inline Op ofTruths(Op op) { return op == add ? max : op; }

/// Lookup by symbol: the infix operator with this precedence, the prefix operator, the function. Null: not found.
Op infix(std::string_view text, int precedence);
Op infix(std::string_view text);
Op prefix(std::string_view text);
Op function(std::string_view name);
std::vector<std::string> functions();  ///< their names
/// Its name in a call: "max", "less". Null: it has none.
const char* callName(const Operator& op);
/// The operator of a reducing assignment "max=", by "max" or another of its names. Null: not a reduction.
Op reduction(std::string_view text);
/// The operator of a reduction inside of an expression, by its name there: `sum`, `prod`, `min`, `max`. Null: not one.
Op reductionInside(std::string_view name);
std::vector<std::string> reductionsInside();  ///< their names
/// The operator with this name in another notation, e.g. NumPy's `minimum`. Null: not found.
Op findByAlias(std::string_view name);
/// Precedences, as in Python: of infix operators, the prefix `not`, other prefix operators, and the power, which is
/// right-associative. Comparisons do not associate.
inline constexpr int loosest = 1, notWord = 4, comparison = 5, tightest = 10, prefixes = 11, power = 12;

/// Whether a call may have more operands: min(a, b, c) is min(min(a, b), c).
bool chains(const Operator& op);
/// Whether an assignment can reduce with the operator (associative and commutative, with an identity): += *= min= or=.
bool canReduce(const Operator& op);

/// The application as text: "a + b", "max(a, b)", "-a". Operands are already parenthesised.
std::string written(const Operator& op, const std::vector<std::string>& operands);

/// Sparsity. An absent operand is 0, and zeros of sparse operands are not stored:
///   * an operand is required if a 0 in its place makes the result 0 or undefined: the result is stored only where
///     the operand is stored;
///   * any one of the other operands suffices, unless the operator maps zeros to a non-zero value: then the result is
///     stored everywhere. A constant operand keeps its value and decides nothing: max(a, 0) is stored where a is.
bool needs(const Operator& op, std::size_t operand, const Constants& constants = {});
bool needsAny(const Operator& op, const Constants& constants = {});
bool keepsZeros(const Operator& op, const Constants& constants = {});  ///< f(0, …, 0) = 0, apart from the constants
/// Whether the result is stored, given which operands are stored.
template <class IsStored>
bool isStored(const Operator& op, IsStored&& isStored, const Constants& constants = {});

/// The table as Markdown, for the guide.
std::string guideTable();
/// "+ - * / and unary -, min(a,b) and max(a,b)".
std::string listed();
/// {"+=", "*=", "min=", "max=", "&&=", …}.
std::vector<std::string> reductionSigns();

template <class IsStored>
bool isStored(const Operator& op, IsStored&& isStored, const Constants& constants) {
  bool any = false;
  for (std::size_t operand = 0; operand < op.arity; ++operand) {
    const bool here = isStored(operand);
    if (!here && needs(op, operand, constants)) return false;
    any = any || (here && !constants[operand]);
  }
  return any || !keepsZeros(op, constants);
}

}  // namespace stardust::operators
