#include "notation/foreign_text.h"

#include <algorithm>
#include <iterator>
#include <string_view>

namespace stardust::notation {
namespace {

// Longest match first.
constexpr std::string_view multiCharacterOperators[] = {
    "...", "<=>", "**", "==", "!=", "<=", ">=", "<>", "<-", "->", "=>",
    ":=",  "^^",  "&&", "||", "//", ".*", "./", ".^", "<<", ">>"};

bool opens(const Lexer& lexer) { return lexer.at("(") || lexer.at("[") || lexer.at("{"); }
bool closes(const Lexer& lexer) { return lexer.at(")") || lexer.at("]") || lexer.at("}"); }

// Skips a bracket and its contents.
void skipGroup(Lexer& lexer) {
  int depth = 0;
  do {
    if (opens(lexer)) ++depth;
    if (closes(lexer)) --depth;
    lexer.next();
  } while (depth > 0 && !lexer.atEnd());
}

// Skips to the end, to a closing bracket of an enclosing group, or to a comma.
void skipTo(Lexer& lexer, bool comma) {
  while (!lexer.atEnd() && !closes(lexer) && !(comma && lexer.at(",")) && lexer.peek().kind != TokenKind::Newline) {
    if (opens(lexer)) skipGroup(lexer);
    else lexer.next();
  }
}

std::string_view textOf(const Lexer& lexer, std::size_t begin, std::size_t end) {
  return std::string_view(lexer.source()->text).substr(begin, end - begin);
}

// Collapses blanks and line ends to single blanks, and trims the ends.
std::string tidy(std::string_view text) {
  std::string out;
  for (const char c : text) {
    const bool blank = c == ' ' || c == '\t' || c == '\n' || c == '\r';
    if (!blank) out += c;
    else if (!out.empty() && out.back() != ' ') out += ' ';
  }
  if (!out.empty() && out.back() == ' ') out.pop_back();
  return out;
}

// Runs a scan that may meet an unreadable token; returns nothing in that case.
template <class Scan>
auto unlessUnreadable(Scan&& scan) -> decltype(scan()) {
  try {
    return scan();
  } catch (const Error&) {
    return {};
  }
}

std::string textUpTo(const Lexer& lexer, bool comma) {
  return unlessUnreadable([&] {
    Lexer ahead = lexer;
    const std::size_t begin = ahead.peek().span.begin;
    skipTo(ahead, comma);
    return tidy(textOf(ahead, begin, std::max(begin, ahead.consumedTo())));
  });
}

}  // namespace

Token operatorAt(const Lexer& lexer) {
  Token token = lexer.peek();
  if (token.kind != TokenKind::Symbol) return token;
  const std::string_view text = textOf(lexer, token.span.begin, lexer.source()->text.size());
  const auto found = std::find_if(std::begin(multiCharacterOperators), std::end(multiCharacterOperators),
                                  [&](std::string_view known) { return text.substr(0, known.size()) == known; });
  if (found == std::end(multiCharacterOperators)) return token;
  return {TokenKind::Symbol, std::string(*found), {token.span.begin, token.span.begin + found->size()}};
}

Lexer after(Lexer lexer, const Token& token) {
  while (!lexer.atEnd() && lexer.peek().span.begin < token.span.end) lexer.next();
  return lexer;
}

std::string operandText(const Lexer& lexer) {
  return unlessUnreadable([&] {
    Lexer ahead = lexer;
    const std::size_t begin = ahead.peek().span.begin;
    ahead.accept("-");
    const TokenKind kind = ahead.peek().kind;
    const bool isName = kind == TokenKind::Identifier;
    if (!isName && kind != TokenKind::Integer && kind != TokenKind::Decimal && !opens(ahead)) return std::string();
    if (opens(ahead)) skipGroup(ahead);
    else ahead.next();
    while (isName && opens(ahead)) skipGroup(ahead);
    return tidy(textOf(ahead, begin, ahead.consumedTo()));
  });
}

std::string restText(const Lexer& lexer) { return textUpTo(lexer, true); }
std::string listText(const Lexer& lexer) { return textUpTo(lexer, false); }

std::vector<std::string> argumentTexts(const Lexer& lexer) {
  return unlessUnreadable([&] {
    std::vector<std::string> texts;
    Lexer ahead = lexer;
    ahead.next();
    while (!ahead.atEnd() && !closes(ahead)) {
      if (ahead.peek().kind == TokenKind::Newline) {  // an argument may continue on the next line
        ahead.next();
        continue;
      }
      texts.push_back(restText(ahead));
      skipTo(ahead, true);
      ahead.accept(",");
    }
    return texts;
  });
}

bool isOperand(const std::string& text) {
  return !text.empty() && operandText(Lexer(makeSource("text", text))).size() == text.size();
}

bool isName(const std::string& text) {
  return isOperand(text) && text.find_first_of("([{-.0123456789") != 0 &&
         text.find_first_of("([{") == std::string::npos;
}

bool holdsNames(const std::string& text) {
  if (text.empty() || std::string_view("([{").find(text[0]) == std::string_view::npos) return false;
  const auto parts = argumentTexts(Lexer(makeSource("text", text)));
  return !parts.empty() && std::all_of(parts.begin(), parts.end(), isName);
}

std::string grouped(const std::string& text) { return isOperand(text) ? text : "(" + text + ")"; }

std::vector<IndexVar> variablesIn(const std::string& text) {
  return unlessUnreadable([&] {
    std::vector<IndexVar> vars;
    Lexer lexer(makeSource("text", text));
    for (int depth = 0; !lexer.atEnd(); lexer.next()) {
      if (opens(lexer)) ++depth;
      if (closes(lexer)) --depth;
      const Token token = lexer.peek();
      const bool isCalled = lexer.peek(1).text == "(" || lexer.peek(1).text == "[";
      if (depth > 0 && token.kind == TokenKind::Identifier && !isCalled && !contains(vars, token.text))
        vars.push_back(token.text);
    }
    return vars;
  });
}

}  // namespace stardust::notation
