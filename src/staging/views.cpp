// Views: implicit classes, and implicit methods with a parameter, give a value members that it lacks, or make it one of
// another type.
#include <fmt/format.h>

#include <algorithm>

#include "staging/library.h"

namespace stardust::staging {

/// Of a value that says it: a number, a text, an instance.
std::optional<DataType> Evaluator::typeOf(const Value& value) {
  if (const auto* list = value.object<Collection>()) {
    DataType type(DataType::Kind::Other, nameOf(list->form) ? nameOf(list->form) : "Array");
    const auto element = list->items.empty() ? std::nullopt : typeOf(list->items.front());
    if (element) type.written = std::make_shared<const TypeTree>(TypeTree{type.name, {canonical(*element)}, false, {}});
    return type;
  }
  if (const auto number = numberTypeOf(value)) return DataType(*number);
  if (value.object<const std::string>()) return DataType(DataType::Kind::Other, "String");
  const auto* record = value.object<const Record>();
  if (const auto* type = record ? caseOf(*record) : nullptr)
    return this->type({type->name, {}, false, {}}, scopes_.top());
  const auto* instance = value.object<Environment>();
  if (instance && instance->isInstanceOf) return DataType(DataType::Kind::Other, instance->isInstanceOf->name);
  return std::nullopt;
}

/// Whether a value has a member by itself.
bool Evaluator::hasMember(const Value& object, const std::string& name) {
  if (object.get<Builtin>() || object.object<const Section>()) return true;
  if (object.object<Environment>())
    return std::get<Scope>(object.data)->own(name) != nullptr || name == "==" || name == "!=";
  const bool isOperator = operatorOf(name) != Operator::None;
  if (object.get<Number>() || object.get<Staged>() || Words::halvesOf(object))
    return isOperator || numberMembers().count(name) > 0;
  if (std::get_if<MemoryRef>(&object.data))
    return isOperator || memoryMembers().count(name) > 0 || numberMembers().count(name) > 0 || isLayoutHint(name);
  if (object.object<Collection>() || object.object<const Series>())
    return name == "==" || name == "!=" || arrayMembers().count(name) > 0 || numberMembers().count(name) > 0;
  if (const auto* record = object.object<const Record>()) {
    const bool isOfProgram = caseOf(*record) != nullptr;
    return !isOfProgram || fieldOf(record->names, record->items.size(), name) || isDefinedBy(object, name) ||
           name == "==" || name == "!=" || name == "copy" || name == "toString";
  }
  if (object.object<const std::string>()) return isOperator || isTextMember(name);
  return true;
}

/// The view of one scope, and of what it imports, that gives a member or makes a value of a type.
std::optional<Value> Evaluator::viewIn(const Scope& scope, const Value& object, const std::string& member,
                                       const TypeTree* wanted, const Location& where) {
  const auto gives = [&](const std::string& name) {
    const auto* type = classOf(name);
    return type && (wanted ? leadsTo(*type, *classOf(wanted->name)) : defines(*type, member));
  };
  const auto fits = [&](const Parameter& parameter, const std::vector<std::string>& open, const Scope& home) {
    return std::find(open.begin(), open.end(), parameter.type.name) != open.end() ||
           isOfType(object, parameter.type, home);
  };
  for (const auto* view : scope->views) {
    if (view->parameters.empty() || !gives(view->name) || !fits(view->parameters.front(), view->typeParameters, scope))
      continue;
    return constructedFrom(*view, {view->parameters.front().name}, {object}, where);
  }
  for (const auto& entry : std::vector<Environment::Entry>(scope->entries)) {
    const auto* function = entry.value.object<const Function>();
    for (const auto* at = function; at && at->def; at = at->other.get()) {
      const auto& def = *at->def;
      const bool isView = def.isImplicit && !def.parameters.empty() && def.parameters.front().size() == 1 &&
                          !def.parameters.front().front().isImplicit;
      if (!isView || !gives(def.type.name) || !fits(def.parameters.front().front(), def.typeParameters, at->around))
        continue;
      auto only = *at;
      only.other = nullptr;
      return invoke(std::make_shared<const Function>(std::move(only)), {object}, where);
    }
  }
  return std::nullopt;
}

std::optional<Value> Evaluator::viewed(const Value& object, const std::string& member, const TypeTree* wanted,
                                       const Scope& from, const Location& where) {
  for (auto at = from; at; at = at->parent) {
    if (auto view = viewIn(at, object, member, wanted, where)) return view;
    for (const auto& import : at->imports) {
      const auto module = scopes_.lookUp(import, at);
      if (!module || !module->object<Environment>()) continue;
      if (auto view = viewIn(std::get<Scope>(module->data), object, member, wanted, where)) return view;
    }
  }
  return std::nullopt;
}

}  // namespace stardust::staging
