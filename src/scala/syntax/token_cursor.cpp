#include "scala/syntax/token_cursor.h"

#include <fmt/format.h>

namespace stardust::scala {
namespace {

constexpr int mostLevels = 200;
constexpr std::size_t mostAhead = 4;

}  // namespace

TokenCursor::TokenCursor(Source source, std::vector<Token> tokens)
    : source_(std::move(source)), tokens_(std::move(tokens)) {
  tokens_.insert(tokens_.end(), mostAhead, Token(tokens_.back()));
}

TokenCursor::TokenCursor(const Source& source, const Span& part)
    : TokenCursor(source, makeSource(source->name, source->text.substr(part.begin, part.end - part.begin)),
                  part.begin) {}

TokenCursor::TokenCursor(const Source& source, Source copy, std::size_t begin)
    : TokenCursor(source, tokenize(copy).list) {
  part_ = std::move(copy);
  for (auto& token : tokens_) {
    token.span.begin += begin;
    token.span.end += begin;
  }
}

void TokenCursor::failExpected(std::string_view what) const {
  const auto found = isEnd() ? std::string("the end of the file") : fmt::format("\"{}\"", peek().text);
  failUser(fmt::format("expected {}, found {}", what, found), here());
}

void TokenCursor::failMissing(std::string_view text, std::string_view where) const {
  failExpected(fmt::format("\"{}\" {}", text, where));
}

std::string TokenCursor::name(std::string_view what) {
  if (!isName()) failExpected(what);
  return std::string(take().text);
}

std::size_t TokenCursor::closing(std::size_t ahead) const {
  int open = 0;
  for (;; ++ahead) {
    if (peek(ahead).kind == Token::Kind::End) return ahead;
    if (is("(", ahead) || is("[", ahead)) ++open;
    if ((is(")", ahead) || is("]", ahead)) && --open == 0) return ahead + 1;
    if (is("{", ahead) || is("}", ahead)) return ahead;
  }
}

void TokenCursor::rename(std::string_view word, std::string_view meant) {
  for (auto i = at_; i < tokens_.size(); ++i) {
    if (tokens_[i].kind == Token::Kind::Identifier && tokens_[i].text == word) tokens_[i].text = meant;
  }
}

std::vector<std::string_view> TokenCursor::textSince(std::size_t first) const {
  std::vector<std::string_view> words;
  for (auto i = first; i < at_; ++i) words.push_back(tokens_[i].text);
  return words;
}

TokenCursor::Nesting::Nesting(TokenCursor& cursor) : cursor_(cursor), outer_(std::exchange(cursor.height_, 0)) {
  if (++cursor.depth_ > mostLevels) {
    failUser(fmt::format("more than {} constructs are nested here", mostLevels), cursor.here());
  }
}

void TokenCursor::link(std::size_t first) {
  if (++height_ > mostLevels) {
    failUser(fmt::format("this expression is more than {} levels high", mostLevels), since(first));
  }
}

}  // namespace stardust::scala
