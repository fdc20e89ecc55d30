// The properties in each row of the table hold for its computed values.
#include "operators/table.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <set>

#include "operators/arithmetic.h"
#include "support/diagnostic.h"

using namespace stardust;
using namespace stardust::operators;

namespace {

// Signed types: the samples have negative numbers.
constexpr ValueType types[] = {ValueType::Int8,  ValueType::Int16,   ValueType::Int32,
                               ValueType::Int64, ValueType::Float32, ValueType::Float64};

// Wide enough for every 64-bit integer.
using Number = long double;
using Numbers = std::vector<Number>;

// Arithmetic on these is exact in every type.
const Numbers& samples() {
  static const Numbers all = {-8, -4, -2, -1, 0, 1, 2, 4, 8};
  return all;
}

// The value in a type, as a double; none if it is undefined.
std::optional<Number> value(const Operator& op, ValueType type, const Numbers& operands) {
  if (op.undefinedAt0 && operands[op.undefinedAt0->operand] == 0) return std::nullopt;
  if (!isInteger(type)) {
    const std::vector<double> reals(operands.begin(), operands.end());
    const double real = op.real(reals.data());
    return std::isnan(real) ? std::nullopt : std::optional<Number>(real);
  }
  std::vector<std::uint64_t> integers;
  for (const Number x : operands) integers.push_back(static_cast<std::uint64_t>(static_cast<std::int64_t>(x)));
  return static_cast<Number>(wrapped(type, integerOf(op, type, integers.data())));
}

// Every row in each of its types.
void forEach(const std::function<void(const Operator&, ValueType)>& check) {
  for (const Operator& op : table())
    for (const ValueType type : types) {
      if (!takes(op, type)) continue;
      INFO(op.name, " of ", toString(type));
      check(op, type);
    }
}

Numbers replaced(Numbers operands, std::size_t at, Number with) {
  operands[at] = with;
  return operands;
}

// A reduction of truth values obeys its laws among 1 and 0.
bool obeys(const Operator& op, const Numbers& operands) {
  return !op.givesTruth || !op.identity ||
         std::all_of(operands.begin(), operands.end(), [](Number x) { return x == 0 || x == 1; });
}

// Calls visit(a, b) for all pairs, or visit(a, a) if the operator has one operand.
void forEachPair(const Operator& op, const std::function<void(const Numbers&)>& visit) {
  for (const Number a : samples()) {
    if (op.arity == 1) visit({a});
    for (const Number b : samples())
      if (op.arity == 2) visit({a, b});
  }
}

Number constant(const Constant& c, ValueType type) {
  return isInteger(type) ? static_cast<Number>(integerOf(c, type)) : Number{realOf(c)};
}

}  // namespace

TEST_CASE("a row has all that users and machines need to know") {
  std::set<std::pair<std::string, Fixity>> seen;
  for (const Operator& op : table()) {
    INFO(op.name);
    CHECK(seen.emplace(op.text, op.fixity).second);
    CHECK(op.arity >= 1);
    CHECK(op.arity <= mostOperands);
    CHECK((op.fixity == Fixity::Infix) == (op.precedence > 0));
    CHECK(op.precedence <= power);
    CHECK((op.real && op.bound));
    if (!callName(op)) continue;
    CHECK(function(callName(op)) == &op);
    CHECK(op.c.real != nullptr);
    CHECK((op.c.integer != nullptr) == takes(op, ValueType::Int32));
  }
}

TEST_CASE("operators commute and associate where their rows say so, and only there") {
  forEach([](const Operator& op, ValueType type) {
    if (op.arity != 2) return;
    bool commutes = true, associates = true;
    for (const Number a : samples())
      for (const Number b : samples()) {
        commutes = commutes && value(op, type, {a, b}) == value(op, type, {b, a});
        for (const Number c : samples()) {
          const auto left = value(op, type, {a, b}), right = value(op, type, {b, c});
          if (left && right) associates = associates && value(op, type, {*left, c}) == value(op, type, {a, *right});
        }
      }
    CHECK(commutes == op.commutes);
    CHECK(associates == op.associates);
  });
}

TEST_CASE("operators are idempotent and monotone where their rows say so, and only there") {
  forEach([](const Operator& op, ValueType type) {
    if (op.arity > 2) return;
    bool idempotent = true, monotone = true;
    forEachPair(op, [&](const Numbers& operands) {
      const auto once = value(op, type, operands);
      if (op.arity == 1 && once) idempotent = idempotent && value(op, type, {*once}) == once;
      if (op.arity == 2 && obeys(op, operands))
        idempotent = idempotent && value(op, type, {operands[0], operands[0]}) == operands[0];
      for (std::size_t at = 0; at < op.arity; ++at)
        for (const Number more : samples()) {
          const auto above = value(op, type, replaced(operands, at, more));
          if (more > operands[at] && once && above) monotone = monotone && *above >= *once;
        }
    });
    CHECK(idempotent == op.idempotent);
    CHECK(monotone == op.monotone);
  });
}

