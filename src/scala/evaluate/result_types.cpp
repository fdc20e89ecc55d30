// Static result types of functions. A type parameter may occur only in the result of a function argument; a call of the
// function to determine it would stage or print code.
#include <algorithm>
#include <map>

#include "scala/evaluate/evaluator.h"

namespace stardust::scala {
namespace {

constexpr int mostVals = 64;  // nesting limit: a val whose value names itself has no type

bool isComparison(Operator op) { return op >= Operator::Lt && op <= Operator::Ne; }

/// Library functions whose result has the type of their first, or second, argument.
bool givesFirst(const std::string& name) {
  static const char* const names[] = {"abs", "min", "max", "exp", "ln", "sqrt", "pow", "sin", "cos", "tanh", "sigmoid"};
  return std::find(std::begin(names), std::end(names), name) != std::end(names);
}
bool isConversion(const std::string& member) { return member == "to" || member == "as"; }
bool givesElement(const std::string& member) {
  static const char* const names[] = {"value", "deq", "pop", "peek", "read", "apply"};
  return std::find(std::begin(names), std::end(names), member) != std::end(names);
}

class ResultType {
 public:
  /// `declared`: the type of the function, which gives the types of its parameters.
  ResultType(Evaluator& evaluator, const Function& function, const TypeTree& declared)
      : evaluator_(evaluator), around_(function.around) {
    const auto* lambda = function.lambda;
    for (std::size_t i = 0; lambda && i < lambda->parameters.size() && i + 1 < declared.arguments.size(); ++i)
      parameters_[lambda->parameters[i].name] = declared.arguments[i];
  }

  /// None if the text does not determine it.
  std::optional<DataType> of(const Tree& tree) {
    if (!tree) return std::nullopt;
    if (const auto* n = as<BlockTree>(tree)) return ofBlock(*n);
    if (const auto* n = as<NameTree>(tree)) return ofName(n->name);
    if (const auto* n = as<TupleTree>(tree)) return ofTuple(*n);
    if (const auto* n = as<IfTree>(tree)) return either(n->then, n->otherwise);
    if (const auto* n = as<SelectTree>(tree)) return givesElement(n->name) ? of(n->object) : std::nullopt;
    if (const auto* n = as<ApplyTree>(tree)) return ofCall(*n);
    const auto* typed = as<TypeApplyTree>(tree);
    const auto* conversion = typed ? as<SelectTree>(typed->function) : nullptr;
    if (!conversion || !isConversion(conversion->name) || typed->types.empty()) return std::nullopt;
    return evaluator_.types.named(typed->types.front(), around_);
  }

 private:
  std::optional<DataType> either(const Tree& one, const Tree& other) {
    const auto found = of(one);
    return found ? found : of(other);
  }

  std::optional<DataType> ofBlock(const BlockTree& block) {
    for (const Tree& statement : block.statements) {
      const auto* val = as<ValTree>(statement);
      if (val && val->pattern.kind == Pattern::Kind::Bind) vals_[val->pattern.name] = val;
    }
    return block.statements.empty() ? std::nullopt : of(block.statements.back());
  }

  std::optional<DataType> ofName(const std::string& name) {
    const auto val = vals_.find(name);
    if (val != vals_.end() && !val->second->type.name.empty())
      return evaluator_.types.named(val->second->type, around_);
    if (val != vals_.end()) {
      if (++depth_ > mostVals) return std::nullopt;
      const auto found = of(val->second->value);
      --depth_;
      return found;
    }
    const auto parameter = parameters_.find(name);
    if (parameter != parameters_.end()) return evaluator_.types.named(parameter->second, around_);
    const auto* entry = Scopes::find(name, around_);
    if (!entry || entry->pending) return std::nullopt;
    const auto foreign = evaluator_.objects.typeOf(entry->value);
    return foreign ? foreign : evaluator_.types.ofValue(entry->value);
  }
  /// The declared result type.
  std::optional<DataType> ofMethod(const std::string& name) {
    const auto* entry = Scopes::find(name, around_);
    const auto* method = entry ? entry->value.object<const Function>() : nullptr;
    const bool isDeclared =
        method && method->def && !method->def->type.name.empty() && method->def->typeParameters.empty();
    return isDeclared ? std::optional(evaluator_.types.named(method->def->type, method->around)) : std::nullopt;
  }

  std::optional<DataType> ofTuple(const TupleTree& tree) {
    DataType type(DataType::Kind::Struct, "Tuple");
    for (const Tree& part : tree.parts) {
      const auto found = of(part);
      if (!found) return std::nullopt;
      type.parts.push_back(*found);
    }
    return type;
  }

  /// An operator, an element access, a conversion, or a function with the type of its argument.
  std::optional<DataType> ofCall(const ApplyTree& call) {
    const auto argument = [&](std::size_t n) { return n < call.arguments.size() ? call.arguments[n].value : Tree(); };
    if (const auto* member = as<SelectTree>(call.function)) {
      if (isComparison(member->op)) return DataType(bit);
      if (member->op != Operator::None) return either(member->object, argument(0));
      return of(call.function);
    }
    const auto* function = as<NameTree>(call.function);
    if (function && function->name == "mux") return either(argument(1), argument(2));
    if (function && givesFirst(function->name)) return either(argument(0), argument(1));
    if (auto declared = function ? ofMethod(function->name) : std::nullopt) return declared;
    return of(call.function);
  }

  Evaluator& evaluator_;
  Scope around_;
  std::map<std::string, const ValTree*> vals_;  // vals of blocks in the function
  std::map<std::string, TypeTree> parameters_;
  int depth_ = 0;
};

/// The binding of a name in `declared`, for a value whose type is `found`.
std::optional<DataType> partOf(const TypeTree& declared, const std::string& name, const DataType& found) {
  if (declared.name == name) return found;
  if (declared.name != "Tuple" || declared.arguments.size() != found.parts.size()) return std::nullopt;
  for (std::size_t i = 0; i < found.parts.size(); ++i)
    if (auto part = partOf(declared.arguments[i], name, found.parts[i])) return part;
  return std::nullopt;
}

}  // namespace

/// The binding of a name by the result type of a function argument.
std::optional<DataType> Types::inResult(const std::string& name, const TypeTree& declared, const Value& argument) {
  const auto* function = argument.object<const Function>();
  if (declared.name != "Function" || !function || (!function->lambda && !function->def)) return std::nullopt;
  const TypeTree& result = declared.arguments.back();
  const Tree body = function->lambda ? function->lambda->body : function->def->body;
  const auto found = ResultType(e_, *function, declared).of(body);
  return found ? partOf(result, name, *found) : std::nullopt;
}

}  // namespace stardust::scala
