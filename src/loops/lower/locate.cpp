#include "loops/lower/locate.h"

#include <fmt/format.h>

#include "levels/registry.h"
#include "located/located_levels.h"
#include "loops/lower/levels/level_lowering.h"
#include "support/diagnostic.h"

namespace stardust::loops {

OperandLevel Locator::operandLevel(const Access& access, int level) {
  return {access, level, names_, arrays_, [this, &access, level] { return dimOf(access, level); }};
}

std::pair<Expr, Expr> Locator::fiber(const Access& access, int level, const Position& parent) {
  return loweringOf(access.tensor.format.level(level)).fiber(operandLevel(access, level), parent);
}

std::unique_ptr<Cursor> Locator::cursorFor(const iteration::LevelIterator& it, const Scope& scope) {
  const std::string& tensor = it.access.tensor.name;
  if (it.access.tensor.workspace) {
    const Workspace& workspace = workspaces_.live.at(tensor);
    return listCursor(names_, tensor + "_at", workspace.list, workspace.listType,
                      variable(workspace.length, Type::I64));
  }
  const Position parent = parentOf(it.access, it.level, scope);
  auto [begin, end] = fiber(it.access, it.level, parent);
  if (const auto limit = scope.limits.find(varOfLevel(it.access, it.level));
      limit != scope.limits.end() && limit->second.begin) {
    const LevelLimit& only = limit->second;
    begin = only.isInFiber ? only.begin : binary(BinaryOp::Max, begin, only.begin);
    end = only.isInFiber ? only.end : binary(BinaryOp::Min, end, only.end);
  }
  const LevelLowering& lowering = loweringOf(it.access.tensor.format.level(it.level));
  return lowering.cursor(operandLevel(it.access, it.level), parent, begin, end);
}

void Locator::locate(const cin::Stmt& stmt, Scope& scope, Body& out) {
  for (const Access& access : accessesIn(stmt)) {
    if (access.tensor.order() == 0) continue;
    if (access.tensor.workspace) locateWorkspace(access, scope, out);
    else locate(access, scope, out);
  }
}

void Locator::locate(const Access& access, Scope& scope, Body& out) {
  std::vector<Position>& places = scope.places[access];
  const int known = located::levelsLocated(access, [&](const IndexVar& var) { return scope.vars.count(var) != 0; });
  for (int level = static_cast<int>(places.size()); level < known; ++level) {
    const Position parent = level == 0 ? Position{index(0)} : places.back();
    const LevelFormat format = access.tensor.format.level(level);
    if (isResult(access) && !levels::of(format).hasLocate) return;  // located where its entry is opened
    const Expr& coordinate = scope.vars.at(varOfLevel(access, level));
    places.push_back(loweringOf(format).locate(operandLevel(access, level), parent, coordinate, out));
  }
}

void Locator::locateWorkspace(const Access& access, Scope& scope, Body& out) {
  std::vector<Position>& places = scope.places[access];
  if (!places.empty()) return;
  const auto isKnown = [&](const IndexVar& var) { return scope.vars.count(var) != 0; };
  if (located::levelsLocated(access, isKnown) < access.tensor.order()) return;
  Expr at = index(0);
  for (const IndexVar& var : notation::varsOfLevels(access)) at = add(multiply(at, extent(var)), scope.vars.at(var));
  const Workspace& w = workspaces_.live.at(access.tensor.name);
  Position place{named(names_, out, access.tensor.name + "_at", at), Expr()};
  if (w.isHashed() && w.filled) place = workspaces_.slotOf(w, place.at, out);
  places.assign(static_cast<std::size_t>(access.tensor.order()), place);
}

}  // namespace stardust::loops
