#include "format/parse.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>

#include "format/widths.h"
#include "levels/registry.h"

namespace stardust {
namespace {

std::vector<std::string> allNames() {
  std::vector<std::string> names;
  for (const FormatName& name : formatNames()) names.emplace_back(name.name);
  return names;
}

// The most similar format name, for an unknown name.
std::optional<std::string> similarName(const std::string& text) {
  return text.size() > 2 ? nearest(text, allNames()) : std::nullopt;
}

[[noreturn]] void failLetter(const Lexer& lexer, const Token& token, std::size_t at) {
  const auto meant = similarName(token.text);
  failUser(fmt::format("there is no level format '{}'", token.text[at]),
           lexer.where({token.span.begin + at, token.span.begin + at + 1}), {},
           meant ? fmt::format("did you mean {}?", *meant)
                 : fmt::format("{}; or one of {}; regions are offChip and onChip", levels::lettersAndMeanings(),
                               fmt::join(allNames(), ", ")));
}

std::vector<LevelFormat> levelsOf(const Lexer& lexer, const Token& token) {
  std::vector<LevelFormat> levels;
  for (std::size_t n = 0; n < token.text.size(); ++n) {
    const auto level = levels::ofLetter(token.text[n]);
    if (!level) failLetter(lexer, token, n);
    levels.push_back(*level);
  }
  return levels;
}

// The words after a colon, in the order of messages.
std::vector<std::string> propertyWords() {
  std::vector<std::string> words = {"offChip", "onChip", "symmetric"};
  for (const WidthWord& word : widthWords()) words.emplace_back(word.text);
  return words;
}

bool isProperty(const std::string& text) {
  const auto words = propertyWords();
  return std::find(words.begin(), words.end(), text) != words.end();
}

[[noreturn]] void failProperty(const Lexer& lexer, const char* expected) {
  const std::string text = lexer.peek().text;
  const auto similar = nearest(text, propertyWords());
  const std::string meant = similar ? fmt::format("did you mean {}?", *similar) : "";
  if (text.starts_with("pos") || text.starts_with("crd"))
    failUser(fmt::format("there is no width {}", text), lexer.here(),
             "positions (pos) and coordinates (crd) have 32 or 64 bits",
             similar ? meant : "pos32, pos64, crd32 or crd64");
  if (lexer.peek().kind != TokenKind::Identifier || !similar) lexer.failExpected(expected);
  failUser(fmt::format("there is no region {}", text), lexer.here(), {}, meant);
}

// The region, the widths and the symmetry, each at most once.
class Properties {
 public:
  Region region = offChip;
  Widths widths;
  bool isSymmetric = false;

  void parse(Lexer& lexer) {
    const std::string text = lexer.peek().text;
    if (!isProperty(text)) failProperty(lexer, "offChip, onChip, symmetric, pos32, pos64, crd32 or crd64");
    const std::string property = text == "symmetric" ? text : text.ends_with("Chip") ? "region" : text.substr(0, 3);
    if (std::find(seen_.begin(), seen_.end(), property) != seen_.end())
      failUser(property == "symmetric" ? std::string("a format is symmetric once")
               : property == "region"  ? std::string("a format has one region")
                                       : fmt::format("a format has one width of {}", property),
               lexer.here(), {}, "leave one of the two out");
    seen_.push_back(property);
    if (text == "onChip") region = onChip;
    if (text == "symmetric") isSymmetric = true;
    for (const WidthWord& word : widthWords())
      if (text == word.text) widths.*word.array = word.width;
    lexer.next();
  }

