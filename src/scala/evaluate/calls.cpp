#include "scala/evaluate/calls.h"

#include <fmt/format.h>

#include <algorithm>

#include "scala/evaluate/evaluator.h"
#include "scala/library/library.h"
#include "support/plural.h"

namespace stardust::scala {
namespace {

constexpr int maxCalls = 300;

const std::vector<Argument> noArguments;

/// Limits the depth of nested calls, so that no program can exhaust the stack.
class Nesting {
 public:
  Nesting(int& depth, const Location& where) : depth_(depth) {
    if (depth_ >= maxCalls) failUnsupported("these calls nest deeper than 300", where);
    ++depth_;
  }
  ~Nesting() { --depth_; }
  Nesting(const Nesting&) = delete;
  Nesting& operator=(const Nesting&) = delete;

 private:
  int& depth_;
};

/// A method that needs arguments before it can be evaluated.
bool needsArguments(const DefTree& def) {
  if (def.parameters.empty()) return false;
  const auto& first = def.parameters.front();
  return std::any_of(first.begin(), first.end(),
                     [](const Parameter& p) { return !p.initial && !p.isImplicit && !p.isRepeated; });
}

}  // namespace

bool isParameterless(const DefTree& def) {
  return std::all_of(def.parameters.begin(), def.parameters.end(),
                     [](const auto& list) { return !list.empty() && list.front().isImplicit; });
}

/// Evaluates f.g[T](a)(b){c}: the function first, then the argument lists from left to right.
Value Calls::call(const Tree& tree, const Scope& scope) {
  Call call{tree, tree->where, {}, {}, 0, scope};
  Tree head = tree;
  for (;;) {
    if (const auto* n = as<ApplyTree>(head)) {
      call.lists.push_back(&n->arguments);
      head = n->function;
      if (const auto* member = as<SelectTree>(head); member && member->op != Operator::None) {  // the common case
        const auto a = e_.evaluate(member->object, scope);
        std::reverse(call.lists.begin(), call.lists.end());
        call.where = head->where;
        const bool isOther = e_.implicits.hasViews() && !numberTypeOf(a) && !e_.cases.isDefinedBy(a, member->name);
        const auto* keyed = a.object<Collection>();
        const bool isKeyed = keyed && (keyed->form == Form::Map || keyed->form == Form::Set) &&
                             member->op != Operator::Eq && member->op != Operator::Ne;
        if (isKeyed || a.object<Environment>() || isOther ||
            e_.cases.isDefinedBy(a, member->name)) {  // def + (other: T)
          if (n->arguments.empty()) call.next();
          return rest(e_.method(a, member->name, call), call);
        }
        call.next();
        if (n->arguments.empty()) return rest(e_.words.unary(member->op, a, tree->where), call);
        const auto* known = a.get<Number>();
        const bool decides =
            known && ((member->name == "&&" && !known->isTrue()) || (member->name == "||" && known->isTrue()));
        if (decides) return rest(a, call);
        return rest(operation(member->op, a, e_.evaluate(n->arguments.front().value, scope), tree->where), call);
      }
    } else if (const auto* types = as<TypeApplyTree>(head)) {
      call.types = types->types;
      head = types->function;
    } else {
      break;
    }
  }
  std::reverse(call.lists.begin(), call.lists.end());
  call.where = tree->where;
  if (const auto* n = as<NameTree>(head)) {
    if (const auto value = e_.scopes.lookUp(n->name, scope)) return rest(apply(*value, call), call);
    if (auto value = e_.global(n->name, call)) return rest(std::move(*value), call);
    if (auto value = e_.cases.memberOfThis(n->name, call)) return rest(std::move(*value), call);
    failUser(fmt::format("{} is not defined here", n->name), head->where);
  }
  if (const auto* n = as<SelectTree>(head)) {
    const auto* module = as<NameTree>(n->object);
    if (module && !e_.scopes.lookUp(module->name, scope)) {
      if (auto value = e_.global(module->name + "." + n->name, call)) return rest(std::move(*value), call);
    }
    return rest(e_.method(e_.evaluate(n->object, scope), n->name, call), call);
  }
  return rest(apply(e_.evaluate(head, scope), call), call);
}

/// An operator written in the program. It may be an overloaded one, and shift distances may have another type.
Value Calls::operation(Operator op, const Value& a, const Value& b, const Location& where) {
  e_.rules.requireOperands(op, a, b, where);
  return e_.words.binary(op, a, b, where);
}

Value Calls::rest(Value value, Call& call) {
  while (call.has()) {
    const auto before = call.used;
    value = apply(value, call);
    if (call.used == before) failUser(fmt::format("{} takes no arguments", describe(value)), call.where);
  }
  return value;
}

Values Calls::arguments(const std::vector<Argument>& list, const Scope& scope) {
  Values values;
  for (const auto& argument : list) {
    auto value = e_.evaluate(argument.value, scope);
    if (!argument.isSpread) {
      values.push_back(std::move(value));
      continue;
    }
    const auto* items = value.object<Collection>();
    if (!items) failUser(fmt::format("{} has no elements to pass", describe(value)), argument.value->where);
    values.insert(values.end(), items->items.begin(), items->items.end());
  }
  return values;
}

Value Calls::apply(const Value& function, Call& call) {
  if (const auto* f = function.object<const Function>()) {
    if (f->def) {
      const auto& chosen = e_.methods.overload(*f, call);
      if (!call.has() && needsArguments(*chosen.def)) return withTypes(chosen, call);
      return invokeDef(*chosen.def, chosen, call);
    }
    if (!call.has()) return function;
    return e_.invoke(function, arguments(call.next(), call.scope), call.where);
  }
  if (auto value = e_.objects.apply(function, call)) return std::move(*value);
  return call.has() ? applyToOthers(function, call) : function;
}

/// Applies arguments to a value that is neither a method nor a lambda.
Value Calls::applyToOthers(const Value& function, Call& call) {
  if (function.get<Module>()) return e_.method(function, "apply", call);
  if (const auto* instance = function.object<Environment>()) {
    const auto* type = instance->isInstanceOf && instance->isInstanceOf->isObject
                           ? e_.classes.named(instance->isInstanceOf->name)
                           : nullptr;
    const auto* own = type && !type->isObject ? std::get<Scope>(function.data)->own("apply") : nullptr;
    const auto* methods = own ? own->value.object<const Function>() : nullptr;
    if (type && !type->isObject && (!own || (methods && !acceptsCount(*methods, call.lists[call.used]->size()))))
      return e_.classes.construct(*type, call);  // companion object
    return e_.method(function, "apply", call);
  }
  if (function.object<const std::string>()) return e_.method(function, "apply", call);
  if (e_.cases.isDefinedBy(function, "apply")) return *e_.cases.member(function, "apply", call);
  if (const auto* keyed = function.object<Collection>();
      keyed && (keyed->form == Form::Map || keyed->form == Form::Set))
    return *memberOfKeyed(e_, function, "apply", call);
  const auto indices = arguments(call.next(), call.scope);
  if (const auto* record = function.object<const Record>()) {
    const bool isTable = indices.size() == 1 && indices[0].object<const Function>();
    if (isTable) return tabulate(e_, *record, indices[0], call.where);
    const auto i = e_.words.integer(indices.at(0), "an index", call.where);
    if (i < 0 || i >= std::ssize(record->items)) failUser("there is no such part", call.where);
    return record->items[static_cast<std::size_t>(i)];
  }
  if (function.object<const Series>() && indices.size() == 1) {  // (0 until n){ i => … }: an array
    --call.used;
    return e_.method(function, "apply", call);
  }
  const auto* array = function.object<Collection>();
  if (!array) failUser(fmt::format("{} takes no arguments", describe(function)), call.where);
  const auto* places = indices.size() == 1 && array->dims.size() == 1 ? indices[0].object<const Series>() : nullptr;
  if (!places) return array->items[e_.words.elementOf(*array, indices, call.where)];
  auto first = e_.words.elementOf(*array, {places->begin}, call.where),
       last = e_.words.elementOf(*array, {places->end}, call.where);
  if (first > last) std::swap(first, last);  // v(3::0), of a vector
  return collection(Values(array->items.begin() + static_cast<std::ptrdiff_t>(first),
                           array->items.begin() + static_cast<std::ptrdiff_t>(last) + 1));
}

Value Calls::invoke(const Value& function, Values arguments, const Location& where) {
  const auto* f = function.object<const Function>();
  if (!f) {
    if (arguments.empty()) return function;
    failUser(fmt::format("{} is not a function", describe(function)), where);
  }
  if (f->native) return f->native(std::move(arguments), where);
  const Nesting nesting(depth_, where);
  if (!f->def) return invokeLambda(*f, std::move(arguments), where);
  auto inner = e_.scopes.create(f->around);
  const auto& parameters = f->def->parameters.empty() ? std::vector<Parameter>() : f->def->parameters.front();
  if (parameters.size() != arguments.size())
    failUser(fmt::format("{} takes {}", f->def->name, counted(parameters.size(), "argument")), where);
  for (std::size_t i = 0; i < arguments.size(); ++i) Scopes::define(inner, parameters[i].name, std::move(arguments[i]));
  e_.types.infer(f->def->typeParameters, parameters, inner);
  for (std::size_t i = 1; i < f->def->parameters.size(); ++i)
    parametersOf(f->def->parameters[i], noArguments, f->around, inner, where);
  return e_.evaluate(f->def->body, inner);
}

Value Calls::invokeLambda(const Function& f, Values arguments, const Location& where) {
  if (!f.lambda->cases.empty()) {
    const auto& first = f.lambda->cases.front().pattern;
    const bool isList =
        first.kind == Pattern::Kind::Tuple && !first.className.empty();  // case List(i, j), for the counters of a loop
    const auto given = arguments.size() == 1 ? arguments.front()
                       : isList              ? collection(std::move(arguments))
                                             : tuple(std::move(arguments));
    return e_.patterns.choose(f.lambda->cases, given, f.around, where);
  }
  const auto& parameters = f.lambda->parameters;
  if (parameters.size() != arguments.size()) {
    // One tuple matches several parameters, and several arguments match one tuple parameter.
    const auto* record = arguments.size() == 1 ? arguments.front().object<const Record>() : nullptr;
    if (record && record->items.size() == parameters.size()) {
      arguments = Values(record->items);
    } else if (parameters.size() == 1) {
      arguments = {tuple(std::move(arguments))};
    } else {
      failUser(fmt::format("this function takes {}", counted(parameters.size(), "argument")), f.keep->where);
    }
  }
  auto inner = e_.scopes.create(f.around);
  const auto* body = as<BlockTree>(f.lambda->body);
  const bool mayWrite = body && body->statements.size() > 1;  // before it reads its parameters
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    const auto* number = arguments[i].get<Number>();
    const bool isTyped =
        number && number->type.isUnstaged && !number->type.isCharacter;  // a number of Scala takes the declared type
    const Value given = mayWrite ? e_.words.bound(arguments[i], parameters[i].name, where) : arguments[i];
    e_.patterns.bind(parameters[i], isTyped ? e_.types.ascribed(given, parameters[i].declared, f.around, where) : given,
                     inner, where);
  }
  return body ? e_.statements.block(*body, inner) : e_.evaluate(f.lambda->body, inner);
}

