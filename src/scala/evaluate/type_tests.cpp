// Type tests: whether a value has a type, as far as the value determines it (case x: T).
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "scala/evaluate/evaluator.h"

namespace stardust::scala {
namespace {

/// The kinds of collections for each collection type of Scala.
const std::map<std::string, std::set<Form>>& formsByName() {
  static const auto table = [] {
    const std::set<Form> sequences = {Form::List, Form::Vector, Form::ListBuffer, Form::ArrayBuffer};
    auto all = sequences;
    all.insert({Form::Set, Form::Map});
    std::map<std::string, std::set<Form>> forms = {{"Array", {Form::Array}},
                                                   {"List", {Form::List}},
                                                   {"LinearSeq", {Form::List}},
                                                   {"Vector", {Form::Vector}},
                                                   {"IndexedSeq", {Form::Vector, Form::ArrayBuffer}},
                                                   {"Set", {Form::Set}},
                                                   {"Map", {Form::Map}},
                                                   {"ListBuffer", {Form::ListBuffer}},
                                                   {"ArrayBuffer", {Form::ArrayBuffer}},
                                                   {"Buffer", {Form::ListBuffer, Form::ArrayBuffer}}};
    forms["Seq"] = sequences;
    for (const char* name : {"Iterable", "Traversable", "TraversableOnce", "IterableOnce"}) forms[name] = all;
    return forms;
  }();
  return table;
}

[[noreturn]] void failUndecided(const Value& value, const TypeTree& type, const std::string& remedy) {
  failUnsupported(fmt::format("it is not known here whether {} is a {}", describe(value), type.name), type.where,
                  "a value does not carry this type", remedy);
}

bool isFormOf(const Value& value, const TypeTree& type) {
  if (value.object<const Series>())
    return type.name != "Array" && type.name != "List" && formsByName().at(type.name).count(Form::Vector) > 0;
  const auto* list = value.object<Collection>();
  if (!list) return false;
  if (list->form == Form::Unknown) failUndecided(value, type, "distinguish the values by their contents: case x if …");
  return formsByName().at(type.name).count(list->form) > 0;
}

bool isOption(const Value& value, std::initializer_list<const char*> kinds) {
  const auto* record = value.object<const Record>();
  return record && std::any_of(kinds.begin(), kinds.end(), [&](const char* kind) { return record->className == kind; });
}

/// The number of parameters of a function, if it is known.
std::optional<std::size_t> arityOf(const Function& function) {
  if (function.def) return function.def->parameters.empty() ? 0 : function.def->parameters.front().size();
  if (function.lambda && function.lambda->cases.empty()) return function.lambda->parameters.size();
  return std::nullopt;
}

bool isFunctionOf(const Value& value, const TypeTree& type) {
  const auto* function = value.object<const Function>();
  if (!function) return false;
  const bool isList = type.arguments.front().name == "Tuple";
  const auto wanted = isList ? type.arguments.front().arguments.size() : 1;
  const auto arity = arityOf(*function);
  if (!arity) failUndecided(value, type, "tell the values apart before they are functions");
  return *arity == wanted;
}

/// Types of Scala that a value determines directly; none for other names.
std::optional<bool> isOfScala(const Value& value, const TypeTree& type) {
  const auto& name = type.name;
  const auto* record = value.object<const Record>();
  const bool isNumber = numberTypeOf(value) && !value.object<Collection>();
  if (name == "Any" || name == "_") return true;
  if (name == "AnyRef" || name == "Object") return !isNumber && !value.get<Unit>();
  if (name == "AnyVal") return isNumber || value.get<Unit>() != nullptr;
  if (name == "Nothing" || name == "Null") return false;
  if (name == "Unit") return value.get<Unit>() != nullptr;
  if (name == "String" || name == "Text") return value.object<const std::string>() != nullptr;
  if (name == "Range") return value.object<const Series>() != nullptr;
  if (name == "Option") return isOption(value, {"Some", "None"});
  if (name == "Either") return isOption(value, {"Left", "Right"});
  if (name == "Some" || name == "None" || name == "Left" || name == "Right") return isOption(value, {name.c_str()});
  if (name == "Function") return isFunctionOf(value, type);
  if (name == "Tuple" || (name.compare(0, 3, "Tup") == 0 && !type.arguments.empty()))
    return record && record->className.empty() && !isWide(record->number) &&
           record->items.size() == type.arguments.size();
  if (formsByName().count(name) > 0) return isFormOf(value, type);
  return std::nullopt;
}

bool isOfNumbers(const Value& value, const TypeTree& type, const NumberType& wanted) {
  if (!isNumber(value)) return false;
  const auto given = numberTypeOf(value);
  if (!given) return false;
  if (type.name == "Char" && given->isCharacter) return true;
  if (given->isCharacter || !(*given == wanted)) return false;
  const bool isSureOfSide = given->isUnstaged || given->kind == NumberType::Kind::Bit || !type.isUnstaged;
  if (isUnknownNumber(value)) return !type.isUnstaged;
  if (!isSureOfSide)
    failUndecided(value, type, fmt::format("write {}, which numbers of both languages are", type.name));
  return true;
}

}  // namespace

bool Types::isOf(const Value& value, const TypeTree& type, const Scope& scope) {
  for (const auto& mixin : type.mixins) {
    if (!isOf(value, mixin, scope)) return false;
  }
  if (type.isSingleton)
    return e_.words.isSame(value, e_.evaluate(Tree(TreeNode{NameTree{type.name}, type.where}), scope), type.where);
  if (const auto* wanted = type.isUnstaged ? nullptr : e_.classes.named(type.name)) {
    const auto* instance = value.object<Environment>();
    const auto* record = value.object<const Record>();
    const auto* given = instance ? instance->isInstanceOf : record ? e_.classes.named(record->className) : nullptr;
    return given && e_.classes.leadsTo(*given, *wanted);
  }
  const auto named = this->named(type, scope);
  if (named.kind == DataType::Kind::Number) return isOfNumbers(value, type, named.number);
  const bool isMeant = named.kind == DataType::Kind::Other && named.name != type.name;  // an alias
  const auto meant = isMeant ? TypeTree{named.name, type.arguments, false, type.where} : type;
  if (isMeant && e_.classes.named(meant.name)) return isOf(value, meant, scope);
  if (const auto known = isOfScala(value, meant)) return *known;
  if (named.kind == DataType::Kind::Struct) {
    const auto* record = value.object<const Record>();
    return record && record->items.size() == named.parts.size() &&
           record->className == (named.names.empty() ? "" : named.name);
  }
  if (const auto known = e_.objects.isOfType(value, meant.name)) return *known;
  failUndecided(
      value, type,
      "the types that are told apart are those of numbers, texts, collections, functions, tuples, options, memories and the classes of the program");
}

}  // namespace stardust::scala
