#include "support/brackets.h"

#include <fmt/format.h>

namespace stardust {
namespace {

constexpr std::string_view opening = "([{", closing = ")]}";

// The index of a bracket in `among`; npos for any other token.
std::size_t kindOf(const Token& token, std::string_view among) {
  const bool isBracket = token.kind == TokenKind::Symbol && token.text.size() == 1;
  return isBracket ? among.find(token.text[0]) : std::string_view::npos;
}

char closerOf(const Token& open) { return closing[kindOf(open, opening)]; }

}  // namespace

bool lacksClosing(const Lexer& lexer) {
  int depth = 0;
  try {
    for (Lexer all = lexer.whole(); !all.atEnd();) {
      const Token token = all.next();
      if (kindOf(token, opening) != std::string_view::npos) ++depth;
      if (kindOf(token, closing) != std::string_view::npos) --depth;
    }
  } catch (const Error&) {  // an unreadable token is reported where the parser reaches it
    return false;
  }
  return depth > 0;
}

void failNotClosed(const Lexer& lexer, const Token& open, const std::string& remedy) {
  failUser(fmt::format("a '{}' is missing: this '{}' is never closed", closerOf(open), open.text),
           lexer.where(open.span), {}, remedy.empty() ? fmt::format("put '{}' where it ends", closerOf(open)) : remedy);
}

void close(Lexer& lexer, const Token& open, std::string_view what, const std::string& remedy) {
  const std::string_view closer(&closing[kindOf(open, opening)], 1);
  if (lexer.accept(closer)) return;
  const Token found = lexer.peek();
  if (kindOf(found, closing) != std::string_view::npos)
    failUser(fmt::format("'{}' closes a '{}'", found.text, open.text), lexer.here(),
             fmt::format("'{}' is closed by '{}'", open.text, closer),
             remedy.empty() ? fmt::format("write '{}' here", closer) : remedy);
  if (lexer.atEnd() || lacksClosing(lexer)) failNotClosed(lexer, open, remedy);
  lexer.failExpected(what);
}

void refuseStrayBracket(const Lexer& lexer) {
  const Token found = lexer.peek();
  const std::size_t kind = kindOf(found, closing);
  if (kind == std::string_view::npos) return;
  failUser(fmt::format("this '{}' closes nothing", found.text), lexer.here(),
           fmt::format("every '{}' before it is closed already", opening[kind]),
           fmt::format("leave it out, or put a '{}' where it should begin", opening[kind]));
}

}  // namespace stardust
