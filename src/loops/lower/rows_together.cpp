#include "loops/lower/rows_together.h"

#include <algorithm>
#include <set>

#include "cin/query.h"
#include "loops/lower/conditions.h"
#include "loops/lower/leaders.h"
#include "loops/lower/notes.h"

namespace stardust::loops {
namespace {

constexpr std::int64_t rowsOfTile = 2048;  // elements of the result that stay in the L1 cache

}  // namespace

std::optional<RowsTogether::Sum> RowsTogether::sumOf(const cin::Forall& rows, const Scope& scope) const {
  const cin::Stmt body = cin::withoutMaps(rows.body);
  const auto* where = std::get_if<cin::Where>(&body->kind);
  if (!where || !facts_.relations.empty() || !facts_.executions.empty()) return std::nullopt;
  const cin::Stmt consumer = cin::withoutMaps(where->consumer), producer = cin::withoutMaps(where->producer);
  const auto* result = std::get_if<cin::Assign>(&consumer->kind);
  const auto* loop = std::get_if<cin::Forall>(&producer->kind);
  const cin::Stmt innermost = loop ? cin::withoutMaps(loop->body) : cin::Stmt();
  const auto* term = innermost ? std::get_if<cin::Assign>(&innermost->kind) : nullptr;
  const auto* total = result ? std::get_if<Access>(&result->rhs->kind) : nullptr;
  if (!term || !total || total->tensor.name != term->lhs.tensor.name) return std::nullopt;
  const Access& y = result->lhs;
  if (!isResult(y) || !y.tensor.format.isDense() || result->op != AssignOp::Set || term->op != operators::add ||
      !term->lhs.tensor.workspace || term->lhs.tensor.order() != 0 || scope.limits.count(loop->var))
    return std::nullopt;
  std::set<IndexVar> bound = {rows.var};
  for (const auto& [var, coordinate] : scope.vars) bound.insert(var);
  const bool isOfRow =
      notation::contains(y.indices, rows.var) &&
      std::all_of(y.indices.begin(), y.indices.end(), [&](const IndexVar& v) { return bound.count(v); });
  const iteration::Set set = iteration::contractionSet(loop->var, loop->body, bound);
  const std::vector<iteration::LevelIterator> levels = levelsOf(set);
  const auto isUnchangedLevel = [](const iteration::LevelIterator&) { return false; };
  if (levels.size() != 1 || !leadersOf(set, isUnchangedLevel)) return std::nullopt;
  const iteration::LevelIterator* level = &levels.front();
  if (!isOfRow || level->access.tensor.workspace || level->level != 1 || level->access.tensor.order() != 2 ||
      varOfLevel(level->access, 0) != rows.var || !loweringOf(level->access.tensor.format.level(1)).acrossRows)
    return std::nullopt;
  return Sum{*loop, *result, *term, *level};
}

Expr RowsTogether::placeOf(const Access& access, Scope& scope, Body& out) {
  locator_.locate(access, scope, out);
  return scope.places.find(access)->back().at;
}

Body RowsTogether::lower(const cin::Forall& rows, const Expr& begin, const Expr& end, const Scope& scope) {
  const std::optional<Sum> sum = sumOf(rows, scope);
  if (!sum) return {};
  const Access& y = sum->result.lhs;
  const std::string values = arrays_.values(y.tensor), tile = names_.fresh("tile"), row = names_.fresh(rows.var);
  const auto inRow = [&](const Expr& at) {
    Scope inner = scope;
    inner.enter(rows.var);
    inner.vars[rows.var] = at;
    return inner;
  };
  Body inTile, zero;
  const Expr size = index(rowsOfTile);
  const Expr from = named(names_, inTile, rows.var + "_from", add(begin, multiply(variable(tile, Type::I64), size)));
  const Expr until = named(names_, inTile, rows.var + "_until", binary(BinaryOp::Min, end, add(from, size)));
  Scope first = inRow(variable(row, Type::I64));
  const Expr place = placeOf(y, first, zero);
  zero.push_back(store(values, place, identityOf(y.tensor)));
  inTile.push_back(forLoop(row, from, until, std::move(zero)));
  const OperandLevel level = locator_.operandLevel(sum->level.access, 1);
  const auto visit = [&](const Expr& at, const Expr& coordinate, const Expr& position, Body& out) {
    Scope inner = inRow(at);
    inner.enter(sum->loop.var);
    inner.vars[sum->loop.var] = coordinate;
    inner.places[sum->level.access] = {Position{at}, Position{position}};
    locator_.locate(sum->loop.body, inner, out);
    const Value value = values_.of(sum->term.rhs, inner, out);
    const Expr present = under(inner.facts, value.present);
    const Expr element = placeOf(y, inner, out);
    const Stmt adds = reducingStore(values, element, values_.asTerm(value, sum->term.op), ofElements(sum->term.op));
    if (constant(present) == 1 || value.zeroIfAbsent) out.push_back(adds);
    else out.push_back(ifThen(present, {adds}));
  };
  const LevelLowering& lowering = loweringOf(sum->level.access.tensor.format.level(1));
  for (const Stmt& s : lowering.acrossRows(level, from, until, visit)) inTile.push_back(s);
  const Expr tiles = ceilDivide(subtract(end, begin), size);
  return {noteOf(sum->loop, iteration::Set(iteration::SetNode{sum->level})),
          forLoop(tile, index(0), tiles, std::move(inTile))};
}

}  // namespace stardust::loops
