#include "loops/lower/intersect.h"

#include <fmt/format.h>

#include <algorithm>

#include "loops/pass_utilities.h"
#include "loops/position_table.h"
#include "loops/visit.h"

namespace stardust::loops {
namespace {

/// Looks coordinates up in a position table. Stale entries of other fibers are recognised because their position lies
/// outside the fiber.
class TableCursor : public Cursor {
 public:
  TableCursor(Names& names, const std::string& prefix, std::string table, Cursor::Range fiber)
      : names_(names), at_(names.fresh(prefix + "_at")), table_(std::move(table)), fiber_(std::move(fiber)) {}

  void prepare(Body&) override {}
  void start(Body&) override {}
  Expr live() const override {
    return both(binary(BinaryOp::Le, fiber_.begin, at()), binary(BinaryOp::Lt, at(), fiber_.end));
  }
  Expr coordinate() const override { return coordinate_; }
  Expr holds(const Expr&) const override { return live(); }
  // Always a position of the fiber, so its values can be loaded speculatively.
  Position here(Body& out, const Expr& present) override {
    return {named(names_, out, at_ + "_or_first", select(present, at(), fiber_.begin)), present};
  }
  void advance(Body&) override {}
  bool isAlwaysLoadable() const override { return true; }
  void skipTo(Body& out, const Expr& coordinate) override {
    coordinate_ = coordinate;
    out.push_back(let(at_, cast(Type::I64, load(table_, Type::I32, coordinate))));
  }
  Expr bound() const override { return subtract(fiber_.end, fiber_.begin); }

 private:
  Expr at() const { return variable(at_, Type::I64); }

  Names& names_;
  std::string at_, table_;
  Cursor::Range fiber_;
  Expr coordinate_;
};

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
  const std::string& name = follower.level.access.tensor.name;
  const std::string prefix = fmt::format("{}{}", name, follower.level.level + 1),
                    table = names_.fresh(prefix + "_table");
  allocations(outer).push_back(allocate(table, Type::I32, index(0)));
  const Expr at = variable(fiber.var, Type::I64),
             coordinate = cast(Type::I64, load(arrays_.crd(name, follower.level.level), Type::I32, at));
  Body body = {resize(table, merge.extent, literal(Type::I32, noPosition)),
               note(fmt::format("write the positions of {} into a table, and look them up", prefix)),
               forLoop(fiber.var, fiber.begin, fiber.end, {store(table, coordinate, cast(Type::I32, at))})};
  follower.cursor = std::make_unique<TableCursor>(names_, prefix, table, fiber);
  merge.counts = true;
  Body inside;
  merging_.iterate(merge, outer, visit, inside);
  const Counting counting = *countingOf(merge);
  const Body branching = {forLoop(counting.var, counting.begin, counting.end, inside)},
             straight = withoutBranch(counting, inside);
  const Expr seldom = binary(
      BinaryOp::Lt, multiply(follower.cursor->bound(), index(options_.processor.intersection.foreseen)), merge.extent);
  if (straight.empty()) append(body, branching);
  else body.push_back(ifThen(seldom, branching, straight));
  return body;
}

Body Intersections::probedOrMerged(Merge& merge, Body opened, const Scope& outer, const Emit& visit, Body walked) {
  Head& follower = merge.heads[&merge.heads[0] == merge.only ? 1 : 0];
  const Expr entries = merge.totalEntries();
  Body body = probed(merge, follower, outer, visit);
  const auto& from = options_.processor.intersection;
  const Expr fits = either(binary(BinaryOp::Le, merge.extent, index(from.smallTable)),
                           binary(BinaryOp::Le, merge.extent, multiply(entries, index(from.extentForEntry))));
  const std::int64_t few = addsToScalar(merge.loop.body) ? from.fewProducts : from.fewEntries;
  const Expr enough = both(binary(BinaryOp::Ge, entries, index(few)),
                           both(binary(BinaryOp::Gt, follower.cursor->bound(), index(0)), fits));
  opened.push_back(ifThen(enough, std::move(body), std::move(walked)));
  return opened;
}

}  // namespace stardust::loops
