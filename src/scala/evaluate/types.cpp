#include "scala/evaluate/types.h"

#include <fmt/format.h>

#include <charconv>
#include <map>

#include "scala/evaluate/evaluator.h"

namespace stardust::scala {
namespace {

constexpr int deepestType = 300;

/// Whether the qualifier is a library such as scala.collection, whose members the program does not define.
bool isLibrary(const Names& names, const std::string& qualifier) {
  return names.packages.count(qualifier.substr(0, qualifier.find('.'))) > 0;
}

/// The type bound to a type parameter or alias of this name; null for other names.
const DataType* boundType(const std::string& name, const Scope& scope) {
  for (auto at = scope; at; at = at->parent) {
    for (auto entry = at->types.rbegin(); entry != at->types.rend(); ++entry) {
      if (entry->first == name) return &entry->second;
    }
  }
  return nullptr;
}

/// TRUE, _16: as written, or through a type parameter.
std::string formatName(const TypeTree& tree, const Scope& scope) {
  const auto* bound = boundType(tree.name, scope);
  return bound && bound->kind == DataType::Kind::Other ? bound->name : tree.name;
}

}  // namespace

/// Object.Name, for an object of the program.
std::optional<DataType> Types::inObject(const TypeTree& tree, const Scope& scope) {
  const auto object = tree.qualifier.empty() || isLibrary(e_.names, tree.qualifier)
                          ? std::nullopt
                          : e_.scopes.lookUp(tree.qualifier, scope);
  const auto* members = object ? object->object<Environment>() : nullptr;
  if (!members) return std::nullopt;
  for (auto entry = members->types.rbegin(); entry != members->types.rend(); ++entry) {
    if (entry->first == tree.name) return entry->second;
  }
  return std::nullopt;
}

DataType Types::named(const TypeTree& tree, const Scope& scope) {
  if (auto member = inObject(tree, scope)) return std::move(*member);
  const bool isOfLibrary = isLibrary(e_.names, tree.qualifier);  // spatial.dsl.Float, even if redefined
  if (const auto* bound = isOfLibrary ? nullptr : boundType(tree.name, scope)) return *bound;
  const auto* own = isOfLibrary ? nullptr : e_.classes.named(tree.name);
  const auto& numbers = e_.names.numbers;
  if (const auto found = own ? numbers.end() : numbers.find(tree.name); found != numbers.end()) {
    auto number = found->second;
    number.isUnstaged = tree.isUnstaged;
    return number;
  }
  const auto count = tree.arguments.size();
  if (const auto found = e_.names.formats.find({tree.name, count}); found != e_.names.formats.end()) {
    std::vector<Names::FormatArgument> arguments;
    for (const auto& argument : tree.arguments) arguments.push_back({formatName(argument, scope), argument.where});
    return found->second(arguments, tree.where);
  }
  const bool isTuple = tree.name == "Tuple" || tree.name.compare(0, 3, "Tup") == 0;
  if (isTuple && count > 0) {
    DataType result(DataType::Kind::Struct, tree.name);
    for (const auto& part : tree.arguments) result.parts.push_back(named(part, scope));
    return result;
  }
  if (const auto* found = own; found && (found->isStruct || found->isCase)) {
    DataType result(DataType::Kind::Struct, tree.name);
    if (++depth_ > deepestType) failUser(fmt::format("{} holds itself", tree.name), tree.where);
    for (const auto& field : found->parameters) {
      result.parts.push_back(named(field.type, scope));  // the scope includes the types of the enclosing class
      result.names.push_back(field.name);
    }
    --depth_;
    return result;
  }
  return {DataType::Kind::Other, tree.name};
}

NumberType Types::number(const TypeTree& tree, const Scope& scope) {
  const auto found = named(tree, scope);
  if (found.kind == DataType::Kind::Number) return found.number;
  failUnsupported(fmt::format("{} is not a type of numbers", tree.name), tree.where, {},
                  "the types are Int, U32, Float, Bit, FixPt, FltPt and their names");
}

/// A function with declared number types converts its arguments and results: an Int passed to Double => Double becomes
/// a Double.
Value Types::ascribedFunction(const Value& function, const TypeTree& declared, const Scope& scope) {
  const auto& taken = declared.arguments[0];
  const auto parameters = taken.name == "Tuple" ? taken.arguments : std::vector<TypeTree>{taken};
  const auto isNumber = [&](const TypeTree& tree) { return named(tree, scope).kind == DataType::Kind::Number; };
  if (!isNumber(declared.arguments[1]) && std::none_of(parameters.begin(), parameters.end(), isNumber)) return function;
  const auto typed = [this, function, parameters, result = declared.arguments[1], scope](Values given,
                                                                                         const Location& where) {
    for (std::size_t i = 0; given.size() == parameters.size() && i < given.size(); ++i)
      given[i] = ascribed(given[i], parameters[i], scope, where);
    return ascribed(e_.invoke(function, std::move(given), where), result, scope, where);
  };
  return std::make_shared<const Function>(Function{nullptr, nullptr, {}, {}, typed});
}

namespace {

/// Whether both are the same number, or the same object.
bool isSameValue(const Value& a, const Value& b) {
  const auto* x = a.get<Number>();
  const auto* y = b.get<Number>();
  if (x || y) return x && y && x->type == y->type;
  const auto *list = a.object<Collection>(), *other = b.object<Collection>();
  const auto *record = a.object<const Record>(), *second = b.object<const Record>();
  return list == other && record == second;
}

bool areSame(const Values& a, const Values& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), isSameValue);
}

}  // namespace

