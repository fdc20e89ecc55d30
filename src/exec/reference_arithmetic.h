// What the operators do to stored values, with the bounds on the rounding errors. Absence is each evaluator's own
// business.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>

#include "exec/reference_problem.h"

namespace stardust::exec {

/// A partial sum or other reduction. terms == 0: nothing is stored here.
template <class T>
struct Cell {
  T value = 0;
  double magnitude = 0;
  double terms = 0;
  double growth = 1;  ///< the factors of a product that are above 1 in magnitude, multiplied: no partial product is
                      ///< larger, in any order

  void add(const Cell& other) {
    value += other.value;
    magnitude += other.magnitude;
    terms += other.terms;
    growth = std::max(growth, other.growth);
  }

  /// What it may enlarge a product by. An infinity given by the user stays what it is in any order.
  double enlarges() const { return std::isinf(magnitude) ? growth : std::max(growth, magnitude); }
};

template <class T>
double magnitudeOf(T value) {
  if constexpr (std::is_floating_point_v<T>) {
    return std::isnan(value) ? std::numeric_limits<double>::infinity() : std::abs(value);
  } else {
    return 0;  // integers are exact
  }
}

/// The smaller (op == Min) or the larger of two numbers; for integers as the signed numbers of the result's type. NaN
/// wins.
template <class T>
T selected(notation::BinaryOp op, T a, T b, ValueType type) {
  const bool smallest = op == notation::BinaryOp::Min;
  if constexpr (std::is_floating_point_v<T>) {
    if (std::isnan(a) || std::isnan(b)) return a + b;
    return (b < a) == smallest ? b : a;
  } else {
    return (wrapped(type, b) < wrapped(type, a)) == smallest ? b : a;
  }
}

/// What reducing nothing gives, and what a dense result holds where no term arrives: 0, 1, the largest or the smallest
/// value of the type (an infinity for floating point).
template <class T>
T identityOf(notation::AssignOp op, ValueType type) {
  using notation::AssignOp;
  if (op == AssignOp::Mul) return 1;
  if (op != AssignOp::Min && op != AssignOp::Max) return 0;
  const bool largest = op == AssignOp::Min;
  if constexpr (std::is_floating_point_v<T>) {
    return largest ? std::numeric_limits<T>::infinity() : -std::numeric_limits<T>::infinity();
  } else {
    const std::int64_t least =
        type == ValueType::Int32 ? std::numeric_limits<std::int32_t>::min() : std::numeric_limits<std::int64_t>::min();
    return static_cast<T>(largest ? -(least + 1) : least);
  }
}

/// Operators on cells that are stored. `termRoundings`: how often a term may be rounded inside its products.
template <class T>
struct Arithmetic {
  ValueType type;
  double termRoundings;

  Cell<T> negated(Cell<T> a) const {
    a.value = 0 - a.value;
    return a;
  }
  Cell<T> sum(Cell<T> a, const Cell<T>& b) const {
    a.add(b);
    return a;
  }
  Cell<T> product(const Cell<T>& a, const Cell<T>& b) const {
    return {a.value * b.value, a.magnitude * b.magnitude, a.terms * b.terms, a.enlarges() * b.enlarges()};
  }

  // |a'/b' - a/b| <= (|a'-a| + |a/b| |b'-b|) / |b'|. With |a'-a| <= p |a|m and |b'-b| <= q |b|m (m: magnitudes), and
  // |b'| >= |b|/2 while q |b|m <= |b|/2, that is at most (p+q) * 2 |a|m |b|m / b^2. Beyond, nothing bounds the error.
  Cell<T> quotient(const Cell<T>& a, const Cell<T>& b) const {
    if constexpr (std::is_floating_point_v<T>) {
      const double divisor = std::abs(b.value), terms = a.terms + b.terms - 1;
      const double growth = std::max(a.enlarges() * std::max(1.0, divisor == 0 ? 1 : 1 / divisor), b.growth);
      if (b.magnitude <= divisor || divisor == 0) return {a.value / b.value, a.magnitude / divisor, terms, growth};
      const bool bounded = errorBound(type, b.magnitude, b.terms + termRoundings) <= divisor / 2;
      const double magnitude = 2 * (a.magnitude / divisor) * (b.magnitude / divisor);
      return {a.value / b.value, bounded ? magnitude : std::numeric_limits<double>::infinity(), terms, growth};
    } else {
      return {divideIntegers(type, a.value, b.value), 0, 1};
    }
  }

  /// A selection rounds nothing, but the operands are rounded: one that is close to the chosen one may be chosen
  /// instead.
  Cell<T> selection(notation::BinaryOp op, const Cell<T>& a, const Cell<T>& b) const {
    const T value = selected(op, a.value, b.value, type);
    const double growth = std::max(a.growth, b.growth);
    if constexpr (std::is_floating_point_v<T>) {
      // What is chosen then depends on the order: a magnitude of NaN says that nothing can be judged.
      if (std::isnan(value)) return {value, value, std::max({a.terms, b.terms, 1.0}), growth};
      const double slack = 2 * (errorBound(type, a.magnitude, a.terms + termRoundings) +
                                errorBound(type, b.magnitude, b.terms + termRoundings));
      const bool far = std::abs(a.value - b.value) > slack || std::isinf(a.value) || std::isinf(b.value);
      if (far) {
        const Cell<T>& chosen = value == a.value ? a : b;
        return {value, chosen.magnitude, std::max(chosen.terms, 1.0), growth};  // an absent 0 may be chosen
      }
    }
    return {value, std::max(a.magnitude, b.magnitude), std::max(a.terms, b.terms), growth};
  }

  Cell<T> combined(notation::BinaryOp op, const Cell<T>& a, const Cell<T>& b) const {
    using notation::BinaryOp;
    switch (op) {
      case BinaryOp::Add: return sum(a, b);
      case BinaryOp::Sub: return sum(a, negated(b));
      case BinaryOp::Mul: return product(a, b);
      case BinaryOp::Div: return quotient(a, b);
      case BinaryOp::Min:
      case BinaryOp::Max: return selection(op, a, b);
    }
    return a;
  }

  /// Reduces one more stored term into a cell that may still be empty.
  void reduce(notation::AssignOp op, Cell<T>& into, const Cell<T>& term) const {
    using notation::AssignOp;
    using notation::BinaryOp;
    if (op == AssignOp::Set || op == AssignOp::Add) return into.add(term);
    Cell<T> next = term;
    if (op == AssignOp::Mul) {
      next.terms += termRoundings + 1;  // every factor brings its own errors
      next.growth = std::max(next.growth, next.magnitude);
    }
    if (into.terms == 0) into = next;
    else if (op == AssignOp::Mul)
      into = {into.value * next.value, into.magnitude * next.magnitude, into.terms + next.terms,
              into.growth * next.growth};
    else into = selection(op == AssignOp::Min ? BinaryOp::Min : BinaryOp::Max, into, next);
  }
};

}  // namespace stardust::exec
