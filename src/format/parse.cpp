#include "format/parse.h"

#include <fmt/format.h>

#include <numeric>

namespace stardust {
namespace {

std::vector<LevelFormat> parseLevels(Lexer& lexer) {
  const Token token = lexer.expectIdentifier("level formats, e.g. ds");
  std::vector<LevelFormat> levels;
  for (std::size_t n = 0; n < token.text.size(); ++n) {
    switch (token.text[n]) {
      case 'd': levels.push_back(LevelFormat::Dense); break;
      case 's':
      case 'c': levels.push_back(LevelFormat::Compressed); break;
      case 'u': levels.push_back(LevelFormat::CompressedNonUnique); break;
      case 'q': levels.push_back(LevelFormat::Singleton); break;
      default:
        failUser(fmt::format("there is no level format '{}'", token.text[n]),
                 lexer.where({token.span.begin + n, token.span.begin + n + 1}), {},
                 "d dense, s compressed, u compressed with repeated coordinates, q singleton; regions are offChip and onChip");
    }
  }
  return levels;
}

std::vector<int> parseModes(Lexer& lexer, std::size_t order) {
  std::vector<int> modes;
  do {
    const Location where = lexer.here();
    if (modes.empty() && lexer.peek().kind == TokenKind::Identifier) lexer.failExpected("a mode, offChip or onChip");
    const std::int64_t mode = lexer.expectInteger("a mode");
    if (mode < 0 || mode >= static_cast<std::int64_t>(order))
      failUser(fmt::format("there is no mode {}", mode), where, "modes count from 0, and each level stores one");
    modes.push_back(static_cast<int>(mode));
  } while (lexer.accept(","));
  return modes;
}

bool atRegion(const Lexer& lexer) { return lexer.atWord("offChip") || lexer.atWord("onChip"); }

}  // namespace

Format parseFormat(Lexer& lexer) {
  const std::size_t begin = lexer.peek().span.begin;
  std::vector<LevelFormat> levels;
  std::vector<int> modes;
  if (!atRegion(lexer)) {
    levels = parseLevels(lexer);
    modes.resize(levels.size());
    std::iota(modes.begin(), modes.end(), 0);
    if (lexer.accept(":")) {
      if (!atRegion(lexer)) {
        modes = parseModes(lexer, levels.size());
        if (lexer.accept(":") && !atRegion(lexer)) lexer.failExpected("offChip or onChip");
      }
    }
  }
  const Region region = lexer.atWord("onChip") ? onChip : offChip;
  if (atRegion(lexer)) lexer.next();
  try {
    return Format(std::move(levels), std::move(modes), region);
  } catch (const Error& error) {
    const Diagnostic& d = error.diagnostic();
    failUser(d.what, lexer.since(begin), d.why, d.remedy);
  }
}

}  // namespace stardust
