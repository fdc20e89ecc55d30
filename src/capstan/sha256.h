// SHA-256 (FIPS 180-4), to name a description in result files.
#pragma once

#include <string>
#include <string_view>

namespace stardust::capstan {

/// 64 lower-case hexadecimal digits.
std::string sha256(std::string_view bytes);

}  // namespace stardust::capstan
