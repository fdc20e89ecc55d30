// Common input of both reference evaluators and the interpreter of cin: a checked assignment, and operands as plain
// numbers.
#pragma once

#include <complex>
#include <cstdint>
#include <optional>
#include <vector>

#include "exec/reference.h"

namespace stardust::exec {

/// The results of reductions inside of an expression, by name: dense operands with bounds, in the order of the modes.
using Computed = std::map<std::string, Evaluated>;

/// A checked assignment. For `+=`, an existing result is the first term of `rhs`; for other operators, it is
/// `existing`.
struct Problem {
  notation::Access lhs;
  notation::AssignOp op;
  notation::Expr rhs;
  const Operands& operands;
  Dimensions dims;
  ValueType type;  ///< of the computation: notation::expressionType
  const Storage* existing = nullptr;
  const Computed* computed = nullptr;  ///< operands that are not exact; null: none

  const Storage& operand(const notation::Access& access) const { return operands.at(access.tensor.name); }
  std::int64_t dim(const notation::IndexVar& var) const { return dims.at(var); }
  /// Null: the entries of the operand are exact.
  const Evaluated* computedOperand(const notation::Access& access) const {
    const auto found = computed ? computed->find(access.tensor.name) : Computed::const_iterator();
    return computed && found != computed->end() ? &found->second : nullptr;
  }
  /// The greatest number of roundings of a term in the products of `rhs`.
  double productRoundings() const;
};

Problem makeProblem(const notation::Assignment& assignment, const Operands& operands, const Dimensions& dims);

/// Records the extents that `modes` gives to the variables of `access`; throws Error (user) on a conflict.
void noteDimensions(const notation::Access& access, const std::vector<std::int64_t>& modes, Location where,
                    Dimensions& dims);
/// The same for the operand bound to the access, after checks of its presence and order.
void noteOperand(const notation::Access& access, const Operands& operands, Location where, Dimensions& dims);
/// Operands as numbers of T: double, a complex number of doubles, or std::uint64_t, whose sums and products agree with
/// those of every narrower integer modulo its range.
template <class T>
std::vector<T> numbers(const Values& values);
template <class T>
T number(const notation::Literal& literal, Location where);
template <>
double number(const notation::Literal& literal, Location where);
template <>
std::complex<double> number(const notation::Literal& literal, Location where);
template <>
std::uint64_t number(const notation::Literal& literal, Location where);

/// A tensor in any format as nested sorted coordinate lists, with one level for each distinct variable of an access, in
/// a chosen order. The children of node p of level l are crd[l][pos[l][p] .. pos[l][p+1]). Of a dense level, every
/// coordinate is listed. The levels are views of the tensor's own arrays, which must outlive the trie, or of `made`.
template <class T>
struct Trie {
  std::vector<LevelView> levels;
  std::vector<T> values;
  std::vector<Level> made = {};

  /// The position of `coordinate` below position `parent` of the previous level (0 for the first level).
  std::optional<std::int64_t> find(std::size_t level, std::int64_t parent, std::int64_t coordinate) const;
};
/// `order` contains each variable of `indices` once. Off-diagonal entries of a repeated variable are dropped. O(n) if
/// the tensor is stored in this order in dense and compressed levels, otherwise O(n log n).
template <class T>
Trie<T> makeTrie(const Storage& storage, const std::vector<notation::IndexVar>& indices,
                 const std::vector<notation::IndexVar>& order);
/// The distinct variables of an access, in the storage order of the tensor's format.
std::vector<notation::IndexVar> storageOrder(const Storage& storage, const std::vector<notation::IndexVar>& indices);

/// The stride in `values` of each mode of a dense tensor.
std::vector<std::int64_t> denseStrides(const std::vector<std::int64_t>& dims, const Format& format);

}  // namespace stardust::exec
