#include "support/diagnostic.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

namespace stardust {
namespace {

constexpr std::size_t maxShown = 120;      // columns of a source line in a message
constexpr std::size_t maxSentence = 1000;  // bytes of a sentence in a message
constexpr std::size_t maxCompared =
    1000;  // letters of a name that a suggestion compares; the comparison takes quadratic time

struct Line {
  std::size_t number = 1;
  std::size_t column = 0;  // 0-based
  std::string text;
};

Line lineAt(const std::string& text, std::size_t offset) {
  offset = std::min(offset, text.size());
  Line line;
  line.number = 1 + static_cast<std::size_t>(std::count(text.begin(), text.begin() + static_cast<long>(offset), '\n'));
  const auto begin = offset == 0 ? 0 : text.rfind('\n', offset - 1) + 1;  // npos + 1 == 0
  auto end = text.find('\n', offset);
  if (end == std::string::npos) end = text.size();
  line.column = offset - begin;
  line.text = text.substr(begin, end - begin);
  return line;
}

bool continuesCharacter(char c) { return (static_cast<unsigned char>(c) & 0xc0) == 0x80; }

std::size_t charactersIn(std::string_view text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return !continuesCharacter(c); }));
}

// Bytes of the first UTF-8 character of `text`; 0 if it is invalid.
std::size_t characterLength(std::string_view text) {
  const auto first = static_cast<unsigned char>(text[0]);
  const std::size_t length = first < 0x80 ? 1 : first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (length > 1 && (first < 0xc2 || first > 0xf4 || text.size() < length)) return 0;
  for (std::size_t n = 1; n < length; ++n)
    if (!continuesCharacter(text[n])) return 0;
  return length;
}

// Replaces control characters, which a terminal would interpret.
void replaceUnprintable(std::string& text, bool keepNewlines) {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = characterLength(std::string_view(text).substr(at));
    const auto byte = static_cast<unsigned char>(text[at]);
    if (length == 0 || byte == 0x7f || (byte < 0x20 && !(byte == '\n' && keepNewlines)))
      text[at] = byte == '\t' || byte == '\r' ? ' ' : '?';
    at += std::max<std::size_t>(1, length);
  }
}

// Cuts a long line around the caret.
void fitToScreen(Line& line) {
  if (line.text.size() > maxShown) {
    auto from = line.column > maxShown / 2 ? line.column - maxShown / 2 : 0;
    while (from > 0 && continuesCharacter(line.text[from])) --from;
    auto end = std::min(from + maxShown, line.text.size());
    while (end < line.text.size() && continuesCharacter(line.text[end])) ++end;
    line.text = line.text.substr(from, end - from);
    line.column -= from;
  }
  replaceUnprintable(line.text, false);
}

// Makes user-supplied names and paths, which may have any length and any bytes, fit for a message.
std::string readable(std::string text) {
  if (text.size() > maxSentence) {
    std::size_t end = maxSentence;
    while (end > 0 && continuesCharacter(text[end])) --end;
    text = text.substr(0, end) + "…";
  }
  replaceUnprintable(text, true);
  return text;
}

const char* label(Family family) {
  switch (family) {
    case Family::User: return "error";
    case Family::Unsupported: return "not supported";
    case Family::Wrong: return "wrong result";
    case Family::Internal: return "internal error";
  }
  return "error";
}

std::string rendered(std::string_view label, const Diagnostic& d) {
  std::string out = fmt::format("{}: {}\n", label, readable(d.what));
  if (d.where) {
    Line line = lineAt(d.where.source->text, d.where.span.begin);
    const auto columnShown = line.column + 1;
    fitToScreen(line);
    const auto width = d.where.span.end > d.where.span.begin ? d.where.span.end - d.where.span.begin : 1;
    const std::string_view text = line.text, before = text.substr(0, line.column),
                           marked = text.substr(before.size()).substr(0, width);
    const std::string carets(std::max<std::size_t>(1, charactersIn(marked)), '^');
    line.number += d.where.source->firstLine - 1;
    const auto gutter = std::to_string(line.number);
    const std::string pad(gutter.size(), ' ');
    out += fmt::format("{}--> {}:{}:{}\n", pad, d.where.source->name, line.number, columnShown);
    out += fmt::format("{} | {}\n", gutter, line.text);
    out += fmt::format("{} | {}{}\n", pad, std::string(charactersIn(before), ' '), carets);
  }
  if (!d.why.empty()) out += fmt::format("  why: {}\n", readable(d.why));
  if (!d.remedy.empty()) out += fmt::format("  help: {}\n", readable(d.remedy));
  return out;
}

}  // namespace

Source makeSource(std::string name, std::string text, std::size_t firstLine) {
  return std::make_shared<const SourceText>(SourceText{std::move(name), std::move(text), firstLine});
}

std::string Location::text() const {
  if (!source || span.begin >= source->text.size()) return {};
  return source->text.substr(span.begin, span.end - span.begin);
}

int exitCode(Family family) {
  switch (family) {
    case Family::User: return 1;
    case Family::Unsupported: return 2;
    case Family::Wrong: return 3;
    case Family::Internal: return 70;
  }
  return 70;
}

std::string render(const Diagnostic& diagnostic) { return rendered(label(diagnostic.family), diagnostic); }
std::string renderWarning(const Diagnostic& diagnostic) { return rendered("warning", diagnostic); }

Error::Error(Diagnostic diagnostic) : std::runtime_error(render(diagnostic)), diagnostic_(std::move(diagnostic)) {}

void failUser(std::string what, Location where, std::string why, std::string remedy) {
  throw Error({Family::User, std::move(what), std::move(where), std::move(why), std::move(remedy)});
}
void failUnsupported(std::string what, Location where, std::string why, std::string remedy) {
  throw Error({Family::Unsupported, std::move(what), std::move(where), std::move(why), std::move(remedy)});
}
void failWrong(std::string what, Location where, std::string why, std::string remedy) {
  throw Error({Family::Wrong, std::move(what), std::move(where), std::move(why), std::move(remedy)});
}
void failInternal(std::string what) {
  throw Error({Family::Internal,
               std::move(what),
               {},
               "an invariant of the compiler does not hold",
               "please report this with the command that caused it"});
}

std::size_t editDistance(const std::string& a, const std::string& b) {
  std::vector<std::size_t> twoAbove, above, row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    twoAbove = std::exchange(above, row);
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      row[j] = std::min({above[j] + 1, row[j - 1] + 1, above[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)});
      if (swapped) row[j] = std::min(row[j], twoAbove[j - 2] + 1);
    }
  }
  return row[b.size()];
}

std::optional<std::size_t> similarity(const std::string& a, const std::string& b) {
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
  if (std::equal(a.begin(), a.end(), b.begin(), b.end(), [&](char x, char y) { return lower(x) == lower(y); }))
    return 0;
  const std::size_t length = std::max(a.size(), b.size());
  if (length > maxCompared) return std::nullopt;
  const std::size_t distance = editDistance(a, b);
  if (distance > std::max<std::size_t>(1, length / 3) || distance == length) return std::nullopt;
  return distance;
}

}  // namespace stardust
