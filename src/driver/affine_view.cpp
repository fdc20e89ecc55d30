#include "driver/affine_view.h"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <limits>

#include "support/radix_sort.h"
#include "support/saturated.h"
#include "tensor/huge_pages.h"
#include "tensor/sorted_columns.h"
#include "tensor/widths.h"

namespace stardust::driver {
namespace {

constexpr int mostBits = 62;

// An entry of the view: its coordinates in storage order, and the entry of the source.
struct KeyedEntry {
  std::uint64_t key;
  std::uint32_t source;
};

int bitsOf(std::int64_t dim) {
  return dim < 2 ? 0 : static_cast<int>(std::bit_width(static_cast<std::uint64_t>(dim - 1)));
}

// The place of each coordinate in a key.
struct KeyLayout {
  std::vector<int> shifts;  // by level
  std::vector<int> widths;  // by level
  int bits = 0;

  std::uint64_t coordinate(std::uint64_t key, std::size_t level) const {
    return key >> shifts[level] & ((std::uint64_t{1} << widths[level]) - 1);
  }
};

bool isDenseAboveCompressed(const Format& format) {
  const auto& levels = format.levels();
  const auto first = std::find_if(levels.begin(), levels.end(), [](LevelFormat level) { return level != dense; });
  return !format.isSymmetric() && first != levels.end() &&
         std::all_of(first, levels.end(), [](LevelFormat level) { return level == compressed; });
}

std::optional<KeyLayout> layoutOf(const Format& format, const std::vector<std::int64_t>& dims) {
  if (!isDenseAboveCompressed(format)) return std::nullopt;
  KeyLayout layout;
  const auto order = static_cast<std::size_t>(format.order());
  layout.shifts.assign(order, 0);
  layout.widths.assign(order, 0);
  for (std::size_t l = order; l-- > 0;) {
    const std::int64_t dim = dims[static_cast<std::size_t>(format.mode(static_cast<int>(l)))];
    if (dim > mostNarrow) return std::nullopt;
    layout.shifts[l] = layout.bits;
    layout.widths[l] = bitsOf(dim);
    layout.bits += layout.widths[l];
    if (layout.bits > mostBits) return std::nullopt;
  }
  return layout;
}

// Finds the positions of the variables that read an entry. Which variables are known at each term does not depend on
// the entry, so the steps are listed in advance.
class AffineSolver {
 public:
  AffineSolver(const IndexMap& map, const KeyLayout& layout, const Format& format) : at_(map.extents().size()) {
    std::vector<bool> isBound(map.extents().size());
    std::vector<std::size_t> modes;
    for (std::size_t m = 0; m < map.modes(); ++m) modes.push_back(m);
    std::stable_sort(modes.begin(), modes.end(),
                     [&](std::size_t a, std::size_t b) { return map.mode(a).terms.size() < map.mode(b).terms.size(); });
    std::vector<int> shifts(map.extents().size());
    for (std::size_t l = 0; l < layout.shifts.size(); ++l)
      shifts[static_cast<std::size_t>(format.mode(static_cast<int>(l)))] = layout.shifts[l];
    for (const std::size_t m : modes) addMode(map, m, isBound, shifts);
    steps_.push_back({Step::Found});
  }

  // A bound of the number of positions for this number of entries, if they are not too many to reserve memory for.
  std::size_t mostReaders(std::size_t entries) const {
    std::int64_t most = static_cast<std::int64_t>(entries);
    for (const Step& step : steps_)
      if (step.kind == Step::Each) most = saturated::times(most, step.extent);
    return most < std::int64_t{1} << 26 ? static_cast<std::size_t>(most) : 0;
  }

  // Calls visit(key) for each position.
  template <class Visit>
  void solve(const std::int64_t* entry, const Visit& visit) {
    run(0, entry, 0, 0, visit);
  }

 private:
  struct Step {
    enum Kind { Begin, Known, Each, Last, Check, Found } kind;
    std::size_t mode = 0, variable = 0;
    std::int64_t factor = 1;
    std::int64_t extent = 0;  // of the variable; of Begin, the constant
    int shift = 0;
  };

  void addMode(const IndexMap& map, std::size_t m, std::vector<bool>& isBound, const std::vector<int>& shifts) {
    std::vector<IndexMap::Term> terms = map.mode(m).terms;
    // The variable with the greatest extent comes last, and is solved for.
    std::stable_sort(terms.begin(), terms.end(), [&](const auto& a, const auto& b) {
      return map.extents()[a.variables[0]] < map.extents()[b.variables[0]];
    });
    std::stable_partition(terms.begin(), terms.end(), [&](const auto& term) { return isBound[term.variables[0]]; });
    steps_.push_back({Step::Begin, m, 0, 1, map.mode(m).constant, 0});
    bool isSolved = false;
    for (std::size_t t = 0; t < terms.size(); ++t) {
      const std::size_t variable = terms[t].variables[0];
      const bool isLast = t + 1 == terms.size();
      const Step::Kind kind = isBound[variable] ? Step::Known : isLast ? Step::Last : Step::Each;
      isSolved = kind == Step::Last;
      isBound[variable] = true;
      steps_.push_back({kind, m, variable, terms[t].factor, map.extents()[variable], shifts[variable]});
    }
    if (!isSolved) steps_.push_back({Step::Check});
  }

