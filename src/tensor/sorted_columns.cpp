#include "tensor/sorted_columns.h"

#include <algorithm>

#include "levels/registry.h"

namespace stardust {
namespace {

std::size_t denseLevels(const Format& format) {
  const auto& levels = format.levels();
  return static_cast<std::size_t>(std::find_if(levels.begin(), levels.end(), [](auto l) { return l != dense; }) -
                                  levels.begin());
}

class Builder {
 public:
  Builder(std::vector<Column> columns, const Format& format, const std::vector<std::int64_t>& dims)
      : columns_(std::move(columns)), first_(denseLevels(format)), differs_(columns_.front().size(), 0) {
    for (int l = 0; l < format.order(); ++l)
      levels_.push_back({format.level(l), dims[static_cast<std::size_t>(format.mode(l))], {}, {}});
  }

  std::optional<std::vector<Level>> run() {
    differs_.front() = 1;
    for (std::size_t l = 0; l < first_; ++l) compare(columns_[l]);
    for (std::size_t l = first_; l < levels_.size(); ++l) add(l);
    if (std::find(begins_.begin(), begins_.end(), 0) != begins_.end()) return std::nullopt;
    return std::move(levels_);
  }

 private:
  using Flags = std::vector<std::uint8_t>;  // by entry

  std::size_t entries() const { return differs_.size(); }

  // An entry differs from the one before it in this column or in one above.
  void compare(const Column& column) {
    std::uint8_t* differs = differs_.data();  // bytes may alias any member: the loop works on local pointers
    const std::int32_t* crd = column.data();
    const std::size_t size = entries();
    for (std::size_t e = 1; e < size; ++e) differs[e] |= static_cast<std::uint8_t>(crd[e] != crd[e - 1]);
  }

  // A singleton has the positions of the level above. Positions of a level that repeats coordinates are tuples with the
  // coordinates of the singletons below it.
  void add(std::size_t l) {
    const Flags above = begins_;
    compare(columns_[l]);
    if (!isSingleton(l)) {
      if (!levels::of(levels_[l].format).isUnique)
        for (std::size_t below = l + 1; below < levels_.size() && isSingleton(below); ++below) compare(columns_[below]);
      begins_ = differs_;
    }
    if (levels::of(levels_[l].format).stores(levels::Array::Pos))
      levels_[l].pos = l == first_ ? startsBelowDense() : startsBelow(above);
    levels_[l].crd = chosen(std::move(columns_[l]));
  }

  bool isSingleton(std::size_t l) const { return levels::of(levels_[l].format).isBranchless; }

  std::vector<std::int64_t> startsBelowDense() const {
    if (first_ == 0) return {0, static_cast<std::int64_t>(count(begins_))};
    const std::int32_t* rows = columns_.front().data();
    if (first_ == 1) return starts([&](std::size_t e) { return std::int64_t{rows[e]}; });
    return starts([&](std::size_t e) {
      std::int64_t parent = 0;
      for (std::size_t l = 0; l < first_; ++l) parent = parent * levels_[l].dim + columns_[l][e];
      return parent;
    });
  }

  // `parentOf` ascends.
  template <class ParentOf>
  std::vector<std::int64_t> starts(const ParentOf& parentOf) const {
    std::int64_t parents = 1, parent = 0, positions = 0;
    for (std::size_t l = 0; l < first_; ++l) parents *= levels_[l].dim;
    std::vector<std::int64_t> pos(static_cast<std::size_t>(parents) + 1, 0);
    for (std::size_t e = 0; e < entries(); ++e) {
      for (const std::int64_t next = parentOf(e); parent < next;) pos[static_cast<std::size_t>(++parent)] = positions;
      positions += begins_[e];
    }
    std::fill(pos.begin() + parent + 1, pos.end(), positions);
    return pos;
  }

  // `above` marks the entries that begin a position of the level above.
  std::vector<std::int64_t> startsBelow(const Flags& above) const {
    std::vector<std::int64_t> pos(count(above) + 1);
    std::int64_t positions = 0;
    std::size_t parents = 0;
    for (std::size_t e = 0; e < entries(); ++e) {
      pos[parents] = positions;  // overwritten unless the entry begins a parent
      parents += above[e];
      positions += begins_[e];
    }
    pos[parents] = positions;
    return pos;
  }

  Column chosen(Column column) const {
    const std::size_t positions = count(begins_);
    if (positions == entries()) return column;
    Column crd(positions + 1);
    std::size_t position = 0;
    for (std::size_t e = 0; e < entries(); ++e) {
      crd[position] = column[e];
      position += begins_[e];
    }
    crd.pop_back();
    return crd;
  }

  static std::size_t count(const Flags& flags) {
    return static_cast<std::size_t>(std::count(flags.begin(), flags.end(), std::uint8_t{1}));
  }

  std::vector<Column> columns_;
  const std::size_t first_;  // the first level below the dense ones
  std::vector<Level> levels_;
  Flags differs_;  // the entry differs from the one before it in a mode so far
  Flags begins_;   // the entry begins a position of the last level that was added
};

}  // namespace

bool isDenseAboveListed(const Format& format) {
  const std::size_t first = denseLevels(format);
  const auto isListed = [](LevelFormat level) {
    const auto& definition = levels::of(level);
    return definition.stores(levels::Array::Crd) && !definition.stores(levels::Array::Bits) &&
           !definition.mergesValues && !definition.pads;
  };
  return first < format.levels().size() && !levels::of(format.levels()[first]).isBranchless &&
         std::all_of(format.levels().begin() + static_cast<long>(first), format.levels().end(), isListed);
}

double densePositions(const Format& format, const std::vector<std::int64_t>& dims) {
  double positions = 1;
  for (std::size_t l = 0; l < denseLevels(format); ++l)
    positions *= static_cast<double>(dims[static_cast<std::size_t>(format.mode(static_cast<int>(l)))]);
  return positions;
}

std::optional<std::vector<Level>> levelsOfSorted(std::vector<Column> columns, const Format& format,
                                                 const std::vector<std::int64_t>& dims) {
  return Builder(std::move(columns), format, dims).run();
}

}  // namespace stardust
