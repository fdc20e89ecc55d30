// Types by name.
#include <fmt/format.h>

#include <charconv>
#include <map>

#include "staging/evaluator.h"

namespace stardust::staging {
namespace {

const std::map<std::string, NumberType>& namedTypes() {
  using Kind = NumberType::Kind;
  static const std::map<std::string, NumberType> table = [] {
    std::map<std::string, NumberType> types = {{"Int", int32},
                                               {"Long", {Kind::Fixed, true, false, 64, 0}},
                                               {"Short", {Kind::Fixed, true, false, 16, 0}},
                                               {"Char", {Kind::Fixed, true, false, 8, 0}},
                                               {"Byte", {Kind::Fixed, true, false, 8, 0}},
                                               {"Index", int32},
                                               {"Float", float32},
                                               {"F16", {Kind::Float, true, false, 11, 5}},
                                               {"F32", float32},
                                               {"F64", float64},
                                               {"Double", float64},
                                               {"Half", {Kind::Float, true, false, 11, 5}},
                                               {"Bit", bit},
                                               {"Boolean", bit}};
    for (int bits = 1; bits <= 64; ++bits) {
      types[fmt::format("I{}", bits)] = {Kind::Fixed, true, false, bits, 0};
      types[fmt::format("Int{}", bits)] = {Kind::Fixed, true, false, bits, 0};
      types[fmt::format("U{}", bits)] = {Kind::Fixed, false, false, bits, 0};
      types[fmt::format("UInt{}", bits)] = {Kind::Fixed, false, false, bits, 0};
    }
    types["UInt"] = uint32;
    return types;
  }();
  return table;
}

constexpr int deepestType = 300;

/// spatial.dsl, scala and their siblings: what is in them is not the program's.
bool isLibrary(const std::string& qualifier) {
  const auto root = qualifier.substr(0, qualifier.find('.'));
  return root == "scala" || root == "spatial" || root == "argon" || root == "java" || root == "emul";
}

/// The type that a type parameter of this name stands for, or another name of a type; none for other names.
const DataType* boundType(const std::string& name, const Scope& scope) {
  for (auto at = scope; at; at = at->parent) {
    for (auto entry = at->types.rbegin(); entry != at->types.rend(); ++entry) {
      if (entry->first == name) return &entry->second;
    }
  }
  return nullptr;
}

/// TRUE, _16: as it is written, or as a type parameter names it.
std::string formatName(const TypeTree& tree, const Scope& scope) {
  const auto* bound = boundType(tree.name, scope);
  return bound && bound->kind == DataType::Kind::Other ? bound->name : tree.name;
}

/// _16
int bitsOf(const TypeTree& tree, const Scope& scope) {
  int bits = -1;
  const auto name = formatName(tree, scope);
  if (name.size() > 1 && name[0] == '_') std::from_chars(name.data() + 1, name.data() + name.size(), bits);
  if (bits < 0 || bits > 128) failUser(fmt::format("{} is not a number of bits", name), tree.where, {}, "write _16");
  return bits;
}

}  // namespace

/// Object.Name, of an object of the program.
std::optional<DataType> Evaluator::typeInObject(const TypeTree& tree, const Scope& scope) {
  const auto object =
      tree.qualifier.empty() || isLibrary(tree.qualifier) ? std::nullopt : scopes_.lookUp(tree.qualifier, scope);
  const auto* members = object ? object->object<Environment>() : nullptr;
  if (!members) return std::nullopt;
  for (auto entry = members->types.rbegin(); entry != members->types.rend(); ++entry) {
    if (entry->first == tree.name) return entry->second;
  }
  return std::nullopt;
}

DataType Evaluator::type(const TypeTree& tree, const Scope& scope) {
  if (auto member = typeInObject(tree, scope)) return std::move(*member);
  const bool isOfLibrary = isLibrary(tree.qualifier);  // spatial.dsl.Float, whatever the program calls Float
  if (const auto* bound = isOfLibrary ? nullptr : boundType(tree.name, scope)) return *bound;
  const auto* own = isOfLibrary ? nullptr : classOf(tree.name);
  if (const auto found = own ? namedTypes().end() : namedTypes().find(tree.name); found != namedTypes().end()) {
    auto number = found->second;
    number.isUnstaged = tree.isUnstaged;
    return number;
  }
  const auto count = tree.arguments.size();
  if ((tree.name == "FixPt" || tree.name == "Fix") && count == 3) {
    const NumberType number{NumberType::Kind::Fixed, formatName(tree.arguments[0], scope) == "TRUE", false,
                            bitsOf(tree.arguments[1], scope), bitsOf(tree.arguments[2], scope)};
    if (number.bits() > 64) failUnsupported("fixed point of more than 64 bits is not supported", tree.where);
    return number;
  }
  if ((tree.name == "FltPt" || tree.name == "Flt") && count == 2) {
    return NumberType{NumberType::Kind::Float, true, false, bitsOf(tree.arguments[0], scope),
                      bitsOf(tree.arguments[1], scope)};
  }
  const bool isTuple = tree.name == "Tuple" || tree.name.compare(0, 3, "Tup") == 0;
  if (isTuple && count > 0) {
    DataType result(DataType::Kind::Struct, tree.name);
    for (const auto& part : tree.arguments) result.parts.push_back(type(part, scope));
    return result;
  }
  if (const auto* found = own; found && (found->isStruct || found->isCase)) {
    DataType result(DataType::Kind::Struct, tree.name);
    if (++depth_ > deepestType) failUser(fmt::format("{} holds itself", tree.name), tree.where);
    for (const auto& field : found->parameters) {
      result.parts.push_back(type(field.type, scope));  // which the types of the class around are in, too
      result.names.push_back(field.name);
    }
    --depth_;
    return result;
  }
  return {DataType::Kind::Other, tree.name};
}

NumberType Evaluator::numberType(const TypeTree& tree, const Scope& scope) {
  const auto found = type(tree, scope);
  if (found.kind == DataType::Kind::Number) return found.number;
  failUnsupported(fmt::format("{} is not a type of numbers", tree.name), tree.where, {},
                  "the types are Int, U32, Float, Bit, FixPt, FltPt and their names");
}

DataType Evaluator::dataTypeArgument(const Call& call, std::size_t n) {
  return n < call.types.size() ? type(call.types[n], call.scope) : DataType(int32);
}

NumberType Evaluator::typeArgument(const Call& call, std::size_t n) {
  return n < call.types.size() ? numberType(call.types[n], call.scope) : int32;
}

/// A function whose declared type has numbers takes and yields numbers of these types: an Int that is given to Double
/// => Double is a Double in it.
Value Evaluator::ascribedFunction(const Value& function, const TypeTree& declared, const Scope& scope) {
  const auto& taken = declared.arguments[0];
  const auto parameters = taken.name == "Tuple" ? taken.arguments : std::vector<TypeTree>{taken};
  const auto isNumber = [&](const TypeTree& tree) { return type(tree, scope).kind == DataType::Kind::Number; };
  if (!isNumber(declared.arguments[1]) && std::none_of(parameters.begin(), parameters.end(), isNumber)) return function;
  const auto typed = [this, function, parameters, result = declared.arguments[1], scope](Values given,
                                                                                         const Location& where) {
    for (std::size_t i = 0; given.size() == parameters.size() && i < given.size(); ++i)
      given[i] = ascribed(given[i], parameters[i], scope, where);
    return ascribed(invoke(function, std::move(given), where), result, scope, where);
  };
  return std::make_shared<const Function>(Function{nullptr, nullptr, {}, {}, typed});
}

namespace {

/// Whether they are one number, or one object.
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

/// Numbers of Scala in a list of a declared type are of that type: List[Double] = List(1, 2), and List[List[Double]] =
/// List(List(1)).
Value Evaluator::ascribedList(const Value& value, const Collection& list, const TypeTree& declared, const Scope& scope,
                              const Location& where) {
  const auto to = type(declared, scope);
  const auto isConverted = [&](const Value& item) {
    const auto* number = item.get<Number>();
    return number ? number->type.isUnstaged && to.kind == DataType::Kind::Number : !declared.arguments.empty();
  };
  if (std::none_of(list.items.begin(), list.items.end(), isConverted)) return value;
  Values items;
  for (const auto& item : list.items) items.push_back(ascribed(item, declared, scope, where));
  // The list itself where nothing changes, since who gets it may write into it.
  return areSame(items, list.items) ? value : collection(std::move(items), list.dims);
}

Value Evaluator::ascribedTuple(const Value& value, const Record& tuple, const TypeTree& declared, const Scope& scope,
                               const Location& where) {
  auto parts = tuple.items;
  for (std::size_t i = 0; i < parts.size(); ++i) parts[i] = ascribed(parts[i], declared.arguments[i], scope, where);
  return areSame(parts, tuple.items)
             ? value
             : std::make_shared<const Record>(Record{std::move(parts), tuple.names, tuple.className});
}

Value Evaluator::ascribed(const Value& value, const TypeTree& declared, const Scope& scope, const Location& where) {
  if (hasViews_ && classOf(declared.name) && !isOfType(value, declared, scope)) {
    if (const auto view = viewed(value, {}, &declared, scope, where)) return *view;
  }
  if (declared.name == "Function" && declared.arguments.size() == 2 && value.object<const Function>())
    return ascribedFunction(value, declared, scope);
  if (const auto* list = value.object<Collection>(); list && declared.arguments.size() == 1)
    return ascribedList(value, *list, declared.arguments[0], scope, where);
  const auto* tuple = declared.name == "Tuple" ? value.object<const Record>() : nullptr;
  if (tuple && tuple->items.size() == declared.arguments.size())
    return ascribedTuple(value, *tuple, declared, scope, where);
  const auto* number = value.get<Number>();
  if (declared.name.empty() || (!number && !value.get<Staged>() && !Words::halvesOf(value))) return value;
  const auto to = type(declared, scope);
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
             "a declared type converts only what loses nothing by it",
             fmt::format("convert it: .to[{}]", declared.name));
  return words.converted(value, to.number, where);
}

void Evaluator::ascribeParameters(const std::vector<Parameter>& parameters, const Scope& scope, const Location& where) {
  for (const auto& parameter : parameters)
    if (auto* entry = scope->own(parameter.name); entry && !parameter.isRepeated && !parameter.isByName)
      entry->value = ascribed(entry->value, parameter.type, scope, where);
}

}  // namespace stardust::staging
