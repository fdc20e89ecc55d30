// Checks after Accel: assert(…).
#include <fmt/format.h>

#include <charconv>

#include "spatial/parser.h"
#include "spatial/syntax.h"

namespace stardust::spatial {

void Parser::check() {
  const auto first = at_;
  take();
  expect("(", "after assert");
  if (is("length", 2)) return checkLength(first);
  if (!afterAccel_) failUser("a check stands after Accel", since(first));
  if (is("checkGold")) return checkGold(first);
  if (is("zip", 2)) return checkArray(first);
  CheckNear check{{}, {}, 0, false, true};
  comparison(
      check,
      [&] {
        check.gold = identifier("checkGold, or a host array");
        element();
      },
      [&] {
        expect("getArg", "for the value of an ArgOut");
        expect("(", "after getArg");
        check.target = identifier("an ArgOut");
        expect(")", "to close getArg(");
      });
  expect(")", "to close assert(");
  addHost(std::move(check), first);
}

/// array.length === words
void Parser::checkLength(std::size_t firstToken) {
  if (afterAccel_) failUser("a check of a length stands before Accel", since(firstToken));
  CheckLength check{identifier("a host array"), {}};
  for (const auto* word : {".", "length", "==="}) expect(word, "in array.length === words");
  check.words = argument();
  expect(")", "to close assert(");
  addHost(std::move(check), firstToken);
}

/// checkGold[T](dram, gold[, margin]), or of an ArgOut checkGold[T](argOut, gold(0)[, margin])
void Parser::checkGold(std::size_t firstToken) {
  take();
  const auto type = is("[") ? bracketedType() : Type::T;
  expect("(", "after checkGold");
  auto target = identifier("a DRAM or an ArgOut");
  expect(",", "after the target");
  CheckGold check{std::move(target), identifier("a host array"), type};
  check.isRegister = is("(");
  if (check.isRegister) element();
  if (accept(",")) check.margin = margin();
  if (is("."))
    failUser("the margin of checkGold is a scala.Double", here(), "Spatial multiplies it with each result itself",
             "write the bare number");
  expect(")", "to close checkGold(");
  expect(")", "to close assert(");
  addHost(std::move(check), firstToken);
}

/// gold.zip(getMem(dram)) { (expected, actual) => comparison }.fold(true) { _ & _ }
void Parser::checkArray(std::size_t firstToken) {
  CheckNear check{{}, identifier("a host array")};
  for (const auto* word : {".", "zip", "(", "getMem", "("}) expect(word, "in gold.zip(getMem(dram))");
  check.target = identifier("a DRAM");
  for (const auto* word : {")", ")", "{", "("}) expect(word, "in gold.zip(getMem(dram)) { (expected, actual) => … }");
  const auto expected = identifier("a name for the expected value");
  expect(",", "between the two names");
  const auto actual = identifier("a name for the actual value");
  for (const auto* word : {")", "=>"}) expect(word, "after the two names");
  comparison(
      check, [&] { expect(expected, "as the expected value"); }, [&] { expect(actual, "as the actual value"); });
  for (const auto* word : {"}", ".", "fold", "(", "true", ")", "{", "_", "&", "_", "}"})
    expect(word, "in { … }.fold(true) { _ & _ }");
  expect(")", "to close assert(");
  addHost(std::move(check), firstToken);
}

/// expected === actual, abs(expected - actual) <= margin.to[T], or approxEql[T](actual, expected, margin); before the
/// last two there may be (expected === actual) |
void Parser::comparison(CheckNear& check, const std::function<void()>& expected, const std::function<void()>& actual) {
  check.orEqual = accept("(");
  if (check.orEqual) {
    expected();
    expect("===", "after the expected value");
    actual();
    for (const auto* word : {")", "|"}) expect(word, "in (expected === actual) | …");
    if (!is("approxEql") && !is("abs")) failExpected("abs or approxEql");
  }
  if (accept("approxEql")) {
    for (const auto* word : {"[", "T", "]", "("}) expect(word, "in approxEql[T](actual, expected, margin)");
    actual();
    expect(",", "after the actual value");
    expected();
    expect(",", "after the expected value");
    check.margin = margin();
    check.isRelative = check.margin != 0;
    expect(")", "to close approxEql(");
  } else if (accept("abs")) {
    expect("(", "after abs");
    expected();
    expect("-", "after the expected value");
    actual();
    for (const auto* word : {")", "<="}) expect(word, "after the difference");
    check.margin = margin();
    for (const auto* word : {".", "to", "[", "T", "]"}) expect(word, "after the margin, which is a value of T");
  } else {
    expected();
    expect("===", "after the expected value");
    actual();
  }
}

/// The one value of an array that a register is compared with.
void Parser::element() {
  for (const auto* word : {"(", "0", ")"}) expect(word, "in gold(0): a register has one value");
}

double Parser::margin() {
  const bool isNumber = peek().kind == Token::Kind::Integer || peek().kind == Token::Kind::Decimal;
  if (!isNumber) failExpected("a margin that is not negative");
  const auto text = take().text;
  double value = 0;
  if (std::from_chars(text.data(), text.data() + text.size(), value).ec != std::errc())
    failUser("this number is out of range", since(at_ - 1));
  return value;
}

}  // namespace stardust::spatial
