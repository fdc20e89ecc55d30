// Accumulation of results, in cells keyed by their position in the result's storage order.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "exec/reference_runs.h"

namespace stardust::exec {

/// Keys of one tensor: key = sum of coordinate[mode] * strides[mode].
struct KeySpace {
  std::vector<std::int64_t> dims;  ///< by mode
  Format format;
  std::vector<Key> strides;  ///< by mode
  Key size = 1;

  /// Throws Error (unsupported) beyond 2^128 keys.
  KeySpace(std::vector<std::int64_t> modes, Format storedAs);
  void coordinates(Key key, std::int64_t* out) const;  ///< by mode
};

/// Reductions by key: in an array if there are few keys or all are stored, otherwise in sorted runs.
template <class T>
class Cells {
 public:
  Cells(const KeySpace& space, notation::AssignOp op, const Arithmetic<T>& arithmetic);

  /// Reduces a stored term into the cell at `key`.
  void add(Key key, const Cell<T>& term) {
    if (array_.empty()) runs_.add(key, term);
    else reduce_(array_[static_cast<std::size_t>(key)], term);
  }

  /// The number of stored cells.
  std::size_t count() {
    if (array_.empty()) return runs_.sorted(), runs_.size();
    return static_cast<std::size_t>(
        std::count_if(array_.begin(), array_.end(), [](const Cell<T>& cell) { return cell.terms > 0; }));
  }

  /// Calls visit(key, cell) for every stored cell, in ascending order of keys.
  template <class F>
  void forEach(F&& visit) {
    for (std::size_t k = 0; k < array_.size(); ++k)
      if (array_[k].terms > 0) visit(Key{k}, array_[k]);
    if (!array_.empty()) return;
    for (const Run<T>& run : runs_.sorted())
      for (const KeyedCell<T>& entry : run) visit(entry.key, entry.cell);
  }

 private:
  Reduction<T> reduce_;
  std::vector<Cell<T>> array_;
  CellRuns<T> runs_;
};

/// Adds the entries of an existing result as terms.
template <class T>
void addEntries(Cells<T>& cells, const KeySpace& space, const Storage& entries, notation::AssignOp op);

/// Packs the cells into a result of the format of `space`. Entries of dense levels without terms hold `fill`.
template <class T>
Evaluated finish(Cells<T>& cells, const KeySpace& space, const Arithmetic<T>& arithmetic, T fill);

}  // namespace stardust::exec
