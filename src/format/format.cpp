#include "stardust/format.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>

#include "format/widths.h"
#include "levels/registry.h"
#include "support/diagnostic.h"
#include "support/plural.h"

namespace stardust {
namespace {

std::vector<int> naturalOrder(std::size_t order) {
  std::vector<int> modes(order);
  std::iota(modes.begin(), modes.end(), 0);
  return modes;
}

std::string letters(const std::vector<LevelFormat>& levels) {
  std::string text;
  for (const LevelFormat level : levels) text += letter(level);
  return text;
}

void checkLevels(const std::vector<LevelFormat>& levels) {
  for (std::size_t l = 0; l < levels.size(); ++l)
    if (const auto requirePlace = levels::of(levels[l]).requirePlace) requirePlace(levels, l, letters(levels));
}

bool isBlocked(const std::vector<LevelFormat>& levels) {
  return std::any_of(levels.begin(), levels.end(), [](LevelFormat level) { return levels::of(level).hasBlocks; });
}

constexpr int mostOfBlock = 1024;
constexpr Block usualBlock{4, 4};

void checkModeOrder(const std::vector<LevelFormat>& levels, const std::vector<int>& modeOrder) {
  if (modeOrder.size() != levels.size())
    failUser(fmt::format("format \"{}\" has {}, but its mode order {} names {}", letters(levels),
                         counted(levels.size(), "level"), fmt::join(modeOrder, ","), modeOrder.size()),
             {}, "each level stores one mode");
  std::vector<int> sorted = modeOrder;
  std::sort(sorted.begin(), sorted.end());
  const std::vector<int> natural = naturalOrder(levels.size());
  if (sorted != natural)
    failUser(
        fmt::format("mode order {} is not a permutation of {}", fmt::join(modeOrder, ","), fmt::join(natural, ",")), {},
        "each level stores one mode, and modes count from 0");
}

}  // namespace

Format::Format(Region region) : region_(region) {}

Format::Format(std::initializer_list<LevelFormat> levels, Region region)
    : levels_(levels), modeOrder_(naturalOrder(levels.size())), region_(region) {
  checkLevels(levels_);
  if (isBlocked(levels_)) block_ = usualBlock;
}

Format::Format(std::vector<LevelFormat> levels, std::vector<int> modeOrder, Region region)
    : levels_(std::move(levels)), modeOrder_(std::move(modeOrder)), region_(region) {
  checkModeOrder(levels_, modeOrder_);
  checkLevels(levels_);
  if (isBlocked(levels_)) block_ = usualBlock;
}

Format Format::with(Widths widths) const {
  Format other = *this;
  other.widths_ = widths;
  return other;
}

Format Format::with(Block block) const {
  if (!isBlocked(levels_))
    failUser(fmt::format("format \"{}\" has no blocks", letters(levels_)), {},
             "the size of blocks is a part of formats with a level 'k'", "use bsr");
  const auto isSize = [](int size) { return size >= 1 && size <= mostOfBlock; };
  if (!isSize(block.rows) || !isSize(block.columns))
    failUser(fmt::format("blocks of {} x {}", block.rows, block.columns), {},
             fmt::format("a block has 1 to {} rows and columns", mostOfBlock), "bsr(4,4)");
  Format other = *this;
  other.block_ = block;
  return other;
}

Format Format::asSymmetric() const {
  const auto leavesOut = [](LevelFormat level) { return !levels::of(level).isFull && !levels::of(level).pads; };
  const bool isTriangle =
      order() == 2 && (leavesOut(level(0)) || levels::of(level(0)).hasLocate) && leavesOut(level(1));
  if (!isTriangle)
    failUser(fmt::format("format \"{}\" cannot store one triangle of a symmetric matrix", letters(levels_)), {},
             order() == 2 ? "its levels store more coordinates than those of the entries" : "a matrix has two levels",
             order() == 2 ? "csr:symmetric, coo:symmetric, or symmetric for a dense matrix" : "leave symmetric out");
  Format other = *this;
  other.isSymmetric_ = true;
  return other;
}

Format Format::with(std::vector<LevelFormat> levels, std::vector<int> modeOrder) const {
  Format other = Format(std::move(levels), std::move(modeOrder), region_).with(widths_);
  if (isBlocked(other.levels_) && block_.rows > 0) other.block_ = block_;
  return other;
}

int Format::levelOfMode(int mode) const {
  const auto found = std::find(modeOrder_.begin(), modeOrder_.end(), mode);
  require(found != modeOrder_.end(), "levelOfMode: the format stores no such mode");
  return static_cast<int>(found - modeOrder_.begin());
}

bool Format::isDense() const {
  return std::all_of(levels_.begin(), levels_.end(), [](LevelFormat level) { return levels::of(level).hasLocate; });
}

bool Format::isFull() const {
  return std::all_of(levels_.begin(), levels_.end(), [](LevelFormat level) { return levels::of(level).isFull; });
}

Format denseFormat(int order, Region region) {
  require(order >= 0, "denseFormat: a negative order");
  const auto count = static_cast<std::size_t>(order);
  return Format(std::vector<LevelFormat>(count, dense), naturalOrder(count), region);
}

std::string toString(const Format& format) {
  std::string text = letters(format.levels());
  if (format.block().rows > 0) text += fmt::format("({},{})", format.block().rows, format.block().columns);
  if (format.modeOrder() != naturalOrder(format.levels().size()))
    text += fmt::format(":{}", fmt::join(format.modeOrder(), ","));
  if (format.isSymmetric()) text += ":symmetric";
  for (const WidthWord& word : widthWords())
    if (format.widths().*word.array == word.width) text += fmt::format(":{}", word.text);
  if (format.region() == Region::OnChip) text += ":onChip";
  return text;
}

}  // namespace stardust
