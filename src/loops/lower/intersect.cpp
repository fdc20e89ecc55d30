#include "loops/lower/intersect.h"

#include <fmt/format.h>

#include <algorithm>

#include "loops/lower/tables.h"
#include "loops/pass_utilities.h"
#include "loops/visit.h"

namespace stardust::loops {
namespace {

// Integer division by 0 fails, so it cannot be speculated.
bool isDivision(const Expr& e) {
  const auto* operation = std::get_if<Binary>(&e->kind);
  return operation && (operation->op == BinaryOp::Div || operation->op == BinaryOp::Rem);
}

}  // namespace

// Branchless append: every candidate is stored, but the counter advances only where the condition holds, so that the
// next candidate overwrites a rejected one. A branch on the intersection of two long fibers would be mispredicted too
// often.
Body Intersections::appendedWhere(const Expr& condition, Body append) const {
  if (result_.counts.empty() || append.empty()) return {};
  const auto& [level, count] = *result_.counts.rbegin();
  const auto* counted = std::get_if<Assign>(&append.back()->kind);
  const auto isHarmless = [&, at = result_.count(level)](const Stmt& s) {
    const auto* stored = std::get_if<Store>(&s->kind);
    if (!stored && !std::holds_alternative<Let>(s->kind) && !std::holds_alternative<Note>(s->kind)) return false;
    if (stored && !equal(stored->index, at)) return false;
    bool divides = false;
    forEachExpr(s, [&](const Expr& e) { divides = divides || anyOf(e, isDivision); });
    return !divides;
  };
  if (!counted || counted->name != count || !std::all_of(append.begin(), append.end() - 1, isHarmless)) return {};
  append.back() = loops::assign(count, add(result_.count(level), cast(Type::I64, condition)));
  return append;
}

// The loop in branchless form, if its last statement appends an entry of the intersection. Empty: the loop has another
// form.
Body Intersections::withoutBranch(const Counting& counting, const Body& inside) {
  const auto* last = std::get_if<If>(&inside.back()->kind);
  const Body appended = last && last->otherwise.empty() ? appendedWhere(last->condition, last->then) : Body();
  if (appended.empty()) return {};
  Body all(inside.begin(), inside.end() - 1);
  append(all, appended);
  const Body looped = {forLoop(counting.var, counting.begin, counting.end, std::move(all))};
  return substituted(looped, {}, renamed(names_, {&looped}));
}

// Scatters one fiber into the table and probes it with the other.
Body Intersections::probed(Merge& merge, Head& follower, const Scope& outer, const Emit& visit) {
  const Cursor::Range fiber = *follower.cursor->range();
  const OperandLevel level = locator_.operandLevel(follower.level.access, follower.level.level);
  const FiberTable table{names_.fresh(level.prefix() + "_table"), fiber.begin, fiber.end, {}};
  allocations(outer).push_back(allocate(table.array, Type::I32, index(0)));
  Body body = writtenTable(table, level, fiber.var, merge.extent);
  follower.cursor = tableCursor(names_, level.prefix(), table);
  merge.counts = true;
  append(body, probing(merge, follower, outer, visit));
  return body;
}

// The loop along one fiber that probes the table of the other.
Body Intersections::probing(Merge& merge, const Head& follower, const Scope& outer, const Emit& visit) {
  Body inside;
  merging_.iterate(merge, outer, visit, inside);
  const Counting counting = *countingOf(merge);
  const Body branching = {forLoop(counting.var, counting.begin, counting.end, inside)},
             straight = withoutBranch(counting, inside);
  if (straight.empty()) return branching;
  const Expr seldom = binary(
      BinaryOp::Lt, multiply(follower.cursor->bound(), index(options_.processor.intersection.foreseen)), merge.extent);
  return {ifThen(seldom, branching, straight)};
}

// The table is filled once, and then costs as much for a short fiber as for a long one. So all entries of both operands
// count, and the size matters only for the caches: fibers that fill the table to some extent may use a larger one.
Expr Intersections::isTableWorthwhile(const Merge& merge, const Head& follower) {
  const auto& from = options_.processor.intersection;
  std::vector<std::pair<notation::AccessKey, int>> levels;
  for (const Head& head : merge.heads) levels.emplace_back(notation::AccessKey(head.level.access), head.level.level);
  if (const auto known = worthwhile_.find(levels); known != worthwhile_.end()) return known->second;
  Expr entries = index(0);
  for (const Head& head : merge.heads)
    if (!head.level.access.tensor.workspace) entries = add(entries, positionsOf(head.level.access, head.level.level));
  const std::int64_t most = addsToScalar(merge.loop.body) ? from.mostRow : from.mostTable;
  const Expr size = dimOf(follower.level.access, follower.level.level),
             share = binary(BinaryOp::Min, index(most), multiply(entries, index(from.extentForEntry))),
             worth = binary(BinaryOp::Le, size, binary(BinaryOp::Max, index(from.smallTable), share));
  const OperandLevel level = locator_.operandLevel(follower.level.access, follower.level.level);
  const std::string name = level.prefix() + "_table_pays";
  return worthwhile_[levels] = named(names_, prologue_, name, worth);
}

Body Intersections::probedOrMerged(Merge& merge, Body opened, const Scope& outer, const Emit& visit, Body walked) {
  Head& follower = merge.heads[&merge.heads[0] == merge.only ? 1 : 0];
  const Expr entries = merge.totalEntries();
  const Cursor::Range fiber = *follower.cursor->range();
  Body body = probed(merge, follower, outer, visit);
  const auto& from = options_.processor.intersection;
  const Expr worthwhile = isTableWorthwhile(merge, follower),
             fits =
                 either(worthwhile, binary(BinaryOp::Le, merge.extent, multiply(entries, index(from.extentForEntry))));
  const std::int64_t few = addsToScalar(merge.loop.body) ? from.fewProducts : from.fewEntries;
  const bool mayBeMany = follower.level.level > 0 || arrays_.isWide(follower.level.access.tensor.name);
  const Expr enough =
      both(binary(BinaryOp::Ge, entries, index(few)), both(canBeLookedUp(fiber.begin, fiber.end, mayBeMany), fits));
  opened.push_back(ifThen(enough, std::move(body), std::move(walked)));
  return opened;
}

}  // namespace stardust::loops
