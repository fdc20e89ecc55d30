// Ranges, and their members.
#include <fmt/format.h>

#include "scala/library/library.h"

namespace stardust::scala {
namespace {

/// 3 to 0 by -1 ends at -1, and 0 to 3 by 1 at 4.
Series withStep(Evaluator& e, const Series& range, const Value& step, const Location& where) {
  Series result = range;
  result.step = step;
  const auto* known = step.get<Number>();
  const bool isDown = known && apply(Operator::Lt, *known, makeNumber(known->type, std::int64_t{0}))->isTrue();
  if (range.isInclusive && isDown) result.end = e.words.binary(Operator::Sub, range.end, intValue(2), where);
  result.isInclusive = false;
  return result;
}

}  // namespace

Value series(Series value) { return std::make_shared<const Series>(std::move(value)); }

Value memberOfRange(Evaluator& e, const Series& range, const std::string& name, Call& c) {
  if (name == "by" || name == "par") {
    const auto given = e.one(c, name);
    if (name == "by") return series(withStep(e, range, given, c.where));
    auto result = range;
    result.par = given;
    return series(std::move(result));
  }
  if (name == "::") failUser("a range has at most a begin, a step and an end", c.where);
  if (range.isForever) failUnsupported("a range without an end has no members", c.where);
  if (range.isForeign) e.rules.requireMemberOfRange(name, c.where);
  Values items;
  const auto part = [&](const Value& value, const char* what) { return e.words.size(value, what, c.where); };
  const auto begin = part(range.begin, "the begin of the range"), end = part(range.end, "the end of the range");
  const auto step = part(range.step, "the step of the range");
  const auto* first = range.begin.get<Number>();
  const bool areLetters = first && first->type.isCharacter;  // 'a' to 'e'
  for (const auto i : numbersOf(begin, end, step, c.where))
    items.push_back(areLetters ? Value(makeNumber(character, i)) : intValue(i));
  if (name == "apply") {
    auto array = e.method(collection(std::move(items)), "map", c);
    return range.isForeign ? asForeign(std::move(array), true) : array;
  }
  return e.method(collection(std::move(items)), name, c);
}

}  // namespace stardust::scala
