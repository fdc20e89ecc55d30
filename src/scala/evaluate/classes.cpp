#include "scala/evaluate/classes.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

#include "scala/evaluate/evaluator.h"

namespace stardust::scala {

const ClassTree* Classes::named(const std::string& name) const {
  const auto found = classes_.find(name);
  return found == classes_.end() ? nullptr : found->second;
}

void Classes::add(const ClassTree& type, const Scope& scope) {
  auto& known = classes_[type.name];
  if (!known || !type.isObject) known = &type;
  if (scope != e_.scopes.top()) enclosing_[&type] = scope;
}

std::vector<std::string> Classes::names() const {
  std::vector<std::string> names;
  for (const auto& entry : classes_) names.push_back(entry.first);
  return names;
}

std::vector<Level> Classes::levelsOf(const ClassTree& type) const {
  static const std::vector<TypeTree> noTypes;
  static const std::vector<Argument> noArguments;
  return levelsOf(type, noTypes, noArguments);
}

std::vector<Level> Classes::levelsOf(const ClassTree& type, const std::vector<TypeTree>& types,
                                     const std::vector<Argument>& arguments) const {
  std::vector<Level> levels{{&type, &arguments, &types, 0}};
  for (std::size_t i = 0; i < levels.size() && i < 50; ++i) {
    for (const auto& base : levels[i].type->bases) {
      if (const auto* found = named(base.type.name))
        levels.push_back({found, &base.arguments, &base.type.arguments, i});
    }
  }
  return levels;
}

/// Whether a class equals the other class or extends it.
bool Classes::leadsTo(const ClassTree& type, const ClassTree& base) const {
  const auto levels = levelsOf(type);
  return std::any_of(levels.begin(), levels.end(), [&](const Level& level) { return level.type == &base; });
}

/// A `val` parameter is a member, which derived classes override. Other parameters are private to the class, and so are
/// its types.
void Classes::bindParameters(const Level& level, const Scope& from, const Scope& instance) {
  const auto& names = level.type->typeParameters;
  for (std::size_t i = 0; i < names.size() && i < level.types->size(); ++i) {
    auto given = e_.types.bindable((*level.types)[i], from);
    instance->types.emplace_back(names[i], given);
    level.own->types.emplace_back(names[i], std::move(given));
  }
  e_.calls.parametersOf(level.type->parameters, *level.arguments, from, level.own, e_.file->where);
  e_.types.infer(names, level.type->parameters, level.own);
  e_.types.ascribeParameters(level.type->parameters, level.own, e_.file->where);
  const auto isOwn = [&](const Environment::Entry& entry) {
    const auto& parameters = level.type->parameters;
    return std::none_of(parameters.begin(), parameters.end(),
                        [&](const Parameter& p) { return p.isMember && p.name == entry.name; });
  };
  auto& own = level.own->entries;
  const auto members = std::stable_partition(own.begin(), own.end(), isOwn);
  std::copy_if(members, own.end(), std::back_inserter(instance->entries),
               [&](const auto& member) { return !instance->own(member.name); });
  own.erase(members, own.end());
}

/// Defines the members of a class that derived classes do not override, and collects the other statements of its body.
void Classes::defineMembers(const Level& level, const Scope& instance, std::set<std::string>& overridden,
                            std::vector<Tree>& others) {
  const auto* body = as<BlockTree>(level.type->body);
  if (!body) return;
  for (const auto& statement : body->statements) {
    const auto* val = as<ValTree>(statement);
    const auto* def = as<DefTree>(statement);
    const bool isName = val && val->pattern.kind == Pattern::Kind::Bind;
    const auto name = isName ? val->pattern.name : def ? def->name : std::string();
    if ((def && !def->body) || (val && !val->value)) continue;
    if (!name.empty() && !overridden.insert(name).second && !def) continue;
    if (const auto* entry = def ? instance->own(name) : nullptr; entry && !entry->value.object<const Function>())
      continue;
    if (isName) {
      instance->entries.push_back({name, {}, val->value, val->isVar, val->type, {}, level.own, val->isImplicit});
      if (!val->isLazy) others.push_back(statement);
    } else if (def) {
      e_.methods.define(*def, statement, instance, level.own);
    } else if (const auto* alias = as<TypeDefTree>(statement)) {
      if (!alias->type.name.empty()) instance->types.emplace_back(alias->name, e_.types.named(alias->type, level.own));
    } else if (as<ImportTree>(statement) || as<ClassTree>(statement)) {
      e_.statements.statement(statement, level.own);
      const auto* view = as<ClassTree>(statement);
      if (view && view->isImplicit && !view->isObject) instance->views.push_back(view);
      auto* object = view && view->isObject ? level.own->own(view->name) : nullptr;
      if (object) {  // a member, too
        instance->entries.push_back(*object);
        instance->entries.back().home = level.own;
      }
    } else {
      others.push_back(statement);
    }
  }
}

/// The members of a class and its base classes, in one scope; derived classes override base classes.
Scope Classes::instantiate(const ClassTree& type, const std::vector<TypeTree>& types,
                           const std::vector<Argument>& arguments, const Scope& around) {
  const auto enclosing = enclosing_.find(&type);
  auto instance = e_.scopes.create(enclosing == enclosing_.end() ? e_.scopes.top() : enclosing->second);
  instance->isInstanceOf = &type;
  auto levels = levelsOf(type, types, arguments);
  std::vector<const ClassTree*> classes;
  for (const auto& level : levels) classes.push_back(level.type);
  e_.rules.requireMembers(classes);
  for (std::size_t i = 0; i < levels.size(); ++i) {
    levels[i].own = e_.scopes.create(instance);
    bindParameters(levels[i], i == 0 ? around : levels[levels[i].extendedBy].own, instance);
  }
  if (auto* object = type.isObject ? around->own(type.name) : nullptr) {  // its body may refer to it
    object->value = instance;
    object->pending = {};
  }
  e_.cases.defineThis(type, instance);
  std::set<std::string> overridden;
  std::vector<std::pair<Tree, Scope>> all;  // bases first
  for (const auto& level : levels) {
    std::vector<Tree> others;
    defineMembers(level, instance, overridden, others);
    std::vector<std::pair<Tree, Scope>> own;
    for (const auto& statement : others) own.emplace_back(statement, level.own);
    all.insert(all.begin(), own.begin(), own.end());
  }
  for (const auto& [statement, own] : all) runStatement(statement, own, instance);
  defineShown(instance);
  return instance;
}

/// Executes one statement of a body; a val is evaluated.
void Classes::runStatement(const Tree& statement, const Scope& own, const Scope& instance) {
  if (const auto* val = as<ValTree>(statement); val && val->pattern.kind == Pattern::Kind::Bind) {
    const auto& name = val->pattern.name;
    const auto value = e_.scopes.lookUp(name, instance);  // unless an earlier statement has evaluated it
    if (value && e_.staging.isActive()) instance->own(name)->value = e_.staging.defined(*value, name, statement->where);
    return;
  }
  const auto known = static_cast<std::ptrdiff_t>(own->entries.size());
  e_.statements.statement(statement, own);
  instance->entries.insert(instance->entries.end(), own->entries.begin() + known,
                           own->entries.end());  // val (a, b) = …
  own->entries.erase(own->entries.begin() + known, own->entries.end());
}

Value Classes::construct(const ClassTree& type, Call& call) {
  std::vector<Argument> arguments;
  for (std::size_t i = 0; i < std::max<std::size_t>(type.lists, 1) && call.has(); ++i) {
    const auto& list = call.next();
    arguments.insert(arguments.end(), list.begin(), list.end());
  }
  const auto types = std::exchange(call.types, {});
  return e_.cases.constructed(type, types, arguments, call.scope);
}

Value Classes::create(const NewTree& n, const Tree& tree, const Scope& scope) {
  if (n.anonymous) {
    const auto& type = *as<ClassTree>(n.anonymous);
    for (const auto& base : type.bases) {
      if (!named(base.type.name))
        failUser(fmt::format("{} is not a class or trait of this program", base.type.name), base.where,
                 "its members are unknown", "write the trait, with its methods");
    }
    enclosing_[&type] = scope;
    return instantiate(type, {}, {}, scope);
  }
  const auto* type = named(n.type.name);
  if (!type || type->isObject) return e_.evaluate(n.plain, scope);
  if (type->isAbstract)
    failUser(fmt::format("{} is abstract: it has no instances of its own", type->name), tree->where, {},
             fmt::format("write new {} {{ … }} with the missing members, or a class that extends it", type->name));
  Call call{tree, tree->where, n.type.arguments, {}, 0, scope};
  for (const auto& list : n.lists) call.lists.push_back(&list);
  return e_.calls.rest(construct(*type, call), call);
}

/// Makes println use the toString method of an instance.
void Classes::defineShown(const Scope& instance) {
  const auto* entry = instance->own("toString");
  const auto* function = entry ? entry->value.object<const Function>() : nullptr;
  if (!function || !function->def) return;
  instance->shown = [this, around = std::weak_ptr<Environment>(instance)] {
    const auto scope = around.lock();
    const auto method = std::get<std::shared_ptr<const Function>>(scope->own("toString")->value.data);
    Call call{method->keep, method->keep->where, {}, {}, 0, scope};
    return toString(e_.calls.apply(Value(method), call));
  };
}

}  // namespace stardust::scala
