// The user's text as it stands, cut into operands and arguments: a refusal repeats it in its suggestion.
#pragma once

#include <string>
#include <vector>

#include "notation/expr.h"
#include "support/lexer.h"

namespace stardust::notation {

/// The symbols at the lexer's place that stand together and are one operator elsewhere ("**", "<=", ".*"), as one
/// token; else the next token.
Token operatorAt(const Lexer& lexer);
/// The lexer after this token.
Lexer after(Lexer lexer, const Token& token);

/// The operand at the lexer's place: a number, a name, or a bracket, with the brackets that follow it. Empty: none.
std::string operandText(const Lexer& lexer);
/// All that follows, up to the end, a comma, or a bracket that closes an earlier one.
std::string restText(const Lexer& lexer);
/// The same up to the bracket alone: what is left of a list.
std::string listText(const Lexer& lexer);
/// The arguments of a call, of which the lexer is at the opening bracket.
std::vector<std::string> argumentTexts(const Lexer& lexer);

/// Whether the text is one operand, and whether one that is a name.
bool isOperand(const std::string& text);
bool isName(const std::string& text);
/// Whether the text is a pair of brackets around names.
bool holdsNames(const std::string& text);
/// The text in parentheses, unless it is one operand.
std::string grouped(const std::string& text);
/// The names inside brackets, each once: index variables, as far as one can tell.
std::vector<IndexVar> variablesIn(const std::string& text);

}  // namespace stardust::notation
