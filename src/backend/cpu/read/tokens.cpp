#include "backend/cpu/read/tokens.h"

#include <fmt/format.h>

#include <algorithm>

#include "support/characters.h"
#include "support/diagnostic.h"

namespace stardust::cpu {
namespace {

// Longest match first.
constexpr std::string_view signs[] = {"->", "++", "+=", "-=", "*=", "==", "!=", "<=", ">=", "<<", ">>", "&&", "||"};

// 3, 3u, 2.5, 1e-05f
std::size_t endOfNumber(std::string_view text) {
  std::size_t end = 0;
  while (end < text.size()) {
    const bool isSign = (text[end] == '+' || text[end] == '-') && end > 0 && text[end - 1] == 'e';
    if (!isSign && !isDigit(text[end]) && !beginsName(text[end]) && text[end] != '.') break;
    ++end;
  }
  return end;
}

CToken tokenAt(std::string_view text) {
  const auto cut = [&](CTokenKind kind, std::size_t begin, std::size_t end) {
    return CToken{kind, text.substr(begin, end - begin), 0};
  };
  const auto until = [&](std::string_view end) { return std::min(text.find(end), text.size()); };
  if (text.starts_with("/*")) return cut(CTokenKind::Comment, 2, until("*/"));
  if (text.starts_with("#pragma ")) return cut(CTokenKind::Pragma, 8, until("\n"));
  std::size_t end = 1;
  if (beginsName(text[0])) {
    while (end < text.size() && (beginsName(text[end]) || isDigit(text[end]))) ++end;
    return cut(CTokenKind::Name, 0, end);
  }
  if (isDigit(text[0])) return cut(CTokenKind::Number, 0, endOfNumber(text));
  for (const std::string_view sign : signs)
    if (text.starts_with(sign)) end = std::max(end, sign.size());
  return cut(CTokenKind::Sign, 0, end);
}

}  // namespace

CTokens::CTokens(const std::string& text) : text_(text) {
  const std::string_view all = text;
  for (std::size_t at = 0; at < all.size();) {
    if (all[at] == ' ' || all[at] == '\n') {
      ++at;
      continue;
    }
    CToken token = tokenAt(all.substr(at));
    token.begin = at;
    const auto end = static_cast<std::size_t>(token.text.data() - all.data()) + token.text.size();
    at = token.kind == CTokenKind::Comment ? std::min(end + 2, all.size()) : end;
    tokens_.push_back(token);
  }
  tokens_.push_back({CTokenKind::End, {}, all.size()});
}

const CToken& CTokens::peek(std::size_t ahead) const { return tokens_[std::min(next_ + ahead, tokens_.size() - 1)]; }

CToken CTokens::next() {
  const CToken token = peek();
  if (next_ + 1 < tokens_.size()) ++next_;
  return token;
}

bool CTokens::accept(std::string_view text) {
  if (!at(text)) return false;
  next();
  return true;
}

void CTokens::expect(std::string_view text) {
  if (!accept(text)) fail(fmt::format("'{}'", text));
}

void CTokens::expectAll(std::string_view words) {
  while (!words.empty()) {
    const auto end = std::min(words.find(' '), words.size());
    expect(words.substr(0, end));
    words.remove_prefix(std::min(end + 1, words.size()));
  }
}

std::string CTokens::name() {
  if (!atName()) fail("a name");
  return std::string(next().text);
}

std::string CTokens::textSince(std::size_t place) const {
  const std::size_t begin = tokens_[place].begin;
  const CToken& last = tokens_[std::max(place, next_ - 1)];
  const auto end = static_cast<std::size_t>(last.text.data() - text_.data()) + last.text.size();
  return text_.substr(begin, end - begin);
}

void CTokens::fail(const std::string& expected) const {
  const std::size_t at = peek().begin, end = std::min(text_.find('\n', at), text_.size());
  const auto begin = at == 0 ? 0 : text_.rfind('\n', at - 1) + 1;  // npos + 1 == 0
  failInternal(fmt::format("expected {} at '{}' in the line '{}'", expected,
                           text_.substr(at, std::min<std::size_t>(end - at, 20)), text_.substr(begin, end - begin)));
}

}  // namespace stardust::cpu
