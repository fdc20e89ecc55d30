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

const Entity& memoryIn(Scopes& scopes, const std::string& name, const Location& where, bool sparseOnly) {
  const auto& entity = scopes.get(name, where);
  if (entity.kind != Entity::Kind::Sparse && (sparseOnly || entity.kind != Entity::Kind::Sram)) {
    failUser(fmt::format("{} is not {}", name, sparseOnly ? "a sparse memory" : "an SRAM or a sparse memory"), where);
  }
  if (entity.isSparseDram && !entity.isAliased) {
    failUser(fmt::format("{} has no alias", name), where, "a SparseDRAM has no words of its own",
             fmt::format("write {}.alias = dram", name));
  }
  return entity;
}

const Entity& fifoIn(Scopes& scopes, const std::string& name, const Location& where) {
  const auto& entity = scopes.get(name, where);
  if (entity.kind != Entity::Kind::Fifo) failUser(fmt::format("{} is not a FIFO", name), where);
  return entity;
}

const Entity& dramIn(Scopes& scopes, const std::string& name, const Location& where) {
  const auto& entity = scopes.get(name, where);
  if (entity.kind != Entity::Kind::Dram) failUser(fmt::format("{} is not a DRAM", name), where);
  return entity;
}

}  // namespace stardust::spatial::run
