// What Scala has for one of two things, or for one or none: Left and Right, Some and None.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "staging/library.h"

namespace stardust::staging {
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
    if (is("None")) return e.one(c, "what there is otherwise");
    c.next();  // not even evaluated
    return option.items.front();
  }
  if (name == "map" || name == "foreach") {
    const auto function = e.one(c, "the function of the value");
    if (is("None") || is("Left")) return name == "map" && is("Left") ? std::make_shared<const Record>(option) : none();
    const auto result = e.invoke(function, {option.items.front()}, c.where);
    if (name == "foreach") return Value();
    return std::make_shared<const Record>(Record{{result}, {"value"}, option.className});
  }
  return std::nullopt;
}

}  // namespace stardust::staging
