#include "scala/run.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "scala/evaluate/evaluator.h"

namespace stardust::scala {
namespace {

bool hasMain(const Evaluator& e, const ClassTree* type) {
  for (int depth = 0; type && depth < 20; ++depth) {
    if (const auto* body = as<BlockTree>(type->body)) {
      for (const auto& statement : body->statements) {
        const auto* def = as<DefTree>(statement);
        if (def && def->name == "main") return true;
      }
    }
    type = type->bases.empty() ? nullptr : e.classes.named(type->bases.front().type.name);
  }
  return false;
}

/// The requested class; otherwise the first concrete class that has or inherits a main method.
const ClassTree& chosen(const Evaluator& e) {
  const auto& asked = e.request.instance;
  if (!asked.empty()) {
    if (const auto* found = e.classes.named(asked)) return *found;
    const auto names = e.classes.names();
    const auto near = nearest(asked, names);
    failUser(fmt::format("there is no class {}", asked), {}, {},
             near ? fmt::format("did you mean {}?", *near) : fmt::format("there are {}", fmt::join(names, ", ")));
  }
  for (const auto& statement : std::get<BlockTree>(e.file->kind).statements) {
    const auto* type = as<ClassTree>(statement);
    if (type && !type->isAbstract && hasMain(e, type)) return *type;
  }
  failUser("no class of this file can be run", e.file->where, {}, e.rules.example());
}

/// Of several main methods, the one that takes the command-line arguments, or none.
std::shared_ptr<const Function> mainOf(Evaluator& e, const Scope& instance) {
  const auto found = e.scopes.lookUp("main", instance);
  const auto* first = found ? found->get<std::shared_ptr<const Function>>() : nullptr;
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
  return *first;  // its call reports the mistake
}

/// The command-line arguments, or those of the program itself.
std::vector<std::string> argumentsOf(Evaluator& e, const Scope& instance) {
  if (!e.request.arguments.empty()) return e.request.arguments;
  const auto own = e.scopes.lookUp(std::string(e.language.arguments), instance);
  if (!own) return {};
  Call call{e.file, e.file->where, {}, {}, 0, instance};
  const auto* function = own->object<const Function>();
  const auto text = toString(function && function->def ? e.calls.invokeDef(*function->def, *function, call) : *own);
  std::vector<std::string> words;
  for (std::size_t at = 0; at < text.size();) {
    const auto end = std::min(text.find(' ', at), text.size());
    if (end > at) words.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return words;
}

}  // namespace

void run(Evaluator& e) {
  e.statements.block(std::get<BlockTree>(e.file->kind), e.scopes.top());
  const auto& app = chosen(e);
  e.outcome.name = app.name;
  const auto instance = e.classes.instantiate(app, {}, {}, e.scopes.top());
  const auto main = mainOf(e, instance);
  if (!main) failUser(fmt::format("{} has no def main(args: Array[String])", app.name), e.file->where);
  Values arguments;
  for (const auto& word : argumentsOf(e, instance)) arguments.push_back(text(word));
  const auto list = ofForm(collection(std::move(arguments)), Form::Array);
  const auto& parameters = main->def->parameters;
  const bool isGiven = !parameters.empty() && !parameters.front().empty();
  if (!isGiven) Scopes::define(instance, "args", list);  // def main(): Unit
  e.invoke(Value(main), isGiven ? Values{list} : Values(), e.file->where);
}

}  // namespace stardust::scala
