#include "exec/spatial_scope.h"

#include <fmt/format.h>

namespace stardust::spatial::run {

void Scopes::define(const std::string& name, Entity entity, const Location& where) {
  if (!scopes_.back().emplace(name, entity).second) failUser(fmt::format("{} is defined twice", name), where);
}

Entity* Scopes::find(const std::string& name) {
  for (auto scope = scopes_.rbegin(); scope != scopes_.rend(); ++scope) {
    if (const auto entry = scope->find(name); entry != scope->end()) return &entry->second;
  }
  return nullptr;
}

Entity& Scopes::get(const std::string& name, const Location& where) {
  if (auto* entity = find(name)) return *entity;
  std::vector<std::string> names;
  for (const auto& scope : scopes_) {
    for (const auto& [known, entity] : scope) names.push_back(known);
  }
  const auto near = nearest(name, names);
  failUser(fmt::format("{} is not defined here", name), where, {},
           near ? fmt::format("did you mean {}?", *near) : std::string());
}

}  // namespace stardust::spatial::run
