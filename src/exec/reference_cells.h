// Where results are added up: cells keyed by their place in the result's storage order.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "exec/reference.h"

namespace stardust::exec {

/// A partial sum. terms == 0: nothing is stored here.
template <class T>
struct Cell {
  T value = 0;
  double magnitude = 0;
  double terms = 0;

  void add(const Cell& other) {
    value += other.value;
    magnitude += other.magnitude;
    terms += other.terms;
  }
};

template <class T>
double magnitudeOf(T value) {
  if constexpr (std::is_floating_point_v<T>) {
    return std::abs(value);
  } else {
    return 0;  // integers are exact
  }
}

/// The place of a coordinate in row-major order of the result's levels. Wide enough for four modes of maximal
/// dimension.
__extension__ typedef unsigned __int128 Key;

/// Keys of one tensor: key = sum of coordinate[mode] * strides[mode].
struct KeySpace {
  std::vector<std::int64_t> dims;  ///< by mode
  Format format;
  std::vector<Key> strides;  ///< by mode
  Key size = 1;

  /// Throws Error (unsupported) beyond 2^128 places.
  KeySpace(std::vector<std::int64_t> modes, Format storedAs);
  void coordinates(Key key, std::int32_t* out) const;  ///< by mode
};

/// Sums by key: an array where the keys are few or all stored, else a list that is sorted and merged whenever it has
/// doubled.
template <class T>
class Cells {
 public:
  explicit Cells(const KeySpace& space);

  void add(Key key, const Cell<T>& cell) {
    if (!array_.empty()) return array_[static_cast<std::size_t>(key)].add(cell);
    if (!list_.empty() && list_.back().key == key) return list_.back().cell.add(cell);
    if (list_.size() == mergeAt_) merge();
    list_.push_back({key, cell});
  }

  /// Calls visit(key, cell) for every stored cell in ascending order of keys.
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

  std::vector<Cell<T>> array_;
  std::vector<Entry> list_;
  std::size_t mergeAt_ = std::size_t{1} << 22;
};

/// Packs the cells into a result of the type and format of `result`.
template <class T>
Evaluated finish(Cells<T>& cells, const KeySpace& space, ValueType type, double productRoundings);

}  // namespace stardust::exec