/// The value of a parameter that the call omits.
Value Calls::omittedArgument(const Parameter& parameter, const Scope& from, const Scope& to, const Location& where) {
  if (parameter.isRepeated) return collection({});
  if (auto found = parameter.isImplicit ? e_.implicits.of(parameter.type, from, to, where) : std::nullopt)
    return std::move(*found);
  if (parameter.initial) return e_.evaluate(parameter.initial, to);
  const auto wanted = parameter.isImplicit ? e_.types.named(parameter.type, to) : DataType();
  if (parameter.isImplicit && wanted.kind == DataType::Kind::Other && !isTextType(wanted) &&
      !e_.classes.named(wanted.name))
    return {};  // an implicit that only a compiler needs
  if (parameter.isImplicit)
    failUser(fmt::format("there is no implicit value of type {} for {}", parameter.type.name, parameter.name), where,
             {}, fmt::format("write implicit val name: {} = …, or give it", parameter.type.name));
  failUser(fmt::format("the argument {} is missing", parameter.name), where);
}

void Calls::parametersOf(const std::vector<Parameter>& parameters, const std::vector<Argument>& given,
                         const Scope& from, const Scope& to, const Location& where) {
  std::vector<std::optional<Value>> values(parameters.size());
  std::vector<Tree> byName(parameters.size());
  std::size_t position = 0;
  for (const auto& argument : given) {
    if (argument.name.empty() && position < parameters.size() && parameters[position].isRepeated) {
      values[position] =
          collection(arguments({given.begin() + static_cast<std::ptrdiff_t>(position), given.end()}, from));
      break;
    }
    auto slot = position;
    if (argument.name.empty()) {
      ++position;
    } else {
      slot = static_cast<std::size_t>(std::find_if(parameters.begin(), parameters.end(),
                                                   [&](const Parameter& p) { return p.name == argument.name; }) -
                                      parameters.begin());
    }
    if (slot >= parameters.size())
      failUser(fmt::format("there are only {}", counted(parameters.size(), "parameter")), where);
    if (parameters[slot].isByName) byName[slot] = argument.value;
    else values[slot] = e_.evaluate(argument.value, from);
  }
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    if (byName[i]) {
      to->entries.push_back({parameters[i].name, {}, byName[i], false, {}, from});
      continue;
    }
    if (!values[i]) values[i] = omittedArgument(parameters[i], from, to, where);
    if (e_.staging.isActive()) values[i] = e_.words.bound(*values[i], parameters[i].name, where);
    to->entries.push_back({parameters[i].name,
                           std::move(*values[i]),
                           {},
                           false,
                           parameters[i].isImplicit ? parameters[i].type : TypeTree(),
                           {},
                           {},
                           parameters[i].isImplicit});
  }
}

