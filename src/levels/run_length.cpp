// Runs of neighbours with equal values: `pos` as in a compressed level, and in `crd` the last coordinate of each run.
// The runs cover every coordinate of a fiber, including those with value 0, so the last run ends at the extent. An
// innermost level: each position is a run with one value.
#include <fmt/format.h>

#include "levels/listed.h"
#include "levels/registry.h"
#include "support/diagnostic.h"
#include "support/plural.h"

namespace stardust::levels {
namespace {

void requireLast(std::span<const LevelFormat> levels, std::size_t level, const std::string& written) {
  requireInnermost(levels, level, written,
                   "a run-length level stores one value for each run of coordinates, so no level is below it");
}

// Computes the runs of consecutive fibers. A run has entries of equal value, or coordinates without an entry.
class Runs {
 public:
  Runs(const Entries& entries, Level& built) : entries_(entries), built_(built) {}

  void begin() { hasRun_ = false, covered_ = 0; }
  void add(std::size_t entry, std::int64_t coordinate) {
    if (covered_ < coordinate) extend(nothing, coordinate - 1);
    extend(entry, coordinate);
  }
  void end() {
    if (covered_ < built_.dim) extend(nothing, built_.dim - 1);
    built_.pos.push_back(static_cast<std::int64_t>(built_.crd.size()));
  }

 private:
  static constexpr auto nothing = static_cast<std::size_t>(-1);  // marks a run without entries, whose value is 0

  bool isZero(std::size_t entry) const { return entry == nothing || entries_.isZero(entry); }
  bool continues(std::size_t entry) const {
    if (!hasRun_) return false;
    if (isZero(entry) || isZero(entry_)) return isZero(entry) && isZero(entry_);
    return entries_.sameValue(entry, entry_);
  }
  void extend(std::size_t entry, std::int64_t last) {
    if (continues(entry)) built_.crd.set(built_.crd.size() - 1, last);
    else built_.crd.push_back(last);
    hasRun_ = true, entry_ = entry, covered_ = last + 1;
  }

  const Entries& entries_;
  Level& built_;
  bool hasRun_ = false;
  std::size_t entry_ = nothing;  // an entry of the last run
  std::int64_t covered_ = 0;     // coordinates of the fiber that are covered by runs
};

void packRuns(const Entries& entries, int level, Packing& packing, Level& built) {
  built.pos.push_back(0);
  Runs runs(entries, built);
  std::size_t e = 0;
  for (std::int64_t parent = 0; parent < packing.extent; ++parent) {
    runs.begin();
    for (; e < entries.size() && packing.positions[e] == parent; ++e) {
      runs.add(e, entries.at(level, e));
      packing.positions[e] = static_cast<std::int64_t>(built.crd.size()) - 1;
    }
    runs.end();
  }
  packing.extent = static_cast<std::int64_t>(built.crd.size());
}

// Emits an entry for each coordinate of each run.
void unpackRuns(const Level& level, Unpacking& unpacking) {
  const std::size_t fibers = level.pos.size() - 1;
  if (level.dim > 0 && static_cast<std::int64_t>(fibers) > maxPositions / level.dim)
    failUnsupported(fmt::format("{} of {} as entries", counted(fibers, "fiber"), counted(level.dim, "coordinate")), {},
                    fmt::format("a tensor has at most {} entries", maxPositions));
  Unpacking all;
  const std::size_t size = fibers * static_cast<std::size_t>(level.dim);
  all.positions.reserve(size), all.column.reserve(size), all.values.reserve(size);
  for (std::size_t fiber = 0; fiber < fibers; ++fiber) {
    std::int64_t next = 0;
    for (std::int64_t run = level.pos[fiber]; run < level.pos[fiber + 1]; ++run)
      for (const std::int64_t last = level.crd[static_cast<std::size_t>(run)]; next <= last; ++next) {
        all.positions.push_back(static_cast<std::int64_t>(fiber));
        all.column.push_back(next);
        all.values.push_back(run);
      }
  }
  unpacking = std::move(all);
}

void checkRuns(const LevelView& level, Checking& checking) {
  const auto parents = static_cast<std::size_t>(checking.extent);
  checkListed(level, true, checking);
  for (std::size_t parent = 0; level.dim > 0 && parent < parents; ++parent) {
    const auto end = static_cast<std::size_t>(level.pos[parent + 1]);
    const bool isEmpty = level.pos[parent] == level.pos[parent + 1];
    if (isEmpty || level.crd[end - 1] != level.dim - 1)
      checking.fail(
          fmt::format("fiber {} {}, but the runs of a fiber cover every coordinate, so the last one ends at {}", parent,
                      isEmpty ? "has no run" : fmt::format("ends at {}", level.crd[end - 1]), level.dim - 1));
  }
}

constexpr CText runsInC = {
    "run_level",
    R"(static int64_t run_level(const char* pos_name, const char* crd_name, stardust_level level, size_t pos_size,
                         size_t crd_size, int64_t above) {
  const int64_t count = compressed_level(pos_name, crd_name, level, pos_size, crd_size, above, true);
  for (int64_t f = 0; level.dim > 0 && f < above; f++) {
    const int64_t end = index_at(level.pos, pos_size, f + 1);
    require(index_at(level.pos, pos_size, f) < end && index_at(level.crd, crd_size, end - 1) == level.dim - 1, crd_name,
            "the last run of a fiber should end with the last coordinate");
  }
  return count;
}
)"};

}  // namespace

const Definition& runLengthLevel() {
  static const Definition row = {
      .format = LevelFormat::RunLength,
      .letter = 'r',
      .name = "runLength",
      .meaning = "run-length",
      .stored = "run-length",
      .arrays = {Array::Pos, Array::Crd},
      .isFull = true,
      .isCountable = false,
      .mergesValues = true,
      .isPositional = false,
      .onAccelerator = LevelFormat::Dense,
      .assembled = LevelFormat::RunLength,
      .requirePlace = requireLast,
      .pack = packRuns,
      .unpack = unpackRuns,
      .check = checkRuns,
      .leastBytes = leastBytesWithCoordinate,
      .cTexts = {indexInC, posInC, crdInC, listedInC, runsInC},
      .cCheck = "size = run_level(\"{pos}\", \"{crd}\", {level}, {pos_size}, {crd_size}, size);"};
  return row;
}

}  // namespace stardust::levels
