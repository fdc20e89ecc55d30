// Classes, instances and the run of a program.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

#include "built_in_scala.h"
#include "staging/evaluator.h"
#include "staging/refused.h"

namespace stardust::staging {

Outcome run(const Source& source, const Request& request, const Accelerator& accelerator) {
  return Evaluator(read(source), request, accelerator).run();
}

Evaluator::Evaluator(Tree file, const Request& request, const Accelerator& accelerator)
    : loops(stage, words, memories,
            [this](const Value& f, Values arguments, const Location& where) {
              return invoke(f, std::move(arguments), where);
            }),
      file_(std::move(file)),
      request_(request),
      accelerator_(accelerator),
      scopes_([this](const Environment::Entry& entry, const Scope& scope) {
        if (const auto* object = as<ClassTree>(entry.pending))
          return entry.home ? *scopes_.lookUp(entry.name, entry.home) : Value(instantiate(*object, {}, {}, scope));
        return ascribed(evaluate(entry.pending, scope), entry.declared, scope, entry.pending->where);
      }) {}

Outcome Evaluator::run() {
  block(std::get<BlockTree>(file_->kind), scopes_.top());
  const auto& app = chosen();
  outcome.name = app.name;
  const auto instance = instantiate(app, {}, {}, scopes_.top());
  const auto main = mainOf(instance);
  if (!main) failUser(fmt::format("{} has no def main(args: Array[String])", app.name), file_->where);
  auto given = request_.arguments;
  if (given.empty()) {
    if (const auto args = scopes_.lookUp("runtimeArgs", instance)) {
      Call call{file_, file_->where, {}, {}, 0, instance};
      const auto* function = args->object<const Function>();
      auto text = toString(function && function->def ? invokeDef(*function->def, *function, call) : *args);
      for (std::size_t at = 0; at < text.size();) {
        const auto end = std::min(text.find(' ', at), text.size());
        if (end > at) given.push_back(text.substr(at, end - at));
        at = end + 1;
      }
    }
  }
  Values arguments;
  for (const auto& word : given) arguments.push_back(text(word));
  const auto list = ofForm(collection(std::move(arguments)), Form::Array);
  const auto& parameters = main->def->parameters;
  const bool isGiven = !parameters.empty() && !parameters.front().empty();
  if (!isGiven) Scopes::define(instance, "args", list);  // def main(): Unit
  invoke(Value(main), isGiven ? Values{list} : Values(), file_->where);
  return std::move(outcome);
}

/// Of several methods of that name the one that takes the arguments of the command line, or nothing.
std::shared_ptr<const Function> Evaluator::mainOf(const Scope& instance) {
  const auto found = scopes_.lookUp("main", instance);
  const auto* first = found ? std::get_if<std::shared_ptr<const Function>>(&found->data) : nullptr;
  if (!first || !*first || !(*first)->def) return nullptr;
  const auto isMain = [](const Function& method) {
    return method.def->parameters.empty() || method.def->parameters.front().size() <= 1;
  };
  for (const auto* at = first->get(); at; at = at->other.get()) {
    if (!isMain(*at)) continue;
    auto only = *at;
    only.other = nullptr;
    return std::make_shared<const Function>(std::move(only));
  }
  return *first;  // what is wrong with it is said when it is called
}

const ClassTree* Evaluator::classOf(const std::string& name) const {
  const auto found = classes_.find(name);
  return found == classes_.end() ? nullptr : found->second;
}

/// Whether there is such a library; what it defines is known from now on.
bool Evaluator::knows(const std::string& library) {
  const auto isIt = [&](const auto& entry) { return library == entry.first; };
  const auto* found = std::find_if(std::begin(scalaLibraries), std::end(scalaLibraries), isIt);
  if (found == std::end(scalaLibraries)) return false;
  auto& tree = libraries_[library];
  if (!tree) {
    tree = read(std::make_shared<const SourceText>(SourceText{library, found->second}));
    block(std::get<BlockTree>(tree->kind), scopes_.top());
  }
  return true;
}

/// The class that was asked for; else the first concrete one that leads to a SpatialTest or SpatialApp.
const ClassTree& Evaluator::chosen() const {
  if (!request_.instance.empty()) {
    if (const auto* found = classOf(request_.instance)) return *found;
    std::vector<std::string> names;
    for (const auto& [name, type] : classes_) names.push_back(name);
    const auto near = nearest(request_.instance, names);
    failUser(fmt::format("there is no class {}", request_.instance), {}, {},
             near ? fmt::format("did you mean {}?", *near) : fmt::format("there are {}", fmt::join(names, ", ")));
  }
  const auto hasMain = [&](const ClassTree* type) {
    for (int depth = 0; type && depth < 20; ++depth) {
      if (const auto* body = as<BlockTree>(type->body)) {
        for (const auto& statement : body->statements) {
          const auto* def = as<DefTree>(statement);
          if (def && def->name == "main") return true;
        }
      }
      type = type->bases.empty() ? nullptr : classOf(type->bases.front().type.name);
    }
    return false;
  };
  for (const auto& statement : std::get<BlockTree>(file_->kind).statements) {
    const auto* type = as<ClassTree>(statement);
    if (type && !type->isAbstract && hasMain(type)) return *type;
  }
  failUser("no class of this file can be run", file_->where, {},
           "write @spatial class Name extends SpatialTest { def main(args: Array[String]): Unit = { … } }");
}

std::vector<Evaluator::Level> Evaluator::levelsOf(const ClassTree& type, const std::vector<TypeTree>& types,
                                                  const std::vector<Argument>& arguments) const {
  std::vector<Level> levels{{&type, &arguments, &types, 0}};
  for (std::size_t i = 0; i < levels.size() && i < 50; ++i) {
    for (const auto& base : levels[i].type->bases) {
      if (const auto* found = classOf(base.type.name))
        levels.push_back({found, &base.arguments, &base.type.arguments, i});
    }
  }
  return levels;
}

/// Whether a class is the other one, or extends it.
bool Evaluator::leadsTo(const ClassTree& type, const ClassTree& base) const {
  const std::vector<TypeTree> none;
  const std::vector<Argument> nothing;
  for (const auto& level : levelsOf(type, none, nothing)) {
    if (level.type == &base) return true;
  }
  return false;
}

/// Parameters that are a val are members, and what extends the class overrides them. The others are the class's own;
/// types too.
void Evaluator::bindParameters(const Level& level, const Scope& from, const Scope& instance) {
  const auto& names = level.type->typeParameters;
  for (std::size_t i = 0; i < names.size() && i < level.types->size(); ++i) {
    auto given = bindableType((*level.types)[i], from);
    instance->types.emplace_back(names[i], given);
    level.own->types.emplace_back(names[i], std::move(given));
  }
  parametersOf(level.type->parameters, *level.arguments, from, level.own, file_->where);
  inferTypes(names, level.type->parameters, level.own);
  ascribeParameters(level.type->parameters, level.own, file_->where);
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

/// What a class defines, unless what extends it has; and the other statements of its body.
void Evaluator::defineMembers(const Level& level, const Scope& instance, std::set<std::string>& overridden,
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
      defineMethod(*def, statement, instance, level.own);
    } else if (const auto* alias = as<TypeDefTree>(statement)) {
      if (!alias->type.name.empty()) instance->types.emplace_back(alias->name, type(alias->type, level.own));
    } else if (as<ImportTree>(statement) || as<ClassTree>(statement)) {
      this->statement(statement, level.own);
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

/// The members of a SpatialTest have other names than those of the test library.
void Evaluator::requireFreeNames(const std::vector<Level>& levels) const {
  const auto isTest = [](const Level& level) {
    const auto& bases = level.type->bases;
    return std::any_of(bases.begin(), bases.end(), [](const auto& base) { return base.type.name == "SpatialTest"; });
  };
  const auto isSpatial = [](const Level& level) { return level.type->isSpatial; };
  if (std::none_of(levels.begin(), levels.end(), isSpatial) || std::none_of(levels.begin(), levels.end(), isTest))
    return;
  for (const auto& level : levels) {
    for (const auto& parameter : level.type->parameters) {
      if (parameter.isMember) requireFreeName(parameter.name, parameter.type.where);
    }
    const auto* body = as<BlockTree>(level.type->body);
    for (const auto& statement : body ? body->statements : std::vector<Tree>()) {
      const auto* val = as<ValTree>(statement);
      const auto* def = as<DefTree>(statement);
      if (val && val->pattern.kind == Pattern::Kind::Bind) requireFreeName(val->pattern.name, statement->where);
      if (def && isParameterless(*def)) requireFreeName(def->name, statement->where);
    }
  }
}

/// The members of a class and of those it extends, in one scope: what a class defines overrides what its bases do.
Scope Evaluator::instantiate(const ClassTree& type, const std::vector<TypeTree>& types,
                             const std::vector<Argument>& arguments, const Scope& around) {
  const auto enclosing = enclosing_.find(&type);
  auto instance = scopes_.create(enclosing == enclosing_.end() ? scopes_.top() : enclosing->second);
  instance->isInstanceOf = &type;
  auto levels = levelsOf(type, types, arguments);
  requireFreeNames(levels);
  for (std::size_t i = 0; i < levels.size(); ++i) {
    levels[i].own = scopes_.create(instance);
    bindParameters(levels[i], i == 0 ? around : levels[levels[i].extendedBy].own, instance);
  }
  if (auto* object = type.isObject ? around->own(type.name) : nullptr) {  // its body may name it
    object->value = instance;
    object->pending = {};
  }
  defineThis(type, instance);
  std::set<std::string> overridden;
  std::vector<std::pair<Tree, Scope>> all;  // bases first
  for (const auto& level : levels) {
    std::vector<Tree> others;
    defineMembers(level, instance, overridden, others);
    std::vector<std::pair<Tree, Scope>> own;
    for (const auto& statement : others) own.emplace_back(statement, level.own);
    all.insert(all.begin(), own.begin(), own.end());
  }
  for (const auto& [statement, own] : all) {
    const auto* val = as<ValTree>(statement);
    if (val && val->pattern.kind == Pattern::Kind::Bind) {
      const auto& name = val->pattern.name;
      const auto value = scopes_.lookUp(name, instance);  // unless what came before has needed it
      if (value && stage.isActive())
        instance->own(name)->value = taken(words.bound(*value, name, statement->where), name, statement->where);
      continue;
    }
    const auto known = static_cast<std::ptrdiff_t>(own->entries.size());
    this->statement(statement, own);
    instance->entries.insert(instance->entries.end(), own->entries.begin() + known,
                             own->entries.end());  // val (a, b) = …
    own->entries.erase(own->entries.begin() + known, own->entries.end());
  }
  defineShown(instance);
  return instance;
}

Value Evaluator::construct(const ClassTree& type, Call& call) {
  std::vector<Argument> arguments;
  for (std::size_t i = 0; i < std::max<std::size_t>(type.lists, 1) && call.has(); ++i) {
    const auto& list = call.next();
    arguments.insert(arguments.end(), list.begin(), list.end());
  }
  const auto types = std::exchange(call.types, {});
  return constructed(type, types, arguments, call.scope);
}

}  // namespace stardust::staging
