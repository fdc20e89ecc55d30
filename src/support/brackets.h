// Diagnostics for unbalanced brackets: the missing bracket and the position of its partner.
#pragma once

#include <string>
#include <string_view>

#include "support/lexer.h"

namespace stardust {

/// Takes the bracket that closes `open`, a bracket taken before. Throws Error (user): end of the text, a closing
/// bracket of another kind, or any other token, reported as "expected WHAT". `remedy`: the text with the bracket
/// closed.
void close(Lexer& lexer, const Token& open, std::string_view what, const std::string& remedy = {});

/// Whether the text of the lexer has more opening than closing brackets.
bool lacksClosing(const Lexer& lexer);

/// Throws Error (user): the bracket `open` is never closed; the caret points at it.
[[noreturn]] void failNotClosed(const Lexer& lexer, const Token& open, const std::string& remedy = {});

/// Throws Error (user) if the lexer is at a closing bracket, which then has no partner.
void refuseStrayBracket(const Lexer& lexer);

}  // namespace stardust
