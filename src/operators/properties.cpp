// Properties derived from the rows.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <sstream>

#include "operators/table.h"
#include "support/diagnostic.h"
#include "support/plural.h"

namespace stardust::operators {

bool chains(const Operator& op) { return op.fixity == Fixity::Function && op.arity == 2 && op.associates; }
bool canReduce(const Operator& op) { return op.arity == 2 && op.commutes && op.associates && op.identity; }

bool needs(const Operator& op, std::size_t operand, const Constants& constants) {
  if (op.vanishes && op.vanishes(operand, constants)) return true;
  const bool annihilates = op.annihilator && isZero(op.annihilator->value) && op.annihilator->isAt(operand);
  return annihilates || (op.undefinedAt0 && op.undefinedAt0->operand == operand);
}

bool needsAny(const Operator& op, const Constants& constants) {
  for (std::size_t operand = 0; operand < op.arity; ++operand)
    if (needs(op, operand, constants)) return true;
  return false;
}

bool keepsZeros(const Operator& op, const Constants& constants) {
  double operands[mostOperands];
  for (std::size_t n = 0; n < mostOperands; ++n) operands[n] = constants[n].value_or(0);
  return op.real(operands) == 0;
}

std::string written(const Operator& op, const std::vector<std::string>& operands) {
  require(!operands.empty(), "an operator has operands");
  switch (op.fixity) {
    case Fixity::Infix: return fmt::format("{}", fmt::join(operands, fmt::format(" {} ", op.text)));
    case Fixity::Prefix: return op.text + operands.front();
    case Fixity::Function: return fmt::format("{}({})", op.text, fmt::join(operands, ", "));
  }
  failInternal("an operator that is written in no way");
}

namespace {

std::vector<std::string> letters(const Operator& op) {
  const std::vector<std::string> all = {"a", "b", "c", "d"};
  return {all.begin(), all.begin() + static_cast<std::ptrdiff_t>(op.arity)};
}

std::string shown(const Constant& constant, bool largestIs) {
  switch (constant.kind) {
    case Constant::Kind::Number: return std::to_string(constant.number);
    case Constant::Kind::Least: return largestIs ? "the least value" : "-∞";
    case Constant::Kind::Greatest: return largestIs ? "the largest value" : "∞";
  }
  failInternal("a constant of no kind");
}

std::vector<std::string> words(const std::string& separatedByBlanks) {
  std::istringstream text(separatedByBlanks);
  return {std::istream_iterator<std::string>(text), {}};
}

// A '|' would end the cell of the guide's table.
std::string escaped(const std::string& text) {
  std::string out;
  for (const char c : text) out += c == '|' ? "\\|" : std::string(1, c);
  return out;
}

// Where the result is stored, as prose.
std::string storedWhere(const Operator& op) {
  std::vector<std::string> needed;
  const auto names = letters(op);
  for (std::size_t operand = 0; operand < op.arity; ++operand)
    if (needs(op, operand)) needed.push_back("`" + names[operand] + "`");
  if (needed.empty() && !keepsZeros(op)) return "everywhere";
  if (needed.empty() && op.arity == 1) return "`a` is";
  if (needed.empty() && op.arity > 2) return "any is; the others are 0 where they are absent";
  if (needed.empty()) return "either is; the other is 0 where it is absent";
  if (op.undefinedAt0) return fmt::format("`a` is; {} by what may be absent there is refused", op.undefinedAt0->what);
  return needed.size() == op.arity ? "both are" : fmt::format("{} are", fmt::join(needed, ", "));
}

std::string reductionOf(const Operator& op) {
  if (!canReduce(op)) return "";
  const Constant& identity = op.identity->value;
  const std::string integers = shown(identity, true), floats = shown(identity, false);
  std::string signs = fmt::format("`{}=`", escaped(op.text));
  for (const std::string& name : words(fmt::format("{} {}", op.alternatives, op.reductions)))
    signs += fmt::format(", `{}=`", name);
  return fmt::format("{}, from {}", signs, integers == floats ? floats : floats + " or " + integers);
}

const char* typesOf(const Operator& op) {
  const bool isOfComplex = op.complex && !op.composed;
  if (!op.integer) return isOfComplex ? "floating point, complex" : "floating point";
  if (op.ofIntegersOnly) return op.ofNumbersOnly ? "integers" : "integers, `bool`";
  if (!isOfComplex) return op.ofNumbersOnly ? "every real type but `bool`" : "every real type";
  return op.ofNumbersOnly ? "every type but `bool`" : "every type";
}

// The application with each of its symbols.
std::string spellings(const Operator& op) {
  std::vector<std::string> all = {written(op, letters(op))};
  for (const std::string& symbol : words(op.alternatives)) {
    Operator other = op;
    const std::string apart = symbol + " ";
    other.text = op.fixity == Fixity::Prefix ? apart.c_str() : symbol.c_str();
    all.push_back(written(other, letters(op)));
  }
  std::string text;
  for (const std::string& one : all) text += fmt::format("{}`{}`", text.empty() ? "" : ", ", escaped(one));
  return text;
}

}  // namespace

std::string guideTable() {
  std::string text = "| | gives | of | stored where | reduces |\n|---|---|---|---|---|\n";
  for (const Operator& op : table())
    text += fmt::format("| {} | the {} | {} | {} | {} |\n", spellings(op), op.name, typesOf(op), storedWhere(op),
                        reductionOf(op));
  return text;
}

std::string listed() {
  std::vector<std::string> infix, prefix, functions;
  for (const Operator& op : table()) {
    if (op.fixity == Fixity::Infix) infix.emplace_back(op.text);
    else if (op.fixity == Fixity::Prefix) prefix.emplace_back(op.text);
    else functions.emplace_back(op.text);
  }
  return fmt::format("{} and unary {}, and the functions {}", fmt::join(infix, " "), fmt::join(prefix, " "),
                     enumerated(functions, "and"));
}

std::vector<std::string> reductionSigns() {
  std::vector<std::string> signs;
  for (const Operator& op : table())
    if (canReduce(op)) signs.push_back(std::string(op.text) + "=");
  return signs;
}

}  // namespace stardust::operators
