#include "support/lexer.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>

#include "support/characters.h"

namespace stardust {
namespace {

// <cctype> depends on the locale and is undefined for negative chars.
bool isBlank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

// The bytes of one UTF-8 character, for the caret and the message.
std::size_t bytesOfCharacter(std::string_view text) {
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
    : source_(std::move(source)),
      begin_(part.begin),
      end_(part.end),
      taken_(part.begin),
      lineEnds_(lineEnds),
      next_(part.begin) {}

TokenKind Lexer::scanNumber(std::size_t begin) const {
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
  const auto continues = [&](std::size_t at) { return at < end_ && (beginsName(text[at]) || isDigit(text[at])); };
  if (next_ < end_ && (text[next_] == 'i' || text[next_] == 'j') && !continues(next_ + 1)) {
    ++next_;
    return TokenKind::Imaginary;
  }
  if (next_ < end_ && beginsName(text[next_])) {
    const Location where{source_, {begin, next_ + 1}};
    failUser(fmt::format("a number runs into the letter '{}'", text[next_]), where, {},
             "write an operator between them");
  }
  return whole ? TokenKind::Integer : TokenKind::Decimal;
}

TokenKind Lexer::scanSymbol(std::size_t begin) const {
  const std::string_view left = std::string_view(source_->text).substr(begin, end_ - begin);
  next_ += left.substr(0, 2) == "+=" ? 2 : bytesOfCharacter(left);
  if (left[0] == '(' || left[0] == '[' || left[0] == '{') ++open_;
  if ((left[0] == ')' || left[0] == ']' || left[0] == '}') && open_ > 0) --open_;
  return TokenKind::Symbol;
}

void Lexer::skipBlanks() const {
  const std::string& text = source_->text;
  for (; next_ < end_; ++next_) {
    if (text[next_] == '#')
      while (next_ + 1 < end_ && text[next_ + 1] != '\n') ++next_;
    else if (!isBlank(text[next_]) || (text[next_] == '\n' && lineEnds_ && open_ == 0)) return;
  }
}

Token Lexer::scan() const {
  skipBlanks();
  const std::string& text = source_->text;
  const std::size_t begin = next_;
  TokenKind kind = TokenKind::End;
  if (begin >= end_) {
    next_ = end_;
    return {TokenKind::End, {}, {end_, end_}};
  }
  if (text[begin] == '\n') {
    kind = TokenKind::Newline;
    ++next_;
  } else if (beginsName(text[begin])) {
    kind = TokenKind::Identifier;
    while (next_ < end_ && (beginsName(text[next_]) || isDigit(text[next_]))) ++next_;
  } else if (isDigit(text[begin]) || (text[begin] == '.' && begin + 1 < end_ && isDigit(text[begin + 1]))) {
    kind = scanNumber(begin);
  } else if (text[begin] == '"') {
    const auto close = text.find_first_of("\"\n", begin + 1);
    if (close >= end_ || text[close] == '\n')
      failUser("a quoted string is not closed", where({begin, begin + 1}), {}, "put \" at its end");
    next_ = close + 1;
    return {TokenKind::String, text.substr(begin + 1, close - begin - 1), {begin, next_}};
  } else {
    kind = scanSymbol(begin);
  }
  return {kind, text.substr(begin, next_ - begin), {begin, next_}};
}

const Token& Lexer::peek() const {
  if (!token_) token_ = scan();
  return *token_;
}

Token Lexer::peek(std::size_t ahead) const {
  Lexer copy = *this;
  for (std::size_t n = 0; n < ahead; ++n) copy.next();
  return copy.peek();
}

Token Lexer::next() {
  Token token = peek();
  if (token.kind == TokenKind::End) return token;
  taken_ = token.span.end;
  token_.reset();
  return token;
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
  if (peek().kind != TokenKind::Identifier) failExpected(what);
  return next();
}

void Lexer::expectEnd(std::string_view what) {
  if (!atEnd()) failExpected(what);
}

std::int64_t Lexer::expectInteger(std::string_view what) {
  const std::size_t begin = peek().span.begin;
  const bool negative = accept("-");
  if (peek().kind != TokenKind::Integer) failExpected(what);
  const std::string digits = fmt::format("{}{}", negative ? "-" : "", next().text);
  std::int64_t value = 0;
  if (std::from_chars(digits.data(), digits.data() + digits.size(), value).ec != std::errc())
    failUser(fmt::format("{} is out of range", digits), since(begin), "whole numbers have 64 bits");
  return value;
}

double Lexer::expectNumber(std::string_view what) {
  const std::size_t begin = peek().span.begin;
  const bool negative = accept("-");
  if (peek().kind != TokenKind::Integer && peek().kind != TokenKind::Decimal) failExpected(what);
  const std::string digits = next().text;
  double value = 0;
  const auto result = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (result.ec == std::errc::result_out_of_range && !std::isfinite(std::strtod(digits.c_str(), nullptr)))
    failUser(fmt::format("{} is out of range", digits), since(begin), "decimal numbers are at most about 1.8e308");
  return negative ? -value : value;
}

std::string Lexer::rest() {
  std::string_view text = std::string_view(source_->text).substr(taken_, end_ - taken_);
  for (std::size_t hash = text.find('#'); hash != std::string_view::npos; hash = text.find('#', hash + 1))
    if (hash == 0 || isBlank(text[hash - 1])) {
      text = text.substr(0, hash);
      break;
    }
  while (!text.empty() && isBlank(text.front())) text.remove_prefix(1);
  while (!text.empty() && isBlank(text.back())) text.remove_suffix(1);
  if (text.size() >= 2 && text.front() == '"' && text.back() == '"') text = text.substr(1, text.size() - 2);
  next_ = end_;
  taken_ = end_;
  token_.reset();
  return std::string(text);
}

void Lexer::failExpected(std::string_view what) const {
  Location where = here();
  // At the end of a line, the caret marks the last token rather than a line of its own.
  if (atEnd() || peek().kind == TokenKind::Newline) where.span = {taken_, taken_ + 1};
  failUser(fmt::format("expected {}, but found {}", what, describe(peek())), where);
}

Nesting::Nesting(int& depth, const Lexer& lexer) : depth_(depth) {
  checkDepth(depth + 1, lexer.here());
  ++depth_;
}

void checkDepth(int depth, const Location& where) {
  if (depth > Lexer::maxDepth)
    failUser(fmt::format("this nests deeper than {} levels", Lexer::maxDepth), where, {},
             "split it into several statements");
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
