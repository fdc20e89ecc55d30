// Sum types of Scala: Left and Right, Some and None.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "scala/library/library.h"

namespace stardust::scala {
namespace {

constexpr std::array<const char*, 4> kinds = {"Left", "Right", "Some", "None"};

}  // namespace

Value none() { return std::make_shared<const Record>(Record{{}, {}, "None"}); }

Value some(Value value) { return std::make_shared<const Record>(Record{{std::move(value)}, {"value"}, "Some"}); }

void addOptions(Functions& t) {
  for (const char* kind : {"Left", "Right", "Some"}) {
    t[kind] = [kind](Evaluator& e, Call& c) -> Value {
      return std::make_shared<const Record>(Record{{e.one(c, "the value")}, {"value"}, kind});
    };
  }
  t["Option"] = [](Evaluator& e, Call& c) { return some(e.one(c, "the value")); };
  t["None"] = [](Evaluator&, Call&) { return none(); };
}

namespace {

/// Treats the option as a list of at most one element.
std::optional<Value> memberOfOneOrNone(Evaluator& e, const Record& option, const std::string& name, Call& c) {
  if (option.className != "Some" && option.className != "None") return std::nullopt;
  const bool isNone = option.items.empty();
  const Value self = std::make_shared<const Record>(option);
  if (name == "orElse") return isNone ? e.one(c, "the other option") : (c.next(), self);
  if (name == "toList" || name == "toSeq") return ofForm(collection(option.items), Form::List);
  if (name == "contains")
    return Value(makeBit(!isNone && e.words.isSame(option.items[0], e.one(c, "the value"), c.where)));
  if (name == "fold") {
    const auto otherwise = e.one(c, "the default"), f = e.one(c, "the function of the value");
    return isNone ? otherwise : e.invoke(f, {option.items[0]}, c.where);
  }
  const bool isOfFunction =
      name == "flatMap" || name == "filter" || name == "exists" || name == "forall" || name == "collect";
  if (!isOfFunction) return std::nullopt;
  const auto f = e.one(c, "the function of the value");
  if (isNone) return name == "exists" || name == "forall" ? Value(makeBit(name == "forall")) : self;
  if (name == "collect") {
    const auto value = e.patterns.invokeWhere(f, option.items[0], c.where);
    return value ? some(*value) : none();
  }
  const auto result = e.invoke(f, {option.items[0]}, c.where);
  if (name != "filter") return result;
  return e.words.number(result, "the condition", c.where).isTrue() ? self : none();
}

}  // namespace

std::optional<Value> memberOfOption(Evaluator& e, const Record& option, const std::string& name, Call& c) {
  if (std::find(kinds.begin(), kinds.end(), option.className) == kinds.end()) return std::nullopt;
  const auto is = [&](const char* kind) { return option.className == kind; };
  if (name == "isLeft") return makeBit(is("Left"));
  if (name == "isRight") return makeBit(is("Right"));
  if (name == "left" || name == "right")
    return is(name == "left" ? "Left" : "Right") ? some(option.items.front()) : none();
  if (name == "isEmpty") return makeBit(is("None"));
  if (name == "isDefined" || name == "nonEmpty") return makeBit(is("Some"));
  if (name == "get") {
    if (is("None")) failUser("there is no value to get", c.where);
    return option.items.front();
  }
  if (name == "getOrElse") {
    if (is("None")) return e.one(c, "the default");
    c.next();  // not evaluated
    return option.items.front();
  }
  if (name == "map" || name == "foreach") {
    const auto function = e.one(c, "the function of the value");
    if (is("None") || is("Left")) return name == "foreach" ? Value() : Value(std::make_shared<const Record>(option));
    const auto result = e.invoke(function, {option.items.front()}, c.where);
    if (name == "foreach") return Value();
    return std::make_shared<const Record>(Record{{result}, {"value"}, option.className});
  }
  return memberOfOneOrNone(e, option, name, c);
}

}  // namespace stardust::scala
