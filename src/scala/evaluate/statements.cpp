#include "scala/evaluate/statements.h"

#include <fmt/format.h>

#include <algorithm>

#include "scala/evaluate/evaluator.h"

namespace stardust::scala {
// ---------------------------------------------------------------- names

Value Statements::name(const NameTree& n, const Tree& tree, const Scope& scope) {
  for (auto at = scope; n.name == "this" && at; at = at->parent) {
    if (const auto* record = at->own("this")) return record->value;
    if (at->isInstanceOf) return at;
  }
  if (auto value = e_.scopes.lookUp(n.name, scope)) {
    const auto* function = value->object<const Function>();
    if (function && function->def && isParameterless(*function->def)) {  // def x = …
      Call call{tree, tree->where, {}, {}, 0, scope};
      return e_.calls.apply(*value, call);
    }
    return std::move(*value);
  }
  Call call{tree, tree->where, {}, {}, 0, scope};
  if (auto value = e_.global(n.name, call)) return std::move(*value);
  failUser(fmt::format("{} is not defined here", n.name), tree->where);
}

// ---------------------------------------------------------------- expressions

/// The value of a block is the value of its last statement. Statements after a break run only if the break was not
/// taken.
Value Statements::block(const BlockTree& n, const Scope& scope, std::size_t from) {
  Value last;
  for (auto i = from; from == 0 && i < n.statements.size();
       ++i) {  // methods and types are visible before their definition
    if (const auto* def = as<DefTree>(n.statements[i])) e_.methods.define(*def, n.statements[i], scope);
    if (as<TypeDefTree>(n.statements[i])) statement(n.statements[i], scope);
  }
  for (auto i = from; i < n.statements.size(); ++i) {
    const auto& tree = n.statements[i];
    if (as<DefTree>(tree)) continue;
    if (i > from) e_.staging.keepEffect(last, tree->where);
    const auto breaks = e_.staging.breaks();
    last = statement(tree, scope);
    if (e_.staging.breaks() == breaks || i + 1 == n.statements.size()) continue;
    e_.staging.unlessLeft([&] { return block(n, scope, i + 1); }, tree->where);
    return {};
  }
  return last;
}

Value Statements::definition(const ValTree& n, const Scope& scope, const Location& where) {
  if (n.isVar) e_.staging.require(Staging::Construct::Var, where);
  const bool isName = n.pattern.kind == Pattern::Kind::Bind;
  if (!n.value) failUser("this val has no value", where, {}, "write = and its value behind it");
  if (n.isLazy && isName) {
    scope->entries.push_back({n.pattern.name, {}, n.value, false, n.type, {}, {}, n.isImplicit});
    return {};
  }
  const auto outer = e_.staging.exchangeHint(isName ? n.pattern.name : std::string());
  auto value = e_.types.ascribed(e_.evaluate(n.value, scope), n.type, scope, where);
  e_.staging.exchangeHint(outer);
  const std::string hint = isName ? n.pattern.name : "part";
  if (e_.staging.isActive()) value = e_.staging.defined(value, hint, where);
  if (isName) {
    scope->entries.push_back(
        {n.pattern.name, std::move(value), {}, n.isVar, n.isImplicit ? n.type : TypeTree(), {}, {}, n.isImplicit});
  } else {
    e_.patterns.bind(n.pattern, value, scope, where);
  }
  return {};
}

Value Statements::statement(const Tree& tree, const Scope& scope) {
  if (const auto* value = as<ValTree>(tree)) return definition(*value, scope, tree->where);
  if (const auto* def = as<DefTree>(tree)) {
    e_.methods.define(*def, tree, scope);
  } else if (const auto* alias = as<TypeDefTree>(tree)) {
    if (!alias->type.name.empty()) scope->types.emplace_back(alias->name, e_.types.named(alias->type, scope));
  } else if (const auto* import = as<ImportTree>(tree)) {
    const bool isKnown = knows(import->path) || (!import->name.empty() && import->path == import->name);
    if (isKnown && import->hasMembers) scope->imports.push_back(import->name);
  } else if (const auto* defined = as<ClassTree>(tree)) {
    if (defined->isStaged) staged_.push_back(tree->where);
    e_.classes.add(*defined, scope);
    if (defined->isObject) scope->entries.push_back({defined->name, {}, tree, false, {}, {}, {}, defined->isImplicit});
    if (defined->isImplicit && !defined->isObject) {
      scope->views.push_back(defined);
      e_.implicits.addViews();
    }
  } else {
    return e_.evaluate(tree, scope);
  }
  return {};
}

Value Statements::conditional(const IfTree& n, const Tree& tree, const Scope& scope) {
  const auto condition = e_.evaluate(n.condition, scope);
  if (e_.staging.isActive() && !condition.get<Number>()) {
    const auto branch = [&](int i) { return e_.evaluate(i == 0 ? n.then : n.otherwise, scope); };
    return e_.staging.conditional(condition, static_cast<bool>(n.otherwise), branch, tree->where);
  }
  if (e_.words.number(condition, "the condition", n.condition->where).isTrue()) return e_.evaluate(n.then, scope);
  return n.otherwise ? e_.evaluate(n.otherwise, scope) : Value();
}

bool Statements::isStaged(const Location& where) const {
  return std::any_of(staged_.begin(), staged_.end(), [&](const Location& type) {
    return where.source == type.source && where.span.begin >= type.span.begin && where.span.end <= type.span.end;
  });
}

/// Whether there is such a library. Its definitions become visible.
bool Statements::knows(const std::string& library) {
  const auto found = e_.names.sources.find(library);
  if (found == e_.names.sources.end()) return false;
  auto& tree = libraries_[library];
  if (!tree) {
    tree = read(std::make_shared<const SourceText>(SourceText{library, found->second}), e_.language).definitions;
    block(std::get<BlockTree>(tree->kind), e_.scopes.top());
  }
  return true;
}

// ---------------------------------------------------------------- loops

Value Statements::loop(const ForTree& n, const Scope& scope) {
  Values results;
  auto inner = e_.scopes.create(scope);
  generate(n, 0, inner, results);
  if (!n.yields) return {};
  return collection(std::move(results));
}

void Statements::generate(const ForTree& n, std::size_t at, const Scope& scope, Values& results) {
  if (at == n.generators.size()) {
    auto value = e_.evaluate(n.body, scope);
    if (n.yields) results.push_back(std::move(value));
    return;
  }
  const auto& generator = n.generators[at];
  const auto& where = generator.range->where;
  const auto each = [&](const Value& item) {
    auto inner = e_.scopes.create(scope);
    e_.patterns.bind(generator.pattern, item, inner, where);
    for (const auto& guard : generator.guards) {
      if (!e_.words.number(e_.evaluate(guard, inner), "the condition", where).isTrue()) return;
    }
    generate(n, at + 1, inner, results);
  };
  const auto range = e_.evaluate(generator.range, scope);
  if (const auto* series = range.object<const Series>()) {
    const auto begin = e_.words.integer(series->begin, "the begin of the range", where);
    const auto end = e_.words.integer(series->end, "the end of the range", where);
    const auto step = e_.words.integer(series->step, "the step of the range", where);
    if (step == 0) failUser("the step of a range is 0", where);
    if (series->isForeign && n.yields) e_.rules.requireMemberOfRange("map", where);
    if (series->isForeign && !generator.guards.empty()) e_.rules.requireMemberOfRange("withFilter", where);
    for (auto i = begin; step > 0 ? i < end : i > end; i += step) each(makeNumber(int32, i));
    return;
  }
  const auto* items = range.object<Collection>();
  if (!items) failUser(fmt::format("{} cannot be iterated over", describe(range)), where);
  for (std::size_t i = 0; i < items->items.size(); ++i) each(Value(items->items[i]));
}

Value Statements::textOf(const TextTree& n, const Scope& scope) {
  std::string result = n.pieces.front();
  for (std::size_t i = 0; i < n.parts.size(); ++i) {
    result += toString(e_.evaluate(n.parts[i], scope)) + n.pieces[i + 1];
    if (result.size() > 1'000'000) failUnsupported("a text has more than a million characters", n.parts[i]->where);
  }
  return text(std::move(result));
}

}  // namespace stardust::scala
