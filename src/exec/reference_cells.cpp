#include "exec/reference_cells.h"

#include <fmt/format.h>

#include "exec/reference_problem.h"
#include "support/diagnostic.h"

namespace stardust::exec {
namespace {

constexpr Key maxDenseCells = Key{1} << 27;  // 3 GiB of cells
constexpr Key smallSpace = Key{1} << 22;     // an array of this size costs less than sorting
constexpr std::size_t maxListedCells = std::size_t{1} << 27;

template <class T>
void setValue(Values& values, std::size_t index, T value, ValueType type) {
  std::visit(
      [&](auto& to) {
        using V = typename std::decay_t<decltype(to)>::value_type;
        if constexpr (std::is_same_v<T, double>) {
          to[index] = static_cast<V>(value);
        } else {
          to[index] = static_cast<V>(operators::wrapped(type, value));
        }
      },
      values);
}

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

void KeySpace::coordinates(Key key, std::int32_t* out) const {
  for (const int mode : format.modeOrder()) {
    const Key stride = strides[static_cast<std::size_t>(mode)];
    out[mode] = static_cast<std::int32_t>(key / stride);
    key %= stride;
  }
}

template <class T>
Cells<T>::Cells(const KeySpace& space, notation::AssignOp op, const Arithmetic<T>& arithmetic)
    : op_(op), arithmetic_(arithmetic) {
  if (space.format.isDense() && space.size > maxDenseCells)
    failUnsupported("a dense result with more than 2^27 values", {}, "the reference evaluator keeps a sum for each",
                    "store the result sparse: -f with csr, csf or, for a vector, s");
  if (space.format.isDense() || space.size <= smallSpace) array_.resize(static_cast<std::size_t>(space.size));
}

template <class T>
void Cells<T>::merge() {
  const auto before = [](const Entry& a, const Entry& b) { return a.key < b.key; };
  if (!std::is_sorted(list_.begin(), list_.end(), before)) std::stable_sort(list_.begin(), list_.end(), before);
  // A reduced cell is a term of the merged cell; *= then counts its roundings twice, which is harmless.
  std::size_t kept = 0;
  for (std::size_t e = 0; e < list_.size(); ++e) {
    if (kept > 0 && list_[kept - 1].key == list_[e].key) reduce(list_[kept - 1].cell, list_[e].cell);
    else list_[kept++] = list_[e];
  }
  list_.resize(kept);
  mergeAt_ = std::max(mergeAt_, 2 * kept);
  if (kept > maxListedCells) failUnsupported("a sparse result with more than 2^27 stored values");
}

template class Cells<double>;
template class Cells<std::uint64_t>;

template <class T>
void addEntries(Cells<T>& cells, const KeySpace& space, const Storage& existing) {
  const Coordinates entries = unpack(existing);
  const std::vector<T> values = numbers<T>(entries.values);
  const std::size_t order = space.dims.size();
  for (std::size_t e = 0; e < values.size(); ++e) {
    Key key = 0;
    for (std::size_t m = 0; m < order; ++m) key += static_cast<Key>(entries.crd[e * order + m]) * space.strides[m];
    cells.add(key, {values[e], magnitudeOf(values[e]), 1});
  }
}
template void addEntries(Cells<double>&, const KeySpace&, const Storage&);
template void addEntries(Cells<std::uint64_t>&, const KeySpace&, const Storage&);

template <class T>
Evaluated finish(Cells<T>& cells, const KeySpace& space, const Arithmetic<T>& arithmetic, T fill) {
  const ValueType type = arithmetic.type;
  std::size_t stored = 0;
  const bool isDense = space.format.isDense();
  cells.forEach([&](Key, const Cell<T>&) { ++stored; });
  if (isDense) stored = static_cast<std::size_t>(space.size);

  Evaluated out;
  const std::size_t order = space.dims.size();
  Coordinates entries{space.dims, {}, makeValues(type, stored)};
  const std::size_t bounds = isInteger(type) ? 0 : stored;
  out.magnitude.resize(bounds);
  out.operations.resize(bounds);
  if (!isDense) entries.crd.resize(stored * order);
  if (isDense && fill != 0)
    for (std::size_t at = 0; at < stored; ++at) setValue(entries.values, at, fill, type);
  std::size_t next = 0;
  cells.forEach([&](Key key, const Cell<T>& cell) {
    const std::size_t at = isDense ? static_cast<std::size_t>(key) : next++;
    if (!isDense) space.coordinates(key, entries.crd.data() + at * order);
    setValue(entries.values, at, cell.value, type);
    if (bounds == 0) return;
    out.magnitude[at] = magnitudeOfProduct(type, cell.magnitude, cell.growth);
    out.operations[at] = cell.terms + arithmetic.termRoundings;
  });

  if (isDense) {  // keys are positions
    out.result = {space.dims, space.format, {}, std::move(entries.values)};
    for (const int mode : space.format.modeOrder())
      out.result.levels.push_back({dense, space.dims[static_cast<std::size_t>(mode)], {}, {}});
    return out;
  }
  out.result = pack(entries, space.format);
  if (fill != 0 && out.result.stored() > stored) {  // padding of dense levels, which has no marks
    entries.values = ValueArray<std::int32_t>(stored, 1);
    const auto reached = std::get<ValueArray<std::int32_t>>(pack(entries, space.format).values);
    for (std::size_t at = 0; at < reached.size(); ++at)
      if (reached[at] == 0) setValue(out.result.values, at, fill, type);
  }
  // The bounds are packed like the values, so that they have the same positions, also between the padding of dense
  // levels.
  for (ValueArray<double>* bound : {&out.magnitude, &out.operations}) {
    if (bounds == 0) break;
    entries.values = std::move(*bound);
    *bound = std::get<ValueArray<double>>(pack(entries, space.format).values);
  }
  return out;
}
template Evaluated finish(Cells<double>&, const KeySpace&, const Arithmetic<double>&, double);
template Evaluated finish(Cells<std::uint64_t>&, const KeySpace&, const Arithmetic<std::uint64_t>&, std::uint64_t);

}  // namespace stardust::exec