  // `left`: what the further terms of the index must add up to.
  template <class Visit>
  void run(std::size_t n, const std::int64_t* entry, std::int64_t left, std::uint64_t key, const Visit& visit) {
    const Step& step = steps_[n];
    switch (step.kind) {
      case Step::Found: return visit(key);
      case Step::Begin: return run(n + 1, entry, entry[step.mode] - step.extent, key, visit);
      case Step::Check: return left == 0 ? run(n + 1, entry, 0, key, visit) : void();
      case Step::Known: return run(n + 1, entry, left - step.factor * at_[step.variable], key, visit);
      case Step::Each:
        for (std::int64_t value = 0; value < step.extent; ++value) {
          at_[step.variable] = value;
          run(n + 1, entry, left - step.factor * value, key + (static_cast<std::uint64_t>(value) << step.shift), visit);
        }
        return;
      case Step::Last: {
        const std::int64_t value = step.factor == 1 ? left : left / step.factor;
        if (value < 0 || value >= step.extent || value * step.factor != left) return;
        at_[step.variable] = value;
        return run(n + 1, entry, 0, key + (static_cast<std::uint64_t>(value) << step.shift), visit);
      }
    }
  }

  std::vector<Step> steps_;
  std::vector<std::int64_t> at_;
};

// Whether sums of an index with any coordinate need at most 62 bits.
bool isSmall(const IndexMap& map, const std::vector<std::int64_t>& dims) {
  for (std::size_t m = 0; m < map.modes(); ++m) {
    const IndexMap::Mode& mode = map.mode(m);
    if (mode.hasTable()) return false;
    std::int64_t most = saturated::plus(std::abs(mode.constant), dims[m]);
    for (const IndexMap::Term& term : mode.terms)
      most = saturated::plus(most, saturated::times(std::abs(term.factor), map.extents()[term.variables[0]]));
    if (most == saturated::farthest) return false;
  }
  return true;
}

// The coordinates of sorted entries, by level.
std::vector<Column> columnsOf(const std::vector<KeyedEntry>& entries, const KeyLayout& layout) {
  std::vector<Column> columns(layout.shifts.size(), Column(entries.size()));
  for (std::size_t l = 0; l < columns.size(); ++l)
    for (std::size_t e = 0; e < entries.size(); ++e)
      columns[l][e] = static_cast<std::int32_t>(layout.coordinate(entries[e].key, l));
  return columns;
}

}  // namespace

std::optional<Storage> madeAffine(const notation::View& view, const Coordinates& source, const IndexMap& map) {
  const Format& format = view.tensor.format;
  const std::vector<std::int64_t>& dims = map.extents();
  const std::optional<KeyLayout> layout = layoutOf(format, dims);
  if (!layout || !isSmall(map, source.dims) || source.size() > std::numeric_limits<std::uint32_t>::max())
    return std::nullopt;
  requireCoordinatesFit(format, dims);
  std::vector<KeyedEntry> entries;
  AffineSolver solver(map, *layout, format);
  entries.reserve(solver.mostReaders(source.size()));
  const std::vector<std::int64_t> crd = source.crd.wide();
  for (std::size_t e = 0; e < source.size(); ++e)
    solver.solve(crd.data() + e * source.dims.size(), [&](std::uint64_t key) {
      entries.push_back({key, static_cast<std::uint32_t>(e)});
    });
  const auto isBefore = [](const KeyedEntry& a, const KeyedEntry& b) { return a.key < b.key; };
  if (!std::is_sorted(entries.begin(), entries.end(), isBefore))
    radixSort(entries, layout->bits, [](const KeyedEntry& entry) { return entry.key; });
  if (entries.empty()) return std::nullopt;
  std::optional<std::vector<Level>> levels = levelsOfSorted(columnsOf(entries, *layout), format, dims);
  if (!levels) return std::nullopt;
  Storage out{dims, format, std::move(*levels), {}};
  out.values = std::visit(
      [&](const auto& values) -> Values {
        std::decay_t<decltype(values)> picked(entries.size());
        for (std::size_t n = 0; n < entries.size(); ++n) picked[n] = values[entries[n].source];
        return picked;
      },
      source.values);
  fitWidths(out);
  moveToHugePages(out);
  return out;
}

}  // namespace stardust::driver
