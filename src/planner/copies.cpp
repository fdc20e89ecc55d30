#include "planner/copies.h"

#include <algorithm>
#include <limits>

#include "cin/loop_order.h"
#include "levels/index_array.h"
#include "levels/registry.h"

namespace stardust::planner {

using notation::Access;
using notation::IndexVar;

namespace {

constexpr double perEntry = 10;       // of a copy, for each mode but one: sorting, gathering
constexpr double perPosition = 0.25;  // of a dense level: filled in order
constexpr double perValue = 8;        // of a dense tensor in another order: its steps are those of dense loops

bool isFull(LevelFormat level) { return levels::of(level).isFull; }

// In another order of the modes, a level that pads would store other coordinates.
bool isCopiedCompressed(LevelFormat level) { return levels::isListed(level) || levels::of(level).pads; }

}  // namespace

std::set<int> paddedModes(const Format& format) {
  std::set<int> modes;
  int level = format.order();
  while (level > 0 && isFull(format.level(level - 1))) modes.insert(format.mode(--level));
  return level == 0 ? std::set<int>() : modes;
}

Format compressedInOrder(const Format& stored, const Format& inOrder) {
  const std::set<int> padded = paddedModes(stored);
  std::vector<LevelFormat> levels = inOrder.levels();
  auto end = levels.end();  // of the levels above the innermost ones that stay dense
  for (int level = inOrder.order(); level > 0 && padded.count(inOrder.mode(level - 1)) > 0; --level) *--end = dense;
  const bool keepsAllPadding = levels.end() - end == static_cast<long>(padded.size());
  const auto first = std::find_if_not(levels.begin(), end, isFull);
  std::fill(keepsAllPadding ? std::find_if(first, end, isCopiedCompressed) : first, end, compressed);
  return inOrder.with(std::move(levels), inOrder.modeOrder());
}

std::vector<Format> candidateFormats(const Access& access, const std::vector<IndexVar>& order, Abilities abilities) {
  std::vector<Format> formats;
  const Format& stored = access.tensor.format;
  const bool isMoved = abilities.readsLines && stored.isDense();
  if (stored.order() == 0 || (stored.isFull() && !isMoved)) return formats;
  const auto add = [&](const Format& format) {
    if (format != stored && std::find(formats.begin(), formats.end(), format) == formats.end())
      formats.push_back(format);
  };
  if (isMoved) {
    add(cin::formatInOrder(access, order));
    return formats;
  }
  const Format inOrder = compressedInOrder(stored, cin::formatInOrder(access, order));
  add(inOrder);
  std::vector<LevelFormat> array = inOrder.levels();
  const auto listed = array.end() - static_cast<long>(paddedModes(inOrder).size());
  if (array.begin() + 1 < listed) {
    array.front() = dense;
    std::fill(array.begin() + 1, listed, compressed);
    add(stored.with(array, inOrder.modeOrder()));
  }
  return formats;
}

double stepsOf(const Format& to, const TensorFacts& facts) {
  if (to.isDense()) return perValue * facts.stored();
  for (int level = 0; level < to.order(); ++level)
    if (isFull(to.level(level)) &&
        facts.extents().at(static_cast<std::size_t>(to.mode(level))) > static_cast<double>(mostNarrow))
      return std::numeric_limits<double>::infinity();
  double steps = perEntry * std::max(1, to.order() - 1) * facts.stored(), positions = 1;
  Modes above = 0;
  for (int level = 0; level < to.order(); ++level) {
    const int mode = to.mode(level);
    const double extent = facts.extents().at(static_cast<std::size_t>(mode));
    above |= Modes{1} << mode;
    positions = isFull(to.level(level)) ? positions * extent : facts.distinct(above);
    if (isFull(to.level(level))) steps += perPosition * positions;
  }
  return steps;
}

}  // namespace stardust::planner
