#include "scala/evaluate/implicits.h"

#include <fmt/format.h>

#include <algorithm>

#include "scala/evaluate/evaluator.h"

namespace stardust::scala {
namespace {

/// The implicit names of a scope, copied because the evaluation may add to it.
std::vector<std::string> implicitNames(const Environment& scope) {
  std::vector<std::string> names;
  for (const auto& entry : scope.entries) {
    const auto* function = entry.value.object<const Function>();
    if (entry.isImplicit || (function && function->def && function->def->isImplicit)) names.push_back(entry.name);
  }
  return names;
}

}  // namespace

/// Unifies a declared type with the wanted one, binding the open names.
bool Implicits::unify(const TypeTree& declared, const std::vector<std::string>& open, const TypeTree& wanted,
                      const Scope& home, Open& found) {
  if (std::find(open.begin(), open.end(), declared.name) != open.end()) {
    const auto known = found.emplace(declared.name, wanted).first;
    return areSame(known->second, wanted);
  }
  if (declared.arguments.empty() || declared.arguments.size() != wanted.arguments.size())
    return areSame(e_.types.resolved(declared, home), wanted);
  if (declared.name != wanted.name) return areSame(e_.types.resolved(declared, home), wanted);
  for (std::size_t i = 0; i < declared.arguments.size(); ++i) {
    if (!unify(declared.arguments[i], open, wanted.arguments[i], home, found)) return false;
  }
  return true;
}

/// Whether the class of an instance, or a base class of it, is the wanted type.
bool Implicits::isInstanceOf(const Value& value, const TypeTree& wanted) {
  const auto* instance = value.object<Environment>();
  if (!instance || !instance->isInstanceOf) return false;
  if (instance->isInstanceOf->name == wanted.name && wanted.arguments.empty()) return true;
  for (const auto& level : e_.classes.levelsOf(*instance->isInstanceOf)) {
    for (const auto& base : level.type->bases) {
      if (base.type.name == wanted.name && areSame(e_.types.resolved(base.type, std::get<Scope>(value.data)), wanted))
        return true;
    }
  }
  return false;
}

/// implicit def name[T](implicit …): Type. Its own implicit parameters are resolved at the call.
std::optional<Value> Implicits::givenBy(const Function& function, const TypeTree& wanted, const Scope& from,
                                        const Location& where) {
  const auto& def = *function.def;
  Open found;
  if (!def.isImplicit || !isParameterless(def) || def.type.name.empty() ||
      !unify(def.type, def.typeParameters, wanted, function.around, found))
    return std::nullopt;
  Call call{function.keep, where, {}, {}, 0, from};
  for (const auto& name : def.typeParameters) {
    if (found.count(name) == 0) return std::nullopt;
    call.types.push_back(found.at(name));
  }
  return e_.calls.invokeDef(def, function, call);
}

std::optional<Value> Implicits::given(const Environment::Entry& entry, const TypeTree& wanted, const Scope& home,
                                      const Scope& from, const Location& where) {
  if (const auto* function = entry.value.object<const Function>(); function && function->def) {
    for (const auto* at = function; at; at = at->other.get()) {
      if (auto value = givenBy(*at, wanted, from, where)) return value;
    }
    return std::nullopt;
  }
  if (!entry.isImplicit) return std::nullopt;
  if (!entry.declared.name.empty())
    return areSame(e_.types.resolved(entry.declared, entry.home ? entry.home : home), wanted)
               ? e_.scopes.lookUp(entry.name, home)
               : std::nullopt;
  const auto value = e_.scopes.lookUp(entry.name, home);
  if (!value) return std::nullopt;
  const auto own = e_.types.ofValue(*value);
  return (own && areSame(canonical(*own), wanted)) || isInstanceOf(*value, wanted) ? value : std::nullopt;
}

/// The implicit value of one scope and its imports; several candidates are an error.
std::optional<Value> Implicits::implicitIn(const TypeTree& wanted, const Scope& scope, const Scope& caller,
                                           const Location& where) {
  std::vector<std::pair<std::string, Value>> found;
  const auto offer = [&](const Scope& from) {
    for (const auto& name : implicitNames(*from)) {
      const auto* entry = from->own(name);
      auto value = entry ? given(Environment::Entry(*entry), wanted, from, caller, where) : std::nullopt;
      if (value) found.emplace_back(name, std::move(*value));
    }
  };
  offer(scope);
  for (const auto& import : scope->imports) {
    const auto object = e_.scopes.lookUp(import, scope);
    if (object && object->object<Environment>()) offer(std::get<Scope>(object->data));
  }
  if (found.size() > 1 && found[0].first != found[1].first)
    failUser(fmt::format("{} and {} are both implicit values of type {}", found[0].first, found[1].first, wanted.name),
             where, {}, "give the one that is meant");
  return found.empty() ? std::nullopt : std::optional(found.front().second);
}

std::optional<Value> Implicits::of(const TypeTree& tree, const Scope& from, const Scope& to, const Location& where) {
  if (++depth_ > 100) failUnsupported(fmt::format("implicit values of type {} need one another", tree.name), where);
  const auto wanted = e_.types.resolved(tree, to);
  std::optional<Value> found;
  for (auto at = from; at && !found; at = at->parent) found = implicitIn(wanted, at, from, where);
  const auto beside = [&](const TypeTree& type) {  // in the companion object
    const auto* known = found ? nullptr : e_.classes.named(type.name);
    const auto object = known ? e_.scopes.lookUp(type.name, from) : std::nullopt;
    if (object && object->object<Environment>()) found = implicitIn(wanted, std::get<Scope>(object->data), from, where);
  };
  beside(wanted);
  for (const auto& argument : wanted.arguments) beside(argument);
  --depth_;
  return found;
}

}  // namespace stardust::scala
