// Locates the files that describe machines, memories and processors.
#pragma once

#include <string>
#include <vector>

#include "machine/description.h"

namespace stardust::machine {

/// `kind`: "machine", "memory" or "processor". Searches `directories` in order, then takes `nameOrPath` as a path.
/// Throws Error (user) with a list of the available names.
Description findDescription(const std::string& kind, const std::string& nameOrPath,
                            const std::vector<std::string>& directories);
std::vector<std::string> listDescriptions(const std::string& kind, const std::vector<std::string>& directories);

}  // namespace stardust::machine
