#include "machine/toml_document.h"

#include <fmt/format.h>

#include <algorithm>

#include "support/plural.h"

namespace stardust::machine {
namespace {

std::string firstLine(std::string_view text) { return std::string(text.substr(0, text.find('\n'))); }

}  // namespace

TomlDocument::TomlDocument(Source source) : source_(std::move(source)) {
  for (std::size_t i = 0; i < source_->text.size(); ++i)
    if (source_->text[i] == '\n') lineStarts_.push_back(i + 1);
  refuseHugeText();
  refuseNonAscii();
  auto result = toml::parse(source_->text, source_->name);
  if (!result)
    failUser("the TOML does not parse: " + firstLine(result.error().description()), at(result.error().source()), "",
             "one \"key = value\" to a line, tables as [name], comments after #");
  root_ = std::move(result).table();
}

// toml++ 3.3 has undefined behaviour on some non-ASCII characters in keys.
void TomlDocument::refuseNonAscii() const {
  const auto& text = source_->text;
  const auto foreign =
      std::find_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0x80) != 0; });
  if (foreign == text.end()) return;
  const auto at = static_cast<std::size_t>(foreign - text.begin());
  failUser("a description is plain ASCII, comments too", {source_, {at, at + 1}});
}

// The parser builds a nested table for each dot of a key and frees it recursively: a long line would overflow the
// stack.
void TomlDocument::refuseHugeText() const {
  constexpr std::size_t maxBytes = 1 << 20, maxLine = 500;
  if (source_->text.size() > maxBytes)
    failUser(fmt::format("{} is {} long", source_->name, counted(source_->text.size(), "byte")), {},
             fmt::format("a description has at most {} bytes", maxBytes));
  for (std::size_t i = 0; i < lineStarts_.size(); ++i) {
    const auto end = i + 1 < lineStarts_.size() ? lineStarts_[i + 1] : source_->text.size();
    if (end - lineStarts_[i] > maxLine)
      failUser(fmt::format("line {} is {} long", i + 1, counted(end - lineStarts_[i], "byte")),
               {source_, {lineStarts_[i], lineStarts_[i] + 1}},
               fmt::format("a line of a description has at most {} bytes", maxLine));
  }
}

std::size_t TomlDocument::offset(toml::source_position position) const {
  if (position.line == 0 || position.line > lineStarts_.size()) return source_->text.size();
  return std::min(lineStarts_[position.line - 1] + position.column - 1, source_->text.size());
}

Location TomlDocument::at(const toml::source_region& region) const {
  const auto begin = offset(region.begin);
  auto end = region.end.line == region.begin.line ? offset(region.end) : begin + 1;
  while (end > begin + 1 && (source_->text[end - 1] == ' ' || source_->text[end - 1] == '\n')) --end;
  return {source_, {begin, std::max(end, begin + 1)}};
}

}  // namespace stardust::machine
