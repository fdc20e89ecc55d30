// The reference for computed indices: what an access reads at each position of its variables.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "exec/reference.h"

namespace stardust::exec {

/// The positions of the variables of an access, and the coordinates that it reads there. Positions are found by
/// evaluating indices: an affine index rises or falls with each variable, so that one variable is searched and the
/// others are enumerated; an index with tensors is tabulated. The compiler solves indices instead
/// (driver/view_entries.h).
class AccessTable {
 public:
  using Position = std::vector<std::int64_t>;  ///< by variable of the access

  /// `operands` has the tensors in the indices; `dims`: of all variables.
  AccessTable(const notation::Access& access, const Operands& operands, const Dimensions& dims);

  /// By mode.
  std::vector<std::int64_t> coordinates(const Position& at) const;
  /// All positions that read this entry.
  std::vector<Position> readersOf(const std::int64_t* entry);

 private:
  /// The values of the variables of one mode, by coordinate.
  struct Mode {
    std::vector<std::size_t> variables;
    std::vector<std::pair<std::int64_t, std::size_t>> places;  ///< coordinate, and begin in `values`
    std::vector<std::int64_t> values;
  };
  /// A term of an index, with the positions of its variables.
  struct Term {
    std::int64_t factor;
    const Storage* gathered;  ///< null: a variable
    std::vector<std::size_t> variables;
  };
  /// The index of a mode.
  struct Sum {
    std::int64_t constant;
    std::vector<Term> terms;
    bool isAffine;
  };
  Sum sumOf(const notation::Index& index, const Operands& operands) const;
  Mode tableOf(std::size_t mode) const;
  static std::int64_t coordinate(const Sum& index, const Position& at);
  static std::int64_t valueOf(const Term& term, const Position& at);
  std::size_t positionOf(const notation::IndexVar& var) const;
  void addReaders(const std::int64_t* entry, std::size_t mode, const Position& known, std::vector<Position>& readers);
  void addAffine(const std::int64_t* entry, std::size_t mode, const Position& known, std::vector<Position>& readers);
  void addTabulated(const std::int64_t* entry, std::size_t mode, const Position& known, std::vector<Position>& readers);
  std::optional<std::int64_t> found(const Sum& index, std::size_t variable, std::int64_t coordinate,
                                    Position& at) const;

  const notation::Access access_;
  std::vector<Sum> sums_;  ///< by mode
  Position extents_;
  std::vector<std::optional<Mode>> modes_;  ///< made on demand
};

/// An assignment without computed indices, and its operands.
struct Tabled {
  notation::Assignment assignment;
  Operands operands;
};

/// Replaces each access with computed indices by a tensor of what it reads. Outside of its tensor nothing is stored, or
/// 0 if the tensor stores everything. `dims`: of all variables.
Tabled tabled(const notation::Assignment& assignment, const Operands& operands, const Dimensions& dims);

/// The reference result of a statement with the computed left side `result`, from that of its right side: `part` has a
/// mode for each variable of the left side. With =, entries replace the old contents at all positions; with the other
/// operators, they are reduced into them. `contents`: null if there are none. `operands` has the tensors in the
/// indices.
Evaluated placed(const notation::Access& result, notation::AssignOp op, const Evaluated& part, const Storage* contents,
                 const Operands& operands, const Dimensions& dims);

}  // namespace stardust::exec
