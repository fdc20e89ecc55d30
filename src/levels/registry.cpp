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

const std::vector<const Definition*>& all() {
  static const std::vector<const Definition*> rows = {
      &denseLevel(),     &compressedLevel(), &compressedNonUniqueLevel(),
      &singletonLevel(), &bitVectorLevel(),  &runLengthLevel(),
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
