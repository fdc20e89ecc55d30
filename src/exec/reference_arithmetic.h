// Operators of the table on stored values, with the bounds on rounding errors. Each evaluator handles absence itself.
#pragma once

#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>
#include <type_traits>
#include <vector>

#include "exec/reference_problem.h"
#include "operators/arithmetic.h"
#include "operators/bounded_complex.h"

namespace stardust::exec {

/// A value, a partial sum or another partial reduction. terms == 0: not stored.
template <class T>
using Cell = operators::Bounded<T>;

template <class T>
double magnitudeOf(T value) {
  if constexpr (isComplexElement<T>) {
    const bool isNone = std::isnan(value.real()) || std::isnan(value.imag());
    return isNone ? std::numeric_limits<double>::infinity() : std::abs(value);
  } else if constexpr (std::is_floating_point_v<T>) {
    return std::isnan(value) ? std::numeric_limits<double>::infinity() : std::abs(value);
  } else {
    return 0;  // integers are exact
  }
}

/// The identity of a reduction: the value of a dense result without terms.
template <class T>
T identityOf(const notation::AssignOp& op, ValueType type) {
  return operators::valueOf<T>(notation::identityOf(op), type);
}

/// Operators on cells that are stored, or are 0. `termRoundings`: the number of roundings of a term inside its
/// products.
template <class T>
struct Arithmetic {
  ValueType type;  ///< of the computation
  double termRoundings;
  ValueType finished = type;  ///< of the result

  /// An entry or a literal. It is exact unless it is rounded to the type.
  Cell<T> stored(T value) const {
    bool isExact = true;
    if constexpr (std::is_floating_point_v<T>)
      isExact = type == ValueType::Float64 || static_cast<T>(static_cast<float>(value)) == value || std::isnan(value);
    if constexpr (isComplexElement<T>)
      isExact = type == ValueType::Complex128 || static_cast<T>(std::complex<float>(value)) == value;
    return {value, magnitudeOf(value), 1, 1, isExact};
  }
  /// An entry of an operand that was computed, with its bounds; one without terms is an identity.
  Cell<T> computed(T value, const Evaluated& operand, std::size_t position) const {
    if (operand.magnitude.empty() || operand.operations[position] == 0) return stored(value);
    const double magnitude = operand.magnitude[position];
    const double known = std::isnan(magnitude) ? std::numeric_limits<double>::infinity() : magnitude;
    return {value, known, operand.operations[position] + 1, std::max(1.0, known), false};
  }
  /// `areReal`: real numbers among complex ones.
  Cell<T> applied(notation::Op op, const Cell<T>* operands, bool areReal = false) const {
    return bounded(*op, op->bound, operands, areReal);
  }
  Cell<T> applied(const operators::Composed& composed, const Cell<T>* operands) const {
    const auto constantOf = [&](double number) {
      if constexpr (!std::is_integral_v<T>) return stored(number);
      else return stored(static_cast<T>(static_cast<std::int64_t>(number)));
    };
    return operators::resultOf(
        composed, std::vector<Cell<T>>{operands[0], operands[1]}, constantOf,
        [&](notation::Op op, const std::vector<Cell<T>>& of) { return applied(op, of.data(), isComplexElement<T>); });
  }
  /// An absent cell stays absent.
  Cell<T> negated(const Cell<T>& a) const { return a.terms == 0 ? a : applied(operators::negate, &a, isReal()); }

  /// Reduces a stored term into a cell that may be empty.
  void reduce(const notation::AssignOp& op, Cell<T>& into, const Cell<T>& term) const {
    if (!notation::reducesAll(op)) return into.add(term);
    if (into.terms == 0) {
      into = term;
      return;
    }
    const operators::Operator& reduction = *op.reduction();
    const Cell<T> operands[] = {into, term};
    if (reduction.composed) into = applied(*reduction.composed, operands);
    else
      into = bounded(reduction, reduction.boundOfReduction ? reduction.boundOfReduction : reduction.bound, operands,
                     isReal());
  }

 private:
  /// Of the result.
  bool isReal() const { return !isComplex(finished); }

  Cell<T> bounded(const operators::Operator& op, decltype(op.bound) bound, const Cell<T>* operands,
                  bool areReal) const {
    T values[operators::mostOperands];
    for (std::size_t n = 0; n < op.arity; ++n) values[n] = operands[n].value;
    Cell<T> result{operators::valueOf<T>(op, type, values, areReal), 0, 1};
    if constexpr (std::is_floating_point_v<T>) bound({type, termRoundings}, operands, result);
    if constexpr (isComplexElement<T>) setBound(op, bound, operands, areReal, result);
    return result;
  }

  // The bound of complex operands; of real ones and of moduli, that of real numbers.
  void setBound(const operators::Operator& op, decltype(op.bound) bound, const Cell<T>* operands, bool areReal,
                Cell<T>& result) const {
    const operators::Rounding rounding{type, termRoundings};
    if (!areReal && op.complexBound) return op.complexBound(rounding, operands, result);
    operators::Bounded<double> numbers[operators::mostOperands];
    for (std::size_t n = 0; n < op.arity; ++n) {
      numbers[n] = operators::bounds::modulusOf(operands[n]);
      if (areReal) numbers[n].value = operands[n].value.real();
    }
    operators::Bounded<double> bounded{areReal ? result.value.real() : std::abs(result.value), 0, 1};
    bound(rounding, numbers, bounded);
    result = {result.value, bounded.magnitude, bounded.terms, bounded.growth, bounded.isExact};
  }
};

}  // namespace stardust::exec
