#include "files/user_cache.h"

#include <fmt/format.h>

#include <cstdlib>

namespace stardust {

std::string inUserCache(const std::string& name) {
  const char* cache = std::getenv("XDG_CACHE_HOME");
  if (cache && cache[0] == '/') return fmt::format("{}/stardust/{}", cache, name);
  const char* home = std::getenv("HOME");
  return home && home[0] == '/' ? fmt::format("{}/.cache/stardust/{}", home, name) : "";
}

}  // namespace stardust
