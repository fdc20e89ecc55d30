#include "exec/spatial_primitives.h"

#include <fmt/format.h>

#include <algorithm>

namespace stardust::spatial::run {

void Primitives::add(const StmtNode& stmt, Firing& firing, Uses& uses) {
  const Site site{uses, firing.takes};
  firing.actions.push_back(match(
      stmt.kind, [&](const Val& n) { return action(n, stmt, site); },
      [&](const Set& n) { return action(n, stmt, site); }, [&](const Write& n) { return action(n, stmt, site); },
      [&](const SparseWrite& n) { return action(n, stmt, site); },
      [&](const Update& n) {
        return Action{Action::Kind::Update, 0, 0, expressions_.update(n.rmw, nullptr, stmt.where, site).node, &stmt};
      },
      [&](const Enq& n) { return action(n, stmt, firing.gives, site); },
      [&](const auto&) -> Action { failInternal("a controller in a body of primitives"); }));
}

Action Primitives::action(const Val& n, const StmtNode& stmt, Site site) {
  const auto value = expressions_.of(n.value, site);
  const auto slot = declarations_.define(n.name, Entity::Kind::Scalar, value.type, stmt.where);
  site.uses.touch(scopes_.get(n.name, stmt.where), true);
  return {Action::Kind::Assign, slot, 0, value.node, &stmt};
}

Action Primitives::action(const Set& n, const StmtNode& stmt, Site site) {
  const auto& entity = scopes_.get(n.reg, stmt.where);
  if (entity.kind != Entity::Kind::Reg && entity.kind != Entity::Kind::ArgOut) {
    failUser(fmt::format("{} is neither a Reg nor an ArgOut", n.reg), stmt.where);
  }
  const auto value = expressions_.expect(n.value, entity.type, "the value", site);
  site.uses.touch(entity, true);
  if (!n.enable) return {Action::Kind::Assign, entity.index, 0, value, &stmt};
  const auto enable = expressions_.expect(n.enable, Type::Bit, "the condition", site);
  return {Action::Kind::AssignIf, entity.index, enable, value, &stmt};
}

Action Primitives::action(const Write& n, const StmtNode& stmt, Site site) {
  const auto entity = memoryIn(scopes_, n.memory, stmt.where);
  const bool isSparse = entity.kind == Entity::Kind::Sparse;
  const auto address = expressions_.index(n.index, site);
  const auto value = expressions_.expect(n.value, entity.type, "the value", site);
  site.uses.touch(entity, true);
  if (!n.enable)
    return {isSparse ? Action::Kind::SparseWrite : Action::Kind::Write, entity.index, address, value, &stmt};
  if (isSparse) failUser("a sparse memory has no conditional write", stmt.where);
  const auto enable = expressions_.expect(n.enable, Type::Bit, "the condition", site);
  return {Action::Kind::WriteIf, entity.index, address, value, &stmt, enable};
}

Action Primitives::action(const SparseWrite& n, const StmtNode& stmt, Site site) {
  const auto entity = memoryIn(scopes_, n.memory, stmt.where, true);
  const auto address = expressions_.index(n.index, site);
  const auto value = expressions_.expect(n.value, entity.type, "the value", site);
  site.uses.touch(entity, true);
  return {Action::Kind::SparseWrite, entity.index, address, value, &stmt};
}

Action Primitives::action(const Enq& n, const StmtNode& stmt, std::vector<Give>& gives, Site site) {
  const auto& entity = fifoIn(scopes_, n.fifo, stmt.where);
  const auto give = std::find_if(gives.begin(), gives.end(), [&](const Give& g) { return g.fifo == entity.index; });
  if (give != gives.end()) ++give->count;
  else gives.push_back({entity.index, 1});
  site.uses.touch(entity, true);
  const auto value = expressions_.expect(n.value, entity.type, "the element", site);
  if (!n.enable) return {Action::Kind::Enq, entity.index, 0, value, &stmt};
  const auto enable = expressions_.expect(n.enable, Type::Bit, "the condition", site);
  return {Action::Kind::EnqIf, entity.index, enable, value, &stmt};
}

}  // namespace stardust::spatial::run