/// The scope of a call, with its type arguments bound.
Scope Calls::typedScope(const Function& function, Call& call) {
  auto inner = e_.scopes.create(function.around);
  const auto& names = function.def->typeParameters;
  for (std::size_t i = 0; i < names.size() && i < call.types.size(); ++i)
    inner->types.emplace_back(names[i], e_.types.bindable(call.types[i], call.scope));
  call.types.clear();
  return inner;
}

/// A method as a value, as in map(f[T]); the arguments follow later.
Value Calls::withTypes(const Function& function, Call& call) {
  return std::make_shared<const Function>(
      Function{function.def, nullptr, function.keep, typedScope(function, call), {}});
}

Value Calls::invokeDef(const DefTree& def, const Function& function, Call& call) {
  if (!def.body) failUnsupported(fmt::format("{} is abstract", def.name), call.where);
  const Nesting nesting(depth_, call.where);
  auto inner = typedScope(function, call);
  for (const auto& parameters : def.parameters) {
    parametersOf(parameters, call.has() ? call.next() : noArguments, call.scope, inner, call.where);
    e_.types.infer(def.typeParameters, parameters, inner);
  }
  for (const auto& parameters : def.parameters) e_.types.ascribeParameters(parameters, inner, call.where);
  return e_.types.ascribed(e_.evaluate(def.body, inner), def.type, inner, call.where);
}

}  // namespace stardust::scala
