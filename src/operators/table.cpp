#include "operators/table.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace stardust::operators {
namespace {

using Real = const double*;
using Integer = const std::int64_t*;
using Place = Element::Place;

constexpr Constant zero{}, one{Constant::Kind::Number, 1};

std::uint64_t bits(std::int64_t value) { return static_cast<std::uint64_t>(value); }
std::int64_t number(std::uint64_t bits) { return static_cast<std::int64_t>(bits); }

// NaN if either operand is NaN.
double smaller(double a, double b) { return std::isnan(a) || std::isnan(b) ? a + b : b < a ? b : a; }
double larger(double a, double b) { return std::isnan(a) || std::isnan(b) ? a + b : b < a ? a : b; }

// One row for each operator, the only definition of its properties.
constexpr Operator rows[] = {
    {.text = "+",
     .name = "sum",
     .fixity = Fixity::Infix,
     .precedence = 1,
     .arity = 2,
     .identity = Element{zero},
     .commutes = true,
     .associates = true,
     .monotone = true,
     .real = [](Real a) { return a[0] + a[1]; },
     .integer = [](Integer a) { return number(bits(a[0]) + bits(a[1])); },
     .bound = bounds::sum,
     .spatial = "+",
     .aliases = "add"},
    {.text = "-",
     .name = "difference",
     .fixity = Fixity::Infix,
     .precedence = 1,
     .arity = 2,
     .identity = Element{zero, Place::Second},
     .real = [](Real a) { return a[0] - a[1]; },
     .integer = [](Integer a) { return number(bits(a[0]) - bits(a[1])); },
     .bound = bounds::sum,
     .spatial = "-",
     .aliases = "sub subtract"},
    {.text = "*",
     .name = "product",
     .fixity = Fixity::Infix,
     .precedence = 2,
     .arity = 2,
     .identity = Element{one},
     .annihilator = Element{zero},
     .commutes = true,
     .associates = true,
     .real = [](Real a) { return a[0] * a[1]; },
     .integer = [](Integer a) { return number(bits(a[0]) * bits(a[1])); },
     .bound = bounds::product,
     .boundOfReduction = bounds::productOfMany,
     .spatial = "*",
     .aliases = "mul multiply dot inner outer matmul"},
    {.text = "/",
     .name = "quotient",
     .fixity = Fixity::Infix,
     .precedence = 2,
     .arity = 2,
     .identity = Element{one, Place::Second},
     .annihilator = Element{zero, Place::First},
     .undefinedAt0 = Undefined{1, "division"},
     .real = [](Real a) { return a[0] / a[1]; },
     // The quotient of the least number and -1 wraps.
     .integer = [](Integer a) { return a[1] == -1 ? number(0 - bits(a[0])) : a[0] / a[1]; },
     .bound = bounds::quotient,
     .spatial = "/",
     .aliases = "div divide"},
    {.text = "-",
     .name = "negative",
     .fixity = Fixity::Prefix,
     .arity = 1,
     .real = [](Real a) { return 0 - a[0]; },
     .integer = [](Integer a) { return number(0 - bits(a[0])); },
     .bound = bounds::sign,
     .spatial = "-",
     .aliases = "neg negative"},
    {.text = "min",
     .name = "minimum",
     .fixity = Fixity::Function,
     .arity = 2,
     .identity = Element{greatest},
     .annihilator = Element{least},
     .commutes = true,
     .associates = true,
     .idempotent = true,
     .monotone = true,
     .real = [](Real a) { return smaller(a[0], a[1]); },
     .integer = [](Integer a) { return std::min(a[0], a[1]); },
     .bound = bounds::selection,
     .c = {"a < b ? a : b", "a < b || a != a ? a : b", "NaN if either is."},
     .spatial = "min",
     .aliases = "minimum fmin"},
    {.text = "max",
     .name = "maximum",
     .fixity = Fixity::Function,
     .arity = 2,
     .identity = Element{least},
     .annihilator = Element{greatest},
     .commutes = true,
     .associates = true,
     .idempotent = true,
     .monotone = true,
     .real = [](Real a) { return larger(a[0], a[1]); },
     .integer = [](Integer a) { return std::max(a[0], a[1]); },
     .bound = bounds::selection,
     .c = {"a > b ? a : b", "a > b || a != a ? a : b", "NaN if either is."},
     .spatial = "max",
     .aliases = "maximum fmax"},
    {.text = "abs",
     .name = "absolute value",
     .fixity = Fixity::Function,
     .arity = 1,
     .idempotent = true,
     .real = [](Real a) { return std::abs(a[0]); },
     // The absolute value of the least number wraps.
     .integer = [](Integer a) { return a[0] < 0 ? number(0 - bits(a[0])) : a[0]; },
     .bound = bounds::sign,
     .c = {"a < 0 ? (T)(0 - (U)a) : a", "fabs{f}(a)"},
     .spatial = "abs",
     .aliases = "fabs absolute |"},
    {.text = "sqrt",
     .name = "square root",
     .fixity = Fixity::Function,
     .arity = 1,
     .monotone = true,
     .real = [](Real a) { return std::sqrt(a[0]); },
     .bound = bounds::squareRoot,
     .c = {nullptr, "sqrt{f}(a)"},
     .spatial = "sqrt"},
};

// The row of a known operator, looked up at compile time.
constexpr Op row(std::string_view text, Fixity fixity) {
  for (const Operator& op : rows)
    if (op.text == text && op.fixity == fixity) return &op;
  throw "there is no such row";
}

template <class Condition>
Op firstOf(Condition condition) {
  const auto found = std::find_if(std::begin(rows), std::end(rows), condition);
  return found == std::end(rows) ? nullptr : found;
}

bool hasWord(std::string_view words, std::string_view word) {
  for (std::size_t begin = 0; begin < words.size();) {
    const std::size_t end = std::min(words.find(' ', begin), words.size());
    if (words.substr(begin, end - begin) == word) return true;
    begin = end + 1;
  }
  return false;
}

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
  return firstOf(
      [&](const Operator& op) { return op.fixity == Fixity::Infix && op.text == text && op.precedence == precedence; });
}
Op infix(std::string_view text) {
  return firstOf([&](const Operator& op) { return op.fixity == Fixity::Infix && op.text == text; });
}
Op prefix(std::string_view text) {
  return firstOf([&](const Operator& op) { return op.fixity == Fixity::Prefix && op.text == text; });
}
Op function(std::string_view name) {
  return firstOf([&](const Operator& op) { return op.fixity == Fixity::Function && op.text == name; });
}
std::vector<std::string> functions() {
  std::vector<std::string> names;
  for (const Operator& op : rows)
    if (op.fixity == Fixity::Function) names.emplace_back(op.text);
  return names;
}
Op reduction(std::string_view text) {
  return firstOf([&](const Operator& op) { return op.text == text && canReduce(op); });
}
Op findByAlias(std::string_view name) {
  return firstOf([&](const Operator& op) { return hasWord(op.aliases, name); });
}

}  // namespace stardust::operators
