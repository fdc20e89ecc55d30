#include "scala/evaluate/patterns.h"

#include <fmt/format.h>

#include <algorithm>

#include "scala/evaluate/evaluator.h"

namespace stardust::scala {
namespace {

bool isOneOf(const std::string& name, std::initializer_list<const char*> names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

bool isTupleName(const std::string& name) {
  return name.empty() || isOneOf(name, {"Tuple2", "Tuple3", "Tuple4", "Tup2", "Tup3", "pack"});
}
bool isListName(const std::string& name) {
  return isOneOf(
      name, {"List", "Seq", "Array", "Vector", "IndexedSeq", "Set", "Iterator", "Vec", "ListBuffer", "ArrayBuffer"});
}
bool isOptionName(const std::string& name) { return isOneOf(name, {"Some", "None", "Left", "Right"}); }

}  // namespace

bool Patterns::matches(const Pattern& pattern, const Value& value, const Scope& scope, const Location& where) {
  const auto& at = pattern.where ? pattern.where : where;
  if (!pattern.type.name.empty() && !e_.types.isOf(value, pattern.type, scope)) return false;
  if (!pattern.name.empty()) Scopes::define(scope, pattern.name, value);
  switch (pattern.kind) {
    case Pattern::Kind::Any:
    case Pattern::Kind::Bind:
    case Pattern::Kind::Rest: return true;
    case Pattern::Kind::Literal: return e_.words.isSame(value, e_.evaluate(pattern.literal, scope), at);
    case Pattern::Kind::Or:
      return std::any_of(pattern.parts.begin(), pattern.parts.end(),
                         [&](const Pattern& one) { return matches(one, value, scope, at); });
    case Pattern::Kind::Tuple: return matchesParts(pattern, value, scope, at);
    case Pattern::Kind::Cons:
    case Pattern::Kind::Snoc: break;
  }
  const auto* list = value.object<Collection>();
  if (!list || list->items.empty()) return false;
  const bool isCons = pattern.kind == Pattern::Kind::Cons;
  const auto& items = list->items;
  const auto others = ofForm(
      collection(isCons ? Values(items.begin() + 1, items.end()) : Values(items.begin(), items.end() - 1)), list->form);
  const auto& one = isCons ? items.front() : items.back();
  return matches(pattern.parts[0], isCons ? one : others, scope, at) &&
         matches(pattern.parts[1], isCons ? others : one, scope, at);
}

/// Matches the parts of a pattern one by one; the last may match all remaining items.
bool Patterns::matchesAll(const std::vector<Pattern>& parts, const Values& items, const Scope& scope,
                          const Location& where) {
  const bool isOpen = !parts.empty() && parts.back().kind == Pattern::Kind::Rest;
  const auto count = parts.size() - (isOpen ? 1 : 0);
  if (isOpen ? items.size() < count : items.size() != count) return false;
  for (std::size_t i = 0; i < count; ++i) {
    if (!matches(parts[i], items[i], scope, where)) return false;
  }
  return !isOpen || matches(parts.back(),
                            ofForm(collection(Values(items.begin() + static_cast<std::ptrdiff_t>(count), items.end())),
                                   Form::List),
                            scope, where);
}

/// (a, b); List(a, b); Some(a); Name(a, b) of a case class, or of an object with an unapply.
bool Patterns::matchesParts(const Pattern& pattern, const Value& value, const Scope& scope, const Location& where) {
  const auto& name = pattern.className;
  const auto* record = value.object<const Record>();
  const auto* list = value.object<Collection>();
  const auto& parts = pattern.parts;
  if (isTupleName(name)) {
    if (record && e_.classes.named(record->className)) return false;
    return record ? matchesAll(parts, record->items, scope, where)
                  : list && name.empty() && matchesAll(parts, list->items, scope, where);
  }
  const auto object = e_.scopes.lookUp(name, scope);
  if (auto* extractor = object ? object->object<Environment>() : nullptr;
      extractor && (extractor->own("unapply") || extractor->own("unapplySeq")))
    return matchesExtracted(*object, pattern, value, scope, where);
  if (isListName(name) && !e_.classes.named(name)) return list && matchesAll(parts, list->items, scope, where);
  const auto named = e_.types.named({name, {}, false, where}, scope);
  const bool isStruct = named.kind == DataType::Kind::Struct && !named.names.empty();
  const auto* found = e_.classes.named(name);
  if (!isStruct && !isOptionName(name) && !(found && found->isCase))
    failUser(fmt::format("{} is neither a case class nor an object with an unapply", name), where,
             "the parts of its values are unknown", "write case x: " + name);
  return record && record->className == (isStruct ? named.name : name) &&
         matchesAll(parts, record->items, scope, where);
}

/// Matches the result of an object's unapply: a Boolean, or an option of a part or of a tuple of parts. unapplySeq
/// yields an option of a list of parts.
bool Patterns::matchesExtracted(const Value& object, const Pattern& pattern, const Value& value, const Scope& scope,
                                const Location& where) {
  const bool isSeq = !object.object<Environment>()->own("unapply");
  Call call{{}, where, {}, {}, 0, scope};
  const auto function = e_.method(object, isSeq ? "unapplySeq" : "unapply", call);
  const auto* extract = function.object<const Function>();
  if (!extract || !extract->def || extract->def->parameters.empty() || extract->def->parameters.front().size() != 1)
    failUser(fmt::format("the unapply of {} has one parameter", pattern.className), where);
  if (!e_.types.isOf(value, extract->def->parameters.front().front().type, extract->around)) return false;
  const auto result = e_.invoke(function, {value}, where);
  if (const auto* holds = result.get<Number>(); holds && pattern.parts.empty()) return holds->isTrue();
  const auto* option = result.object<const Record>();
  if (!option || !isOptionName(option->className))
    failUser(fmt::format("the unapply of {} gives {}, not an Option", pattern.className, describe(result)), where);
  if (option->items.empty()) return false;
  const auto& given = option->items.front();
  const auto *tuple = given.object<const Record>(), *several = pattern.parts.size() == 1 ? nullptr : tuple;
  if (const auto* list = given.object<Collection>(); isSeq && list)
    return matchesAll(pattern.parts, list->items, scope, where);
  return matchesAll(pattern.parts, several ? several->items : Values{given}, scope, where);
}

void Patterns::bind(const Pattern& pattern, const Value& value, const Scope& scope, const Location& where) {
  if (!matches(pattern, value, scope, where))
    failUser(fmt::format("{} does not match the pattern", describe(value)), where);
}

/// The first case that matches, or null. Its body must be evaluated in the scope of its bindings.
const Case* Patterns::chosenCase(const std::vector<Case>& cases, const Value& value, const Scope& scope,
                                 const Location& where) {
  for (const auto& one : cases) {
    const auto known = scope->entries.size();
    const bool fits = matches(one.pattern, value, scope, where) &&
                      (!one.guard || e_.words.number(e_.evaluate(one.guard, scope), "the guard", where).isTrue());
    if (fits) return &one;
    scope->entries.erase(scope->entries.begin() + static_cast<std::ptrdiff_t>(known), scope->entries.end());
  }
  return nullptr;
}

std::optional<Value> Patterns::invokeWhere(const Value& function, const Value& argument, const Location& where) {
  const auto* f = function.object<const Function>();
  if (!f || !f->lambda || f->lambda->cases.empty()) return e_.invoke(function, {argument}, where);
  auto inner = e_.scopes.create(f->around);
  const auto* chosen = chosenCase(f->lambda->cases, argument, inner, where);
  return chosen ? std::optional(e_.evaluate(chosen->body, inner)) : std::nullopt;
}

Value Patterns::choose(const std::vector<Case>& cases, const Value& value, const Scope& scope, const Location& where) {
  auto inner = e_.scopes.create(scope);
  if (const auto* chosen = chosenCase(cases, value, inner, where)) return e_.evaluate(chosen->body, inner);
  failUser(fmt::format("no case matches {}", describe(value)), where);
}

}  // namespace stardust::scala
