#include "tensor/pack.h"

#include <fmt/format.h>

#include <numeric>

#include "support/diagnostic.h"
#include "support/plural.h"
#include "tensor/describe.h"
#include "tensor/huge_pages.h"
#include "tensor/sort.h"
#include "tensor/storage.h"

namespace stardust {
namespace {

// Positions are 32-bit words on the machine, so no level may have more.
constexpr std::int64_t maxPositions = maxDimension;

void checkCoordinates(const Coordinates& coordinates) {
  const auto& dims = coordinates.dims;
  for (std::size_t m = 0; m < dims.size(); ++m)
    if (dims[m] < 0 || dims[m] > maxDimension)
      failUser(fmt::format("mode {} has dimension {}", m, dims[m]), {},
               fmt::format("coordinates are 32-bit: a dimension is between 0 and {}", maxDimension));
  require(coordinates.crd.size() == coordinates.size() * dims.size(),
          "pack: crd does not hold `order` coordinates for each value");
  if (coordinates.size() > static_cast<std::size_t>(maxPositions))
    failUnsupported(fmt::format("a tensor of {}", counted(coordinates.size(), "entry", "entries")), {},
                    "positions are 32-bit", fmt::format("at most {} entries", maxPositions));
  const std::int32_t* crd = coordinates.crd.data();
  for (std::size_t e = 0; e < coordinates.size(); ++e, crd += dims.size())
    for (std::size_t m = 0; m < dims.size(); ++m)
      if (crd[m] < 0 || crd[m] >= dims[m])
        failUser(fmt::format("entry {} at {} lies outside mode {}, whose dimension is {}", e,
                             describeCoordinate(coordinates, e), m, dims[m]),
                 {}, "coordinates count from 0 to the dimension minus one");
}

template <class T>
T add(T a, T b) {
  if constexpr (std::is_integral_v<T>)
    return static_cast<T>(static_cast<std::make_unsigned_t<T>>(a) + static_cast<std::make_unsigned_t<T>>(b));
  else return a + b;
}

// Builds the levels from the outermost in. The entries are visited in sorted order; `positions` holds, for each, its
// position in the level built last, and `extent` how many positions that level has.
class Packer {
 public:
  Packer(const Coordinates& coordinates, const Format& format)
      : coordinates_(coordinates),
        format_(format),
        entries_(sortedOrder(coordinates, format.modeOrder())),
        positions_(entries_.size(), 0) {}

  Packed run() {
    Storage storage{coordinates_.dims, format_, {}, {}};
    for (int l = 0; l < format_.order();) {
      const int end = format_.level(l) == LevelFormat::CompressedNonUnique ? endOfChain(l) : l + 1;
      if (format_.level(l) == LevelFormat::Dense) storage.levels.push_back(denseLevel(l));
      else storeLevels(l, end, storage.levels);
      l = end;
    }
    std::size_t repeated = 0;
    storage.values = sumValues(repeated);
    return {std::move(storage), repeated};
  }

 private:
  std::int32_t crd(int level, std::size_t e) const {
    return coordinates_.crd[std::size_t{entries_[e]} * static_cast<std::size_t>(format_.order()) +
                            static_cast<std::size_t>(format_.mode(level))];
  }
  Level emptyLevel(int level) const {
    return {format_.level(level), coordinates_.dims[static_cast<std::size_t>(format_.mode(level))], {}, {}};
  }

  // A non-unique level and the singletons below it store whole tuples: they are built together.
  int endOfChain(int level) const {
    int end = level + 1;
    while (end < format_.order() && format_.level(end) == LevelFormat::Singleton) ++end;
    return end;
  }

  Level denseLevel(int level) {
    Level built = emptyLevel(level);
    if (built.dim > 0 && extent_ > maxPositions / built.dim)
      failUnsupported(fmt::format("format \"{}\" would store {} x {} at level {}", toString(format_), extent_,
                                  counted(built.dim, "position"), level),
                      {}, fmt::format("a level has at most {} positions", maxPositions),
                      "make this level or one above it compressed (s)");
    for (std::size_t e = 0; e < positions_.size(); ++e) positions_[e] = positions_[e] * built.dim + crd(level, e);
    extent_ *= built.dim;
    return built;
  }

