// The folder for files that can be made again.
#pragma once

#include <string>

namespace stardust {

/// stardust/NAME in XDG_CACHE_HOME, or in ~/.cache; empty if neither is defined.
std::string inUserCache(const std::string& name);

}  // namespace stardust
