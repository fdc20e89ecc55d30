#include "backend/cpu/c_words.h"

#include <fmt/format.h>

#include "support/diagnostic.h"

namespace stardust::cpu {

using namespace loops;

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

// Nothing in it ends the comment: no line break, no */, and no ?? or \ that an old rule of C makes into something else.
std::string comment(const std::string& text) {
  std::string out;
  for (const char c : text) {
    const bool plain = c >= ' ' && c < 127 && c != '\\' && !(c == '?' && !out.empty() && out.back() == '?');
    if (c == '/' && !out.empty() && out.back() == '*') out += ' ';
    out += plain ? c : '.';
  }
  return fmt::format("/* {} */", out);
}

}  // namespace stardust::cpu
