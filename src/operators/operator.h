// The properties of an operator, in one row: docs/internals/operators.md.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "operators/bounded.h"
#include "operators/complex_values.h"

namespace stardust::operators {

/// a + b, -a, max(a, b).
enum class Fixity { Infix, Prefix, Function };

/// A number that every value type represents: a small integer, or the least or greatest value of the type (an infinity
/// in floating point).
struct Constant {
  enum class Kind { Number, Least, Greatest } kind = Kind::Number;
  int number = 0;
};
inline constexpr Constant least{Constant::Kind::Least, 0}, greatest{Constant::Kind::Greatest, 0};

/// A special operand value, and the operand positions to which the law applies.
struct Element {
  Constant value;
  enum class Place { Anywhere, First, Second } place = Place::Anywhere;

  constexpr bool isAt(std::size_t operand) const {
    return place == Place::Anywhere || operand == (place == Place::First ? 0U : 1U);
  }
};

/// An operand that must not be 0, and the name of the operation in messages: "division".
struct Undefined {
  std::size_t operand;
  const char* what;
};

/// The value of a C function of `a`, `b`, …, or its body in braces. (T), {T} and (U), {U} are their type and the
/// unsigned integer of the same size. {f} is the suffix of a <math.h> function, which depends on the floating-point
/// type.
struct TextInC {
  const char* integer = nullptr;
  const char* real = nullptr;
  const char* note = nullptr;     ///< a comment for `real`
  const char* natural = nullptr;  ///< of unsigned integers, where `integer` would not hold
  const char* complex = nullptr;  ///< of complex numbers; {f} is the suffix of a <complex.h> function
};

/// Holds every value of every integer type.
__extension__ typedef __int128 Whole;

inline constexpr std::size_t mostOperands = 4;  ///< maximum arity of an operator
/// The values of the constant operands of a call (notation::constantsOf), by operand.
using Constants = std::array<std::optional<double>, mostOperands>;

struct Composed;

/// A row of the table, or a reduction that a user declares. An omitted property does not hold.
struct Operator {
  const char* text;  ///< the symbol: "+", "max"
  const char* name;  ///< name of the result: "sum", "maximum"
  Fixity fixity;
  int precedence = 0;  ///< of an infix operator; larger binds tighter
  std::size_t arity;
  const char* word = nullptr;            ///< of a symbol that can also be called, and is a call in C: "less" of a < b
  const char* alternatives = "";         ///< other symbols, separated by blanks: "and" of &&
  const char* inExpressions = nullptr;   ///< of a reduction inside of an expression: "sum" of sum(j, x(j))
  bool ofIntegersOnly = false;           ///< bit operations
  bool ofNumbersOnly = false;            ///< undefined for truth values
  std::optional<Element> identity{};     ///< f(identity, a) = a
  std::optional<Element> annihilator{};  ///< f(annihilator, a) = annihilator
  std::optional<Undefined> undefinedAt0{};  ///< undefined if this operand is 0
  /// Whether a 0 in place of the operand makes the result 0, given the constant operands; null: `annihilator` says it.
  bool (*vanishes)(std::size_t operand, const Constants& constants) = nullptr;
  /// The result is 1 or 0. The laws of a reduction (`identity`, `idempotent`) then hold among truth values.
  bool givesTruth = false;
  bool givesReal = false;  ///< of complex numbers; givesTruth implies it
  bool commutes = false, associates = false;
  bool idempotent = false;             ///< f(a, a) = a; for one operand, f(f(a)) = f(a)
  bool monotone = false;               ///< non-decreasing in each operand
  bool modular = false;                ///< of integers: modulo 2^n, the value depends on the operands modulo 2^n only
  const Composed* composed = nullptr;  ///< of a declared reduction; takes the place of the next three
  /// The value in double precision. The caller rounds it to a narrower type.
  double (*real)(const double* operands);
  /// The value for integer operands, modulo 2^64; the caller wraps it. Null: undefined for integers.
  Whole (*integer)(const Whole* operands) = nullptr;
  /// The value for complex operands, of which at least one may have an imaginary part; null: undefined for them.
  Complex (*complex)(const Complex* operands) = nullptr;
  /// Computes the error bound of the result from those of the operands.
  void (*bound)(const Rounding& rounding, const Bounded<double>* operands, Bounded<double>& result);
  /// The same for a reduction that takes one more term; null: use `bound`.
  void (*boundOfReduction)(const Rounding& rounding, const Bounded<double>* operands,
                           Bounded<double>& result) = nullptr;
  /// Of complex operands; null: that of their moduli.
  void (*complexBound)(const Rounding& rounding, const Bounded<Complex>* operands, Bounded<Complex>& result) = nullptr;
  TextInC c{};                             ///< of a function; other operators use the syntax of the imperative IR
  const char* spatial = nullptr;           ///< Spatial syntax; null: not available on the accelerator
  const char* spatialReduction = nullptr;  ///< Spatial's operator for a reduction, unless it is `spatial`
  const char* reductions = "";             ///< further names of the reduction, separated by blanks: "any" of any=
  const char* aliases = "";                ///< names in other notations, separated by blanks
};

/// A handle to an operator: its row.
using Op = const Operator*;

}  // namespace stardust::operators
