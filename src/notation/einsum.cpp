#include "notation/einsum.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "operators/table.h"

namespace stardust::notation {
namespace {

using Texts = std::vector<std::string>;
constexpr const char* blanks = " \t\r\n";
constexpr const char* ellipsis = "...";

bool isLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool isBlank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

std::string trimmed(const std::string& text) {
  const auto first = text.find_first_not_of(blanks), last = text.find_last_not_of(blanks);
  return first == std::string::npos ? "" : text.substr(first, last - first + 1);
}

Texts split(const std::string& text, const char* separators) {
  Texts parts;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find_first_of(separators, begin), text.size());
    parts.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

// "ij", "i j" and "...ij" → the letters, with at most one ellipsis; none for any other text.
std::optional<std::string> subscripts(const std::string& text) {
  std::string letters;
  std::copy_if(text.begin(), text.end(), std::back_inserter(letters), [](char c) { return !isBlank(c); });
  std::string bare = letters;
  if (const auto dots = bare.find(ellipsis); dots != std::string::npos) bare.erase(dots, 3);
  if (!std::all_of(bare.begin(), bare.end(), isLetter)) return std::nullopt;
  return letters;
}

struct Einsum {
  Texts operands;  // the subscripts of each operand
  std::optional<std::string> result;
  Texts names;  // the names of the operands, if given
};

// Parses the text inside the quotes, or the unquoted text before the names: "ij,jk", "ij,j->i", "-> i".
std::optional<Einsum> fromSubscripts(const std::string& text, const std::string& namesText) {
  Einsum einsum;
  const auto arrow = text.find("->");
  for (const std::string& operand : split(text.substr(0, arrow), ",")) {
    const auto letters = subscripts(operand);
    if (!letters || letters->empty()) return std::nullopt;
    einsum.operands.push_back(*letters);
  }
  if (arrow != std::string::npos) {
    einsum.result = subscripts(text.substr(arrow + 2));
    if (!einsum.result) return std::nullopt;
  } else if (einsum.operands.size() < 2) {
    return std::nullopt;
  }
  for (const std::string& name : split(namesText, ", \t\n"))
    if (!name.empty()) einsum.names.push_back(name);
  return einsum;
}

// Without quotes, the names follow the word after the arrow, or else the first word of the last operand.
std::size_t endOfSubscripts(const std::string& text) {
  const auto arrow = text.find("->"), comma = text.rfind(',');
  if (arrow == std::string::npos && comma == std::string::npos) return text.size();
  const std::size_t from = arrow != std::string::npos ? arrow + 2 : comma + 1;
  const std::size_t word = std::min(text.find_first_not_of(blanks, from), text.size());
  return std::min(text.find_first_of(std::string(blanks) + ",", word), text.size());
}

std::optional<Einsum> recognised(std::string text) {
  const auto call = text.find("einsum");
  const auto open = call == std::string::npos ? call : text.find('(', call);
  if (open != std::string::npos) {
    const auto close = text.rfind(')');
    text = text.substr(open + 1, close > open && close != std::string::npos ? close - open - 1 : close);
  }
  text = trimmed(text);
  if (text.empty()) return std::nullopt;
  if (text[0] == '"' || text[0] == '\'') {
    const std::size_t end = std::min(text.find(text[0], 1), text.size());
    return fromSubscripts(text.substr(1, end - 1), end < text.size() ? text.substr(end + 1) : "");
  }
  const std::size_t end = endOfSubscripts(text);
  return fromSubscripts(text.substr(0, end), text.substr(end));
}

bool has(const std::string& text, char letter) { return text.find(letter) != std::string::npos; }

// Replaces the ellipsis by index variables.
Einsum withoutEllipsis(Einsum einsum) {
  std::string used = einsum.result.value_or("");
  for (const std::string& operand : einsum.operands) used += operand;
  if (used.find(ellipsis) == std::string::npos) return einsum;
  char batch = 'b';
  while (has(used, batch)) batch = batch == 'z' ? 'a' : static_cast<char>(batch + 1);
  const auto replace = [&](std::string& text) {
    if (const auto dots = text.find(ellipsis); dots != std::string::npos) text.replace(dots, 3, 1, batch);
  };
  for (std::string& operand : einsum.operands) replace(operand);
  if (einsum.result) replace(*einsum.result);
  return einsum;
}

// The implicit result without an arrow: the letters that occur once, in alphabetical order.
std::string resultOf(const Einsum& einsum) {
  if (einsum.result) return *einsum.result;
  std::string all, once;
  for (const std::string& operand : einsum.operands) all += operand;
  std::sort(all.begin(), all.end());
  for (const char letter : all)
    if (std::count(all.begin(), all.end(), letter) == 1) once += letter;
  return once;
}

// Capitals for matrices and larger tensors, small letters for vectors and scalars. Avoids the names of index variables.
std::string freshName(const std::string& letters, bool isResult, std::set<std::string>& taken) {
  const char* const candidates = letters.size() > 1 ? "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                 : letters.empty()  ? "abcdefgh"
                                 : isResult         ? "yzuvwxabcd"
                                                    : "xzuvwyabcd";
  for (const char* c = candidates; *c; ++c)
    if (taken.insert(std::string(1, *c)).second) return std::string(1, *c);
  std::string name = "T";
  for (int n = 2; !taken.insert(name).second; ++n) name = fmt::format("T{}", n);
  return name;
}

std::string printed(const std::string& name, const std::string& letters) {
  return letters.empty() ? name : fmt::format("{}({})", name, fmt::join(letters, ","));
}

std::string inIndexNotation(const Einsum& said) {
  const Einsum einsum = withoutEllipsis(said);
  const std::string result = resultOf(einsum);
  std::set<std::string> taken(einsum.names.begin(), einsum.names.end());
  for (const std::string& operand : einsum.operands)
    for (const char letter : operand) taken.insert(std::string(1, letter));
  Texts operands;
  for (std::size_t n = 0; n < einsum.operands.size(); ++n) {
    const bool isNamed = einsum.names.size() == einsum.operands.size();
    const std::string& letters = einsum.operands[n];
    operands.push_back(printed(isNamed ? einsum.names[n] : freshName(letters, false, taken), letters));
  }
  const std::string left = printed(freshName(result, true, taken), result);
  return fmt::format("{} = {}", left, fmt::join(operands, fmt::format(" {} ", operators::multiply->text)));
}

}  // namespace

void refuseEinsum(const Lexer& lexer) {
  Location where = lexer.wholePlace();
  const std::string text = where.text();
  const auto einsum = recognised(text.substr(0, text.find('#')));
  if (!einsum) return;
  const auto first = text.find_first_not_of(blanks), last = text.find_last_not_of(blanks);
  where.span = {where.span.begin + first, where.span.begin + last + 1};
  failUser("this is einsum notation", where, "an expression names its tensors, and the indices of each",
           inIndexNotation(*einsum));
}

}  // namespace stardust::notation
