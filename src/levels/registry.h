// All level formats. To add one, define its row in a new file and add a line to registry.cpp.
#pragma once

#include <optional>
#include <vector>

#include "levels/definition.h"

namespace stardust::levels {

/// In the order of messages.
const std::vector<const Definition*>& all();
const Definition& of(LevelFormat format);
std::optional<LevelFormat> ofLetter(char letter);
/// Whether the level stores unique, sorted coordinates with one position each, in pos and crd.
bool isListed(LevelFormat format);
/// The number of positions of a level below `above` positions of the level above; an estimate for triangles.
double positionsOf(const LevelView& level, double above);
/// "d dense, s compressed, …"
std::string lettersAndMeanings();

}  // namespace stardust::levels
