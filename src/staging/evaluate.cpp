// Names, blocks and control of the host, and of what is unrolled while Accel is staged.
#include <fmt/format.h>

#include <algorithm>

#include "staging/exprs.h"
#include "staging/library.h"
#include "staging/refused.h"
#include "support/plural.h"

namespace stardust::staging {
// ---------------------------------------------------------------- names

Value Evaluator::name(const NameTree& n, const Tree& tree, const Scope& scope) {
  for (auto at = scope; n.name == "this" && at; at = at->parent) {
    if (const auto* record = at->own("this")) return record->value;
    if (at->isInstanceOf) return at;
  }
  if (auto value = scopes_.lookUp(n.name, scope)) {
    const auto* function = value->object<const Function>();
    if (function && function->def && isParameterless(*function->def)) {  // def x = …
      Call call{tree, tree->where, {}, {}, 0, scope};
      return apply(*value, call);
    }
    return std::move(*value);
  }
  Call call{tree, tree->where, {}, {}, 0, scope};
  if (auto value = global(n.name, call)) return std::move(*value);
  failUser(fmt::format("{} is not defined here", n.name), tree->where);
}

// ---------------------------------------------------------------- expressions

Value Evaluator::evaluate(const Tree& tree, const Scope& scope) {
  if (++steps_ > request_.maxSteps) failUnsupported("the host's part of this program does not end", tree->where);
  const auto& where = tree->where;
  return match(
      tree->kind, [&](const NumberTree& n) -> Value { return numberOf(n, where); },
      [&](const TextTree& n) { return textOf(n, scope); }, [&](const NameTree& n) { return name(n, tree, scope); },
      [&](const SelectTree&) { return call(tree, scope); }, [&](const ApplyTree&) { return call(tree, scope); },
      [&](const TypeApplyTree&) { return call(tree, scope); },
      [&](const AssignTree& n) { return assign(n, tree, scope); },
      [&](const BlockTree& n) {
        auto inner = scopes_.create(scope);
        return block(n, inner);
      },
      [&](const LambdaTree& n) -> Value {
        return std::make_shared<const Function>(Function{nullptr, &n, tree, scope, {}});
      },
      [&](const IfTree& n) { return conditional(n, tree, scope); },
      [&](const ReturnTree&) -> Value {
        failUnsupported("a return from within a loop, a function or another expression is not supported", where, {},
                        "let the method end with its value: in a branch of an if, or as its last line");
      },
      [&](const WhileTree& n) -> Value {
        if (stage.isActive()) failUnsupported("\"while\" is not supported in Accel", where, {}, "use Foreach");
        while (words.number(evaluate(n.condition, scope), "the condition", where).isTrue()) evaluate(n.body, scope);
        return Unit();
      },
      [&](const ForTree& n) { return loop(n, scope); }, [&](const NewTree& n) { return create(n, tree, scope); },
      [&](const MatchTree& n) { return cases(n.cases, evaluate(n.value, scope), scope, where); },
      [&](const TupleTree& n) {
        Values parts;
        for (const auto& part : n.parts) parts.push_back(evaluate(part, scope));
        return parts.empty() ? Value() : tuple(std::move(parts));
      },
      [&](const auto&) { return statement(tree, scope); });
}

/// The value of a block is that of its last statement. What stands behind a break is done only if it was not taken.
Value Evaluator::block(const BlockTree& n, const Scope& scope, std::size_t from) {
  Value last;
  for (auto i = from; from == 0 && i < n.statements.size();
       ++i) {  // methods and names of types are known before they are written
    if (const auto* def = as<DefTree>(n.statements[i])) defineMethod(*def, n.statements[i], scope);
    if (as<TypeDefTree>(n.statements[i])) statement(n.statements[i], scope);
  }
  for (auto i = from; i < n.statements.size(); ++i) {
    const auto& tree = n.statements[i];
    if (as<DefTree>(tree)) continue;
    if (i > from) loops.keepEffect(last, tree->where);
    const auto breaks = loops.breaks();
    last = statement(tree, scope);
    if (loops.breaks() == breaks || i + 1 == n.statements.size()) continue;
    loops.unlessLeft([&] { return block(n, scope, i + 1); }, tree->where);
    return {};
  }
  return last;
}

/// A list with the elements of FIFOs in it taken here, and not where they are used: val row = fifos.map(_.deq())
Value Evaluator::taken(const Value& value, const std::string& hint, const Location& where) {
  const auto* list = value.object<Collection>();
  const auto isTaken = [](const Value& item) { return item.get<Staged>() && hasDeq(item.get<Staged>()->expr); };
  if (!list || std::none_of(list->items.begin(), list->items.end(), isTaken)) return value;
  Values items;
  for (const auto& item : list->items) items.push_back(isTaken(item) ? words.bound(item, hint, where) : item);
  return collection(std::move(items), list->dims);
}

Value Evaluator::definition(const ValTree& n, const Scope& scope, const Location& where) {
  if (stage.isActive() && n.isVar) failUnsupported("a var is not supported in Accel", where, {}, "use a Reg");
  const bool isName = n.pattern.kind == Pattern::Kind::Bind;
  if (!n.value) failUser("this val has no value", where, {}, "write = and its value behind it");
  if (n.isLazy && isName) {
    scope->entries.push_back({n.pattern.name, {}, n.value, false, n.type, {}, {}, n.isImplicit});
    return {};
  }
  const auto outer = std::exchange(stage.hint, isName ? n.pattern.name : std::string());
  auto value = ascribed(evaluate(n.value, scope), n.type, scope, where);
  stage.hint = outer;
  const std::string hint = isName ? n.pattern.name : "part";
  if (stage.isActive()) value = taken(words.bound(value, hint, where), hint, where);
  if (isName) {
    scope->entries.push_back(
        {n.pattern.name, std::move(value), {}, n.isVar, n.isImplicit ? n.type : TypeTree(), {}, {}, n.isImplicit});
  } else {
    bind(n.pattern, value, scope, where);
  }
  return {};
}

Value Evaluator::statement(const Tree& tree, const Scope& scope) {
  if (const auto* value = as<ValTree>(tree)) return definition(*value, scope, tree->where);
  if (const auto* def = as<DefTree>(tree)) {
    defineMethod(*def, tree, scope);
  } else if (const auto* alias = as<TypeDefTree>(tree)) {
    if (!alias->type.name.empty()) scope->types.emplace_back(alias->name, type(alias->type, scope));
  } else if (const auto* import = as<ImportTree>(tree)) {
    const bool isKnown = knows(import->path) || (!import->name.empty() && import->path == import->name);
    if (isKnown && import->hasMembers) scope->imports.push_back(import->name);
  } else if (const auto* defined = as<ClassTree>(tree)) {
    if (defined->isSpatial) inSpatial_.push_back(tree->where);
    auto& known = classes_[defined->name];
    if (!known || !defined->isObject) known = defined;
    if (scope != scopes_.top()) enclosing_[defined] = scope;
    if (defined->isObject) scope->entries.push_back({defined->name, {}, tree, false, {}, {}, {}, defined->isImplicit});
    if (defined->isImplicit && !defined->isObject) {
      scope->views.push_back(defined);
      hasViews_ = true;
    }
  } else {
    return evaluate(tree, scope);
  }
  return {};
}

Value Evaluator::assign(const AssignTree& n, const Tree& tree, const Scope& scope) {
  if (const auto* target = as<NameTree>(n.target)) return assignName(n, target->name, scope, scope, tree->where);
  if (const auto* target = as<ApplyTree>(n.target)) return assignElement(n, *target, tree, scope);
  const auto* member = as<SelectTree>(n.target);
  const auto object = member ? evaluate(member->object, scope) : Value();
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
  const auto* memory = std::get_if<MemoryRef>(&object.data);
  if (memory && (*memory)->isStream() && member->name == "count") return {};  // its file says how many there are
  if ((memory && isLayoutHint(member->name)) || (member && object.get<Unit>()))
    return {};  // how it is laid out, or scheduled
  if (!memory || member->name != "alias") failUnsupported("this cannot be assigned to", tree->where);
  memories.alias(*memory, evaluate(n.value, scope), tree->where);
  return {};
}

/// variable = value; reg += value. `home`: where the variable is, or around it.
Value Evaluator::assignName(const AssignTree& n, const std::string& name, const Scope& home, const Scope& scope,
                            const Location& where) {
  auto* entry = Scopes::find(name, home);
  if (!entry) failUser(fmt::format("{} is not defined here", name), where);
  const auto op = operatorOf(n.op);
  if (entry->pending && !entry->from) scopes_.lookUp(name, home);  // of a class: what it was declared with
  auto value = evaluate(n.value, scope);
  entry = Scopes::find(name, home);  // evaluating may have moved the entries
  const auto before = entry->value;
  if (const auto* memory = std::get_if<MemoryRef>(&before.data); memory && !entry->isVar) {
    memories.set(*memory, op == Operator::None ? value : words.binary(op, before, value, where), where);
    return {};
  }
  if (auto* buffer = before.object<Collection>(); buffer && buffer->grows && op == Operator::Add) {
    append(*buffer, {words.bound(value, "element", where)}, where);
    return {};
  }
  if (auto* keyed = before.object<Collection>();
      keyed && (keyed->form == Form::Map || keyed->form == Form::Set) && (op == Operator::Add || op == Operator::Sub)) {
    if (entry->isVar) entry->value = withElement(*keyed, value, op == Operator::Add, where);
    else changeElement(*keyed, value, op == Operator::Add, where);
    return {};
  }
  if (auto* object = before.object<Environment>(); object && !n.op.empty() && object->own(n.op + "=")) {  // def +=
    return invoke(object->own(n.op + "=")->value, {value}, where);
  }
  if (!entry->isVar) failUser(fmt::format("{} is a val: it cannot change", name), where, {}, "declare it as a var");
  entry->value = op == Operator::None ? value : words.binary(op, before, value, where);
  return {};
}

namespace {

/// A number that takes the place of a floating-point one is of its type, as the type of the list says.
Value likeElement(const Value& before, Value value) {
  const auto *old = before.get<Number>(), *number = value.get<Number>();
  const bool isTyped =
      old && number && old->type.kind == NumberType::Kind::Float && number->type.kind != NumberType::Kind::Bit;
  return isTyped && !(number->type == old->type) ? Value(convert(*number, old->type)) : std::move(value);
}

}  // namespace

/// array(i) = value; memory(i, j) = value
Value Evaluator::assignElement(const AssignTree& n, const ApplyTree& target, const Tree& tree, const Scope& scope) {
  const auto& where = tree->where;
  const auto object = evaluate(target.function, scope);
  if (object.get<Builtin>()) {  // bound(x) = …: says nothing about results
    return {};
  }
  const auto indices = arguments(target.arguments, scope);
  auto value = evaluate(n.value, scope);
  if (!n.op.empty()) {
    Call call{tree, where, {}, {&target.arguments}, 0, scope};
    value = words.binary(operatorOf(n.op), apply(object, call), value, where);
  }
  if (const auto* memory = std::get_if<MemoryRef>(&object.data)) {
    memories.write(*memory, indices, value, where);
    return {};
  }
  if (const auto* part = object.object<const Section>()) {
    memories.write(part->memory, memories.placesIn(*part, indices, where), value, where);
    return {};
  }
  if (auto* instance = object.object<Environment>();
      instance && instance->own("update")) {  // def update(i: Int, value: T)
    auto given = indices;
    given.push_back(value);
    return invoke(instance->own("update")->value, std::move(given), where);
  }
  auto* array = object.object<Collection>();
  if (!array) failUser(fmt::format("{} has no elements to assign to", describe(object)), where);
  requireChanging(*array, where);
  value = words.bound(value, "element", where);
  if (array->form == Form::Map && indices.size() == 1) {
    changeElement(*array, tuple({indices[0], value}), true, where);
    return {};
  }
  auto& element = array->items[elementOf(*array, indices, where)];
  const auto* memory = std::get_if<MemoryRef>(&element.data);
  if (memory && stage.isActive() && (*memory)->isScalar())  // of a list of Regs or arguments: it gets the value
    memories.set(*memory, value, where);
  else element = likeElement(element, std::move(value));
  return {};
}

/// Where an element is among the items of an array.
std::size_t Evaluator::elementOf(const Collection& array, const Values& indices, const Location& where) {
  if (indices.size() != array.dims.size())
    failUser(
        fmt::format("{} for {}", counted(indices.size(), "index", "indices"), counted(array.dims.size(), "dimension")),
        where);
  std::int64_t index = 0;
  for (std::size_t i = 0; i < indices.size(); ++i) {
    const auto at = words.integer(indices[i], "an index", where);
    if (at < 0 || at >= array.dims[i])
      failUser(fmt::format("index {} is outside an array of {}", at, array.dims[i]), where);
    index = index * array.dims[i] + at;
  }
  return static_cast<std::size_t>(index);
}

Value Evaluator::conditional(const IfTree& n, const Tree& tree, const Scope& scope) {
  const auto condition = evaluate(n.condition, scope);
  if (stage.isActive() && !condition.get<Number>()) {
    const auto branch = [&](int i) { return evaluate(i == 0 ? n.then : n.otherwise, scope); };
    return loops.conditional(condition, static_cast<bool>(n.otherwise), branch, tree->where);
  }
  if (words.number(condition, "the condition", n.condition->where).isTrue()) return evaluate(n.then, scope);
  return n.otherwise ? evaluate(n.otherwise, scope) : Value();
}

bool Evaluator::isInSpatial(const Location& where) const {
  return std::any_of(inSpatial_.begin(), inSpatial_.end(), [&](const Location& type) {
    return where.source == type.source && where.span.begin >= type.span.begin && where.span.end <= type.span.end;
  });
}

// ---------------------------------------------------------------- loops of the host

Value Evaluator::loop(const ForTree& n, const Scope& scope) {
  Values results;
  auto inner = scopes_.create(scope);
  generate(n, 0, inner, results);
  if (!n.yields) return {};
  return collection(std::move(results));
}

void Evaluator::generate(const ForTree& n, std::size_t at, const Scope& scope, Values& results) {
  if (at == n.generators.size()) {
    auto value = evaluate(n.body, scope);
    if (n.yields) results.push_back(std::move(value));
    return;
  }
  const auto& generator = n.generators[at];
  const auto& where = generator.range->where;
  const auto each = [&](const Value& item) {
    auto inner = scopes_.create(scope);
    bind(generator.pattern, item, inner, where);
    for (const auto& guard : generator.guards) {
      if (!words.number(evaluate(guard, inner), "the condition", where).isTrue()) return;
    }
    generate(n, at + 1, inner, results);
  };
  const auto range = evaluate(generator.range, scope);
  if (const auto* series = range.object<const Series>()) {
    const auto begin = words.integer(series->begin, "the begin of the range", where);
    const auto end = words.integer(series->end, "the end of the range", where);
    const auto step = words.integer(series->step, "the step of the range", where);
    if (step == 0) failUser("the step of a range is 0", where);
    if (series->isOfSpatial && n.yields) requireMemberOfSeries("map", where);
    if (series->isOfSpatial && !generator.guards.empty()) requireMemberOfSeries("withFilter", where);
    for (auto i = begin; step > 0 ? i < end : i > end; i += step) each(makeNumber(int32, i));
    return;
  }
  const auto* items = range.object<Collection>();
  if (!items) failUser(fmt::format("{} is nothing to go through", describe(range)), where);
  for (std::size_t i = 0; i < items->items.size(); ++i) each(Value(items->items[i]));
}

Value Evaluator::textOf(const TextTree& n, const Scope& scope) {
  std::string result = n.pieces.front();
  for (std::size_t i = 0; i < n.parts.size(); ++i) {
    result += toString(evaluate(n.parts[i], scope)) + n.pieces[i + 1];
    if (result.size() > 1'000'000) failUnsupported("a text has more than a million characters", n.parts[i]->where);
  }
  return text(std::move(result));
}

}  // namespace stardust::staging