  void storeLevels(int begin, int end, std::vector<Level>& levels) {
    const std::size_t first = levels.size();
    for (int l = begin; l < end; ++l) levels.push_back(emptyLevel(l));
    auto& pos = levels[first].pos;
    pos.assign(static_cast<std::size_t>(extent_) + 1, 0);
    std::int64_t stored = 0;
    std::int64_t parentBefore = -1;
    for (std::size_t e = 0; e < positions_.size(); ++e) {
      const std::int64_t parent = positions_[e];
      bool repeated = parent == parentBefore;
      for (int l = begin; repeated && l < end; ++l)
        repeated = crd(l, e) == levels[first + static_cast<std::size_t>(l - begin)].crd.back();
      if (!repeated) {
        for (int l = begin; l < end; ++l) levels[first + static_cast<std::size_t>(l - begin)].crd.push_back(crd(l, e));
        ++pos[static_cast<std::size_t>(parent) + 1];
        ++stored;
      }
      parentBefore = parent;
      positions_[e] = stored - 1;
    }
    std::inclusive_scan(pos.begin(), pos.end(), pos.begin());
    if (format_.level(begin) == LevelFormat::BitVector) setBits(levels[first], begin);
    extent_ = stored;
  }

  // Bits in place of the coordinates of a compressed level.
  void setBits(Level& level, int l) const {
    const std::int64_t words = bitVectorWords(level.dim);
    if (words > 0 && extent_ > maxPositions / words)
      failUnsupported(fmt::format("format \"{}\" would store {} of {} at level {}", toString(format_),
                                  counted(extent_, "bit vector"), counted(words, "word"), l),
                      {}, fmt::format("a level has at most {} words", maxPositions), "make this level compressed (s)");
    level.bits.assign(static_cast<std::size_t>(extent_ * words), 0);
    for (std::size_t parent = 0; parent + 1 < level.pos.size(); ++parent)
      for (auto p = static_cast<std::size_t>(level.pos[parent]); p < static_cast<std::size_t>(level.pos[parent + 1]);
           ++p) {
        const auto c = static_cast<std::size_t>(level.crd[p]);
        level.bits[parent * static_cast<std::size_t>(words) + c / 32] |= std::uint32_t{1} << (c % 32);
      }
    level.crd.clear();
    level.crd.shrink_to_fit();
  }

  Values sumValues(std::size_t& repetitions) const {
    Values values = makeValues(typeOf(coordinates_.values), static_cast<std::size_t>(extent_));
    std::visit(
        [&](auto& sums) {
          using T = typename std::decay_t<decltype(sums)>::value_type;
          const auto& terms = std::get<ValueArray<T>>(coordinates_.values);
          for (std::size_t e = 0; e < positions_.size(); ++e) {
            const T term = terms[entries_[e]];
            T& sum = sums[static_cast<std::size_t>(positions_[e])];
            const bool repeated = e > 0 && positions_[e] == positions_[e - 1];
            repetitions += repeated ? 1 : 0;
            sum = repeated ? add(sum, term) : term;  // not 0 + term, which would lose the sign of -0.0
          }
        },
        values);
    return values;
  }

  const Coordinates& coordinates_;
  const Format& format_;
  std::vector<std::uint32_t> entries_;
  std::vector<std::int64_t> positions_;
  std::int64_t extent_ = 1;
};

}  // namespace

Packed packCounting(const Coordinates& coordinates, const Format& format) {
  if (coordinates.order() != format.order())
    failUser(fmt::format("a tensor of {} cannot have format \"{}\", which has {}", counted(coordinates.order(), "mode"),
                         toString(format), counted(format.order(), "level")),
             {}, "each level stores one mode");
  checkCoordinates(coordinates);
  try {
    Packed packed = Packer(coordinates, format).run();
    moveToHugePages(packed.storage);
    return packed;
  } catch (const std::bad_alloc&) {
    failUnsupported(fmt::format("a tensor of {} in format \"{}\" does not fit in this computer's memory",
                                counted(coordinates.size(), "entry", "entries"), toString(format)));
  }
}

Storage pack(const Coordinates& coordinates, const Format& format) { return packCounting(coordinates, format).storage; }

}  // namespace stardust
