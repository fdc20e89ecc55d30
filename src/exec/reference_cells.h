// Accumulation of results, in cells keyed by their position in the result's storage order.
#pragma once

#include <cstdint>
#include <vector>

#include "exec/reference_arithmetic.h"

namespace stardust::exec {

/// The row-major index of a coordinate, in the order of the result's levels. Wide enough for four modes of maximal
/// dimension.
__extension__ typedef unsigned __int128 Key;

/// Keys of one tensor: key = sum of coordinate[mode] * strides[mode].
struct KeySpace {
  std::vector<std::int64_t> dims;  ///< by mode
  Format format;
  std::vector<Key> strides;  ///< by mode
  Key size = 1;

  /// Throws Error (unsupported) beyond 2^128 keys.
  KeySpace(std::vector<std::int64_t> modes, Format storedAs);
  void coordinates(Key key, std::int32_t* out) const;  ///< by mode
};

/// Reductions by key: an array if there are few keys or all are stored; otherwise a list, which is sorted and merged
/// whenever it has doubled.
template <class T>
class Cells {
 public:
  Cells(const KeySpace& space, notation::AssignOp op, const Arithmetic<T>& arithmetic);

  /// Reduces a stored term into the cell at `key`.
  void add(Key key, const Cell<T>& term) {
    if (!array_.empty()) return reduce(array_[static_cast<std::size_t>(key)], term);
    if (!list_.empty() && list_.back().key == key) return reduce(list_.back().cell, term);
    if (list_.size() == mergeAt_) merge();
    list_.push_back({key, {}});
    reduce(list_.back().cell, term);
  }

  /// Calls visit(key, cell) for every stored cell, in ascending order of keys.
  template <class F>
  void forEach(F&& visit) {
    for (std::size_t k = 0; k < array_.size(); ++k)
      if (array_[k].terms > 0) visit(Key{k}, array_[k]);
    merge();
    for (const Entry& e : list_) visit(e.key, e.cell);
  }

 private:
  struct Entry {
    Key key;
    Cell<T> cell;
  };
  void merge();
  void reduce(Cell<T>& into, const Cell<T>& term) const { arithmetic_.reduce(op_, into, term); }

  notation::AssignOp op_;
  Arithmetic<T> arithmetic_;
  std::vector<Cell<T>> array_;
  std::vector<Entry> list_;
  std::size_t mergeAt_ = std::size_t{1} << 22;
};

/// Adds the entries of an existing result as terms.
template <class T>
void addEntries(Cells<T>& cells, const KeySpace& space, const Storage& entries);

/// Packs the cells into a result of the format of `space`. Entries of dense levels without terms hold `fill`.
template <class T>
Evaluated finish(Cells<T>& cells, const KeySpace& space, const Arithmetic<T>& arithmetic, T fill);

}  // namespace stardust::exec
