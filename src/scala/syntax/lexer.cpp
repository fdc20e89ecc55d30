#include "scala/syntax/lexer.h"

#include <fmt/format.h>

#include <array>

namespace stardust::scala {
namespace {

/// Longer symbols come first, because the first match wins.
constexpr std::array<std::string_view, 47> symbols{
    "===", "=!=", "!==", ">>>", "<<=", "==", "!=", "<=", ">=", "<<", ">>", "&&", "||", "::", ":=", "=>",
    "->",  "<-",  "++",  "+=",  "-=",  "*=", "/=", "**", "(",  ")",  "[",  "]",  "{",  "}",  ",",  ";",
    ".",   ":",   "=",   "+",   "-",   "*",  "/",  "%",  "<",  ">",  "@",  "^",  "~",  "?",  "#"};
constexpr std::string_view singles = "&|!";
constexpr std::array<std::string_view, 16> scalaSymbols{"++=", ":+=", ":-=", ":*=", ":/=", ":::", "*&!", "/&!",
                                                        ":+",  "+:",  "+!",  "-!",  "*!",  "/!",  "*&",  "/&"};

bool isDigit(char c) { return c >= '0' && c <= '9'; }
bool isHexDigit(char c) { return isDigit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); }
bool isLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$'; }

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view blanks = " \t\r";
  const auto first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

class Lexer {
 public:
  Lexer(const Source& source, Dialect dialect)
      : source_(source), text_(source->text), isScala_(dialect == Dialect::Scala) {}

  Tokens run() {
    for (skipBlanks(); at_ < text_.size(); skipBlanks()) next();
    push(Token::Kind::End, at_);
    return std::move(tokens_);
  }

 private:
  char peek(std::size_t ahead = 0) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0'; }
  [[noreturn]] void fail(std::string what, std::size_t begin, std::string remedy = {}) const {
    failUser(std::move(what), {source_, {begin, std::min(begin + 1, text_.size())}}, {}, std::move(remedy));
  }
  void push(Token::Kind kind, std::size_t begin) {
    tokens_.list.push_back({kind, text_.substr(begin, at_ - begin), {begin, at_}, startsLine_, {}});
    startsLine_ = false;
  }
  void skipBlanks();
  void lineComment();
  void blockComment();
  void next();
  void number();
  void string();
  void skipString(bool isInterpolated);
  void interpolated();
  void longString();
  void quoted();
  void backquoted();
  void symbol();