TEST_CASE("identities and annihilators are what their rows say") {
  forEach([](const Operator& op, ValueType type) {
    for (std::size_t at = 0; at < op.arity && op.arity == 2; ++at)
      for (const Number a : samples()) {
        Numbers operands = {a, a};
        if (op.identity && op.identity->isAt(at) && obeys(op, operands)) {
          operands[at] = constant(op.identity->value, type);
          CHECK(value(op, type, operands) == a);
        }
        if (op.annihilator && op.annihilator->isAt(at)) {
          const Number annihilator = constant(op.annihilator->value, type);
          operands[at] = annihilator;
          const auto result = value(op, type, operands);
          if (result) CHECK(*result == annihilator);
        }
      }
  });
}

TEST_CASE("a row gives truth values where it says so, and only there") {
  forEach([](const Operator& op, ValueType type) {
    if (op.arity > 2 || &op == function("imag")) return;  // the imaginary part of a real number is 0
    bool givesTruth = true;
    forEachPair(op, [&](const Numbers& operands) {
      const auto result = value(op, type, operands);
      givesTruth = givesTruth && (!result || *result == 0 || *result == 1);
    });
    CHECK(givesTruth == op.givesTruth);
  });
}

TEST_CASE("a row has the same value for real numbers and for complex ones without an imaginary part") {
  for (const Operator& op : table()) {
    if (!op.complex || op.arity > 2) continue;
    INFO(op.name);
    forEachPair(op, [&](const Numbers& operands) {
      if (op.undefinedAt0 && operands[op.undefinedAt0->operand] == 0) return;
      const std::vector<double> reals(operands.begin(), operands.end());
      const double real = op.real(reals.data());
      if (!std::isfinite(real)) return;  // outside of the domain among real numbers
      const std::vector<Complex> complex(operands.begin(), operands.end());
      const Complex value = op.complex(complex.data());
      CHECK(std::abs(value - real) <= 1e-12 * std::max(1.0, std::abs(real)));
      if (givesReal(op, false)) CHECK(value.imag() == 0);
    });
  }
}

TEST_CASE("powers of complex numbers multiply where the exponent is a small whole number") {
  CHECK(complexPower({0, 1}, 2) == Complex(-1, 0));
  CHECK(complexPower({1, 1}, 4) == Complex(-4, 0));
  CHECK(complexPower({0, 2}, -1) == Complex(0, -0.5));
  CHECK(complexPower(0, 0) == Complex(1, 0));
  CHECK(complexPower(0, {1, 1}) == Complex(0, 0));
  CHECK(std::abs(complexPower({0, 1}, {0, 1}) - std::exp(-3.14159265358979323846 / 2)) < 1e-15);
}

TEST_CASE("a reduction has the names that users of other systems know") {
  CHECK(reduction("any") == min);
  CHECK(reduction("or") == infix("||"));
  CHECK(reduction("||") == infix("||"));
  CHECK(reduction("and") == infix("&&"));
  CHECK(reduction("|") == infix("|"));
  CHECK(reduction("-") == nullptr);
  CHECK(reduction("not") == nullptr);
}

TEST_CASE("a zero annihilates where a row says so, and nowhere else") {
  forEach([](const Operator& op, ValueType type) {
    for (std::size_t at = 0; at < op.arity && op.arity == 2; ++at) {
      bool annihilates = true;
      forEachPair(op, [&](const Numbers& operands) {
        const auto result = value(op, type, replaced(operands, at, 0));
        annihilates = annihilates && (!result || *result == 0);
      });
      CHECK(annihilates == needs(op, at));
    }
  });
}

TEST_CASE("a constant beside an operand makes it needed where a 0 then annihilates, and nowhere else") {
  for (const Operator& op : table()) {
    if (!op.vanishes || op.arity != 3) continue;
    for (std::size_t held = 0; held < 3; ++held)
      for (const double constant : {0.0, 2.0})
        for (std::size_t at = 0; at < 3; ++at) {
          if (at == held) continue;
          Constants constants;
          constants[held] = constant;
          bool annihilates = true;
          for (const Number a : samples()) {
            double operands[] = {static_cast<double>(a), static_cast<double>(a), static_cast<double>(a)};
            operands[held] = constant;
            operands[at] = 0;
            annihilates = annihilates && op.real(operands) == 0;
          }
          INFO(op.name, " with operand ", held, " of ", constant, " and operand ", at, " of 0");
          CHECK(annihilates == needs(op, at, constants));
        }
  }
}

