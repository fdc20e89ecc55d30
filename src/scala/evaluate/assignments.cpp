#include "scala/evaluate/assignments.h"

#include <fmt/format.h>

#include "scala/evaluate/evaluator.h"
#include "scala/library/library.h"

namespace stardust::scala {

Value Assignments::assign(const AssignTree& n, const Tree& tree, const Scope& scope) {
  if (const auto* target = as<NameTree>(n.target)) return assignName(n, target->name, scope, scope, tree->where);
  if (const auto* target = as<ApplyTree>(n.target)) return assignElement(n, *target, tree, scope);
  const auto* member = as<SelectTree>(n.target);
  const auto object = member ? e_.evaluate(member->object, scope) : Value();
  if (auto* instance = object.object<Environment>()) {
    if (!instance->own(member->name))
      failUser(fmt::format("{} has no member {}", describe(object), member->name), tree->where);
    return assignName(n, member->name, std::get<Scope>(object.data), scope, tree->where);
  }
  const auto* record = object.object<const Record>();
  const bool isField = record && fieldOf(record->names, record->items.size(), member->name);
  if (record && record->members && !isField && record->members->own(member->name))
    return assignName(n, member->name, record->members, scope, tree->where);
  if (isField)
    failUnsupported(fmt::format("the field {} of {} cannot be changed", member->name,
                                record->className.empty() ? describe(object) : record->className),
                    tree->where, "an instance of a case class is its fields",
                    fmt::format("declare a var with the instance, and give it a copy({} = …)", member->name));
  if (member && object.get<Unit>()) return {};  // a statement executes; it does not assign
  const auto value = [&] { return e_.evaluate(n.value, scope); };
  if (!member || !e_.objects.assignMember(object, member->name, value, tree->where))
    failUnsupported("this cannot be assigned to", tree->where);
  return {};
}

/// variable = value; reg += value. `home`: the scope of the variable, or an inner scope.
Value Assignments::assignName(const AssignTree& n, const std::string& name, const Scope& home, const Scope& scope,
                              const Location& where) {
  auto* entry = Scopes::find(name, home);
  if (!entry) failUser(fmt::format("{} is not defined here", name), where);
  const auto op = operatorOf(n.op);
  if (entry->pending && !entry->from) e_.scopes.lookUp(name, home);  // a member's declared value
  auto value = e_.evaluate(n.value, scope);
  entry = Scopes::find(name, home);  // the evaluation may have moved the entries
  const auto before = entry->value;
  if (!entry->isVar && e_.objects.isSettable(before)) {
    e_.objects.set(before, op == Operator::None ? value : e_.words.binary(op, before, value, where), where);
    return {};
  }
  if (auto* buffer = before.object<Collection>(); buffer && buffer->grows && op == Operator::Add) {
    append(*buffer, {e_.words.bound(value, "element", where)}, where);
    return {};
  }
  if (auto* keyed = before.object<Collection>();
      keyed && (keyed->form == Form::Map || keyed->form == Form::Set) && (op == Operator::Add || op == Operator::Sub)) {
    if (entry->isVar) entry->value = withElement(*keyed, value, op == Operator::Add, where);
    else changeElement(*keyed, value, op == Operator::Add, where);
    return {};
  }
  if (auto* object = before.object<Environment>(); object && !n.op.empty() && object->own(n.op + "=")) {  // def +=
    return e_.invoke(object->own(n.op + "=")->value, {value}, where);
  }
  if (!entry->isVar) failUser(fmt::format("{} is a val: it cannot change", name), where, {}, "declare it as a var");
  entry->value = op == Operator::None ? value : e_.words.binary(op, before, value, where);
  return {};
}

namespace {

/// A number that replaces a floating-point element takes its type, as the list's type requires.
Value likeElement(const Value& before, Value value) {
  const auto *old = before.get<Number>(), *number = value.get<Number>();
  const bool isTyped =
      old && number && old->type.kind == NumberType::Kind::Float && number->type.kind != NumberType::Kind::Bit;
  return isTyped && !(number->type == old->type) ? Value(convert(*number, old->type)) : std::move(value);
}

}  // namespace

/// array(i) = value; memory(i, j) = value
Value Assignments::assignElement(const AssignTree& n, const ApplyTree& target, const Tree& tree, const Scope& scope) {
  const auto& where = tree->where;
  const auto object = e_.evaluate(target.function, scope);
  if (object.get<Module>()) return {};  // bound(x) = … does not affect results
  const auto indices = e_.calls.arguments(target.arguments, scope);
  auto value = e_.evaluate(n.value, scope);
  if (!n.op.empty()) {
    Call call{tree, where, {}, {&target.arguments}, 0, scope};
    value = e_.words.binary(operatorOf(n.op), e_.calls.apply(object, call), value, where);
  }
  if (e_.objects.write(object, indices, value, where)) return {};
  if (auto* instance = object.object<Environment>();
      instance && instance->own("update")) {  // def update(i: Int, value: T)
    auto given = indices;
    given.push_back(value);
    return e_.invoke(instance->own("update")->value, std::move(given), where);
  }
  auto* array = object.object<Collection>();
  if (!array) failUser(fmt::format("{} has no elements to assign to", describe(object)), where);
  e_.rules.requireChanging(*array, where);
  value = e_.words.bound(value, "element", where);
  if (array->form == Form::Map && indices.size() == 1) {
    changeElement(*array, tuple({indices[0], value}), true, where);
    return {};
  }
  auto& element = array->items[e_.words.elementOf(*array, indices, where)];
  if (!e_.objects.setElement(element, value, where)) element = likeElement(element, std::move(value));
  return {};
}

}  // namespace stardust::scala