/// Numbers of Scala in a list with a declared type take its element type: List[Double] = List(1, 2), and
/// List[List[Double]] = List(List(1)).
Value Types::ascribedList(const Value& value, const Collection& list, const TypeTree& declared, const Scope& scope,
                          const Location& where) {
  const auto to = named(declared, scope);
  const auto isConverted = [&](const Value& item) {
    const auto* number = item.get<Number>();
    return number ? number->type.isUnstaged && to.kind == DataType::Kind::Number : !declared.arguments.empty();
  };
  if (std::none_of(list.items.begin(), list.items.end(), isConverted)) return value;
  Values items;
  for (const auto& item : list.items) items.push_back(ascribed(item, declared, scope, where));
  // Returns the same list if nothing changes, because the receiver may modify it.
  return areSame(items, list.items) ? value : collection(std::move(items), list.dims);
}

Value Types::ascribedTuple(const Value& value, const Record& tuple, const TypeTree& declared, const Scope& scope,
                           const Location& where) {
  auto parts = tuple.items;
  for (std::size_t i = 0; i < parts.size(); ++i) parts[i] = ascribed(parts[i], declared.arguments[i], scope, where);
  return areSame(parts, tuple.items)
             ? value
             : std::make_shared<const Record>(Record{std::move(parts), tuple.names, tuple.className});
}

Value Types::ascribed(const Value& value, const TypeTree& declared, const Scope& scope, const Location& where) {
  if (e_.implicits.hasViews() && e_.classes.named(declared.name) && !isOf(value, declared, scope)) {
    if (const auto view = e_.implicits.viewed(value, {}, &declared, scope, where)) return *view;
  }
  if (declared.name == "Function" && declared.arguments.size() == 2 && value.object<const Function>())
    return ascribedFunction(value, declared, scope);
  if (const auto* list = value.object<Collection>(); list && declared.arguments.size() == 1)
    return ascribedList(value, *list, declared.arguments[0], scope, where);
  const auto* tuple = declared.name == "Tuple" ? value.object<const Record>() : nullptr;
  if (tuple && tuple->items.size() == declared.arguments.size())
    return ascribedTuple(value, *tuple, declared, scope, where);
  const auto* number = value.get<Number>();
  if (declared.name.empty() || !isNumber(value)) return value;
  const auto to = named(declared, scope);
  const auto from = numberTypeOf(value);
  if (from && from->isCharacter && declared.name == "Char") return value;
  if (to.kind != DataType::Kind::Number || !from || *from == to.number) return value;
  using Kind = NumberType::Kind;
  const bool isInteger = to.number.kind == Kind::Fixed && to.number.fraction == 0;
  const bool hasFraction = from->kind == Kind::Float || (from->kind == Kind::Fixed && from->fraction > 0);
  const bool isBit = (from->kind == Kind::Bit) != (to.number.kind == Kind::Bit);
  const bool changes = isInteger && number && !isBit && convert(*number, to.number).value() != number->value();
  if (isBit || (isInteger && hasFraction) || changes)
    failUser(fmt::format("{} is not a {}", describe(value), declared.name), where,
             "a declared type allows only lossless conversions", fmt::format("convert it: .to[{}]", declared.name));
  return e_.words.converted(value, to.number, where);
}

void Types::ascribeParameters(const std::vector<Parameter>& parameters, const Scope& scope, const Location& where) {
  for (const auto& parameter : parameters)
    if (auto* entry = scope->own(parameter.name); entry && !parameter.isRepeated && !parameter.isByName)
      entry->value = ascribed(entry->value, parameter.type, scope, where);
}

}  // namespace stardust::scala
