#include "levels/registry.h"

#include <fmt/format.h>

#include <algorithm>

#include "support/diagnostic.h"

namespace stardust::levels {

const Definition& denseLevel();
const Definition& compressedLevel();
const Definition& compressedNonUniqueLevel();
const Definition& singletonLevel();
const Definition& bitVectorLevel();
const Definition& runLengthLevel();
const Definition& rangeLevel();
const Definition& hashedLevel();
const Definition& fixedLengthLevel();
const Definition& lowerTriangleLevel();
const Definition& upperTriangleLevel();
const Definition& diagonalsLevel();
const Definition& symmetricLevel();
const Definition& blockedLevel();

const std::vector<const Definition*>& all() {
  static const std::vector<const Definition*> rows = {
      &denseLevel(),         &compressedLevel(),    &compressedNonUniqueLevel(),
      &singletonLevel(),     &bitVectorLevel(),     &runLengthLevel(),
      &rangeLevel(),         &hashedLevel(),        &fixedLengthLevel(),
      &lowerTriangleLevel(), &upperTriangleLevel(), &diagonalsLevel(),
      &symmetricLevel(),     &blockedLevel(),
  };
  return rows;
}

const Definition& of(LevelFormat format) {
  for (const Definition* row : all())
    if (row->format == format) return *row;
  failInternal("not a level format");
}

std::optional<LevelFormat> ofLetter(char letter) {
  for (const Definition* row : all())
    if (row->letter == letter || (row->otherLetter != 0 && row->otherLetter == letter)) return row->format;
  return std::nullopt;
}

double positionsOf(const LevelView& view, double above) {
  const Definition& level = of(view.format);
  if (level.positions) return level.positions(view, above);
  if (level.stores(Array::Pos)) return view.pos.empty() ? 0 : static_cast<double>(view.pos.back());
  return level.stores(Array::Crd) ? static_cast<double>(view.crd.size()) : above * static_cast<double>(view.dim);
}

bool isListed(LevelFormat format) {
  const Definition& level = of(format);
  return level.isCountable && level.isUnique && !level.hasLocate;
}

std::string lettersAndMeanings() {
  std::string text;
  for (const Definition* row : all())
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", row->letter, row->meaning);
  return text;
}

bool Definition::stores(Array array) const { return std::find(arrays.begin(), arrays.end(), array) != arrays.end(); }

}  // namespace stardust::levels

namespace stardust {

char letter(LevelFormat level) { return levels::of(level).letter; }

}  // namespace stardust
