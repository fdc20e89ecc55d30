#include <fmt/format.h>

#include <algorithm>

#include "schedule/factor.h"
#include "schedule/schedule.h"
#include "schedule/search.h"
#include "schedule/workspace.h"

namespace stardust::schedule {
namespace {

using notation::Access;
using notation::AssignOp;

// An operand of the accelerated statement, and its on-chip copy over the statement's loops.
struct Copy {
  Access tensor, onChip;
};

std::vector<Copy> copiesFor(const Stmt& whole, const Nest& nest, const cin::Assign& assign, TensorNames taken) {
  std::vector<Copy> copies;
  for (const Access& access : notation::accesses(assign.rhs)) {
    const bool again =
        std::any_of(copies.begin(), copies.end(), [&](const Copy& c) { return notation::equal(c.tensor, access); });
    if (again || access.tensor.workspace || access.tensor.order() == 0 ||
        access.tensor.format.region() == Region::OnChip)
      continue;
    std::vector<IndexVar> vars;
    for (const IndexVar& var : access.indices)
      for (const IndexVar& part : cin::componentsOf(cin::relationsOf(whole), nest.vars, var))
        if (contains(nest.vars, part) && !contains(vars, part)) vars.push_back(part);
    const std::string name = freshTensor(whole, access.tensor.name + "_on", taken);
    taken.insert(name);
    copies.push_back(
        {access, {workspaceFor(whole, notation::access(access.tensor, access.indices), vars, name), vars}});
  }
  return copies;
}

Stmt onChipOnly(const Stmt& whole, const Stmt& stmt, const MapTo& command, int factor, const TensorNames& reserved) {
  const Nest nest = nestOf(stmt);
  const auto& assign = std::get<cin::Assign>(nest.body->kind);
  const auto copies = copiesFor(whole, nest, assign, reserved);
  const Expr rhs = notation::rewrite(assign.rhs, [&](const Expr& e) {
    const auto* access = std::get_if<Access>(&e->kind);
    for (const Copy& copy : copies)
      if (access && notation::equal(*access, copy.tensor))
        return notation::access(copy.onChip.tensor, copy.onChip.indices, e->where);
    return Expr();
  });
  Stmt result = cin::map(cin::forall(nest.vars, cin::assign(assign.lhs, assign.op, rhs)), command.backend,
                         command.function, factor);
  for (const Copy& copy : copies)
    result = cin::where(result, cin::forall(copy.onChip.indices,
                                            cin::assign(copy.onChip, AssignOp::Set,
                                                        notation::access(copy.tensor.tensor, copy.tensor.indices))));
  return result;
}

// A reduction directly into a tensor is first precomputed into a scalar, which the backend function then fills.
Stmt intoScalar(const Stmt& stmt, const MapTo& command, const Location& where, const TensorNames& reserved,
                Stmt& wanted) {
  const Nest nest = nestOf(command.stmt);
  const auto* assign = std::get_if<cin::Assign>(&nest.body->kind);
  if (command.function != "Reduction" || !assign || assign->lhs.indices.empty()) return stmt;
  const std::string name = freshTensor(stmt, "ws", reserved);
  const Stmt split = precompute(stmt, {assign->rhs, {}, {}, name}, where);
  notation::TensorVar workspace;
  workspace.name = name;
  wanted = cin::forall(nest.vars, cin::assign({workspace, {}}, operators::add, assign->rhs));
  return split;
}

}  // namespace

Stmt accelerate(const Stmt& stmt, const Accelerate& command, const Location& where, const TensorNames& reserved) {
  const MapTo& map = command.map;
  const int factor = resolveFactor(stmt, map.factor, where);
  Stmt wanted = map.stmt;
  const bool there =
      static_cast<bool>(replaceFirst(stmt, [&](const Stmt& s) { return cin::equal(s, map.stmt) ? s : Stmt(); }));
  if (!there) failNoStatement(stmt, map.stmt, where);
  const Stmt split = intoScalar(stmt, map, where, reserved, wanted);
  const Stmt result = replaceFirst(split, [&](const Stmt& s) {
    if (!cin::equal(s, wanted)) return Stmt();
    requireMappable(s, map, where);
    return onChipOnly(split, s, map, factor, reserved);
  });
  if (!result) failNoStatement(split, wanted, where);
  return result;
}

}  // namespace stardust::schedule
