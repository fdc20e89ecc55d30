// Calls: of methods, lambdas, arrays and memories.
#include <fmt/format.h>

#include "staging/library.h"
#include "staging/refused.h"
#include "support/plural.h"

namespace stardust::staging {
namespace {

constexpr int maxCalls = 300;

const std::vector<Argument> noArguments;

/// A method that cannot be carried out without arguments.
bool isWaiting(const DefTree& def) {
  if (def.parameters.empty()) return false;
  const auto& first = def.parameters.front();
  return std::any_of(first.begin(), first.end(),
                     [](const Parameter& p) { return !p.initial && !p.isImplicit && !p.isRepeated; });
}

/// A Reg or argument: what is applied to it is applied to its value.
bool isArgument(const Value& value) {
  const auto* memory = std::get_if<MemoryRef>(&value.data);
  return memory && (*memory)->isScalar() && (*memory)->isNumber();
}

}  // namespace

bool isParameterless(const DefTree& def) {
  return std::all_of(def.parameters.begin(), def.parameters.end(),
                     [](const auto& list) { return !list.empty() && list.front().isImplicit; });
}

/// f.g[T](a)(b){c}: who is called, then the lists one after the other.
Value Evaluator::call(const Tree& tree, const Scope& scope) {
  Call call{tree, tree->where, {}, {}, 0, scope};
  Tree head = tree;
  for (;;) {
    if (const auto* n = as<ApplyTree>(head)) {
      call.lists.push_back(&n->arguments);
      head = n->function;
      if (const auto* member = as<SelectTree>(head); member && member->op != Operator::None) {  // the common case
        const auto a = evaluate(member->object, scope);
        std::reverse(call.lists.begin(), call.lists.end());
        call.where = head->where;
        const bool isOther = hasViews_ && !numberTypeOf(a) && !isDefinedBy(a, member->name);
        const auto* keyed = a.object<Collection>();
        const bool isKeyed = keyed && (keyed->form == Form::Map || keyed->form == Form::Set) &&
                             member->op != Operator::Eq && member->op != Operator::Ne;
        if (isKeyed || a.object<Environment>() || isOther || isDefinedBy(a, member->name)) {  // def + (other: T)
          if (n->arguments.empty()) call.next();
          return rest(method(a, member->name, call), call);
        }
        call.next();
        if (n->arguments.empty()) return rest(words.unary(member->op, a, tree->where), call);
        const auto* known = a.get<Number>();
        const bool decides =
            known && ((member->name == "&&" && !known->isTrue()) || (member->name == "||" && known->isTrue()));
        if (decides) return rest(a, call);
        return rest(operation(member->op, a, evaluate(n->arguments.front().value, scope), tree->where), call);
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
    if (const auto value = scopes_.lookUp(n->name, scope)) return rest(apply(*value, call), call);
    if (auto value = global(n->name, call)) {
      requireNotApplied(n->name, call);
      return rest(std::move(*value), call);
    }
    if (auto value = memberOfThis(n->name, call)) return rest(std::move(*value), call);
    failUser(fmt::format("{} is not defined here", n->name), head->where);
  }
  if (const auto* n = as<SelectTree>(head)) {
    const auto* module = as<NameTree>(n->object);
    if (module && !scopes_.lookUp(module->name, scope)) {
      if (auto value = global(module->name + "." + n->name, call)) return rest(std::move(*value), call);
    }
    return rest(method(evaluate(n->object, scope), n->name, call), call);
  }
  return rest(apply(evaluate(head, scope), call), call);
}

/// An operator as the program writes it: in what it stands for, shifts take other distances, too.
Value Evaluator::operation(Operator op, const Value& a, const Value& b, const Location& where) {
  if (op == Operator::Shl || op == Operator::Shr || op == Operator::UnsignedShr) requireDistance(b, where);
  return words.binary(op, a, b, where);
}

Value Evaluator::rest(Value value, Call& call) {
  while (call.has()) {
    const auto before = call.used;
    value = apply(value, call);
    if (call.used == before) failUser(fmt::format("{} takes no arguments", describe(value)), call.where);
  }
  return value;
}

Values Evaluator::arguments(const std::vector<Argument>& list, const Scope& scope) {
  Values values;
  for (const auto& argument : list) {
    auto value = evaluate(argument.value, scope);
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

Values Evaluator::list(Call& call) {
  if (!call.has()) failUser("the arguments are missing", call.where);
  return arguments(call.next(), call.scope);
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
  for (const auto& size : list(call)) result.push_back(words.integer(hostValue(size), "a size", call.where));
  if (result.empty()) failUser("the size is missing", call.where);
  return result;
}

Value Evaluator::apply(const Value& function, Call& call) {
  if (const auto* f = function.object<const Function>()) {
    if (f->def) {
      const auto& chosen = overload(*f, call);
      if (!call.has() && isWaiting(*chosen.def)) return withTypes(chosen, call);
      return invokeDef(*chosen.def, chosen, call);
    }
    if (!call.has()) return function;
    return invoke(function, arguments(call.next(), call.scope), call.where);
  }
  if (const auto* memory = std::get_if<MemoryRef>(&function.data)) {
    if (!call.has()) return function;
    const auto copy = *memory;
    return memories.access(copy, list(call), call.where);
  }
  if (!call.has()) return function;
  const bool isNumber = function.get<Number>() || function.get<Staged>() || Words::halvesOf(function);
  if (isNumber || isArgument(function)) {
    const auto given = arguments(call.next(), call.scope);
    const auto* places = given.size() == 1 ? given[0].object<const Series>() : nullptr;
    if (places)
      return words.bitsOf(Words::valueOf(function), words.integer(places->begin, "a place", call.where),
                          words.integer(places->end, "a place", call.where), call.where);
    if (given.size() == 1 && numberTypeOf(given[0])) return words.bitOf(Words::valueOf(function), given[0], call.where);
    return function;  // 16 (1 -> 64): the range is for a search
  }
  if (const auto* part = function.object<const Section>())
    return memories.access(part->memory, memories.placesIn(*part, list(call), call.where), call.where);
  if (function.get<Builtin>()) return method(function, "apply", call);
  if (const auto* instance = function.object<Environment>()) {
    const auto* type =
        instance->isInstanceOf && instance->isInstanceOf->isObject ? classOf(instance->isInstanceOf->name) : nullptr;
    const auto* own = type && !type->isObject ? std::get<Scope>(function.data)->own("apply") : nullptr;
    const auto* methods = own ? own->value.object<const Function>() : nullptr;
    if (type && !type->isObject && (!own || (methods && !takesSo(*methods, call.lists[call.used]->size()))))
      return construct(*type, call);  // beside its class
    return method(function, "apply", call);
  }
  if (function.object<const std::string>()) return method(function, "apply", call);
  if (isDefinedBy(function, "apply")) return *memberOfCase(function, "apply", call);
  if (const auto* keyed = function.object<Collection>();
      keyed && (keyed->form == Form::Map || keyed->form == Form::Set))
    return *memberOfKeyed(*this, function, "apply", call);
  const auto indices = arguments(call.next(), call.scope);
  if (const auto* record = function.object<const Record>()) {
    const bool isTable = indices.size() == 1 && indices[0].object<const Function>();
    if (isTable) return tabulate(*this, *record, indices[0], call.where);
    const auto i = words.integer(indices.at(0), "an index", call.where);
    if (i < 0 || i >= std::ssize(record->items)) failUser("there is no such part", call.where);
    return record->items[static_cast<std::size_t>(i)];
  }
  if (function.object<const Series>() && indices.size() == 1) {  // (0 until n){ i => … }: an array
    --call.used;
    return method(function, "apply", call);
  }
  const auto* array = function.object<Collection>();
  if (!array) failUser(fmt::format("{} takes no arguments", describe(function)), call.where);
  const auto* places = indices.size() == 1 && array->dims.size() == 1 ? indices[0].object<const Series>() : nullptr;
  if (!places) return array->items[elementOf(*array, indices, call.where)];
  auto first = elementOf(*array, {places->begin}, call.where), last = elementOf(*array, {places->end}, call.where);
  if (first > last) std::swap(first, last);  // v(3::0), of a vector
  return collection(Values(array->items.begin() + static_cast<std::ptrdiff_t>(first),
                           array->items.begin() + static_cast<std::ptrdiff_t>(last) + 1));
}

/// A function whose arguments are values already.
Value Evaluator::invoke(const Value& function, Values arguments, const Location& where) {
  const auto* f = function.object<const Function>();
  if (!f) {
    if (arguments.empty()) return function;
    failUser(fmt::format("{} is not a function", describe(function)), where);
  }
  if (f->native) return f->native(std::move(arguments), where);
  if (++depth_ > maxCalls) failUnsupported("these calls nest deeper than 300", where);
  auto inner = scopes_.create(f->around);
  Value result;
  if (f->def) {
    const auto& parameters = f->def->parameters.empty() ? std::vector<Parameter>() : f->def->parameters.front();
    if (parameters.size() != arguments.size())
      failUser(fmt::format("{} takes {}", f->def->name, counted(parameters.size(), "argument")), where);
    for (std::size_t i = 0; i < arguments.size(); ++i)
      Scopes::define(inner, parameters[i].name, std::move(arguments[i]));
    inferTypes(f->def->typeParameters, parameters, inner);
    for (std::size_t i = 1; i < f->def->parameters.size(); ++i)
      parametersOf(f->def->parameters[i], noArguments, f->around, inner, where);
    result = evaluate(f->def->body, inner);
  } else if (!f->lambda->cases.empty()) {
    const auto& first = f->lambda->cases.front().pattern;
    const bool isList =
        first.kind == Pattern::Kind::Tuple && !first.className.empty();  // case List(i, j), of the counters of a loop
    const auto given = arguments.size() == 1 ? arguments.front()
                       : isList              ? collection(std::move(arguments))
                                             : tuple(std::move(arguments));
    result = cases(f->lambda->cases, given, f->around, where);
  } else {
    const auto& parameters = f->lambda->parameters;
    if (parameters.size() != arguments.size()) {
      // One tuple for several parameters, or several arguments for one.
      const auto* record = arguments.size() == 1 ? arguments.front().object<const Record>() : nullptr;
      if (record && record->items.size() == parameters.size()) {
        arguments = Values(record->items);
      } else if (parameters.size() == 1) {
        arguments = {tuple(std::move(arguments))};
      } else {
        failUser(fmt::format("this function takes {}", counted(parameters.size(), "argument")), f->keep->where);
      }
    }
    const auto* body = as<BlockTree>(f->lambda->body);
    const bool mayWrite = body && body->statements.size() > 1;  // before it uses its parameters
    for (std::size_t i = 0; i < parameters.size(); ++i) {
      const auto* number = arguments[i].get<Number>();
      const bool isTyped = number && number->type.isUnstaged &&
                           !number->type.isCharacter;  // a number of Scala is one of its declared type
      const Value given = mayWrite ? words.bound(arguments[i], parameters[i].name, where) : arguments[i];
      bind(parameters[i], isTyped ? ascribed(given, parameters[i].declared, f->around, where) : given, inner, where);
    }
    result = body ? block(*body, inner) : evaluate(f->lambda->body, inner);
  }
  --depth_;
  return result;
}

/// What a parameter gets that the call says nothing of.
Value Evaluator::unsaid(const Parameter& parameter, const Scope& from, const Scope& to, const Location& where) {
  if (parameter.isRepeated) return collection({});
  if (auto found = parameter.isImplicit ? implicitOf(parameter.type, from, to, where) : std::nullopt)
    return std::move(*found);
  if (parameter.initial) return evaluate(parameter.initial, to);
  const auto wanted = parameter.isImplicit ? type(parameter.type, to) : DataType();
  if (parameter.isImplicit && wanted.kind == DataType::Kind::Other && !isTextType(wanted) && !classOf(wanted.name))
    return {};  // what only a compiler needs
  if (parameter.isImplicit)
    failUser(fmt::format("there is no implicit value of type {} for {}", parameter.type.name, parameter.name), where,
             {}, fmt::format("write implicit val name: {} = …, or give it", parameter.type.name));
  failUser(fmt::format("the argument {} is missing", parameter.name), where);
}

void Evaluator::parametersOf(const std::vector<Parameter>& parameters, const std::vector<Argument>& given,
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
    else values[slot] = evaluate(argument.value, from);
  }
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    if (byName[i]) {
      to->entries.push_back({parameters[i].name, {}, byName[i], false, {}, from});
      continue;
    }
    if (!values[i]) values[i] = unsaid(parameters[i], from, to, where);
    if (stage.isActive()) values[i] = words.bound(*values[i], parameters[i].name, where);
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

/// The scope of a call, with the types that it names.
Scope Evaluator::typedScope(const Function& function, Call& call) {
  auto inner = scopes_.create(function.around);
  const auto& names = function.def->typeParameters;
  for (std::size_t i = 0; i < names.size() && i < call.types.size(); ++i)
    inner->types.emplace_back(names[i], bindableType(call.types[i], call.scope));
  call.types.clear();
  return inner;
}

/// A method as a value, as in map(f[T]): it gets its arguments later.
Value Evaluator::withTypes(const Function& function, Call& call) {
  return std::make_shared<const Function>(
      Function{function.def, nullptr, function.keep, typedScope(function, call), {}});
}

Value Evaluator::invokeDef(const DefTree& def, const Function& function, Call& call) {
  if (!def.body) failUnsupported(fmt::format("{} is abstract", def.name), call.where);
  if (++depth_ > maxCalls) failUnsupported("these calls nest deeper than 300", call.where);
  auto inner = typedScope(function, call);
  for (const auto& parameters : def.parameters) {
    parametersOf(parameters, call.has() ? call.next() : noArguments, call.scope, inner, call.where);
    inferTypes(def.typeParameters, parameters, inner);
  }
  for (const auto& parameters : def.parameters) ascribeParameters(parameters, inner, call.where);
  auto result = ascribed(evaluate(def.body, inner), def.type, inner, call.where);
  --depth_;
  return result;
}

/// A type parameter that the call does not name is that of an argument, or of what a function gives that is one.
void Evaluator::inferTypes(const std::vector<std::string>& names, const std::vector<Parameter>& parameters,
                           const Scope& scope) {
  for (const auto& name : names) {
    const auto isName = [&](const auto& entry) { return entry.first == name; };
    if (std::any_of(scope->types.begin(), scope->types.end(), isName)) continue;
    for (const auto& parameter : parameters) {
      const auto& type = parameter.type;
      const auto* entry = scope->own(parameter.name);
      if (!entry || parameter.isByName) continue;
      const bool isPart = !type.arguments.empty() && type.arguments.front().name == name;
      const auto* list = isPart ? entry->value.object<Collection>() : nullptr;
      const auto found = list ? (list->items.empty() ? std::nullopt : typeOf(list->items.front()))
                         : isPart || type.name == name ? typeOf(entry->value)
                                                       : typeInResult(name, type, entry->value);
      if (!found) continue;
      scope->types.emplace_back(name, *found);
      break;
    }
  }
}

}  // namespace stardust::staging
