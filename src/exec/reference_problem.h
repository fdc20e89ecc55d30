// What both reference evaluators and the interpreter of cin read: a checked assignment, and operands as plain numbers.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "exec/reference.h"

namespace stardust::exec {

/// A checked assignment. An existing result that `+=` adds to has become the first term of `rhs`; one that another
/// operator accumulates into is `existing`.
struct Problem {
  notation::Access lhs;
  notation::AssignOp op;
  notation::Expr rhs;
  const Operands& operands;
  Dimensions dims;
  const Storage* existing = nullptr;

  const Storage& operand(const notation::Access& access) const { return operands.at(access.tensor.name); }
  std::int64_t dim(const notation::IndexVar& var) const { return dims.at(var); }
  /// How often a term may be rounded on its way through the products of `rhs`.
  double productRoundings() const;
};

Problem makeProblem(const notation::Assignment& assignment, const Operands& operands, const Dimensions& dims);

/// Records the extents that `modes` gives to the variables of `access`; throws Error (user) where two disagree.
void noteDimensions(const notation::Access& access, const std::vector<std::int64_t>& modes, Location where,
                    Dimensions& dims);
/// As above from the operand bound to the access, after checking that it is bound and has the right order.
void noteOperand(const notation::Access& access, const Operands& operands, Location where, Dimensions& dims);
/// Operands as numbers of T: double, or std::uint64_t, whose sums and products agree with those of every narrower
/// integer modulo its range.
template <class T>
std::vector<T> numbers(const Values& values);
template <class T>
T number(const notation::Literal& literal, Location where);
template <>
double number(const notation::Literal& literal, Location where);
template <>
std::uint64_t number(const notation::Literal& literal, Location where);

/// A tensor as nested sorted coordinate lists, one level for each distinct variable of an access in a chosen order,
/// whatever format it came in. Level l of node p has its children at crd[l][pos[l][p] .. pos[l][p+1]).
template <class T>
struct Trie {
  std::vector<Level> levels;
  std::vector<T> values;

  /// The position of `coordinate` below position `parent` of the level before (0 for the first level).
  std::optional<std::int64_t> find(std::size_t level, std::int64_t parent, std::int32_t coordinate) const;
};
/// `order` holds each variable of `indices` once. An entry off the diagonal of a repeated variable is not there. O(n
/// log n).
template <class T>
Trie<T> makeTrie(const Storage& storage, const std::vector<notation::IndexVar>& indices,
                 const std::vector<notation::IndexVar>& order);
/// The distinct variables of an access to a tensor, in the order in which its format stores them.
std::vector<notation::IndexVar> storageOrder(const Storage& storage, const std::vector<notation::IndexVar>& indices);

/// How far apart in `values` neighbours in each mode of a dense tensor lie.
std::vector<std::int64_t> denseStrides(const std::vector<std::int64_t>& dims, const Format& format);

}  // namespace stardust::exec
