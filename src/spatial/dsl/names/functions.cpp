// Functions of numbers that Spatial adds to Scala.
#include <fmt/format.h>

#include "spatial/dsl/names/names.h"

namespace stardust::dsl {
namespace {

/// oneHotMux(conditions, values): the bitwise or of all values whose condition holds. priorityMux: the first of them.
Value muxOfMany(Dsl& e, Call& c, bool isOneHot) {
  const auto v = e.list(c);
  const auto* conditions = v.size() == 2 ? v[0].object<Collection>() : nullptr;
  const auto* values = v.size() == 2 ? v[1].object<Collection>() : nullptr;
  if (!conditions || !values || conditions->items.size() != values->items.size() || values->items.empty())
    failUser("there are as many conditions as values", c.where, {}, "write oneHotMux(Seq(a, b), Seq(x, y))");
  const auto zero = e.words.binary(Operator::Sub, values->items.back(), values->items.back(), c.where);
  Value result = zero;
  for (auto i = values->items.size(); i-- > 0;) {
    const auto& value = values->items[i];
    if (isOneHot)
      result = e.words.binary(Operator::Or, e.words.mux(conditions->items[i], value, zero, c.where), result, c.where);
    else result = e.words.mux(conditions->items[i], value, result, c.where);
  }
  return result;
}

}  // namespace

void addMath(Functions& t) {
  t["mux"] = [](Dsl& e, Call& c) {
    const auto v = e.list(c);
    if (v.size() != 3) failUser("mux has a condition and two values", c.where);
    return e.words.mux(v[0], v[1], v[2], c.where);
  };
  t["fma"] = [](Dsl& e, Call& c) {
    const auto v = e.list(c);
    if (v.size() != 3) failUser("fma has two factors and a summand", c.where, {}, "write fma(a, b, c) for a * b + c");
    return e.words.binary(Operator::Add, e.words.binary(Operator::Mul, v[0], v[1], c.where), v[2], c.where);
  };
  t["cat"] = [](Dsl& e, Call& c) { return e.words.joined(e.list(c), c.where); };
  t["oneHotMux"] = [](Dsl& e, Call& c) { return muxOfMany(e, c, true); };
  t["popcount"] = [](Dsl& e, Call& c) {
    const auto given = e.one(c, "the bits");
    Value sum = intValue(0);
    for (const auto& item : elementsOf(e.evaluator, given, c.where))
      sum = e.words.binary(Operator::Add, sum, e.words.mux(item, intValue(1), intValue(0), c.where), c.where);
    return e.words.converted(sum, NumberType{NumberType::Kind::Fixed, false, false, 8, 0}, c.where);
  };
  t["priorityMux"] = [](Dsl& e, Call& c) { return muxOfMany(e, c, false); };
  for (const char* name : {"ln", "log2", "sigmoid", "recip", "recip_sqrt", "invsqrt", "exp_taylor", "log_taylor",
                           "sin_taylor", "cos_taylor", "sqrt_approx"}) {
    const Handler handler = [name](Dsl& e, Call& c) { return e.words.math(name, e.list(c), c.where); };
    for (const char* module : {"", "math.", "Math."}) t[std::string(module) + name] = handler;
  }
}

}  // namespace stardust::dsl
