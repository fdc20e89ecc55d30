#include "scala/evaluate/evaluator.h"

#include <fmt/format.h>

namespace stardust::scala {

Evaluator::Evaluator(Tree program, Request asked, const Embedding& embedding)
    : file(std::move(program)),
      request(std::move(asked)),
      words(embedding.operators),
      staging(embedding.staging),
      objects(embedding.objects),
      rules(embedding.rules),
      language(embedding.language),
      names(scalaNames()),
      scopes([this](const Environment::Entry& entry, const Scope& scope) {
        if (const auto* object = as<ClassTree>(entry.pending))
          return entry.home ? *scopes.lookUp(entry.name, entry.home)
                            : Value(classes.instantiate(*object, {}, {}, scope));
        return types.ascribed(evaluate(entry.pending, scope), entry.declared, scope, entry.pending->where);
      }) {
  if (embedding.addNames) embedding.addNames(names);
}

Value Evaluator::evaluate(const Tree& tree, const Scope& scope) {
  if (++steps_ > request.maxSteps) failUnsupported("the host's part of this program does not end", tree->where);
  const auto& where = tree->where;
  return match(
      tree->kind, [&](const NumberTree& n) -> Value { return numberOf(n, where); },
      [&](const TextTree& n) { return statements.textOf(n, scope); },
      [&](const NameTree& n) { return statements.name(n, tree, scope); },
      [&](const SelectTree&) { return calls.call(tree, scope); },
      [&](const ApplyTree&) { return calls.call(tree, scope); },
      [&](const TypeApplyTree&) { return calls.call(tree, scope); },
      [&](const AssignTree& n) { return assignments.assign(n, tree, scope); },
      [&](const BlockTree& n) {
        auto inner = scopes.create(scope);
        return statements.block(n, inner);
      },
      [&](const LambdaTree& n) -> Value {
        return std::make_shared<const Function>(Function{nullptr, &n, tree, scope, {}});
      },
      [&](const IfTree& n) { return statements.conditional(n, tree, scope); },
      [&](const ReturnTree&) -> Value {
        failUnsupported("a return from within a loop, a function or another expression is not supported", where, {},
                        "let the method end with its value: in a branch of an if, or as its last line");
      },
      [&](const WhileTree& n) -> Value {
        staging.require(Staging::Construct::While, where);
        while (words.number(evaluate(n.condition, scope), "the condition", where).isTrue()) evaluate(n.body, scope);
        return Unit();
      },
      [&](const ForTree& n) { return statements.loop(n, scope); },
      [&](const Boxed<NewTree>& n) { return classes.create(*n, tree, scope); },
      [&](const MatchTree& n) { return patterns.choose(n.cases, evaluate(n.value, scope), scope, where); },
      [&](const TupleTree& n) {
        Values parts;
        for (const auto& part : n.parts) parts.push_back(evaluate(part, scope));
        return parts.empty() ? Value() : tuple(std::move(parts));
      },
      [&](const auto&) { return statements.statement(tree, scope); });
}

std::optional<Value> Evaluator::global(const std::string& name, Call& call) {
  // the program's own classes take precedence
  if (const auto* type = classes.named(name)) return classes.construct(*type, call);
  const auto found = names.functions.find(name);
  if (found != names.functions.end()) return found->second(*this, call);
  if (names.modules.count(name) > 0) {
    if (!call.has()) return Value(Module{name});
    return method(Module{name}, "apply", call);
  }
  if (const auto dot = name.find('.'); dot != std::string::npos && names.packages.count(name.substr(0, dot)) > 0)
    return global(name.substr(dot + 1), call);
  const auto type =
      call.has() ? types.named({name, {}, false, call.where}, call.scope) : DataType(DataType::Kind::Other, name);
  if (type.kind == DataType::Kind::Number)
    return words.converted(one(call, "the number"), type.number, call.where);  // Bit(true)
  if (name == "true" || name == "false") return Value(makeBit(name == "true"));
  return std::nullopt;
}

Values Evaluator::list(Call& call) {
  if (!call.has()) failUser("the arguments are missing", call.where);
  return calls.arguments(call.next(), call.scope);
}

Value Evaluator::one(Call& call, std::string_view what) {
  if (!call.has()) failUser(fmt::format("{} is missing", what), call.where);
  auto values = list(call);
  if (values.size() != 1) failUser(fmt::format("{} is one argument", what), call.where);
  return std::move(values.front());
}

Value Evaluator::body(Call& call, std::string_view what) {
  if (!call.has()) failUser(fmt::format("{} is missing", what), call.where);
  const auto& list = *call.lists[call.used];
  const bool isBlock = list.size() == 1 && as<BlockTree>(list.front().value);
  if (!isBlock) return one(call, what);
  ++call.used;
  const auto evaluated = [this, tree = list.front().value, scope = call.scope](const Values&, const Location&) {
    return evaluate(tree, scope);
  };
  return std::make_shared<const Function>(Function{nullptr, nullptr, {}, {}, evaluated});
}

std::vector<std::int64_t> Evaluator::sizes(Call& call) {
  std::vector<std::int64_t> result;
  for (const auto& size : list(call)) result.push_back(words.size(size, "a size", call.where));
  if (result.empty()) failUser("the size is missing", call.where);
  return result;
}

DataType Evaluator::dataTypeArgument(const Call& call, std::size_t n) {
  return n < call.types.size() ? types.named(call.types[n], call.scope) : DataType(int32);
}

NumberType Evaluator::typeArgument(const Call& call, std::size_t n) {
  return n < call.types.size() ? types.number(call.types[n], call.scope) : int32;
}

}  // namespace stardust::scala
