#pragma once

/// Classes of ASCII characters, the same in every locale.
namespace stardust {

constexpr bool isDigit(char c) { return c >= '0' && c <= '9'; }
constexpr bool isLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
/// A character that begins a name: a letter or `_`.
constexpr bool beginsName(char c) { return isLetter(c) || c == '_'; }

}  // namespace stardust
