// Checks of results: assert(…) after Accel.
#include <fmt/format.h>

#include <charconv>
#include <functional>

#include "spatial/translate.h"

namespace stardust::spatial::translate {

using namespace scala;

namespace {

double margin(const Tree& tree) {
  const auto* number = as<NumberTree>(tree);
  double value = 0;
  if (!number || number->text[0] == '-') failExpected("a margin that is not negative", tree);
  if (std::from_chars(number->text.data(), number->text.data() + number->text.size(), value).ec != std::errc())
    failUser("this number is out of range", tree->where);
  return value;
}

/// The one value of an array that a register is compared with: gold(0).
std::string element(const Tree& tree) {
  const auto* apply = as<ApplyTree>(tree);
  if (!apply) failExpected("gold(0): a register has one value", tree);
  Arguments arguments(tree, *apply, "gold");
  auto array = identifier(apply->function, "a host array");
  const auto& index = arguments.next("the index 0");
  const auto* zero = as<NumberTree>(index);
  if (!zero || zero->text != "0") failExpected("\"0\" in gold(0): a register has one value", index);
  arguments.end();
  return array;
}

/// name(argument)
const Tree& onlyArgument(const Tree& tree, std::string_view name, std::string_view what) {
  const auto* apply = as<ApplyTree>(tree);
  if (!apply || !isName(apply->function, name) || apply->arguments.size() != 1)
    failExpected(fmt::format("{}({})", name, what), tree);
  return apply->arguments[0].value;
}

/// Checks of operands: each throws unless its tree denotes the value.
struct Operands {
  std::function<void(const Tree&)> expected, actual;
};

void equality(const Infix& both, const Operands& operands) {
  operands.expected(both.left);
  operands.actual(both.right);
}

/// abs(expected - actual) <= margin.to[T]
void distance(CheckNear& check, const Infix& both, const Operands& operands) {
  const auto& inside = onlyArgument(both.left, "abs", "expected - actual");
  const auto difference = infix(inside, "-");
  if (!difference) failExpected("expected - actual", inside);
  operands.expected(difference->left);
  operands.actual(difference->right);
  const auto* typed = as<TypeApplyTree>(both.right);
  const auto* to = typed ? as<SelectTree>(typed->function) : nullptr;
  if (!to || to->name != "to" || onlyType(*typed, both.right->where).name != "T")
    failExpected("a margin that is a value of T", both.right, fmt::format("write {}.to[T]", both.right->where.text()));
  check.margin = margin(to->object);
}

/// approxEql[T](actual, expected, margin)
void approximation(CheckNear& check, const Tree& tree, const Operands& operands) {
  const auto* apply = as<ApplyTree>(tree);
  const auto* typed = apply ? as<TypeApplyTree>(apply->function) : nullptr;
  if (!typed || !isName(typed->function, "approxEql") || onlyType(*typed, tree->where).name != "T")
    failExpected(
        "expected === actual, abs(expected - actual) <= margin.to[T] or approxEql[T](actual, expected, margin)", tree);
  Arguments arguments(tree, *apply, "approxEql");
  operands.actual(arguments.next("the actual value"));
  operands.expected(arguments.next("the expected value"));
  check.margin = margin(arguments.next("the margin"));
  arguments.end();
  check.isRelative = check.margin != 0;
}

/// expected === actual, one of the two above, or (expected === actual) | one of them
void comparison(CheckNear& check, const Tree& tree, const Operands& operands) {
  if (const auto both = infix(tree, "===")) return equality(*both, operands);
  if (const auto either = infix(tree, "|")) {
    const auto same = infix(either->left, "===");
    if (!same) failExpected("expected === actual", either->left);
    equality(*same, operands);
    check.orEqual = true;
    if (infix(either->right, "===")) failExpected("abs or approxEql", either->right);
    return comparison(check, either->right, operands);
  }
  if (const auto within = infix(tree, "<=")) return distance(check, *within, operands);
  approximation(check, tree, operands);
}

Operands ofRegister(CheckNear& check) {
  return {[&](const Tree& tree) { check.gold = element(tree); },
          [&](const Tree& tree) { check.target = identifier(onlyArgument(tree, "getArg", "argOut"), "an ArgOut"); }};
}

/// gold.zip(getMem(dram)) { (expected, actual) => comparison }.fold(true) { _ & _ }
CheckNear checkArray(const ApplyTree& fold, const Tree& tree) {
  constexpr std::string_view form =
      "gold.zip(getMem(dram)) { (expected, actual) => … }.fold(true) { _ & _ }, or the comparison of an ArgOut";
  const auto* start = as<ApplyTree>(fold.function);
  const auto* method = start ? as<SelectTree>(start->function) : nullptr;
  const auto* compared = method && method->name == "fold" ? as<ApplyTree>(method->object) : nullptr;
  const auto* zipped = compared && compared->arguments.size() == 1 ? as<ApplyTree>(compared->function) : nullptr;
  const auto* zip = zipped ? as<SelectTree>(zipped->function) : nullptr;
  const auto* function = zip ? as<LambdaTree>(compared->arguments[0].value) : nullptr;
  const auto* all = as<LambdaTree>(fold.arguments[0].value);
  if (!zip || zip->name != "zip" || !all || !infix(unbraced(all->body), "&")) failExpected(form, tree);
  if (start->arguments.size() != 1 || !isName(start->arguments[0].value, "true"))
    failExpected("fold(true)", method->object);
  if (!function || function->parameters.size() != 2)
    failExpected("{ (expected, actual) => … }", compared->arguments[0].value);
  CheckNear check{{}, identifier(zip->object, "a host array")};
  if (zipped->arguments.size() != 1) failExpected("getMem(dram)", compared->function);
  check.target = identifier(onlyArgument(zipped->arguments[0].value, "getMem", "dram"), "a DRAM");
  const auto& names = function->parameters;
  comparison(check, unbraced(function->body),
             {[&](const Tree& operand) { requireWord(operand, names[0].name, "as the expected value"); },
              [&](const Tree& operand) { requireWord(operand, names[1].name, "as the actual value"); }});
  return check;
}

/// checkGold[T](dram, gold[, margin]), or of an ArgOut checkGold[T](argOut, gold(0)[, margin])
CheckGold checkGold(const ApplyTree& apply, const Tree& tree) {
  const auto* typed = as<TypeApplyTree>(apply.function);
  Arguments arguments(tree, apply, "checkGold");
  CheckGold check{
      arguments.name("a DRAM or an ArgOut"), {}, typed ? typeIn(onlyType(*typed, tree->where)) : spatial::Type::T};
  const auto& gold = arguments.next("a host array");
  check.isRegister = as<ApplyTree>(gold);
  check.gold = check.isRegister ? element(gold) : identifier(gold, "a host array");
  if (arguments.isEmpty()) return check;
  const auto& given = arguments.next("the margin");
  if (as<TypeApplyTree>(given))
    failUser("the margin of checkGold is a scala.Double", given->where, "Spatial multiplies it with each result itself",
             "write the bare number");
  check.margin = margin(given);
  arguments.end();
  return check;
}

}  // namespace

/// array.length === words
CheckLength checkLength(const Infix& equality) {
  const auto& length = std::get<SelectTree>(equality.left->kind);
  return {identifier(length.object, "a host array"), expression(equality.right)};
}

decltype(HostStmt::kind) check(const Tree& tree) {
  const auto* apply = as<ApplyTree>(tree);
  if (apply && isName(calledIn(tree), "checkGold")) return checkGold(*apply, tree);
  const bool isOfArray = apply && as<ApplyTree>(apply->function) && apply->arguments.size() == 1;
  if (isOfArray) return checkArray(*apply, tree);
  CheckNear check{{}, {}, 0, false, true};
  comparison(check, tree, ofRegister(check));
  return check;
}

}  // namespace stardust::spatial::translate
