#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <functional>
#include <numeric>

#include "support/diagnostic.h"
#include "support/plural.h"
#include "tensor/view.h"

namespace stardust {
namespace {

// Throws.
using Refuse = std::function<void(const std::string& what)>;

// Checks one level after the other; `extent_` is the number of positions of the level checked last.
class Validator {
 public:
  Validator(const StorageView& storage, const Refuse& refuse) : storage_(storage), refuse_(refuse) {}

  void run() {
    if (storage_.dims.size() != storage_.levels.size() || storage_.format.order() != storage_.order())
      refuse_(fmt::format("a tensor of {} has {} and format \"{}\"", counted(storage_.dims.size(), "dimension"),
                          counted(storage_.levels.size(), "level"), toString(storage_.format)));
    for (l_ = 0; l_ < storage_.levels.size(); ++l_) {
      const LevelView& level = storage_.levels[l_];
      checkShape(level);
      switch (level.format) {
        case LevelFormat::Dense: checkDense(level); break;
        case LevelFormat::Compressed:
        case LevelFormat::CompressedNonUnique: checkCompressed(level); break;
        case LevelFormat::Singleton: checkSingleton(level); break;
        case LevelFormat::BitVector: checkBitVector(level); break;
      }
    }
    if (storage_.stored() != static_cast<std::size_t>(extent_))
      refuse_(fmt::format("{} for {} of the last level", counted(storage_.stored(), "value"),
                          counted(extent_, "position")));
  }

 private:
  void fail(const std::string& what) const { refuse_(fmt::format("level {}: {}", l_, what)); }
  void check(bool holds, const char* what) const {
    if (!holds) fail(what);
  }

  void checkShape(const LevelView& level) const {
    const int l = static_cast<int>(l_);
    check(level.format == storage_.format.level(l), "its format is not the one that the tensor's format gives");
    const std::int64_t dim = storage_.dims[static_cast<std::size_t>(storage_.format.mode(l))];
    if (level.dim != dim)
      fail(fmt::format("its dimension is {}, but that of mode {} is {}", level.dim, storage_.format.mode(l), dim));
    check(dim >= 0 && dim <= maxDimension, "its dimension is out of range");
    check(level.bits.empty() || level.format == LevelFormat::BitVector, "only a bit vector stores bits");
    for (std::size_t p = 0; p < level.crd.size(); ++p)
      if (level.crd[p] < 0 || level.crd[p] >= dim)
        fail(fmt::format("crd[{}] is {}, outside the dimension {}", p, level.crd[p], dim));
  }

  void checkDense(const LevelView& level) {
    check(level.pos.empty() && level.crd.empty(), "a dense level stores neither pos nor crd");
    check(level.dim == 0 || extent_ <= maxDimension / level.dim, "more than 2^31-1 positions");
    extent_ *= level.dim;
    tied_.clear();
  }

  void checkPos(const LevelView& level, std::size_t stored) const {
    const auto parents = static_cast<std::size_t>(extent_);
    if (level.pos.size() != parents + 1)
      fail(fmt::format("pos has {} for {}", counted(level.pos.size(), "entry", "entries"), counted(parents, "parent")));
    if (level.pos[0] != 0) fail(fmt::format("pos[0] is {}, not 0", level.pos[0]));
    for (std::size_t p = 0; p < parents; ++p)
      if (level.pos[p] > level.pos[p + 1])
        fail(fmt::format("pos[{}] is {}, but pos[{}] is {}", p, level.pos[p], p + 1, level.pos[p + 1]));
    if (level.pos[parents] != static_cast<std::int64_t>(stored))
      fail(fmt::format("pos[{}] is {}, but {} {}", parents, level.pos[parents],
                       level.format == LevelFormat::BitVector ? "the bit vectors have" : "crd has",
                       counted(stored, "entry", "entries")));
  }

  void checkCompressed(const LevelView& level) {
    checkPos(level, level.crd.size());
    const auto parents = static_cast<std::size_t>(extent_);
    tied_.assign(level.crd.size(), false);
    for (std::size_t parent = 0; parent < parents; ++parent)
      for (auto p = static_cast<std::size_t>(level.pos[parent]) + 1;
           p < static_cast<std::size_t>(level.pos[parent + 1]); ++p) {
        tied_[p] = level.crd[p - 1] == level.crd[p];
        const bool repeats = tied_[p] && level.format == LevelFormat::Compressed;
        if (repeats || level.crd[p - 1] > level.crd[p])
          fail(fmt::format("crd[{}] is {}, after {} in the same fiber", p, level.crd[p], level.crd[p - 1]));
      }
    extent_ = static_cast<std::int64_t>(level.crd.size());
  }

  void checkSingleton(const LevelView& level) {
    if (level.crd.size() != static_cast<std::size_t>(extent_))
      fail(fmt::format("crd has {} for {}", counted(level.crd.size(), "entry", "entries"),
                       counted(extent_, "parent position")));
    check(level.pos.empty(), "a singleton level stores no pos");
    for (std::size_t p = 1; p < level.crd.size(); ++p) {
      if (tied_[p] && level.crd[p - 1] > level.crd[p])
        fail(fmt::format("crd[{}] is {}, after {} under the same coordinates", p, level.crd[p], level.crd[p - 1]));
      tied_[p] = tied_[p] && level.crd[p - 1] == level.crd[p];
    }
  }

  void checkBitVector(const LevelView& level) {
    check(level.crd.empty(), "a bit vector stores no crd");
    const auto words = static_cast<std::size_t>(bitVectorWords(level.dim));
    const auto parents = static_cast<std::size_t>(extent_);
    if (level.bits.size() != parents * words)
      fail(fmt::format("bits has {} for {} of {}", counted(level.bits.size(), "word"), counted(parents, "parent"),
                       words));
    std::vector<std::int64_t> set(parents, 0);
    for (std::size_t n = 0; n < level.bits.size(); ++n) {
      set[n / words] += std::popcount(level.bits[n]);
      const auto first = static_cast<std::int64_t>(n % words) * 32;
      const std::int64_t legal = std::clamp<std::int64_t>(level.dim - first, 0, 32);
      if (legal < 32 && level.bits[n] >> legal != 0)
        fail(fmt::format("word {} sets a bit beyond the dimension {}", n, level.dim));
    }
    checkPos(level, static_cast<std::size_t>(std::accumulate(set.begin(), set.end(), std::int64_t{0})));
    for (std::size_t parent = 0; parent < parents; ++parent)
      if (level.pos[parent + 1] - level.pos[parent] != set[parent])
        fail(fmt::format("fiber {} has {} set, but pos counts {}", parent, counted(set[parent], "bit"),
                         level.pos[parent + 1] - level.pos[parent]));
    extent_ = level.pos[parents];
    tied_.assign(static_cast<std::size_t>(extent_), false);
  }

  const StorageView& storage_;
  const Refuse& refuse_;
  std::size_t l_ = 0;
  std::int64_t extent_ = 1;
  std::vector<bool> tied_;  // tied_[p]: positions p-1 and p agree in every coordinate of their chain of levels
};

}  // namespace

void validate(const Storage& storage) {
  const Refuse refuse = [](const std::string& what) { failInternal(what); };
  Validator(viewOf(storage), refuse).run();
}

void requireConsistent(const StorageView& view, const std::string& name) {
  const Refuse refuse = [&](const std::string& what) { failUser(fmt::format("{}: {}", name, what)); };
  Validator(view, refuse).run();
}

}  // namespace stardust
