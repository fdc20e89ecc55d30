#include "scala/evaluate/methods.h"

#include <fmt/format.h>

#include <algorithm>

#include "scala/evaluate/evaluator.h"
#include "scala/library/library.h"

namespace stardust::scala {
namespace {

bool areAlike(const TypeTree& a, const TypeTree& b) {
  return a.name == b.name &&
         std::equal(a.arguments.begin(), a.arguments.end(), b.arguments.begin(), b.arguments.end(), areAlike);
}

/// Whether one of the two methods overrides the other.
bool haveSameParameters(const DefTree& a, const DefTree& b) {
  if (a.parameters.empty() || b.parameters.empty()) return a.parameters.empty() == b.parameters.empty();
  const auto &x = a.parameters.front(), &y = b.parameters.front();
  return std::equal(x.begin(), x.end(), y.begin(), y.end(),
                    [](const Parameter& p, const Parameter& q) { return areAlike(p.type, q.type); });
}

/// A method with its overloads, and one more overload at the end.
std::shared_ptr<const Function> withOther(const Function& first, std::shared_ptr<const Function> last) {
  auto copy = first;
  copy.other = first.other ? withOther(*first.other, std::move(last)) : std::move(last);
  return std::make_shared<const Function>(std::move(copy));
}

bool takes(const DefTree& def, std::size_t count) {
  if (def.parameters.empty()) return count == 0;
  const auto& parameters = def.parameters.front();
  const auto isNeeded = [](const Parameter& p) { return !p.initial && !p.isRepeated && !p.isImplicit; };
  const auto least = static_cast<std::size_t>(std::count_if(parameters.begin(), parameters.end(), isNeeded));
  const bool isOpen = !parameters.empty() && parameters.back().isRepeated;
  return count >= least && (isOpen || count <= parameters.size());
}

}  // namespace

bool acceptsCount(const Function& methods, std::size_t count) {
  for (const auto* at = &methods; at; at = at->other.get()) {
    if (at->def && takes(*at->def, count)) return true;
  }
  return false;
}

void Methods::define(const DefTree& def, const Tree& tree, const Scope& scope, const Scope& around) {
  const bool isView = def.isImplicit && !isParameterless(def);
  if (isView) e_.implicits.addViews();
  auto function = std::make_shared<const Function>(Function{&def, nullptr, tree, around ? around : scope, {}});
  auto* entry = scope->own(def.name);
  const auto* known = entry ? entry->value.object<const Function>() : nullptr;
  if (!known || !known->def) return Scopes::define(scope, def.name, std::move(function));
  for (const auto* at = known; at; at = at->other.get()) {
    if (!haveSameParameters(*at->def, def)) continue;
    if (!scope->isInstanceOf) Scopes::define(scope, def.name, std::move(function));
    return;  // in a class: the derived class came first
  }
  entry->value = withOther(*known, std::move(function));
}

/// Whether a value is a legal argument at a position.
bool Methods::fits(const Function& one, const Value& value, std::size_t i) {
  if (i >= one.def->parameters.front().size()) return true;
  const auto& declared = one.def->parameters.front()[i].type;
  const auto isForeign = e_.objects.isOfType(value, declared.name);
  if (isForeign || (value.object<const Foreign>() && !isNumber(value))) return isForeign.value_or(false);
  const auto& open = one.def->typeParameters;
  if (std::find(open.begin(), open.end(), declared.name) != open.end()) return true;
  const auto wanted = e_.types.named(declared, one.around);
  if (value.object<Collection>()) return wanted.kind != DataType::Kind::Number;
  const auto given = numberTypeOf(value);
  if (wanted.kind == DataType::Kind::Number) return given && (*given == wanted.number || given->isUnstaged);
  return !given;
}

/// Overload resolution: the first method with this number of arguments; types decide between several.
const Function& Methods::overload(const Function& function, Call& call) {
  if (!function.other) return function;
  static const std::vector<Argument> none;
  const auto& list = call.has() ? *call.lists[call.used] : none;
  std::vector<const Function*> candidates;
  for (const auto* at = &function; at; at = at->other.get()) {
    if (takes(*at->def, list.size())) candidates.push_back(at);
  }
  if (candidates.size() < 2) return candidates.empty() ? function : *candidates.front();
  const auto values = e_.staging.tried([&] { return e_.calls.arguments(list, call.scope); });
  for (const auto* one : candidates) {
    bool fitsAll = true;
    for (std::size_t i = 0; i < values.size(); ++i) fitsAll = fitsAll && fits(*one, values[i], i);
    if (fitsAll) return *one;
  }
  return *candidates.front();
}

// ---------------------------------------------------------------- members

Value Methods::call(const Value& object, const std::string& name, Call& call) {
  if (e_.implicits.hasViews() && !e_.implicits.hasMember(object, name)) {
    if (const auto view = e_.implicits.viewed(object, name, nullptr, call.scope, call.where))
      return this->call(*view, name, call);
  }
  if (const auto* module = object.get<Module>()) return ofModule(*module, name, call);
  if (name == "->" && !object.object<Environment>())
    return tuple(e_.words.bound(Values{object, e_.one(call, "the second value")}, call.where));
  const auto* list = object.object<Collection>();
  if (list) {
    if (auto value = memberOfKeyed(e_, object, name, call)) return std::move(*value);
  }
  if ((name == "::" || name == "+:") && !numberTypeOf(object) && !object.object<const Series>()) {  // element :: list
    const auto rest = e_.one(call, "the list");
    return prepended(object, rest, call.where);
  }
  if (const auto op = operatorOf(name);
      op != Operator::None && call.has() && !object.object<Environment>() && !e_.cases.isDefinedBy(object, name))
    return e_.calls.operation(op, object, e_.one(call, "the second operand"), call.where);
  if (isNumber(object)) return memberIn(e_.names.ofNumbers, e_, object, name, describe(object), call);
  if (object.object<const Foreign>()) return e_.objects.member(object, name, call);
  if (const auto* range = object.object<const Series>()) return memberOfRange(e_, *range, name, call);
  if (name == "apply" && (list || object.object<const Record>())) return e_.calls.apply(object, call);
  if (list && list->isForeign && list->dims.size() < 2) e_.rules.requireMemberOfArray(name, call.where);
  if (list) return memberIn(e_.names.ofArrays, e_, object, name, "an array", call);
  if (const auto* record = object.object<const Record>()) return memberOfRecord(e_, object, *record, name, call);
  if (object.object<const std::string>()) return memberOfText(e_, object, name, call);
  if (object.object<Environment>()) return ofInstance(object, name, call);
  if (name == "toString") return text(toString(object));
  if (const auto found = e_.names.ofOthers.find(name); found != e_.names.ofOthers.end())
    return found->second(e_, object, call);
  if (object.object<const Function>()) return ofFunction(object, name, call);
  failUser(fmt::format("{} has no member {}", describe(object), name), call.where);
}

Value Methods::ofModule(const Module& module, const std::string& name, Call& call) {
  if (auto value = e_.global(module.name + "." + name, call)) return std::move(*value);
  failUnsupported(fmt::format("{} has no {}", module.name, name), call.where);
}

Value Methods::ofInstance(const Value& object, const std::string& name, Call& call) {
  const auto& instance = std::get<Scope>(object.data);
  if (name == "getClass") return object;
  if (name == "getSimpleName" || name == "getName")
    return text(instance->isInstanceOf ? instance->isInstanceOf->name : "");
  if (const auto value = e_.scopes.lookUp(name, instance)) return e_.calls.apply(*value, call);
  if (name == "==" || name == "!=")
    return makeBit(e_.words.isSame(object, e_.one(call, "the other object"), call.where) == (name == "=="));
  if (name == "toString") return text(toString(object));
  failUser(fmt::format("this object has no member {}", name), call.where);
}

Value Methods::ofFunction(const Value& object, const std::string& name, Call& call) {
  if (name == "apply") return e_.calls.apply(object, call);
  if (name == "tupled") return object;  // a tuple can be passed as several arguments anyway
  if (name != "andThen" && name != "compose")
    failUser(fmt::format("{} has no member {}", describe(object), name), call.where);
  const auto other = e_.one(call, "the other function");
  const auto first = name == "andThen" ? object : other, second = name == "andThen" ? other : object;
  const auto both = [&e = e_, first, second](Values given, const Location& where) {
    return e.invoke(second, {e.invoke(first, std::move(given), where)}, where);
  };
  return std::make_shared<const Function>(Function{nullptr, nullptr, {}, {}, both});
}

}  // namespace stardust::scala