 private:
  std::vector<std::string> seen_;
};

std::vector<int> parseModes(Lexer& lexer, std::size_t order) {
  std::vector<int> modes;
  do {
    const Location where = lexer.here();
    if (modes.empty() && lexer.peek().kind == TokenKind::Identifier) failProperty(lexer, "a mode, a region or a width");
    const std::int64_t mode = lexer.expectInteger("a mode");
    if (mode < 0 || mode >= static_cast<std::int64_t>(order))
      failUser(fmt::format("there is no mode {}", mode), where, "modes count from 0, and each level stores one");
    modes.push_back(static_cast<int>(mode));
  } while (lexer.accept(","));
  return modes;
}

bool atRegion(const Lexer& lexer) { return lexer.atWord("offChip") || lexer.atWord("onChip"); }

// Counts the integers up to the region or the end. They determine the order of a family before they are parsed.
std::size_t countModes(Lexer lexer) {
  std::size_t count = 0;
  for (; lexer.peek().kind == TokenKind::Integer; ++count) {
    lexer.next();
    if (!lexer.accept(",")) return count + 1;
  }
  return count;
}

// coo:3 is an error for coo3: a number after the colon is a mode.
void requireNoOrder(const Lexer& lexer, const FormatName& family) {
  const Token number = lexer.peek(1);
  if (number.kind != TokenKind::Integer || lexer.peek(2).text == "," || number.text == "0") return;
  const bool isName = findFormatName(family.name + number.text).has_value();
  failUser(fmt::format("there is no mode {} in a format of one level", number.text), lexer.where(number.span),
           "numbers after a ':' are modes, in the order in which the levels store them, and count from 0",
           isName ? fmt::format("{0}{1} is {0} of order {1}; {0} alone takes the order of its tensor", family.name,
                                number.text)
                  : "");
}

// The size of blocks: (ROWS, COLUMNS).
Block parseBlock(Lexer& lexer) {
  Block block;
  lexer.expect("(", "the size of blocks");
  block.rows = static_cast<int>(std::min<std::int64_t>(lexer.expectInteger("the rows of a block"), 1 << 20));
  lexer.expect(",", "a ',' between the rows and the columns of a block");
  block.columns = static_cast<int>(std::min<std::int64_t>(lexer.expectInteger("the columns of a block"), 1 << 20));
  lexer.expect(")", "a ')' after the size of blocks");
  return block;
}

struct Levels {
  std::vector<LevelFormat> levels;
  std::vector<int> modes;
  std::optional<Block> block = {};
  const FormatName* family = nullptr;  // a family whose order is not known yet
};

Levels parseLevels(Lexer& lexer) {
  const Token token = lexer.expectIdentifier("level formats, e.g. ds, or the name of a format, e.g. csr");
  const auto match = findFormatName(token.text);
  Levels read;
  if (lexer.at("(")) read.block = parseBlock(lexer);
  const bool modesFollow = lexer.at(":") && !isProperty(lexer.peek(1).text);
  if (match && match->name->family && match->order == 0 && !modesFollow && !read.block) {
    read.family = match->name;
    return read;
  }
  if (match && match->name->family && match->order == 0 && !modesFollow) {  // blocks, which no family has
    const Format format = namedFormat(token.text, 2);
    read.levels = format.levels(), read.modes = format.modeOrder();
    return read;
  }
  if (match) {
    Lexer ahead = lexer;
    const bool waits = match->name->family && match->order == 0;
    if (waits) requireNoOrder(lexer, *match->name), ahead.next();
    const Format format = namedFormat(token.text, waits ? static_cast<int>(countModes(ahead)) : -1);
    read.levels = format.levels(), read.modes = format.modeOrder();
    if (modesFollow && !match->name->modes.empty())
      failUser(fmt::format("{} has a mode order of its own", token.text), lexer.where(lexer.peek(1).span),
               match->name->meaning, "leave the modes out");
  } else {
    read.levels = levelsOf(lexer, token);
    read.modes.resize(read.levels.size());
    std::iota(read.modes.begin(), read.modes.end(), 0);
  }
  if (modesFollow) {
    lexer.next();
    read.modes = parseModes(lexer, read.levels.size());
  }
  return read;
}

}  // namespace

WrittenFormat parseWrittenFormat(Lexer& lexer) {
  const std::size_t begin = lexer.peek().span.begin;
  const std::string written = lexer.peek().text;
  Levels read;
  Properties properties;
  if (atRegion(lexer)) {
    properties.parse(lexer);
  } else {
    read = parseLevels(lexer);
    while (lexer.accept(":")) properties.parse(lexer);
  }
  if (read.family) return {*read.family, properties.region, properties.widths, properties.isSymmetric};
  try {
    const Format format =
        Format(std::move(read.levels), std::move(read.modes), properties.region).with(properties.widths);
    const Format blocked = read.block ? format.with(*read.block) : format;
    return properties.isSymmetric ? blocked.asSymmetric() : blocked;
  } catch (const Error& error) {
    const Diagnostic& d = error.diagnostic();
    const auto meant = findFormatName(written) || d.remedy.empty() ? std::nullopt : similarName(written);
    failUser(d.what, lexer.since(begin), d.why,
             meant ? fmt::format("{}; did you mean {}?", d.remedy, *meant) : d.remedy);
  }
}

Format parseFormat(Lexer& lexer) {
  const std::size_t begin = lexer.peek().span.begin;
  const WrittenFormat written = parseWrittenFormat(lexer);
  return withPlace(lexer.since(begin), [&] { return written.of(-1); });
}

}  // namespace stardust
