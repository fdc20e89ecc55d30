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
}

Format::Format(std::vector<LevelFormat> levels, std::vector<int> modeOrder, Region region)
    : levels_(std::move(levels)), modeOrder_(std::move(modeOrder)), region_(region) {
  checkModeOrder(levels_, modeOrder_);
  checkLevels(levels_);
}

Format Format::with(Widths widths) const {
  Format other = *this;
  other.widths_ = widths;
  return other;
}

Format Format::with(std::vector<LevelFormat> levels, std::vector<int> modeOrder) const {
  return Format(std::move(levels), std::move(modeOrder), region_).with(widths_);
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
  if (format.modeOrder() != naturalOrder(format.levels().size()))
    text += fmt::format(":{}", fmt::join(format.modeOrder(), ","));
  for (const WidthWord& word : widthWords())
    if (format.widths().*word.array == word.width) text += fmt::format(":{}", word.text);
  if (format.region() == Region::OnChip) text += ":onChip";
  return text;
}

}  // namespace stardust
