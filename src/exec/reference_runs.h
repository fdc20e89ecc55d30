// Reductions by key for results that are too large for an array: a small hash table that is emptied into sorted runs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "exec/reference_arithmetic.h"

namespace stardust::exec {

/// The row-major index of a coordinate, in the order of the result's levels. Wide enough for four modes of maximal
/// dimension.
__extension__ typedef unsigned __int128 Key;

/// Reduces terms into cells.
template <class T>
struct Reduction {
  notation::AssignOp op;
  Arithmetic<T> arithmetic;
  bool isSum;

  Reduction(notation::AssignOp assignOp, const Arithmetic<T>& exact)
      : op(assignOp), arithmetic(exact), isSum(!notation::reducesAll(assignOp)) {}
  void operator()(Cell<T>& into, const Cell<T>& term) const {
    if (isSum) into.add(term);
    else arithmetic.reduce(op, into, term);
  }
};

template <class T>
struct KeyedCell {
  Key key;
  Cell<T> cell;
};

/// Cells in ascending order of distinct keys.
template <class T>
using Run = std::vector<KeyedCell<T>>;

/// A hash table of cells, with linear probing. The cells are stored in the order of their first terms.
template <class T>
class CellTable {
 public:
  std::size_t size() const { return cells_.size(); }
  Cell<T>& at(Key key) {
    if (2 * cells_.size() >= slots_.size()) grow();
    std::size_t slot = slotOf(key);
    while (slots_[slot] != 0) {
      KeyedCell<T>& found = cells_[slots_[slot] - 1];
      if (found.key == key) return found.cell;
      slot = (slot + 1) & (slots_.size() - 1);
    }
    cells_.push_back({key, {}});
    slots_[slot] = static_cast<std::uint32_t>(cells_.size());
    return cells_.back().cell;
  }
  /// Empties the table.
  Run<T> takeSorted();

 private:
  std::size_t slotOf(Key key) const {
    const auto low = static_cast<std::uint64_t>(key), high = static_cast<std::uint64_t>(key >> 64);
    return static_cast<std::size_t>(((low ^ high * 0xd6e8feb86659fd93) * 0x9e3779b97f4a7c15) >> shift_);
  }
  void grow();

  std::vector<KeyedCell<T>> cells_;
  std::vector<std::uint32_t> slots_;  // 0: free; otherwise the number of a cell, plus 1. A power of two.
  int shift_ = 64;                    // the hash is the high bits
};

/// A sparse vector of cells. Terms whose keys ascend are appended to the last run. Others go into a table, which is
/// emptied when it is full; its cells are merged into the end of the last series. A series is a list of runs that
/// ascend from one to the next. Where that would move many cells, a new series begins, and the table becomes larger.
/// All series are merged whenever their cells have doubled.
template <class T>
class CellRuns {
 public:
  explicit CellRuns(const Reduction<T>& reduce) : reduce_(reduce) {}

  void add(Key key, const Cell<T>& term) {
    if (table_.size() == 0) {
      Run<T>& last = series_.back().back();
      if (!last.empty() && last.back().key == key) return reduce_(last.back().cell, term);
      const bool ascends = last.empty() || last.back().key < key;
      if (ascends && (last.size() < runLength || count_ < mergeAt_)) return append(key, term);
    }
    reduce_(table_.at(key), term);
    if (table_.size() == mostInTable_) flush();
  }

  std::size_t size() const { return count_ + table_.size(); }
  /// All cells in ascending order. Throws Error (unsupported) if they are too many.
  const std::vector<Run<T>>& sorted();

 private:
  using Series = std::vector<Run<T>>;                             // never empty; only the first run may be empty
  static constexpr std::size_t runLength = std::size_t{1} << 16;  // a full run does not move when others are added

  void append(Key key, const Cell<T>& term) {
    if (series_.back().back().size() >= runLength) beginRun();
    series_.back().back().push_back({key, {}});
    reduce_(series_.back().back().back().cell, term);
    ++count_;
  }
  void beginRun();
  void flush();
  bool mergeIntoLast(const Run<T>& run);
  void mergeAll();
  Series merged(Series first, Series second) const;

  Reduction<T> reduce_;
  CellTable<T> table_;
  std::size_t mostInTable_ = std::size_t{1} << 14;  // fits in a second-level cache
  std::vector<Series> series_ = {{{}}};
  std::size_t count_ = 0;  // of the cells in runs
  std::size_t mergeAt_ = std::size_t{1} << 22;
};

}  // namespace stardust::exec
