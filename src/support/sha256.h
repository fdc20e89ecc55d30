// SHA-256 (FIPS 180-4): identifies descriptions in result files, and kernels in the cache.
#pragma once

#include <string>
#include <string_view>

namespace stardust {

/// 64 lower-case hexadecimal digits.
std::string sha256(std::string_view bytes);

}  // namespace stardust
