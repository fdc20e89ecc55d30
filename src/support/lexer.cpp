#include "support/lexer.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>

namespace stardust {
namespace {

// <cctype> depends on the locale and is undefined for negative chars.
bool isDigit(char c) { return c >= '0' && c <= '9'; }
bool isLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool isBlank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

// The bytes of one character of UTF-8, for the caret and the message.
std::size_t characterLength(std::string_view text) {
  std::size_t length = 1;
  while (length < text.size() && (static_cast<unsigned char>(text[length]) & 0xc0) == 0x80) ++length;
  return length;
}

std::string shown(std::string_view character) {
  const auto byte = static_cast<unsigned char>(character[0]);
  if (character.size() == 1 && (byte < 0x20 || byte >= 0x7f)) return fmt::format("byte 0x{:02x}", byte);
  return fmt::format("'{}'", character);
}

}  // namespace

Lexer::Lexer(Source source, bool lineEnds) : Lexer(source, Span{0, source->text.size()}, lineEnds) {}

Lexer::Lexer(Source source, Span part, bool lineEnds)
    : source_(std::move(source)), end_(part.end), next_(part.begin), taken_(part.begin), lineEnds_(lineEnds) {
  scan();
}

TokenKind Lexer::scanNumber(std::size_t begin) {
  const std::string& text = source_->text;
  const auto digits = [&] {
    const std::size_t from = next_;
    while (next_ < end_ && isDigit(text[next_])) ++next_;
    return next_ > from;
  };
  bool whole = true;
  digits();
  if (next_ + 1 < end_ && text[next_] == '.' && isDigit(text[next_ + 1])) {
    whole = false;
    ++next_;
    digits();
  }
  if (next_ < end_ && (text[next_] == 'e' || text[next_] == 'E')) {
    const std::size_t mark = next_++;
    if (next_ < end_ && (text[next_] == '+' || text[next_] == '-')) ++next_;
    if (digits()) whole = false;
    else next_ = mark;
  }
  if (next_ < end_ && isLetter(text[next_])) {
    const Location where{source_, {begin, next_ + 1}};
    failUser(fmt::format("a number runs into the letter '{}'", text[next_]), where, {}, "write an operator between them");
  }
  return whole ? TokenKind::Integer : TokenKind::Decimal;
}

TokenKind Lexer::scanSymbol(std::size_t begin) {
  const std::string_view left = std::string_view(source_->text).substr(begin, end_ - begin);
  next_ += left.substr(0, 2) == "+=" ? 2 : characterLength(left);
  if (left[0] == '(' || left[0] == '{') ++open_;
  if ((left[0] == ')' || left[0] == '}') && open_ > 0) --open_;
  return TokenKind::Symbol;
}

void Lexer::skipBlanks() {
  const std::string& text = source_->text;
  for (; next_ < end_; ++next_) {
    if (text[next_] == '#')
      while (next_ + 1 < end_ && text[next_ + 1] != '\n') ++next_;
    else if (!isBlank(text[next_]) || (text[next_] == '\n' && lineEnds_ && open_ == 0))
      return;
  }
}

void Lexer::scan() {
  skipBlanks();
  const std::string& text = source_->text;
  const std::size_t begin = next_;
  const auto token = [&](TokenKind kind) { return Token{kind, text.substr(begin, next_ - begin), {begin, next_}}; };
  if (begin >= end_) {
    token_ = token(TokenKind::End);
  } else if (text[begin] == '\n') {
    ++next_;
    token_ = token(TokenKind::Newline);
  } else if (isLetter(text[begin])) {
    while (next_ < end_ && (isLetter(text[next_]) || isDigit(text[next_]))) ++next_;
    token_ = token(TokenKind::Identifier);
  } else if (isDigit(text[begin])) {
    const TokenKind kind = scanNumber(begin);
    token_ = token(kind);
  } else if (text[begin] == '"') {
    const auto close = text.find_first_of("\"\n", begin + 1);
    if (close >= end_ || text[close] == '\n')
      failUser("a quoted string is not closed", {source_, {begin, begin + 1}}, {}, "put \" at its end");
    next_ = close + 1;
    token_ = {TokenKind::String, text.substr(begin + 1, close - begin - 1), {begin, next_}};
  } else {
    const TokenKind kind = scanSymbol(begin);
    token_ = token(kind);
  }
}

Token Lexer::peek(std::size_t ahead) const {
  Lexer copy = *this;
  for (std::size_t n = 0; n < ahead; ++n) copy.next();
  return copy.token_;
}

Token Lexer::next() {
  Token taken = token_;
  if (taken.kind == TokenKind::End) return taken;
  taken_ = taken.span.end;
  scan();
  return taken;
}

bool Lexer::accept(std::string_view symbol) {
  if (!at(symbol)) return false;
  next();
  return true;
}

void Lexer::expect(std::string_view symbol, std::string_view what) {
  if (!accept(symbol)) failExpected(what);
}

Token Lexer::expectIdentifier(std::string_view what) {
  if (token_.kind != TokenKind::Identifier) failExpected(what);
  return next();
}

void Lexer::expectEnd(std::string_view what) {
  if (!atEnd()) failExpected(what);
}

std::int64_t Lexer::expectInteger(std::string_view what) {
  const std::size_t begin = token_.span.begin;
  const bool negative = accept("-");
  if (token_.kind != TokenKind::Integer) failExpected(what);
  const std::string digits = (negative ? "-" : "") + next().text;
  std::int64_t value = 0;
  if (std::from_chars(digits.data(), digits.data() + digits.size(), value).ec != std::errc())
    failUser(fmt::format("{} is out of range", digits), since(begin), "whole numbers have 64 bits");
  return value;
}

double Lexer::expectNumber(std::string_view what) {
  const std::size_t begin = token_.span.begin;
  const bool negative = accept("-");
  if (token_.kind != TokenKind::Integer && token_.kind != TokenKind::Decimal) failExpected(what);
  const std::string digits = next().text;
  double value = 0;
  const auto result = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (result.ec == std::errc::result_out_of_range && !std::isfinite(std::strtod(digits.c_str(), nullptr)))
    failUser(fmt::format("{} is out of range", digits), since(begin), "decimal numbers are at most about 1.8e308");
  return negative ? -value : value;
}

std::string Lexer::rest() {
  std::string_view text = std::string_view(source_->text).substr(0, end_);
  std::size_t begin = taken_;
  while (begin < text.size() && isBlank(text[begin])) ++begin;
  text.remove_prefix(std::min(begin, text.size()));
  while (!text.empty() && isBlank(text.back())) text.remove_suffix(1);
  next_ = taken_ = end_;
  scan();
  return std::string(text);
}

void Lexer::failExpected(std::string_view what) const {
  Location where = here();
  // A caret at the end of the last thing read, not on a line of its own below it.
  if (atEnd() || token_.kind == TokenKind::Newline) where.span = {taken_, taken_ + 1};
  failUser(fmt::format("expected {}, but found {}", what, describe(token_)), where);
}

Nesting::Nesting(int& depth, const Lexer& lexer) : depth_(depth) {
  checkDepth(depth + 1, lexer.here());
  ++depth_;
}

void checkDepth(int depth, const Location& where) {
  if (depth > Lexer::maxDepth)
    failUser(fmt::format("this nests deeper than {} levels", Lexer::maxDepth), where, {}, "split it into several statements");
}

std::string describe(const Token& token) {
  switch (token.kind) {
    case TokenKind::End: return "the end";
    case TokenKind::Newline: return "the end of the line";
    case TokenKind::String: return fmt::format("\"{}\"", token.text);
    case TokenKind::Symbol: return shown(token.text);
    default: return fmt::format("'{}'", token.text);
  }
}

}  // namespace stardust
