// Views: implicit classes, and implicit methods with a parameter, add members to a value or convert it to another type.
#include <algorithm>

#include "scala/evaluate/evaluator.h"
#include "scala/library/library.h"

namespace stardust::scala {

/// Whether a value has a member without a view.
bool Implicits::hasMember(const Value& object, const std::string& name) {
  if (object.get<Module>()) return true;
  if (object.object<Environment>())
    return std::get<Scope>(object.data)->own(name) != nullptr || name == "==" || name == "!=";
  const auto &ofNumbers = e_.names.ofNumbers, &ofArrays = e_.names.ofArrays;
  const bool isOperator = operatorOf(name) != Operator::None;
  if (isNumber(object)) return isOperator || ofNumbers.count(name) > 0;
  if (object.object<const Foreign>()) return e_.objects.hasMember(object, name);
  if (object.object<Collection>() || object.object<const Series>())
    return name == "==" || name == "!=" || ofArrays.count(name) > 0 || ofNumbers.count(name) > 0;
  if (const auto* record = object.object<const Record>()) {
    const bool isOfProgram = e_.cases.classOf(*record) != nullptr;
    return !isOfProgram || fieldOf(record->names, record->items.size(), name) || e_.cases.isDefinedBy(object, name) ||
           name == "==" || name == "!=" || name == "copy" || name == "toString";
  }
  if (object.object<const std::string>()) return isOperator || isTextMember(e_, name);
  return true;
}

/// The view in one scope and its imports that adds a member, or converts to a type.
std::optional<Value> Implicits::viewIn(const Scope& scope, const Value& object, const std::string& member,
                                       const TypeTree* wanted, const Location& where) {
  const auto gives = [&](const std::string& name) {
    const auto* type = e_.classes.named(name);
    return type &&
           (wanted ? e_.classes.leadsTo(*type, *e_.classes.named(wanted->name)) : e_.cases.defines(*type, member));
  };
  const auto fits = [&](const Parameter& parameter, const std::vector<std::string>& open, const Scope& home) {
    return std::find(open.begin(), open.end(), parameter.type.name) != open.end() ||
           e_.types.isOf(object, parameter.type, home);
  };
  for (const auto* view : scope->views) {
    if (view->parameters.empty() || !gives(view->name) || !fits(view->parameters.front(), view->typeParameters, scope))
      continue;
    return e_.cases.constructedFrom(*view, {view->parameters.front().name}, {object}, where);
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
      return e_.invoke(std::make_shared<const Function>(std::move(only)), {object}, where);
    }
  }
  return std::nullopt;
}

std::optional<Value> Implicits::viewed(const Value& object, const std::string& member, const TypeTree* wanted,
                                       const Scope& from, const Location& where) {
  for (auto at = from; at; at = at->parent) {
    if (auto view = viewIn(at, object, member, wanted, where)) return view;
    for (const auto& import : at->imports) {
      const auto module = e_.scopes.lookUp(import, at);
      if (!module || !module->object<Environment>()) continue;
      if (auto view = viewIn(std::get<Scope>(module->data), object, member, wanted, where)) return view;
    }
  }
  return std::nullopt;
}

}  // namespace stardust::scala
