#include "scala/syntax/token_cursor.h"

#include <fmt/format.h>

#include <utility>

namespace stardust::scala {

TokenCursor::TokenCursor(const Source& source, const Span& part)
    : TokenCursor(makeSource(source->name, source->text.substr(part.begin, part.end - part.begin))) {
  inner_ = std::exchange(source_, source);  // the tokens refer to it
  for (auto& token : tokens_) {
    token.span.begin += part.begin;
    token.span.end += part.begin;
  }
}

bool TokenCursor::is(std::string_view text, std::size_t ahead) const {
  const auto& token = peek(ahead);
  const bool isText = token.kind == Token::Kind::String || token.kind == Token::Kind::Label ||
                      token.kind == Token::Kind::Character || token.kind == Token::Kind::Quoted;
  return !isText && token.kind != Token::Kind::End && token.text == text;
}

bool TokenCursor::isName(std::size_t ahead) const {
  static constexpr std::string_view keywords[] = {
      "val",  "var",   "def",   "if",  "else",    "for",  "while", "case",     "class", "trait",  "object", "import",
      "type", "match", "yield", "new", "extends", "with", "lazy",  "override", "do",    "return", "throw"};
  const auto& token = peek(ahead);
  if (token.kind == Token::Kind::Quoted) return true;
  return token.kind == Token::Kind::Identifier &&
         std::find(std::begin(keywords), std::end(keywords), token.text) == std::end(keywords);
}

bool TokenCursor::accept(std::string_view text) {
  if (!is(text)) return false;
  take();
  return true;
}

void TokenCursor::failExpected(std::string_view what) const {
  const auto found = isEnd() ? std::string("the end of the file") : fmt::format("\"{}\"", peek().text);
  failUser(fmt::format("expected {}, found {}", what, found), here());
}

void TokenCursor::expect(std::string_view text, std::string_view where) {
  if (!accept(text)) failExpected(fmt::format("\"{}\" {}", text, where));
}

std::string TokenCursor::name(std::string_view what) {
  if (!isName()) failExpected(what);
  return std::string(take().text);
}

Location TokenCursor::since(std::size_t first) const {
  const auto last = at_ > first ? at_ - 1 : first;
  return {source_, {tokens_[first].span.begin, tokens_[last].span.end}};
}

/// The token after the matching parenthesis; `ahead` is relative to the current token.
std::size_t TokenCursor::closing(std::size_t ahead) const {
  int open = 0;
  for (;; ++ahead) {
    if (peek(ahead).kind == Token::Kind::End) return ahead;
    if (is("(", ahead) || is("[", ahead)) ++open;
    if ((is(")", ahead) || is("]", ahead)) && --open == 0) return ahead + 1;
    if (is("{", ahead) || is("}", ahead)) return ahead;
  }
}

/// .+(x): an operator called as a method.
bool TokenCursor::isOperatorCall() const {
  return is(".") && peek(1).kind == Token::Kind::Symbol &&
         std::string_view("+-*/%&|^<>=!:~").find(peek(1).text[0]) != std::string_view::npos && is("(", 2);
}

void TokenCursor::rename(std::string_view name, std::string_view replacement) {
  for (auto i = at_; i < tokens_.size(); ++i) {
    if (tokens_[i].kind == Token::Kind::Identifier && tokens_[i].text == name) tokens_[i].text = replacement;
  }
}

}  // namespace stardust::scala
