#include "exec/reference_cells.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

#include "exec/reference_problem.h"
#include "notation/accumulate.h"
#include "support/diagnostic.h"
#include "tensor/widths.h"

namespace stardust::exec {
namespace {

constexpr Key maxDenseCells = Key{1} << 27;  // 3 GiB of cells
constexpr Key smallSpace = Key{1} << 16;     // an array of this size fits in a second-level cache

// The value of a cell, rounded to the type V.
template <class V, class T>
V rounded(ValueType type, T value) {
  if constexpr (std::is_same_v<T, double> || isComplexElement<T>) return numberAs<V>(value);
  else if constexpr (isComplexElement<V>) failInternal("a whole number in place of a complex one");
  else if constexpr (std::is_same_v<V, Truth>) return V(value);
  else return static_cast<V>(static_cast<std::uint64_t>(operators::wrapped(type, value)));
}

template <class V>
using ElementOf = typename std::decay_t<V>::value_type;

}  // namespace

KeySpace::KeySpace(std::vector<std::int64_t> modes, Format storedAs)
    : dims(std::move(modes)), format(std::move(storedAs)) {
  require(static_cast<std::size_t>(format.order()) == dims.size(), "a tensor has one dimension for each level");
  strides.resize(dims.size());
  for (int l = format.order() - 1; l >= 0; --l) {
    const auto mode = static_cast<std::size_t>(format.mode(l));
    strides[mode] = size;
    if (dims[mode] != 0 && size > ~Key{0} / static_cast<Key>(dims[mode]))
      failUnsupported("a result with more than 2^128 coordinates");
    size *= static_cast<Key>(dims[mode]);
  }
}

void KeySpace::coordinates(Key key, std::int64_t* out) const {
  const auto divide = [&](auto rest) {
    for (const int mode : format.modeOrder()) {
      const auto stride = static_cast<decltype(rest)>(strides[static_cast<std::size_t>(mode)]);
      out[mode] = static_cast<std::int64_t>(rest / stride);
      rest %= stride;
    }
  };
  if (size <= std::numeric_limits<std::uint64_t>::max()) divide(static_cast<std::uint64_t>(key));
  else divide(key);
}

template <class T>
Cells<T>::Cells(const KeySpace& space, notation::AssignOp op, const Arithmetic<T>& arithmetic)
    : reduce_(op, arithmetic), runs_(reduce_) {
  if (space.format.isDense() && space.size > maxDenseCells)
    failUnsupported("a dense result with more than 2^27 values", {}, "the reference evaluator keeps a sum for each",
                    "store the result sparse: -f with csr, csf or, for a vector, s");
  if (space.format.isDense() || space.size <= smallSpace) array_.resize(static_cast<std::size_t>(space.size));
}

template class Cells<double>;
template class Cells<std::complex<double>>;
template class Cells<std::uint64_t>;

template <class T>
void addEntries(Cells<T>& cells, const KeySpace& space, const Storage& existing, notation::AssignOp op) {
  const Coordinates entries = unpack(existing);
  const std::vector<T> values = numbers<T>(entries.values);
  const std::size_t order = space.dims.size();
  for (std::size_t e = 0; e < values.size(); ++e) {
    Key key = 0;
    for (std::size_t m = 0; m < order; ++m) key += static_cast<Key>(entries.crd[e * order + m]) * space.strides[m];
    const T truth = values[e] != T{0} ? 1 : 0;
    if (notation::isLogical(op)) cells.add(key, {truth, magnitudeOf(truth), 1, 1, true});
    else cells.add(key, {values[e], magnitudeOf(values[e]), 1});
  }
}
template void addEntries(Cells<double>&, const KeySpace&, const Storage&, notation::AssignOp);
template void addEntries(Cells<std::complex<double>>&, const KeySpace&, const Storage&, notation::AssignOp);
template void addEntries(Cells<std::uint64_t>&, const KeySpace&, const Storage&, notation::AssignOp);

namespace {

// The values of all cells, and their bounds, at the positions that at(key) gives.
template <class T, class At>
void take(Cells<T>& cells, const Arithmetic<T>& arithmetic, Evaluated& out, Values& values, const At& at) {
  const ValueType type = arithmetic.type;
  const std::size_t bounds = isInteger(type) ? 0 : sizeOf(values);
  out.magnitude.resize(bounds);
  out.operations.resize(bounds);
  out.termRoundings = arithmetic.termRoundings;
  std::visit(
      [&](auto& to) {
        cells.forEach([&](Key key, const Cell<T>& cell) {
          const std::size_t position = at(key);
          to[position] = rounded<ElementOf<decltype(to)>>(arithmetic.finished, cell.value);
          if (bounds == 0) return;
          out.magnitude[position] = magnitudeOfProduct(type, cell.magnitude, cell.growth);
          out.operations[position] = cell.terms + arithmetic.termRoundings;
        });
      },
      values);
}

// Moves values of entries to positions: entryAt[p] is the number of the entry at position p, from 1; 0 is padding.
template <class V>
void spread(ValueArray<V>& values, const ValueArray<std::int64_t>& entryAt, V padding) {
  ValueArray<V> spreadOut(entryAt.size());
  for (std::size_t p = 0; p < entryAt.size(); ++p)
    spreadOut[p] = entryAt[p] == 0 ? padding : values[static_cast<std::size_t>(entryAt[p] - 1)];
  values = std::move(spreadOut);
}

// A dense result: keys are positions.
template <class T>
Evaluated finishDense(Cells<T>& cells, const KeySpace& space, const Arithmetic<T>& arithmetic, T fill) {
  Evaluated out;
  Values values = makeValues(arithmetic.finished, static_cast<std::size_t>(space.size));
  if (fill != T{0})
    std::visit(
        [&](auto& to) { std::fill(to.begin(), to.end(), rounded<ElementOf<decltype(to)>>(arithmetic.finished, fill)); },
        values);
  take(cells, arithmetic, out, values, [](Key key) { return static_cast<std::size_t>(key); });
  out.result = {space.dims, space.format, {}, std::move(values)};
  for (const int mode : space.format.modeOrder())
    out.result.levels.push_back({dense, space.dims[static_cast<std::size_t>(mode)], {}, {}});
  return out;
}

// Whether the format has dense levels, of no great extent, and then compressed ones. It has no padding.
bool isListed(const KeySpace& space) {
  const std::vector<LevelFormat> levels = space.format.levels();
  Key extent = 1;
  std::size_t l = 0;
  for (; l < levels.size() && levels[l] == dense; ++l)
    extent *= static_cast<Key>(space.dims[static_cast<std::size_t>(space.format.mode(static_cast<int>(l)))]);
  const auto first = levels.begin() + static_cast<std::ptrdiff_t>(l);
  return extent <= maxDenseCells && std::all_of(first, levels.end(), [](const auto& f) { return f == compressed; });
}

// Builds the levels of a listed format from keys in ascending order.
class LevelBuilder {
 public:
  explicit LevelBuilder(const KeySpace& space) : positions_(space.dims.size()) {
    for (int l = 0; l < space.format.order(); ++l) {
      const auto mode = static_cast<std::size_t>(space.format.mode(l));
      levels_.push_back({space.format.level(l), space.dims[mode], {}, {}});
      modes_.push_back(mode);
    }
  }

