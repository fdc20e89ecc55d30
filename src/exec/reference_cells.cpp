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
          to[index] = static_cast<V>(wrapped(type, value));
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
Cells<T>::Cells(const KeySpace& space) {
  if (space.format.isDense() && space.size > maxDenseCells)
    failUnsupported("a dense result with more than 2^27 values", {}, "the reference evaluator keeps a sum for each",
                    "store the result sparse");
  if (space.format.isDense() || space.size <= smallSpace) array_.resize(static_cast<std::size_t>(space.size));
}

template <class T>
void Cells<T>::merge() {
  const auto before = [](const Entry& a, const Entry& b) { return a.key < b.key; };
  if (!std::is_sorted(list_.begin(), list_.end(), before)) std::stable_sort(list_.begin(), list_.end(), before);
  std::size_t kept = 0;
  for (std::size_t e = 0; e < list_.size(); ++e) {
    if (kept > 0 && list_[kept - 1].key == list_[e].key)
      list_[kept - 1].cell.add(list_[e].cell);
    else
      list_[kept++] = list_[e];
  }
  list_.resize(kept);
  mergeAt_ = std::max(mergeAt_, 2 * kept);
  if (kept > maxListedCells) failUnsupported("a sparse result with more than 2^27 stored values");
}

template class Cells<double>;
template class Cells<std::uint64_t>;

template <class T>
Evaluated finish(Cells<T>& cells, const KeySpace& space, ValueType type, double productRoundings) {
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
  std::size_t next = 0;
  cells.forEach([&](Key key, const Cell<T>& cell) {
    const std::size_t at = isDense ? static_cast<std::size_t>(key) : next++;
    if (!isDense) space.coordinates(key, entries.crd.data() + at * order);
    setValue(entries.values, at, cell.value, type);
    if (bounds == 0) return;
    out.magnitude[at] = cell.magnitude;
    out.operations[at] = cell.terms + productRoundings;
  });

  if (isDense) {  // keys are positions
    out.result = {space.dims, space.format, {}, std::move(entries.values)};
    for (const int mode : space.format.modeOrder())
      out.result.levels.push_back({LevelFormat::Dense, space.dims[static_cast<std::size_t>(mode)], {}, {}});
    return out;
  }
  out.result = pack(entries, space.format);
  // Packed the same way, the bounds come to lie where their values lie, also between the padding of dense levels.
  for (std::vector<double>* bound : {&out.magnitude, &out.operations}) {
    if (bounds == 0) break;
    entries.values = std::move(*bound);
    *bound = std::get<std::vector<double>>(pack(entries, space.format).values);
  }
  return out;
}
template Evaluated finish(Cells<double>&, const KeySpace&, ValueType, double);
template Evaluated finish(Cells<std::uint64_t>&, const KeySpace&, ValueType, double);

}  // namespace stardust::exec