TEST_CASE("sums, products and selections reduce; a difference does not") {
  CHECK(reductionSigns() ==
        std::vector<std::string>{"+=", "*=", "min=", "max=", "&&=", "xor=", "||=", "&=", "^^=", "|="});
  CHECK(canReduce(*add));
  CHECK_FALSE(canReduce(*subtract));
  CHECK_FALSE(canReduce(*negate));
}

TEST_CASE("where a result is stored follows from what zeros do to it") {
  const auto storedIn = [](const Operator& op) {
    std::vector<int> where;  // bits: the stored operands
    for (int set = 0; set < 1 << op.arity; ++set)
      if (isStored(op, [&](std::size_t operand) { return (set >> operand & 1) != 0; })) where.push_back(set);
    return where;
  };
  using Sets = std::vector<int>;
  CHECK(storedIn(*add) == Sets{1, 2, 3});
  CHECK(storedIn(*min) == Sets{1, 2, 3});
  CHECK(storedIn(*multiply) == Sets{3});
  CHECK(storedIn(*divide) == Sets{3});
  CHECK(storedIn(*negate) == Sets{1});
  Operator cosine = *negate;
  cosine.real = [](const double* a) { return std::cos(a[0]); };
  CHECK(storedIn(cosine) == Sets{0, 1});
}

TEST_CASE("integers wrap at the width of their type") {
  constexpr auto least32 = std::numeric_limits<std::int32_t>::min();
  constexpr auto least64 = std::numeric_limits<std::int64_t>::min();
  const auto computed = [](Op op, ValueType type, std::int64_t a, std::int64_t b) {
    const std::uint64_t operands[] = {static_cast<std::uint64_t>(a), static_cast<std::uint64_t>(b)};
    return wrapped(type, integerOf(*op, type, operands));
  };
  CHECK(computed(divide, ValueType::Int32, least32, -1) == least32);
  CHECK(computed(divide, ValueType::Int64, least64, -1) == least64);
  CHECK(computed(negate, ValueType::Int32, least32, 0) == least32);
  CHECK(computed(subtract, ValueType::Int64, least64, 1) == std::numeric_limits<std::int64_t>::max());
  CHECK(computed(min, ValueType::Int32, std::int64_t{1} << 31, 0) == least32);  // 2^31 is the least number of 32 bits
  CHECK_THROWS_AS(computed(divide, ValueType::Int32, 1, 0), Error);
}

TEST_CASE("a modular operator gives the same of operands that are not wrapped") {
  const ValueType all[] = {ValueType::Int8, ValueType::Uint8, ValueType::Int16, ValueType::Uint32};
  for (const Operator& op : table()) {
    if (!op.modular) continue;
    for (const ValueType type : all)
      for (const std::uint64_t a : {3, 127, 128, 200, 255, 1000})
        for (const std::uint64_t b : {1, 2, 255, 256, 70000}) {
          INFO(op.text, " of ", toString(type));
          const std::uint64_t wide[] = {a, b};
          const Whole unwrapped[] = {static_cast<Whole>(a), static_cast<Whole>(b)};
          CHECK(wrapped(type, integerOf(op, type, wide)) ==
                wrapped(type, static_cast<std::uint64_t>(op.integer(unwrapped))));
        }
  }
}

TEST_CASE("the constants of each type") {
  CHECK(integerOf(least, ValueType::Int8) == -128);
  CHECK(integerOf(greatest, ValueType::Uint16) == 65535);
  CHECK(integerOf(least, ValueType::Uint64) == 0);
  CHECK(integerOf(greatest, ValueType::Uint64) == static_cast<Whole>(std::numeric_limits<std::uint64_t>::max()));
  CHECK(integerOf(greatest, ValueType::Bool) == 1);
  CHECK(wrapped(ValueType::Bool, 256) == 1);
  CHECK(wrapped(ValueType::Int8, 255) == -1);
}

TEST_CASE("operators are found by what is written") {
  CHECK(infix("+", add->precedence) == add);
  CHECK(infix("-", add->precedence) == subtract);
  CHECK(infix("*", add->precedence) == nullptr);
  CHECK(infix("**") == infix("^"));
  CHECK(prefix("not") == prefix("!"));
  CHECK(function("pow") == infix("^"));
  CHECK(prefix("-") == negate);
  CHECK(function("max") == max);
  CHECK(function("+") == nullptr);
  CHECK(findByAlias("fmax") == max);
  CHECK(findByAlias("max") == nullptr);
  CHECK(written(*divide, {"a", "b"}) == "a / b");
  CHECK(written(*negate, {"a"}) == "-a");
  CHECK(written(*min, {"a", "b"}) == "min(a, b)");
}
