// Members of numbers that Spatial adds to Scala.
#include <fmt/format.h>

#include "spatial/dsl/names/names.h"

namespace stardust::dsl {
namespace {

/// Saturates a number to the range of a type.
Value saturated(Dsl& e, const Value& x, const NumberType& type, const Location& where) {
  const auto from = numberTypeOf(x);
  if (!from || type.kind != NumberType::Kind::Fixed) return e.words.converted(x, type, where);
  const auto greatest = static_cast<std::int64_t>(~std::uint64_t{0} >> (64 - type.bits() + (type.isSigned ? 1 : 0)));
  Value result = x;
  for (const bool isLeast : {true, false}) {
    const Number limit{type, isLeast ? (type.isSigned ? -greatest - 1 : 0) : greatest, 0};
    const auto there = convert(limit, *from);
    if (distance(there, limit) == 0 ||
        from->kind == NumberType::Kind::Float)  // otherwise the range of the other type covers it
      result = e.words.math(isLeast ? "max" : "min", {result, there}, where);
  }
  return e.words.converted(result, type, where);
}

/// a +! b: computed with more bits than the type has.
Value saturating(Dsl& e, Operator op, const Value& a, const Value& b, const Location& where) {
  const auto left = numberTypeOf(a), right = numberTypeOf(b);
  const auto type = left && right ? commonType(*left, *right) : std::nullopt;
  if (!type || type->kind != NumberType::Kind::Fixed) return e.words.binary(op, a, b, where);
  if (type->bits() > 32) failUnsupported("operators that saturate have at most 32 bits", where);
  auto wider = *type;
  wider.isSigned |= op == Operator::Sub;
  wider.integer = type->bits() <= 16 && type->fraction == 0 ? 32 : 64 - type->fraction;
  const auto result = e.words.binary(op, e.words.converted(a, wider, where), e.words.converted(b, wider, where), where);
  return saturated(e, result, *type, where);
}

}  // namespace

Value reinterpreted(Dsl& e, const Value& x, Call& c) {
  const auto type = e.dataTypeArgument(c);
  if (type.kind == DataType::Kind::Struct) return e.words.asStruct(x, type, c.where);
  const bool isStruct = x.object<const Record>() && !numberTypeOf(x);
  return e.words.reinterpreted(isStruct ? e.words.bitsOf(x, c.where) : x, e.typeArgument(c), c.where);
}

Members<Value> numberMembers() {
  Members<Value> t;
  t["as"] = reinterpreted;
  t["asBits"] = [](Dsl& e, const Value& x, Call& c) { return e.words.bitsOf(x, c.where); };
  for (int bits = 1; bits <= 64; ++bits) {  // x.as32b
    const NumberType type{NumberType::Kind::Fixed, false, false, bits, 0};
    t[fmt::format("as{}b", bits)] = [type](Dsl& e, const Value& x, Call& c) {
      return e.words.reinterpreted(x, type, c.where);
    };
  }
  t["toUnchecked"] = [](Dsl& e, const Value& x, Call& c) { return e.words.converted(x, e.typeArgument(c), c.where); };
  t["toSaturating"] = [](Dsl& e, const Value& x, Call& c) { return saturated(e, x, e.typeArgument(c), c.where); };
  // The & of *& requests unbiased rounding, for which rounding down is a permitted result.
  for (const char* name : {"+!", "-!", "*!", "/!", "*&!", "/&!"}) {
    const auto op = operatorOf(std::string(name, 1));
    t[name] = [op](Dsl& e, const Value& x, Call& c) {
      return saturating(e, op, x, e.one(c, "the second operand"), c.where);
    };
  }
  t["::"] = [](Dsl& e, const Value& x, Call& c) {
    const auto end = e.one(c, "the end of the range");
    if (end.object<Collection>()) return prepended(x, end, c.where);
    const auto* rest = end.object<const Series>();  // begin :: step :: end
    return rest ? series({x, rest->end, rest->begin, rest->par, false, false})
                : series(
                      {x, end, intValue(1), intValue(1), false, false, false, isForeignRange(e.evaluator, x, c.where)});
  };
  t["by"] = [](Dsl& e, const Value& x, Call& c) {
    return series({intValue(0), x, e.one(c, "the step"), intValue(1), false, false});
  };
  t["par"] = [](Dsl& e, const Value& x, Call& c) {
    return series({intValue(0), x, intValue(1), e.one(c, "par"), false, false});
  };
  t["toText"] = [](Dsl&, const Value& x, Call&) { return x.get<Number>() ? text(toString(x)) : x; };
  for (const char* name : {"value", "unstaged", "s"}) t[name] = [](Dsl&, const Value& x, Call&) { return x; };
  t["bit"] = [](Dsl& e, const Value& x, Call& c) {  // x.bit(i): a single bit
    return e.words.bitOf(x, e.one(c, "the position of the bit"), c.where);
  };
  t["bits"] = [](Dsl& e, const Value& x, Call& c) {  // x.bits(7::0): a range of bits, most significant first
    const auto range = e.one(c, "the positions of the bits");
    const auto* places = range.object<const Series>();
    if (!places) failUser(fmt::format("{} is not a range of bits", describe(range)), c.where, {}, "write x.bits(7::0)");
    return e.words.bitsOf(x, e.words.integer(places->begin, "a place", c.where),
                          e.words.integer(places->end, "a place", c.where), c.where);
  };
  return t;
}

}  // namespace stardust::dsl
