#include "planner/copies.h"

#include <algorithm>

#include "cin/loop_order.h"
#include "levels/registry.h"

namespace stardust::planner {

using notation::Access;
using notation::IndexVar;

namespace {

constexpr double perEntry = 10;       // of a copy: sorting, gathering
constexpr double perPosition = 0.25;  // of a dense level: filled in order

bool isFull(LevelFormat level) { return levels::of(level).isFull; }

}  // namespace

Format compressedInOrder(const Format& format) {
  std::vector<LevelFormat> levels = format.levels();
  const auto first = std::find_if_not(levels.begin(), levels.end(), isFull);
  const auto sparse = padsBelowSparse(format) ? first : std::find_if(first, levels.end(), levels::isListed);
  std::fill(sparse, levels.end(), compressed);
  return Format(std::move(levels), format.modeOrder(), format.region());
}

std::vector<Format> candidateFormats(const Access& access, const std::vector<IndexVar>& order) {
  std::vector<Format> formats;
  const Format& stored = access.tensor.format;
  if (stored.isFull() || stored.order() == 0) return formats;
  const auto add = [&](const Format& format) {
    if (format != stored && std::find(formats.begin(), formats.end(), format) == formats.end())
      formats.push_back(format);
  };
  const Format sorted = cin::formatInOrder(access, order);
  add(compressedInOrder(sorted));
  if (stored.order() > 1) {
    std::vector<LevelFormat> array(static_cast<std::size_t>(stored.order()), compressed);
    array.front() = dense;
    add(Format(array, sorted.modeOrder(), stored.region()));
  }
  return formats;
}

bool padsBelowSparse(const Format& format) {
  const auto first = std::find_if_not(format.levels().begin(), format.levels().end(), isFull);
  return std::find_if(first, format.levels().end(), isFull) != format.levels().end();
}

double stepsOf(const Format& to, const TensorFacts& facts) {
  double steps = perEntry * facts.stored(), positions = 1;
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
