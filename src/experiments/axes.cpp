#include "experiments/axes.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>

#include "driver/target.h"
#include "files/files.h"
#include "support/plural.h"

namespace stardust::experiments {
namespace {

constexpr const char* chipKeywords[] = {"schedule", "machine", "format"};
constexpr const char* namedKeywords[] = {"format", "input", "generate"};  // used by those above and below
constexpr const char* inputKeywords[] = {"input", "generate", "dim", "type", "seed"};
constexpr const char* otherKeywords[] = {"target", "memory", "input", "generate", "dim", "type", "seed"};

template <class Names>
bool has(const Names& names, const std::string& name) {
  return std::any_of(std::begin(names), std::end(names), [&](const char* known) { return name == known; });
}

bool isKeyword(const std::string& name) { return has(chipKeywords, name) || has(otherKeywords, name); }
bool startsWith(const std::string& text, const std::string& prefix) {
  return text.compare(0, prefix.size(), prefix) == 0;
}
bool isParameter(const std::string& name) {
  return startsWith(name, "machine.") || startsWith(name, "memory.") || startsWith(name, "sam.");
}

std::vector<std::string> knownNames() {
  std::vector<std::string> names;
  for (const auto& variable : schedule::environmentVariables()) names.emplace_back(variable.name);
  names.insert(names.end(), std::begin(chipKeywords), std::end(chipKeywords));
  names.insert(names.end(), std::begin(otherKeywords), std::end(otherKeywords));
  return names;
}

Location trimmed(const Source& source, Span span) {
  const auto blank = [&](std::size_t n) { return source->text[n] == ' ' || source->text[n] == '\t'; };
  while (span.begin < span.end && blank(span.begin)) ++span.begin;
  while (span.end > span.begin && blank(span.end - 1)) --span.end;
  return {source, span};
}

void addValue(Axis& axis, const Source& source, Span span) {
  const Location where = trimmed(source, span);
  const std::string value = where.text();
  if (value.empty())
    failUser(fmt::format("a value of {} is missing", axis.name), {source, {span.begin, span.begin + 1}}, {},
             "one comma between two values");
  for (const auto& earlier : axis.values)
    if (earlier.value == value)
      failUser(fmt::format("{} is {} twice", axis.name, value), where, {}, "write each value once");
  axis.values.push_back({value, where});
}

// Splits at the commas outside of parentheses and braces.
std::vector<Span> partsOf(const std::string& text, std::size_t begin) {
  std::vector<Span> parts;
  int open = 0;
  for (std::size_t n = begin; n <= text.size(); ++n) {
    const char c = n < text.size() ? text[n] : ',';
    open += c == '(' || c == '{' ? 1 : c == ')' || c == '}' ? -1 : 0;
    if (n < text.size() && (c != ',' || open > 0)) continue;
    parts.push_back({begin, n});
    begin = n + 1;
  }
  return parts;
}

bool isName(const std::string& text) {
  const auto isLetter = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; };
  return !text.empty() && !std::isdigit(static_cast<unsigned char>(text[0])) &&
         std::all_of(text.begin(), text.end(), isLetter);
}

// The number of parts, starting at this one, that name the tensors of a value: 2 for "A", "B:s:0.1"; 0 if no value
// begins here.
std::size_t namesAt(const Source& source, const std::vector<Span>& parts, std::size_t first) {
  for (std::size_t n = first; n < parts.size(); ++n) {
    const std::string text = trimmed(source, parts[n]).text();
    const auto colon = text.find(':');
    std::string name = text.substr(0, colon);
    name.erase(name.find_last_not_of(" \t") + 1);
    if (!isName(name)) return 0;
    if (colon != std::string::npos) return n + 1 - first;
  }
  return 0;
}

// Values that begin with a tensor's name may contain commas: a new value begins with the next name.
// A,B:s:0.1:20,30,A:s:0.2 is two values.
std::vector<Span> joinedByNames(const Source& source, const std::vector<Span>& parts) {
  std::vector<Span> values;
  for (std::size_t n = 0; n < parts.size(); ++n) {
    const std::size_t names = namesAt(source, parts, n);
    const bool isMissing = trimmed(source, parts[n]).text().empty();
    if (names > 0 || values.empty() || isMissing) values.push_back(parts[n]);
    if (names > 1) n += names - 1;
    values.back().end = parts[n].end;
  }
  return values;
}

void splitValues(Axis& axis, const Source& source, std::size_t begin) {
  const std::vector<Span> parts = partsOf(source->text, begin);
  for (const Span value : has(namedKeywords, axis.name) ? joinedByNames(source, parts) : parts)
    addValue(axis, source, value);
}

void requireName(const Axis& axis) {
  const auto names = knownNames();
  if (isParameter(axis.name) || std::find(names.begin(), names.end(), axis.name) != names.end()) return;
  const auto similar = nearest(axis.name, names);
  failUser(fmt::format("there is nothing called {} to vary", axis.name), axis.nameAt, axisForms(),
           similar ? fmt::format("did you mean {}?", *similar) : "");
}

// The text of a schedule: the contents of a file, or the commands themselves.
std::string scheduleText(const std::string& value) {
  return value.find('(') == std::string::npos ? readText(value) : value;
}

/// A target, and its machine: "sam@extensor-like". Only cycles of simulated machines are compared.
std::pair<std::string, std::string> targetAndMachine(const std::string& value) {
  const auto at = value.find('@');
  return {value.substr(0, at), at == std::string::npos ? std::string() : value.substr(at + 1)};
}

void requireCycles(const Axis& axis) {
  for (const auto& value : axis.values) {
    const driver::Backend& target = withPlace(value.where, [&]() -> const driver::Backend& {
      return driver::backendCalled(targetAndMachine(value.value).first);
    });
    if (target.countsCycles()) continue;
    std::vector<std::string> names;
    for (const driver::Backend* each : driver::backends())
      if (each->countsCycles()) names.emplace_back(each->target().name());
    failUser(fmt::format("{} has no cycles to compare", target.title()), value.where, {}, enumerated(names, "or"));
  }
}

}  // namespace

