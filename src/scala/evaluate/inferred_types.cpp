// Inference of type parameters: the types of values, and types in stored form.
#include <algorithm>

#include "scala/evaluate/evaluator.h"

namespace stardust::scala {

bool areSame(const TypeTree& a, const TypeTree& b) {
  return a.name == b.name && std::equal(a.arguments.begin(), a.arguments.end(), b.arguments.begin(), b.arguments.end(),
                                        [](const TypeTree& x, const TypeTree& y) { return areSame(x, y); });
}

bool isTextType(const DataType& type) {
  return type.kind == DataType::Kind::Other && (type.name == "Text" || type.name == "String");
}

TypeTree canonical(const DataType& type) {
  if (type.written) return *type.written;
  const auto& number = type.number;
  const auto named = [](const std::string& name) { return TypeTree{name, {}, false, {}}; };
  const auto bits = [&](int count) { return named("_" + std::to_string(count)); };
  const bool isNamed = number.isCharacter || number.kind == NumberType::Kind::Bit || number == float32 ||
                       number == float64 || (number.kind == NumberType::Kind::Fixed && number.fraction == 0);
  if (type.kind == DataType::Kind::Number && isNamed) return named(toString(number));
  if (type.kind == DataType::Kind::Number && number.kind == NumberType::Kind::Float)
    return {"FltPt", {bits(number.integer), bits(number.fraction)}, false, {}};
  if (type.kind == DataType::Kind::Number)
    return {
        "FixPt", {named(number.isSigned ? "TRUE" : "FALSE"), bits(number.integer), bits(number.fraction)}, false, {}};
  return {type.name == "Text" ? "String" : type.name, {}, false, {}};
}

/// Resolves aliases and type parameters, and gives each number type a canonical name.
TypeTree Types::resolved(const TypeTree& tree, const Scope& scope) {
  const auto head = named(tree, scope);
  if (head.kind == DataType::Kind::Number || tree.arguments.empty()) return canonical(head);
  TypeTree result{head.kind == DataType::Kind::Other ? canonical(head).name : tree.name, {}, false, tree.where};
  for (const auto& argument : tree.arguments) result.arguments.push_back(resolved(argument, scope));
  return result;
}

DataType Types::bindable(const TypeTree& tree, const Scope& scope) {
  auto result = named(tree, scope);
  if (!tree.arguments.empty() && result.kind != DataType::Kind::Number)
    result.written = std::make_shared<const TypeTree>(resolved(tree, scope));
  return result;
}

/// The type of a value that determines it: a number, a string, an instance.
std::optional<DataType> Types::ofValue(const Value& value) {
  if (const auto* list = value.object<Collection>()) {
    DataType type(DataType::Kind::Other, nameOf(list->form) ? nameOf(list->form) : "Array");
    const auto element = list->items.empty() ? std::nullopt : ofValue(list->items.front());
    if (element) type.written = std::make_shared<const TypeTree>(TypeTree{type.name, {canonical(*element)}, false, {}});
    return type;
  }
  if (const auto number = numberTypeOf(value)) return DataType(*number);
  if (value.object<const std::string>()) return DataType(DataType::Kind::Other, "String");
  const auto* record = value.object<const Record>();
  if (const auto* type = record ? e_.cases.classOf(*record) : nullptr)
    return named({type->name, {}, false, {}}, e_.scopes.top());
  const auto* instance = value.object<Environment>();
  if (instance && instance->isInstanceOf) return DataType(DataType::Kind::Other, instance->isInstanceOf->name);
  return std::nullopt;
}

/// Infers a missing type argument from the type of an argument, or from the result type of a function argument.
void Types::infer(const std::vector<std::string>& names, const std::vector<Parameter>& parameters, const Scope& scope) {
  for (const auto& name : names) {
    const auto isName = [&](const auto& entry) { return entry.first == name; };
    if (std::any_of(scope->types.begin(), scope->types.end(), isName)) continue;
    for (const auto& parameter : parameters) {
      const auto& type = parameter.type;
      const auto* entry = scope->own(parameter.name);
      if (!entry || parameter.isByName) continue;
      const bool isPart = !type.arguments.empty() && type.arguments.front().name == name;
      const auto* list = isPart ? entry->value.object<Collection>() : nullptr;
      const auto found = list ? (list->items.empty() ? std::nullopt : ofValue(list->items.front()))
                         : isPart || type.name == name ? ofValue(entry->value)
                                                       : inResult(name, type, entry->value);
      if (!found) continue;
      scope->types.emplace_back(name, *found);
      break;
    }
  }
}

}  // namespace stardust::scala
