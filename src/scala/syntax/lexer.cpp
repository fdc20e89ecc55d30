#include "scala/syntax/lexer.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>

namespace stardust::scala {
namespace {

/// Grouped by their first character, and in a group longer ones first: the first that fits is taken.
constexpr std::array<std::string_view, 66> symbols{
    "===", "=!=", "==", "=>", "=",   "!==", "!=",  "!",   ">>>", ">>", ">=", ">",  "<<=", "<<",  "<=", "<-", "<",
    "&&",  "&",   "||", "|",  ":+=", ":-=", ":*=", ":/=", ":::", "::", ":=", ":+", ":",   "++=", "++", "+=", "+:",
    "+!",  "+",   "->", "-=", "-!",  "-",   "*&!", "**",  "*=",  "*!", "*&", "*",  "/&!", "/=",  "/!", "/&", "/",
    "(",   ")",   "[",  "]",  "{",   "}",   ",",   ";",   ".",   "%",  "@",  "^",  "~",   "?",   "#"};
/// Those that no method is called.
constexpr std::array<std::string_view, 15> delimiters{"(",  ")", "[", "]", "{", "}", "=", "=>",
                                                      "<-", ",", ";", ".", ":", "@", "#"};
/// Grouped by their first letter.
constexpr std::array<std::string_view, 30> keywords{
    "abstract", "case",   "class", "def",   "do",   "else",   "extends",  "final",   "for",       "if",
    "implicit", "import", "lazy",  "match", "new",  "object", "override", "private", "protected", "package",
    "return",   "sealed", "throw", "trait", "type", "val",    "var",      "while",   "with",      "yield"};

template <class Words>
constexpr bool isOneOf(const Words& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

enum : std::uint8_t { letter = 1, digit = 2, blank = 4 };

/// The class of each character, and the first word of a table that begins with it; the number of words if none does.
struct Characters {
  std::array<std::uint8_t, 256> kinds{}, firstSymbol{}, firstKeyword{};
  std::array<bool, symbols.size()> isDelimiter{};
};

constexpr std::uint8_t codeOf(char c) { return static_cast<std::uint8_t>(c); }

template <std::size_t N>
constexpr std::array<std::uint8_t, 256> firstOf(const std::array<std::string_view, N>& words) {
  std::array<std::uint8_t, 256> first{};
  for (auto& index : first) index = N;
  for (std::size_t i = N; i-- > 0;) first[codeOf(words[i][0])] = static_cast<std::uint8_t>(i);
  return first;
}

constexpr Characters characters = [] {
  Characters all;
  for (char c = 'a'; c <= 'z'; ++c) all.kinds[codeOf(c)] = letter;
  for (char c = 'A'; c <= 'Z'; ++c) all.kinds[codeOf(c)] = letter;
  all.kinds[codeOf('_')] = all.kinds[codeOf('$')] = letter;
  for (char c = '0'; c <= '9'; ++c) all.kinds[codeOf(c)] = digit;
  for (const char c : {' ', '\t', '\r', '\n'}) all.kinds[codeOf(c)] = blank;
  all.firstSymbol = firstOf(symbols);
  all.firstKeyword = firstOf(keywords);
  for (std::size_t i = 0; i < symbols.size(); ++i) all.isDelimiter[i] = isOneOf(delimiters, symbols[i]);
  return all;
}();

std::uint8_t kindOf(char c) { return characters.kinds[codeOf(c)]; }
bool isDigit(char c) { return kindOf(c) & digit; }
bool isHexDigit(char c) { return isDigit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); }
bool isLetter(char c) { return kindOf(c) & letter; }

bool isKeyword(std::string_view word) {
  for (std::size_t i = characters.firstKeyword[codeOf(word[0])]; i < keywords.size() && keywords[i][0] == word[0]; ++i)
    if (keywords[i] == word) return true;
  return false;
}

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view blanks = " \t\r";
  const auto first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

class Lexer {
 public:
  explicit Lexer(const Source& source) : source_(source), text_(source->text) {}

  Tokens run() {
    tokens_.list.reserve(text_.size() / 4);
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
    tokens_.list.push_back({kind, startsLine_, text_.substr(begin, at_ - begin), {begin, at_}});
    startsLine_ = false;
  }
  void skipBlanks();
  void lineComment();
  void blockComment();
  void next();
  void word();
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
  std::size_t at_ = 0;
  int nested_ = 0;  ///< strings around the current place
  bool startsLine_ = true;
  Tokens tokens_;
};

void Lexer::skipBlanks() {
  while (at_ < text_.size()) {
    const char c = text_[at_];
    if (kindOf(c) & blank) {
      startsLine_ |= c == '\n';
      ++at_;
    } else if (c == '/' && peek(1) == '/') {
      lineComment();
    } else if (c == '/' && peek(1) == '*') {
      blockComment();
    } else {
      return;
    }
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
    tokens_.comments.push_back({tokens_.list.back().span.end, trimmed(comment)});
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
  at_ = end + 2;
}

void Lexer::next() {
  const char c = peek();
  if (isLetter(c)) {
    word();
  } else if (isDigit(c) || (c == '.' && isDigit(peek(1)))) {
    number();
  } else if (c == '"') {
    if (peek(1) == '"' && peek(2) == '"') longString();
    else string();
  } else if (c == '\'') {
    quoted();
  } else if (c == '`') {
    backquoted();
  } else {
    symbol();
  }
}

void Lexer::word() {
  const auto begin = at_;
  for (++at_; at_ < text_.size() && kindOf(text_[at_]) & (letter | digit);) ++at_;
  const auto text = text_.substr(begin, at_ - begin);
  push(isKeyword(text) ? Token::Kind::Keyword : Token::Kind::Identifier, begin);
}

/// 12, 12L, 0x1F, 1.5, 1e+30 and .5; the dot of 0.to[T] is not part of the number.
void Lexer::number() {
  const auto begin = at_;
  bool decimal = false;
  const auto skipDigits = [&] {
    while (isDigit(peek())) ++at_;
  };
  if (peek() == '0' && (peek(1) == 'x' || peek(1) == 'X') && isHexDigit(peek(2))) {
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
  } else if (peek() == 'f' || peek() == 'd' || peek() == 'F' || peek() == 'D') {
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
  skipString(at_ > 0 && isLetter(text_[at_ - 1]));
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
  const char first = text_[at_];
  for (std::size_t i = characters.firstSymbol[codeOf(first)]; i < symbols.size() && symbols[i][0] == first; ++i) {
    const auto size = symbols[i].size();
    if (size > 1 && text_.substr(at_, size) != symbols[i]) continue;
    at_ += size;
    return push(characters.isDelimiter[i] ? Token::Kind::Delimiter : Token::Kind::Operator, begin);
  }
  fail("this character is not part of the language", begin);
}

}  // namespace

Tokens tokenize(const Source& source) { return Lexer(source).run(); }

}  // namespace stardust::scala
