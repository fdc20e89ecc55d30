// Brackets that do not match: which one is missing, and where the other one stands.
#pragma once

#include <string>
#include <string_view>

#include "support/lexer.h"

namespace stardust {

/// Takes the bracket that closes `open`, a bracket taken before. Throws Error (user): the text ends before, a bracket
/// of another kind is there, or anything else, which is not "expected WHAT". `remedy`: how it would read, closed.
void close(Lexer& lexer, const Token& open, std::string_view what, const std::string& remedy = {});

/// Whether the whole text of the lexer opens more brackets than it closes.
bool lacksClosing(const Lexer& lexer);

/// Throws Error (user): the bracket `open` is never closed, with the caret there.
[[noreturn]] void failNotClosed(const Lexer& lexer, const Token& open, const std::string& remedy = {});

/// Throws Error (user) if the lexer is at a bracket that closes: none was opened for it.
void refuseStrayBracket(const Lexer& lexer);

}  // namespace stardust
