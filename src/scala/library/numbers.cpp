// Members of numbers, known or unknown.
#include <algorithm>

#include "scala/library/library.h"

namespace stardust::scala {
namespace {

Value rangeTo(Evaluator& e, const Value& begin, Call& c, bool isInclusive) {
  const auto end = e.one(c, "the end of the range");
  return series({begin, isInclusive ? e.words.binary(Operator::Add, end, intValue(1), c.where) : end, intValue(1),
                 intValue(1), false, false, isInclusive, !isInclusive && isForeignRange(e, begin, c.where)});
}

/// An integer in base 2, 8 or 16 as Scala prints it: a negative number as the bits of its type.
std::string digitsOf(std::int64_t value, const NumberType& type, int bitsOfDigit) {
  auto bits = static_cast<std::uint64_t>(value) & (~std::uint64_t{0} >> (64 - std::clamp(type.bits(), 32, 64)));
  std::string digits;
  do {
    digits.insert(digits.begin(), "0123456789abcdef"[bits & ((1u << bitsOfDigit) - 1)]);
    bits >>= bitsOfDigit;
  } while (bits != 0);
  return digits;
}

}  // namespace

bool isForeignRange(Evaluator& e, const Value& begin, const Location& where) {
  const auto* n = begin.get<Number>();
  const bool areInts = !n || (n->type.kind == NumberType::Kind::Fixed && !n->type.isCharacter &&
                              (n->type.integer <= 32 || !n->type.isUnstaged));
  return areInts && e.statements.isStaged(where);
}

Members numberMembers() {
  Members t;
  for (const auto& [name, bits] :
       std::map<std::string, int>{{"toBinaryString", 1}, {"toOctalString", 3}, {"toHexString", 4}}) {
    t[name] = [bitsOfDigit = bits](Evaluator& e, const Value& x, Call& c) {
      return text(digitsOf(e.words.integer(x, "the number", c.where), numberTypeOf(x).value_or(int32), bitsOfDigit));
    };
  }
  t["until"] = [](Evaluator& e, const Value& x, Call& c) { return rangeTo(e, x, c, false); };
  t["to"] = [](Evaluator& e, const Value& x, Call& c) {
    if (!c.types.empty() && isTextType(e.dataTypeArgument(c))) return text(toString(x));
    return c.types.empty() ? rangeTo(e, x, c, true) : e.words.converted(x, e.typeArgument(c), c.where);
  };
  t["+:"] = [](Evaluator& e, const Value& x, Call& c) {  // x +: list
    return prepended(x, e.one(c, "the list"), c.where);
  };
  t["->"] = [](Evaluator& e, const Value& x, Call& c) {
    return tuple(e.words.bound(Values{x, e.one(c, "the second value")}, c.where));
  };
  t["toInt"] = [](Evaluator& e, const Value& x, Call& c) { return e.words.converted(x, unstagedInt, c.where); };
  t["toLong"] = [](Evaluator& e, const Value& x, Call& c) { return e.words.converted(x, unstagedLong, c.where); };
  t["toFloat"] = [](Evaluator& e, const Value& x, Call& c) { return e.words.converted(x, unstagedFloat, c.where); };
  t["toDouble"] = [](Evaluator& e, const Value& x, Call& c) { return e.words.converted(x, unstagedDouble, c.where); };
  for (const char* name : {"min", "max"})
    t[name] = [name](Evaluator& e, const Value& x, Call& c) {
      return e.words.math(name, {x, e.one(c, "the other value")}, c.where);
    };
  t["isNaN"] = [](Evaluator& e, const Value& x, Call& c) { return e.words.binary(Operator::Ne, x, x, c.where); };
  t["abs"] = [](Evaluator& e, const Value& x, Call& c) { return e.words.math("abs", {x}, c.where); };
  t["toString"] = [](Evaluator&, const Value& x, Call&) { return text(toString(x)); };
  t["toChar"] = [](Evaluator& e, const Value& x, Call& c) {
    return e.words.converted(
        x, isUnknownNumber(x) ? NumberType{NumberType::Kind::Fixed, false, false, 8, 0} : character, c.where);
  };
  addCharacters(t);
  return t;
}

}  // namespace stardust::scala
