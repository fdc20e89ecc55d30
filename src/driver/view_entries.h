// Makes the entries of a view from those of its tensor: x_view(i,k) = x(i + k).
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "exec/reference.h"
#include "notation/views.h"
#include "tensor/storage.h"

namespace stardust::driver {

/// The coordinates of a computed access as a function of its variables.
class IndexMap {
 public:
  /// `tensors` has the tensors in the indices. Throws Error (user) for one that is not of integers, or that lacks
  /// entries.
  IndexMap(const notation::Access& access, const exec::Operands& tensors, const exec::Dimensions& extents);

  std::size_t modes() const { return modes_.size(); }
  const std::vector<std::int64_t>& extents() const { return extents_; }  ///< by variable of the access
  /// The coordinate of a mode; it may lie outside of the tensor. `at`: by variable.
  std::int64_t coordinate(std::size_t mode, const std::vector<std::int64_t>& at) const;

  /// A multiple of a variable, or of the table's value at variables.
  struct Term {
    std::int64_t factor;
    std::vector<std::size_t> variables;
    std::vector<std::int64_t> strides;  ///< in `table`
    std::vector<std::int64_t> table;    ///< empty: the term is a variable
    std::int64_t value(const std::vector<std::int64_t>& at) const;
  };
  struct Mode {
    std::int64_t constant;
    std::vector<Term> terms;
    bool hasTable() const;
    std::vector<std::size_t> variables() const;  ///< each once
  };
  const Mode& mode(std::size_t m) const { return modes_[m]; }

 private:
  std::vector<Mode> modes_;
  std::vector<std::int64_t> extents_;
};

/// The view in the format of `view.tensor`. Coordinates outside of the source are absent, or 0 in a dense view. A
/// sparse source is walked once: O(entries x extents of the further variables of each index).
Storage made(const notation::View& view, const Storage& source, const exec::Operands& tensors,
             const exec::Dimensions& extents);

/// Which entries of a tensor the access reads at some position of its variables.
std::vector<bool> areRead(const IndexMap& map, const Coordinates& entries);

/// Throws Error (user) for an entry of an index tensor with which the access leaves a tensor of these extents; names
/// the entry. O(entries of the index tensors).
void requireEntriesInside(const notation::Access& access, const std::vector<std::int64_t>& dims,
                          const exec::Operands& tensors, const exec::Dimensions& extents, const Location& where);

}  // namespace stardust::driver
