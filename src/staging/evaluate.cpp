// Names, blocks and control of the host, and of what is unrolled while Accel is staged.
#include <fmt/format.h>

#include "staging/evaluator.h"

namespace stardust::staging {
namespace {

constexpr std::uint64_t maxSteps = 4'000'000'000;

}  // namespace

// ---------------------------------------------------------------- names

Value Evaluator::resolve(Environment::Entry& entry, const Scope& scope) {
  if (!entry.pending) return entry.value;
  const auto pending = std::move(entry.pending);
  entry.pending = {};
  const auto name = entry.name;
  const auto declared = entry.declared;
  auto value = ascribed(evaluate(pending, scope), declared, scope, pending->where);
  auto* again = scope->own(name);  // entries may have moved
  again->value = value;
  return value;
}

std::optional<Value> Evaluator::lookUp(const std::string& name, const Scope& scope) {
  for (auto at = scope; at; at = at->parent) {
    if (auto* entry = at->own(name)) return resolve(*entry, at);
    for (const auto& import : at->imports) {
      if (import == name) continue;
      const auto from = lookUp(import, at);
      if (!from) continue;
      if (const auto* record = from->object<const Record>()) {
        for (std::size_t i = 0; i < record->names.size(); ++i) {
          if (record->names[i] == name) return record->items[i];
        }
      }
      if (auto* object = from->object<Environment>()) {
        if (auto* entry = object->own(name)) return resolve(*entry, std::get<Scope>(from->data));
      }
    }
  }
  return std::nullopt;
}

Value Evaluator::name(const NameTree& n, const Tree& tree, const Scope& scope) {
  if (auto value = lookUp(n.name, scope)) {
    const auto* function = value->object<const Function>();
    if (function && function->def && function->def->parameters.empty()) {  // def x = …
      Call call{tree, tree->where, {}, {}, 0, scope};
      return apply(*value, call);
    }
    return std::move(*value);
  }
  Call call{tree, tree->where, {}, {}, 0, scope};
  if (auto value = global(n.name, call)) return std::move(*value);
  failUser(fmt::format("{} is not defined here", n.name), tree->where);
}

void Evaluator::define(const Scope& scope, std::string name, Value value, bool isVar) {
  scope->entries.push_back({std::move(name), std::move(value), {}, isVar});
}

// ---------------------------------------------------------------- expressions

Value Evaluator::evaluate(const Tree& tree, const Scope& scope) {
  if (++steps_ > maxSteps) failUnsupported("the host's part of this program does not end", tree->where);
  const auto& where = tree->where;
  return match(
      tree->kind, [&](const NumberTree& n) { return numberOf(n, where); },
      [&](const TextTree& n) { return textOf(n, scope); }, [&](const NameTree& n) { return name(n, tree, scope); },
      [&](const SelectTree&) { return call(tree, scope); }, [&](const ApplyTree&) { return call(tree, scope); },
      [&](const TypeApplyTree&) { return call(tree, scope); },
      [&](const AssignTree& n) { return assign(n, tree, scope); },
      [&](const BlockTree& n) {
        auto inner = newScope(scope);
        return block(n, inner);
      },
      [&](const LambdaTree& n) -> Value {
        return std::make_shared<const Function>(Function{nullptr, &n, tree, scope, {}});
      },
      [&](const IfTree& n) { return conditional(n, tree, scope); },
      [&](const WhileTree& n) -> Value {
        if (isStaging()) failUnsupported("\"while\" is not supported in Accel", where, {}, "use Foreach");
        while (number(evaluate(n.condition, scope), "the condition", where).isTrue()) evaluate(n.body, scope);
        return Unit();
      },
      [&](const ForTree& n) { return loop(n, tree, scope); },
      [&](const MatchTree& n) { return cases(n.cases, evaluate(n.value, scope), scope, where); },
      [&](const TupleTree& n) {
        Values parts;
        for (const auto& part : n.parts) parts.push_back(evaluate(part, scope));
        return parts.empty() ? Value() : tuple(std::move(parts));
      },
      [&](const auto&) { return statement(tree, scope); });
}

/// The value of a block is that of its last statement.
Value Evaluator::block(const BlockTree& n, const Scope& scope) {
  Value last;
  for (const auto& tree : n.statements) {
    if (&tree != &n.statements.front()) keepEffect(last, tree->where);
    last = statement(tree, scope);
  }
  return last;
}

Value Evaluator::statement(const Tree& tree, const Scope& scope) {
  const auto& where = tree->where;
  if (const auto* n = as<ValTree>(tree)) {
    const bool isName = n->pattern.kind == Pattern::Kind::Bind;
    if (n->isLazy && isName) {
      scope->entries.push_back({n->pattern.name, {}, n->value, false, n->type});
      return {};
    }
    const auto outer = std::exchange(hint_, isName ? n->pattern.name : std::string());
    auto value = ascribed(evaluate(n->value, scope), n->type, scope, where);
    hint_ = outer;
    if (isStaging() && n->isVar) failUnsupported("a var is not supported in Accel", where, {}, "use a Reg");
    if (isStaging()) value = bindStaged(value, isName ? n->pattern.name : "part", where);
    if (isName) {
      define(scope, n->pattern.name, std::move(value), n->isVar);
    } else {
      bind(n->pattern, value, scope, where);
    }
    return {};
  }
  if (const auto* n = as<DefTree>(tree)) {
    define(scope, n->name, std::make_shared<const Function>(Function{n, nullptr, tree, scope, {}}));
    return {};
  }
  if (const auto* n = as<TypeDefTree>(tree)) {
    scope->types.emplace_back(n->name, type(n->type, scope));
    return {};
  }
  if (const auto* n = as<ImportTree>(tree)) {
    if (!n->name.empty()) scope->imports.push_back(n->name);
    return {};
  }
  if (const auto* n = as<ClassTree>(tree)) {
    classes_[n->name] = n;
    return {};
  }
  return evaluate(tree, scope);
}

/// What takes an element from a FIFO takes place even if nobody uses it.
void Evaluator::keepEffect(const Value& value, const Location& where) {
  const auto* staged = value.get<Staged>();
  if (isStaging() && staged && !staged->isPure) bindStaged(value, "unused", where);
}

Value Evaluator::assign(const AssignTree& n, const Tree& tree, const Scope& scope) {
  const auto& where = tree->where;
  if (const auto* target = as<NameTree>(n.target)) {
    Environment::Entry* entry = nullptr;
    for (auto at = scope; at && !entry; at = at->parent) entry = at->own(target->name);
    if (!entry) failUser(fmt::format("{} is not defined here", target->name), where);
    const auto op = operatorOf(n.op);
    auto value = evaluate(n.value, scope);
    if (auto* memory = std::get_if<MemoryRef>(&entry->value.data)) {  // reg += x
      const auto copy = *memory;
      setReg(copy, op == Operator::None ? value : binary(op, copy, value, where), where);
      return {};
    }
    if (!entry->isVar)
      failUser(fmt::format("{} is a val: it cannot change", target->name), where, {}, "declare it as a var");
    for (auto at = scope; at; at = at->parent) {  // evaluating may have moved the entries
      if ((entry = at->own(target->name))) break;
    }
    entry->value = op == Operator::None ? value : binary(op, entry->value, value, where);
    return {};
  }
  const auto* target = as<ApplyTree>(n.target);
  if (!target) failUnsupported("this cannot be assigned to", where);
  const auto object = evaluate(target->function, scope);
  const auto indices = arguments(target->arguments, scope);
  auto value = evaluate(n.value, scope);
  if (!n.op.empty()) {
    Call call{tree, where, {}, {&target->arguments}, 0, scope};
    value = binary(operatorOf(n.op), apply(object, call), value, where);
  }
  if (const auto* memory = std::get_if<MemoryRef>(&object.data)) {
    writeMemory(*memory, indices, value, where);
    return {};
  }
  auto* array = object.object<Collection>();
  if (!array) failUser(fmt::format("{} has no elements to assign to", describe(object)), where);
  std::int64_t index = 0;
  if (indices.size() != array->dims.size()) failUser("an index is needed for each dimension", where);
  for (std::size_t i = 0; i < indices.size(); ++i) {
    const auto at = integer(indices[i], "an index", where);
    if (at < 0 || at >= array->dims[i])
      failUser(fmt::format("index {} is outside an array of {}", at, array->dims[i]), where);
    index = index * array->dims[i] + at;
  }
  array->items[static_cast<std::size_t>(index)] = std::move(value);
  return {};
}

Value Evaluator::conditional(const IfTree& n, const Tree& tree, const Scope& scope) {
  const auto condition = evaluate(n.condition, scope);
  if (isStaging() && !condition.get<Number>()) {
    return stagedIf(n, staged(condition, bit, "the condition", n.condition->where), scope, tree->where);
  }
  if (number(condition, "the condition", n.condition->where).isTrue()) return evaluate(n.then, scope);
  return n.otherwise ? evaluate(n.otherwise, scope) : Value();
}

// ---------------------------------------------------------------- loops of the host

Value Evaluator::loop(const ForTree& n, const Tree& tree, const Scope& scope) {
  Values results;
  auto inner = newScope(scope);
  generate(n, 0, inner, results);
  if (!n.yields) return {};
  (void)tree;
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
    auto inner = newScope(scope);
    bind(generator.pattern, item, inner, where);
    for (const auto& guard : generator.guards) {
      if (!number(evaluate(guard, inner), "the condition", where).isTrue()) return;
    }
    generate(n, at + 1, inner, results);
  };
  const auto range = evaluate(generator.range, scope);
  if (const auto* series = range.object<const Series>()) {
    const auto begin = integer(series->begin, "the begin of the range", where);
    const auto end = integer(series->end, "the end of the range", where);
    const auto step = integer(series->step, "the step of the range", where);
    if (step == 0) failUser("the step of a range is 0", where);
    for (auto i = begin; step > 0 ? i < end : i > end; i += step) each(makeNumber(int32, i));
    return;
  }
  const auto* items = range.object<Collection>();
  if (!items) failUser(fmt::format("{} is nothing to go through", describe(range)), where);
  for (std::size_t i = 0; i < items->items.size(); ++i) each(Value(items->items[i]));
}

