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

// NaN if either is.
double smaller(double a, double b) { return std::isnan(a) || std::isnan(b) ? a + b : b < a ? b : a; }
double larger(double a, double b) { return std::isnan(a) || std::isnan(b) ? a + b : b < a ? a : b; }

// One row for each operator. Everything else in the compiler asks a row.
constexpr Operator rows[] = {
    {.text = "+",
     .name = "sum",
     .writing = Writing::Infix,
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
     .elsewhere = "add"},
    {.text = "-",
     .name = "difference",
     .writing = Writing::Infix,
     .precedence = 1,
     .arity = 2,
     .identity = Element{zero, Place::Second},
     .real = [](Real a) { return a[0] - a[1]; },
     .integer = [](Integer a) { return number(bits(a[0]) - bits(a[1])); },
     .bound = bounds::sum,
     .spatial = "-",
     .elsewhere = "sub subtract"},
    {.text = "*",
     .name = "product",
     .writing = Writing::Infix,
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
     .elsewhere = "mul multiply dot inner outer matmul"},
    {.text = "/",
     .name = "quotient",
     .writing = Writing::Infix,
     .precedence = 2,
     .arity = 2,
     .identity = Element{one, Place::Second},
     .annihilator = Element{zero, Place::First},
     .undefinedAt0 = Undefined{1, "division"},
     .real = [](Real a) { return a[0] / a[1]; },
     // The quotient of the least number by -1 wraps.
     .integer = [](Integer a) { return a[1] == -1 ? number(0 - bits(a[0])) : a[0] / a[1]; },
     .bound = bounds::quotient,
     .spatial = "/",
     .elsewhere = "div divide"},
    {.text = "-",
     .name = "negative",
     .writing = Writing::Prefix,
     .arity = 1,
     .real = [](Real a) { return 0 - a[0]; },
     .integer = [](Integer a) { return number(0 - bits(a[0])); },
     .bound = bounds::sign,
     .spatial = "-",
     .elsewhere = "neg negative"},
    {.text = "min",
     .name = "minimum",
     .writing = Writing::Function,
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
     .elsewhere = "minimum fmin"},
    {.text = "max",
     .name = "maximum",
     .writing = Writing::Function,
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
     .elsewhere = "maximum fmax"},
    {.text = "abs",
     .name = "absolute value",
     .writing = Writing::Function,
     .arity = 1,
     .idempotent = true,
     .real = [](Real a) { return std::abs(a[0]); },
     // That of the least number wraps.
     .integer = [](Integer a) { return a[0] < 0 ? number(0 - bits(a[0])) : a[0]; },
     .bound = bounds::sign,
     .c = {"a < 0 ? (T)(0 - (U)a) : a", "fabs{f}(a)"},
     .spatial = "abs",
     .elsewhere = "fabs absolute |"},
    {.text = "sqrt",
     .name = "square root",
     .writing = Writing::Function,
     .arity = 1,
     .monotone = true,
     .real = [](Real a) { return std::sqrt(a[0]); },
     .bound = bounds::squareRoot,
     .c = {nullptr, "sqrt{f}(a)"},
     .spatial = "sqrt"},
};

// The row of a known operator, found when the compiler is compiled.
constexpr Op row(std::string_view text, Writing writing) {
  for (const Operator& op : rows)
    if (op.text == text && op.writing == writing) return &op;
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

constinit const Op add = row("+", Writing::Infix);
constinit const Op subtract = row("-", Writing::Infix);
constinit const Op multiply = row("*", Writing::Infix);
constinit const Op divide = row("/", Writing::Infix);
constinit const Op negate = row("-", Writing::Prefix);
constinit const Op min = row("min", Writing::Function);
constinit const Op max = row("max", Writing::Function);

std::span<const Operator> table() { return rows; }

Op infix(std::string_view text, int precedence) {
  return firstOf([&](const Operator& op) {
    return op.writing == Writing::Infix && op.text == text && op.precedence == precedence;
  });
}
Op infix(std::string_view text) {
  return firstOf([&](const Operator& op) { return op.writing == Writing::Infix && op.text == text; });
}
Op prefix(std::string_view text) {
  return firstOf([&](const Operator& op) { return op.writing == Writing::Prefix && op.text == text; });
}
Op function(std::string_view name) {
  return firstOf([&](const Operator& op) { return op.writing == Writing::Function && op.text == name; });
}
std::vector<std::string> functions() {
  std::vector<std::string> names;
  for (const Operator& op : rows)
    if (op.writing == Writing::Function) names.emplace_back(op.text);
  return names;
}
Op reduction(std::string_view text) {
  return firstOf([&](const Operator& op) { return op.text == text && canReduce(op); });
}
Op calledElsewhere(std::string_view name) {
  return firstOf([&](const Operator& op) { return hasWord(op.elsewhere, name); });
}

}  // namespace stardust::operators