  // `coordinates`: by mode.
  void add(const std::vector<std::int64_t>& coordinates) {
    std::size_t parent = 0;
    bool isNew = before_.empty();
    for (std::size_t l = 0; l < levels_.size(); ++l) {
      const std::int64_t c = coordinates[modes_[l]];
      isNew = isNew || before_[modes_[l]] != c;
      if (isNew) positions_[l] = place(levels_[l], parent, c);
      parent = positions_[l];
    }
    before_ = coordinates;
  }

  std::vector<Level> take() {
    std::size_t extent = 1;
    for (Level& level : levels_) {
      if (level.format == compressed) level.pos.resize(extent + 1, static_cast<std::int64_t>(level.crd.size()));
      extent = level.format == compressed ? level.crd.size() : extent * static_cast<std::size_t>(level.dim);
    }
    return std::move(levels_);
  }

 private:
  static std::size_t place(Level& level, std::size_t parent, std::int64_t c) {
    if (level.format == dense) return parent * static_cast<std::size_t>(level.dim) + static_cast<std::size_t>(c);
    if (level.pos.size() <= parent) level.pos.resize(parent + 1, static_cast<std::int64_t>(level.crd.size()));
    level.crd.push_back(c);
    return level.crd.size() - 1;
  }

  std::vector<Level> levels_;
  std::vector<std::size_t> modes_;         // by level
  std::vector<std::size_t> positions_;     // by level: of the last key
  std::vector<std::int64_t> before_ = {};  // the coordinates of the last key
};

template <class T>
Evaluated finishListed(Cells<T>& cells, const KeySpace& space, const Arithmetic<T>& arithmetic) {
  Evaluated out;
  Values values = makeValues(arithmetic.finished, cells.count());
  LevelBuilder levels(space);
  std::vector<std::int64_t> coordinates(space.dims.size());
  std::size_t next = 0;
  take(cells, arithmetic, out, values, [&](Key key) {
    space.coordinates(key, coordinates.data());
    levels.add(coordinates);
    return next++;
  });
  out.result = {space.dims, space.format, levels.take(), std::move(values)};
  fitWidths(out.result);
  return out;
}

}  // namespace

template <class T>
Evaluated finish(Cells<T>& cells, const KeySpace& space, const Arithmetic<T>& arithmetic, T fill) {
  if (space.format.isDense()) return finishDense(cells, space, arithmetic, fill);
  if (isListed(space)) return finishListed(cells, space, arithmetic);
  const std::size_t stored = cells.count(), order = space.dims.size();
  Evaluated out;
  Coordinates entries{space.dims, {}, makeValues(arithmetic.finished, stored)};
  entries.crd.reserve(stored * order);
  std::vector<std::int64_t> coordinates(order);
  std::size_t next = 0;
  take(cells, arithmetic, out, entries.values, [&](Key key) {
    space.coordinates(key, coordinates.data());
    entries.crd.append(coordinates.begin(), coordinates.end());
    return next++;
  });
  out.result = pack(entries, space.format);
  if (out.result.stored() == stored) return out;  // keys ascend as positions do

  // There is padding of dense levels: packed numbers of the entries tell where it is.
  ValueArray<std::int64_t> numbered(stored);
  std::iota(numbered.begin(), numbered.end(), std::int64_t{1});
  Values values = std::exchange(entries.values, std::move(numbered));
  const auto entryAt = std::get<ValueArray<std::int64_t>>(pack(entries, space.format).values);
  std::visit([&](auto& to) { spread(to, entryAt, rounded<ElementOf<decltype(to)>>(arithmetic.finished, fill)); },
             values);
  out.result.values = std::move(values);
  if (isInteger(arithmetic.type)) return out;
  spread(out.magnitude, entryAt, 0.0);
  spread(out.operations, entryAt, 0.0);
  return out;
}
template Evaluated finish(Cells<double>&, const KeySpace&, const Arithmetic<double>&, double);
template Evaluated finish(Cells<std::complex<double>>&, const KeySpace&, const Arithmetic<std::complex<double>>&,
                          std::complex<double>);
template Evaluated finish(Cells<std::uint64_t>&, const KeySpace&, const Arithmetic<std::uint64_t>&, std::uint64_t);

}  // namespace stardust::exec
