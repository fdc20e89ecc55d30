// Reading complete streams, for the interpreter.
#pragma once

#include <string>

#include "sam/token.h"

namespace stardust::sam {

/// Reads a stream from its beginning. After its end there are further D.
struct Cursor {
  const Tokens* tokens;
  std::size_t at = 0;
  const Token& peek() const { return at < tokens->size() ? (*tokens)[at] : done; }
  Token next() {
    const Token token = peek();
    ++at;
    return token;
  }
};

/// Throws Error (wrong): the streams of a block do not fit together.
[[noreturn]] void failStreams(const Block& block, const std::string& what);
/// A token as text: "1", "S0".
std::string text(const Token& token);
/// Throws Error (wrong) unless two tokens are equal.
void requireSame(const Block& block, const Token& a, const Token& b);

}  // namespace stardust::sam
