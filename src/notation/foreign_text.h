// Verbatim pieces of the user's text, split into operands and arguments for use in suggestions.
#pragma once

#include <string>
#include <vector>

#include "notation/expr.h"
#include "support/lexer.h"

namespace stardust::notation {

/// The token at the lexer's position. Symbols that form one operator in other notations ("**", "<=", ".*") are a single
/// token.
Token operatorAt(const Lexer& lexer);
/// The lexer advanced past this token.
Lexer after(Lexer lexer, const Token& token);

/// The operand at the lexer's position: a number, a name, or a bracket, including subsequent brackets. Empty: none.
std::string operandText(const Lexer& lexer);
/// The text up to the end, a comma, or a closing bracket of an enclosing group.
std::string restText(const Lexer& lexer);
/// The text up to the closing bracket of an enclosing group: the rest of a list.
std::string listText(const Lexer& lexer);
/// The arguments of a call; the lexer is at the opening bracket.
std::vector<std::string> argumentTexts(const Lexer& lexer);

/// Whether the text is a single operand, and whether it is a name.
bool isOperand(const std::string& text);
bool isName(const std::string& text);
/// Whether the text is a bracketed list of names.
bool holdsNames(const std::string& text);
/// The text in parentheses, unless it is a single operand.
std::string grouped(const std::string& text);
/// The distinct names inside brackets, which are presumably index variables.
std::vector<IndexVar> variablesIn(const std::string& text);

}  // namespace stardust::notation
