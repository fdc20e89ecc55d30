// All level formats. A new one is a file that defines its row, and a line in registry.cpp.
#pragma once

#include <optional>
#include <vector>

#include "levels/definition.h"

namespace stardust::levels {

/// In the order in which messages list them.
const std::vector<const Definition*>& all();
const Definition& of(LevelFormat format);
std::optional<LevelFormat> ofLetter(char letter);
/// Whether its coordinates are listed in order, each once, and its positions are theirs: pos and crd.
bool isListed(LevelFormat format);
/// "d dense, s compressed, …"
std::string lettersAndMeanings();

}  // namespace stardust::levels
