// What is known of an operator, in one row: docs/internals/operators.md.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "operators/bounded.h"

namespace stardust::operators {

/// a + b, -a, max(a, b).
enum class Writing { Infix, Prefix, Function };

/// A number that every value type has: a small integer, or the least or the greatest value of the type, which are
/// infinities in floating point.
struct Constant {
  enum class Kind { Number, Least, Greatest } kind = Kind::Number;
  int number = 0;
};
inline constexpr Constant least{Constant::Kind::Least, 0}, greatest{Constant::Kind::Greatest, 0};

/// A special value of an operand, and which of the operands may have it.
struct Element {
  Constant value;
  enum class Place { Anywhere, First, Second } place = Place::Anywhere;

  constexpr bool isAt(std::size_t operand) const {
    return place == Place::Anywhere || operand == (place == Place::First ? 0U : 1U);
  }
};

/// An operand that must not be 0, and what computing with it is called: "division".
struct Undefined {
  std::size_t operand;
  const char* what;
};

/// The body of a function of `a` and `b` in C. T is their type, U the unsigned integer of the same size, and {f} ends
/// the name of a function of <math.h>, which is another for float than for double.
struct TextInC {
  const char* integer = nullptr;
  const char* real = nullptr;
  const char* note = nullptr;  ///< a comment for `real`
};

/// A row of the table. What is left out of a row does not hold of the operator.
struct Operator {
  const char* text;  ///< what is written: "+", "max"
  const char* name;  ///< what the result is called: "sum", "maximum"
  Writing writing;
  int precedence = 0;  ///< of an infix operator; the larger, the tighter
  std::size_t arity;
  std::optional<Element> identity{};        ///< f(identity, a) = a
  std::optional<Element> annihilator{};     ///< f(annihilator, a) = annihilator
  std::optional<Undefined> undefinedAt0{};  ///< nothing is computed where this operand is 0
  bool commutes = false, associates = false;
  bool idempotent = false;  ///< f(a, a) = a; of one operand, f(f(a)) = f(a)
  bool monotone = false;    ///< never decreases as an operand increases
  /// The value, computed in double. The caller rounds it to a narrower type.
  double (*real)(const double* operands);
  /// The value for operands of an integer type, modulo 2^64; the caller wraps it. Null: integers have no such operator.
  std::int64_t (*integer)(const std::int64_t* operands) = nullptr;
  /// Fills in how far off the value of the result may be, given that of the operands.
  void (*bound)(const Rounding& rounding, const Bounded<double>* operands, Bounded<double>& result);
  /// The same for a reduction that takes in another term; null: as above.
  void (*boundOfReduction)(const Rounding& rounding, const Bounded<double>* operands,
                           Bounded<double>& result) = nullptr;
  TextInC c{};                    ///< of a function; others are written as the imperative IR writes them
  const char* spatial = nullptr;  ///< how Spatial writes it; null: the machine has no such operator
  const char* elsewhere = "";     ///< what other notations call it, with blanks between
};

/// An operator is its row.
using Op = const Operator*;

}  // namespace stardust::operators