  Source source_;
  std::string_view text_;
  bool isScala_;
  std::size_t at_ = 0;
  int nested_ = 0;  ///< strings around the current place
  bool startsLine_ = true;
  Tokens tokens_;
};

void Lexer::skipBlanks() {
  for (; at_ < text_.size(); ++at_) {
    const char c = peek();
    if (c == '/' && peek(1) == '/') {
      lineComment();
      if (at_ == text_.size()) return;  // the last line may lack a newline
    } else if (c == '/' && peek(1) == '*') {
      blockComment();
    } else if (c != ' ' && c != '\t' && c != '\r' && c != '\n') {
      return;
    }
    if (peek() == '\n') startsLine_ = true;
  }
}

void Lexer::lineComment() {
  const auto begin = at_ + 2;
  at_ = std::min(text_.find('\n', at_), text_.size());
  auto comment = text_.substr(begin, at_ - begin);
  if (tokens_.list.empty()) {
    comment = comment.substr(0, comment.find_last_not_of(" \t\r") + 1);
    tokens_.header.emplace_back(comment.substr(comment.substr(0, 1) == " " ? 1 : 0));
  } else if (!startsLine_) {
    tokens_.list.back().comment = trimmed(comment);
  }
}

/// As in Scala, comments nest.
void Lexer::blockComment() {
  const auto begin = at_;
  auto end = begin;
  for (int depth = 0;;) {
    end = text_.find_first_of("/*", end);
    if (end == std::string_view::npos) fail("this comment has no end", begin, "close it with */");
    const auto pair = text_.substr(end, 2);
    if (pair == "/*") ++depth;
    if (pair == "*/") --depth;
    if (depth == 0) break;
    end += pair == "/*" || pair == "*/" ? 2 : 1;
  }
  if (text_.substr(begin, end - begin).find('\n') != std::string_view::npos) startsLine_ = true;
  at_ = end + 1;
}

void Lexer::next() {
  const char c = peek();
  const auto begin = at_;
  if (isLetter(c)) {
    while (isLetter(peek()) || isDigit(peek())) ++at_;
    push(Token::Kind::Identifier, begin);
  } else if (isDigit(c) || (isScala_ && c == '.' && isDigit(peek(1)))) {
    number();
  } else if (c == '"') {
    if (isScala_ && peek(1) == '"' && peek(2) == '"') longString();
    else string();
  } else if (isScala_ && c == '\'') {
    quoted();
  } else if (isScala_ && c == '`') {
    backquoted();
  } else {
    symbol();
  }
}

/// 12, 12L, 1.5, 1e+30, and .5 in Scala; the dot of 0.to[T] is not part of the number.
void Lexer::number() {
  const auto begin = at_;
  bool decimal = false;
  const auto skipDigits = [&] {
    while (isDigit(peek())) ++at_;
  };
  if (isScala_ && peek() == '0' && (peek(1) == 'x' || peek(1) == 'X') && isHexDigit(peek(2))) {
    for (at_ += 2; isHexDigit(peek());) ++at_;
    if (peek() == 'L') ++at_;
    return push(Token::Kind::Integer, begin);
  }
  skipDigits();
  if (peek() == '.' && isDigit(peek(1))) {
    decimal = true;
    ++at_;
    skipDigits();
  }
  const bool hasSign = peek(1) == '+' || peek(1) == '-';
  if ((peek() == 'e' || peek() == 'E') && isDigit(peek(hasSign ? 2 : 1))) {
    decimal = true;
    at_ += hasSign ? 2 : 1;
    skipDigits();
  }
  if (peek() == 'L' && !decimal) {
    ++at_;
  } else if (peek() == 'f' || peek() == 'd' || (isScala_ && (peek() == 'F' || peek() == 'D'))) {
    decimal = true;
    ++at_;
  }
  if (isLetter(peek())) fail("this number is followed by letters", at_);
  push(decimal ? Token::Kind::Decimal : Token::Kind::Integer, begin);
}

/// Skips an interpolated string, including nested strings in ${…}.
void Lexer::interpolated() {
  for (int open = 0; at_ < text_.size() && peek() != '\n'; ++at_) {
    if (peek() == '"') {
      skipString(at_ > 0 && isLetter(text_[at_ - 1]));
      if (peek() != '"') return;
      continue;
    }
    open += peek() == '{' ? 1 : peek() == '}' ? -1 : 0;
    if (open == 0 && peek() == '}') return;
  }
}

/// Skips to the closing quote, or to the end of the line.
void Lexer::skipString(bool isInterpolated) {
  constexpr int mostNested = 64;  // so that no input can exhaust the stack
  if (++nested_ > mostNested) fail("strings are nested too deeply here", at_);
  for (++at_; at_ < text_.size() && peek() != '"' && peek() != '\n';) {
    if (isInterpolated && peek() == '$' && peek(1) == '{') {
      ++at_;
      interpolated();
    }
    at_ += peek() == '\\' ? 2 : 1;
  }
  --nested_;
}

void Lexer::string() {
  const auto begin = at_ + 1;
  skipString(isScala_ && at_ > 0 && isLetter(text_[at_ - 1]));
  at_ = std::min(at_, text_.size());
  if (peek() != '"') fail("this string has no end", begin - 1, "close it with \"");
  push(Token::Kind::String, begin);
  ++at_;
}

/// """text""", with any content
void Lexer::longString() {
  const auto begin = at_ + 3;
  const auto end = text_.find("\"\"\"", begin);
  if (end == std::string_view::npos) fail("this string has no end", at_, "close it with \"\"\"");
  at_ = end;
  push(Token::Kind::String, begin);
  at_ += 3;
}

/// 'c' or 'NAME
void Lexer::quoted() {
  const auto begin = ++at_;
  const std::size_t length = peek() == '\\' ? 2 : 1;
  if (peek(length) == '\'') {
    at_ += length;
    push(Token::Kind::Character, begin);
    ++at_;
    return;
  }
  if (!isLetter(peek())) fail("this character is not part of the language", begin - 1);
  while (isLetter(peek()) || isDigit(peek())) ++at_;
  push(Token::Kind::Label, begin);
}

/// `name`: any name, including keywords
void Lexer::backquoted() {
  const auto begin = ++at_;
  while (at_ < text_.size() && peek() != '`' && peek() != '\n') ++at_;
  if (peek() != '`' || at_ == begin) fail("this name has no end", begin - 1, "close it with `");
  push(Token::Kind::Quoted, begin);
  ++at_;
}

void Lexer::symbol() {
  const auto begin = at_;
  const auto rest = text_.substr(at_);
  for (const auto& candidate : scalaSymbols) {
    if (!isScala_ || rest.substr(0, candidate.size()) != candidate) continue;
    at_ += candidate.size();
    return push(Token::Kind::Symbol, begin);
  }
  for (const auto& candidate : symbols) {
    if (rest.substr(0, candidate.size()) == candidate) {
      at_ += candidate.size();
      return push(Token::Kind::Symbol, begin);
    }
  }
  if (singles.find(rest[0]) == std::string_view::npos) fail("this character is not part of the language", begin);
  ++at_;
  push(Token::Kind::Symbol, begin);
}

}  // namespace

Tokens tokenize(const Source& source, Dialect dialect) { return Lexer(source, dialect).run(); }

}  // namespace stardust::scala
