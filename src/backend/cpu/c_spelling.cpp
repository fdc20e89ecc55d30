#include "backend/cpu/c_spelling.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "support/diagnostic.h"

namespace stardust::cpu {

using namespace loops;

namespace {

bool isPlain(char c) { return c >= ' ' && c < 127 && c != '\\' && c != '?'; }
bool isHarmless(const std::string& text) {
  return std::all_of(text.begin(), text.end(), isPlain) && text.find("*/") == std::string::npos;
}

/// The symbol at a position: a symbol of set notation, or one byte.
std::string_view signAt(std::string_view text, std::size_t at) {
  if (!isPlain(text[at]))
    for (const std::string_view sign : {"∪", "∩", "…"})
      if (text.substr(at).starts_with(sign)) return sign;
  return text.substr(at, 1);
}

/// Removes everything that would end the comment or change its meaning: line breaks, */, and ?? or \, which form
/// trigraphs and line continuations.
std::string harmless(std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const std::string_view sign = signAt(text, at);
    at += sign.size();
    const char c = sign.front(), before = out.empty() ? ' ' : out.back();
    if (c == '/' && before == '*') out += ' ';
    const bool isKept = sign.size() > 1 || isPlain(c) || (c == '?' && before != '?');
    out += isKept ? sign : ".";
  }
  return out;
}

/// The text truncated to this number of columns; signAt() defines its symbols.
std::string cut(const std::string& text, std::size_t columns) {
  if (text.size() <= columns) return text;
  std::size_t used = 0, end = 0;
  for (std::size_t at = 0; at < text.size(); at += signAt(text, at).size())
    if (++used == columns) end = at;
  return used > columns ? text.substr(0, end) + "…" : text;
}

}  // namespace

std::string statusWord(Status status) {
  switch (status) {
    case Status::Ok: return "STARDUST_OK";
    case Status::OutOfMemory: return "STARDUST_OUT_OF_MEMORY";
    case Status::DivisionByZero: return "STARDUST_DIVISION_BY_ZERO";
    case Status::TooLarge: return "STARDUST_TOO_LARGE";
  }
  failInternal("a status has no name in C");
}

std::string memberOf(const Role& role) {
  switch (role.kind) {
    case Role::Kind::Dim: return fmt::format("levels[{}].dim", role.level);
    case Role::Kind::Pos: return fmt::format("levels[{}].pos", role.level);
    case Role::Kind::Crd: return fmt::format("levels[{}].crd", role.level);
    case Role::Kind::Bits: return fmt::format("levels[{}].bits", role.level);
    case Role::Kind::Values: return "vals";
  }
  failInternal("an array has no place in a tensor");
}

std::string comment(const std::string& text, std::size_t columns) {
  return fmt::format("/* {} */", isHarmless(text) ? cut(text, columns) : cut(harmless(text), columns));
}

}  // namespace stardust::cpu
