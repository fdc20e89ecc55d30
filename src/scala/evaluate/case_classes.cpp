#include "scala/evaluate/case_classes.h"

#include <fmt/format.h>

#include <algorithm>

#include "scala/evaluate/evaluator.h"

namespace stardust::scala {
namespace {

/// Named arguments that pass each parameter the variable of the same name.
std::vector<Argument> named(const std::vector<std::string>& names, const Location& where) {
  std::vector<Argument> arguments;
  for (const auto& name : names) arguments.push_back({name, Tree(TreeNode{NameTree{name}, where})});
  return arguments;
}

}  // namespace

const ClassTree* CaseClasses::classOf(const Record& record) const {
  const auto* type = record.className.empty() ? nullptr : e_.classes.named(record.className);
  return type && (type->isCase || type->isStruct) ? type : nullptr;
}

/// Whether instances have members besides their fields.
bool CaseClasses::hasBody(const ClassTree& type) const {
  const auto levels = e_.classes.levelsOf(type);
  return std::any_of(levels.begin(), levels.end(), [&](const Level& level) {
    return level.type->body || (level.type != &type && !level.type->parameters.empty());
  });
}

/// Whether a class or a base class of it has a member of this name.
bool CaseClasses::defines(const ClassTree& type, const std::string& member) const {
  const auto isNamed = [&](const Tree& statement) {
    const auto* val = as<ValTree>(statement);
    const auto* def = as<DefTree>(statement);
    return (val && val->pattern.name == member) || (def && def->name == member);
  };
  for (const auto& level : e_.classes.levelsOf(type)) {
    const auto& parameters = level.type->parameters;
    if (std::any_of(parameters.begin(), parameters.end(),
                    [&](const Parameter& p) { return p.isMember && p.name == member; }))
      return true;
    const auto* body = as<BlockTree>(level.type->body);
    if (body && std::any_of(body->statements.begin(), body->statements.end(), isNamed)) return true;
  }
  return false;
}

/// In the body of a case class, `this` is the record of its fields.
void CaseClasses::defineThis(const ClassTree& type, const Scope& instance) {
  if (type.isObject || (!type.isCase && !type.isStruct)) return;
  Record record;
  record.className = type.name;
  for (const auto& parameter : type.parameters) {
    const auto* entry = instance->own(parameter.name);
    record.names.push_back(parameter.name);
    record.items.push_back(entry ? entry->value : Value());
  }
  record.members = instance;
  Scopes::define(instance, "this", std::make_shared<const Record>(std::move(record)));
}

Value CaseClasses::constructed(const ClassTree& type, const std::vector<TypeTree>& types,
                               const std::vector<Argument>& arguments, const Scope& around) {
  if (!type.isCase && !type.isStruct) return e_.classes.instantiate(type, types, arguments, around);
  if (hasBody(type)) return e_.classes.instantiate(type, types, arguments, around)->own("this")->value;
  auto fields = e_.scopes.create(e_.scopes.top());
  for (std::size_t i = 0; i < type.typeParameters.size() && i < types.size(); ++i)
    fields->types.emplace_back(type.typeParameters[i], e_.types.bindable(types[i], around));
  const Location where = type.body ? type.body->where : e_.file->where;
  e_.calls.parametersOf(type.parameters, arguments, around, fields, where);
  e_.types.ascribeParameters(type.parameters, fields, where);
  Record record;
  record.className = type.name;
  for (auto& entry : fields->entries) {
    record.names.push_back(entry.name);
    record.items.push_back(std::move(entry.value));
  }
  return std::make_shared<const Record>(std::move(record));
}

Value CaseClasses::constructedFrom(const ClassTree& type, const std::vector<std::string>& names, const Values& values,
                                   const Location& where) {
  const auto scope = e_.scopes.create(e_.scopes.top());
  for (std::size_t i = 0; i < names.size(); ++i) Scopes::define(scope, names[i], values[i]);
  return constructed(type, {}, named(names, where), scope);
}

/// record.copy(field = value)
Value CaseClasses::copied(const Record& record, const ClassTree& type, Call& call) {
  auto items = record.items;
  std::size_t position = 0;
  const std::vector<Argument> none;
  for (const auto& argument : call.has() ? call.next() : none) {
    const auto found =
        argument.name.empty() ? std::optional(position++) : fieldOf(record.names, record.names.size(), argument.name);
    if (!found || *found >= items.size()) {
      const auto near = nearest(argument.name, record.names);
      failUser(argument.name.empty() ? fmt::format("{} has {} fields", type.name, items.size())
                                     : fmt::format("{} has no field {}", type.name, argument.name),
               argument.value->where, {}, near ? fmt::format("did you mean {}?", *near) : "");
    }
    items[*found] = e_.evaluate(argument.value, call.scope);
  }
  return constructedFrom(type, record.names, items, call.where);
}

/// copy(…) in the body of a case class.
std::optional<Value> CaseClasses::memberOfThis(const std::string& name, Call& call) {
  for (auto at = call.scope; at; at = at->parent) {
    const auto* entry = at->own("this");
    if (!entry) continue;
    if (auto value = member(Value(entry->value), name, call)) return value;
  }
  return std::nullopt;
}

bool CaseClasses::isDefinedBy(const Value& object, const std::string& name) {
  const auto* record = object.object<const Record>();
  const auto* type = record ? classOf(*record) : nullptr;
  return type && type->name == record->className && hasBody(*type) && defines(*type, name);
}

std::optional<Value> CaseClasses::member(const Value& self, const std::string& name, Call& call) {
  const auto& record = *self.object<const Record>();
  const auto* type = classOf(record);
  if (!type) return std::nullopt;
  if (isDefinedBy(self, name)) {
    // A record that the accelerator selected or named has no instance yet.
    const auto whole = record.members ? self : constructedFrom(*type, record.names, record.items, call.where);
    const auto members = whole.object<const Record>()->members;
    if (const auto value = members->own(name) ? e_.scopes.lookUp(name, members) : std::nullopt)
      return e_.calls.apply(*value, call);
  }
  if (name == "copy") return copied(record, *type, call);
  if (name == "productArity") return intValue(std::ssize(record.items));
  if (name == "productIterator") return collection(record.items);
  if (name == "equals") return Value(makeBit(e_.words.isSame(self, e_.one(call, "the other object"), call.where)));
  return std::nullopt;
}

}  // namespace stardust::scala