std::string axisForms() {
  return fmt::format(
      "{} can be varied, and the parameters of machine, memory and stream machine (machine.ag.outstandingBursts, sam.lanes)",
      fmt::join(knownNames(), ", "));
}

Axis parseAxis(const std::string& text) {
  const Source source = makeSource("--vary", text);
  const auto equals = text.find('=');
  Axis axis;
  axis.nameAt = trimmed(source, {0, std::min(equals, text.size())});
  axis.name = axis.nameAt.text();
  requireName(axis);
  if (equals == std::string::npos)
    failUser(fmt::format("{} has no values", axis.name), axis.nameAt, {},
             fmt::format("as in --vary {}=1,4,16", axis.name));
  splitValues(axis, source, equals + 1);
  if (axis.name == "target") requireCycles(axis);
  if (!isKeyword(axis.name))
    for (const auto& value : axis.values) driver::requireSetting(axis.name, value, axis.nameAt);
  return axis;
}

void vary(driver::Invocation& invocation, const Axis& axis, std::size_t value) {
  const std::string& text = axis.values.at(value).value;
  if (axis.name == "target") {
    const auto [target, machine] = targetAndMachine(text);
    invocation.flags.emplace_back("target", target);
    if (!machine.empty()) invocation.flags.emplace_back("machine", machine);
  } else if (axis.name == "schedule") invocation.flags.emplace_back(axis.name, scheduleText(text));
  else if (isKeyword(axis.name)) invocation.flags.emplace_back(axis.name, text);
  else invocation.flags.emplace_back("set", fmt::format("{}={}", axis.name, text));
}

bool isOfInput(const Axis& axis) { return has(inputKeywords, axis.name); }

bool isOfChip(const Axis& axis) { return !has(otherKeywords, axis.name) && !startsWith(axis.name, "memory."); }

}  // namespace stardust::experiments