// ---------------------------------------------------------------- patterns

bool Evaluator::matches(const Pattern& pattern, const Value& value, const Scope& scope, const Location& where) {
  switch (pattern.kind) {
    case Pattern::Kind::Any:
      return true;
    case Pattern::Kind::Bind:
      define(scope, pattern.name, value);
      return true;
    case Pattern::Kind::Literal:
      return number(binary(Operator::Eq, value, evaluate(pattern.literal, scope), where), "the pattern", where)
          .isTrue();
    case Pattern::Kind::Tuple:
      break;
  }
  const auto* record = value.object<const Record>();
  const auto* items = value.object<Collection>();
  const auto* parts = record ? &record->items : items ? &items->items : nullptr;
  if (!parts || parts->size() != pattern.parts.size()) return false;
  for (std::size_t i = 0; i < parts->size(); ++i) {
    if (!matches(pattern.parts[i], (*parts)[i], scope, where)) return false;
  }
  return true;
}

void Evaluator::bind(const Pattern& pattern, const Value& value, const Scope& scope, const Location& where) {
  if (!matches(pattern, value, scope, where))
    failUser(fmt::format("{} does not match the pattern", describe(value)), where);
}

Value Evaluator::cases(const std::vector<Case>& cases, const Value& value, const Scope& scope, const Location& where) {
  for (const auto& one : cases) {
    auto inner = newScope(scope);
    if (!matches(one.pattern, value, inner, where)) continue;
    if (one.guard && !number(evaluate(one.guard, inner), "the guard", where).isTrue()) continue;
    return evaluate(one.body, inner);
  }
  failUser("no case matches", where);
}

Value Evaluator::textOf(const TextTree& n, const Scope& scope) {
  std::string result = n.pieces.front();
  for (std::size_t i = 0; i < n.parts.size(); ++i) result += toString(evaluate(n.parts[i], scope)) + n.pieces[i + 1];
  return text(std::move(result));
}

}  // namespace stardust::staging
