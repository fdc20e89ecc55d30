#include "operators/table.h"

#include <algorithm>
#include <array>

#include "operators/rows_arithmetic.h"
#include "operators/rows_complex.h"
#include "operators/rows_functions.h"
#include "operators/rows_logic.h"

namespace stardust::operators {
namespace {

constexpr std::size_t sizeOfTable =
    std::size(arithmeticRows) + std::size(functionRows) + std::size(logicRows) + std::size(complexRows);

constexpr std::array<Operator, sizeOfTable> rows = [] {
  std::array<Operator, sizeOfTable> all{};
  std::size_t n = 0;
  for (const Operator& row : arithmeticRows) all[n++] = row;
  for (const Operator& row : functionRows) all[n++] = row;
  for (const Operator& row : logicRows) all[n++] = row;
  for (const Operator& row : complexRows) all[n++] = row;
  return all;
}();

// The row of a known operator, looked up at compile time.
constexpr Op row(std::string_view text, Fixity fixity) {
  for (const Operator& op : rows)
    if (op.text == text && op.fixity == fixity) return &op;
  throw "there is no such row";
}

template <class Condition>
Op firstOf(Condition condition) {
  const auto found = std::find_if(std::begin(rows), std::end(rows), condition);
  return found == std::end(rows) ? nullptr : &*found;
}

// Whether a list that is separated by blanks has the word.
bool hasWord(std::string_view words, std::string_view word) {
  for (std::size_t begin = 0; begin < words.size();) {
    const std::size_t end = std::min(words.find(' ', begin), words.size());
    if (words.substr(begin, end - begin) == word) return true;
    begin = end + 1;
  }
  return false;
}

bool isWritten(const Operator& op, std::string_view text) { return op.text == text || hasWord(op.alternatives, text); }

}  // namespace

constinit const Op add = row("+", Fixity::Infix);
constinit const Op subtract = row("-", Fixity::Infix);
constinit const Op multiply = row("*", Fixity::Infix);
constinit const Op divide = row("/", Fixity::Infix);
constinit const Op negate = row("-", Fixity::Prefix);
constinit const Op min = row("min", Fixity::Function);
constinit const Op max = row("max", Fixity::Function);

std::span<const Operator> table() { return rows; }

Op infix(std::string_view text, int precedence) {
  const Op op = infix(text);
  return op && op->precedence == precedence ? op : nullptr;
}
Op infix(std::string_view text) {
  return firstOf([&](const Operator& op) { return op.fixity == Fixity::Infix && isWritten(op, text); });
}
Op prefix(std::string_view text) {
  return firstOf([&](const Operator& op) { return op.fixity == Fixity::Prefix && isWritten(op, text); });
}
const char* callName(const Operator& op) { return op.fixity == Fixity::Function ? op.text : op.word; }
Op function(std::string_view name) {
  return firstOf([&](const Operator& op) { return callName(op) && callName(op) == name; });
}
std::vector<std::string> functions() {
  std::vector<std::string> names;
  for (const Operator& op : rows)
    if (callName(op)) names.emplace_back(callName(op));
  return names;
}
Op reduction(std::string_view text) {
  return firstOf(
      [&](const Operator& op) { return canReduce(op) && (isWritten(op, text) || hasWord(op.reductions, text)); });
}
Op reductionInside(std::string_view name) {
  return firstOf([&](const Operator& op) { return op.inExpressions && op.inExpressions == name; });
}
std::vector<std::string> reductionsInside() {
  std::vector<std::string> names;
  for (const Operator& op : rows)
    if (op.inExpressions) names.emplace_back(op.inExpressions);
  return names;
}
Op findByAlias(std::string_view name) {
  return firstOf([&](const Operator& op) { return hasWord(op.aliases, name); });
}

}  // namespace stardust::operators
