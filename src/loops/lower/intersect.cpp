// Intersections of two fibers. They are walked along together, or, where there is enough in them, the positions of one
// are scattered into a table that the coordinates of the other look up.
#include <fmt/format.h>

#include "levels/registry.h"
#include "loops/lower/merge.h"
#include "loops/position_table.h"
#include "loops/rewrite.h"

namespace stardust::loops {
namespace {

// Tables that the first cache holds, or that the entries of a fiber fill to some extent; and shorter fibers are not
// worth one.
constexpr std::int64_t smallTable = 4096, extentForEntry = 16, fewEntries = 8;
// Fibers that are walked in fours to add up products (dot.h). 40,000 pairs of 12 entries each: 1.17 ms, with a row of
// values (scattered.h) 1.30; of 20: 1.64 and 1.38.
constexpr std::int64_t fewProducts = 32;

// Of 800 pairs of fibers of 8, 80 and 400 entries below 800, appended with a branch: 0.008, 0.16 and 1.8 ms; without:
// 0.012, 0.16 and 0.63.
constexpr std::int64_t foreseen = 10;  // in a fiber with an entry for so many coordinates

bool walksPositions(const Head& head) {
  return head.cursor->range() && !head.level.access.tensor.workspace &&
         levels::isListed(head.level.access.tensor.format.level(head.level.level));
}

/// What a table says of the coordinate that is looked up. Entries of other fibers may be left in it: a position belongs
/// to one.
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
  // A position of the fiber in any case, so that its values can be loaded before it is known whether they count.
  Position here(Body& out, const Expr& present) override {
    return {named(names_, out, at_ + "_or_first", select(present, at(), fiber_.begin)), present};
  }
  void advance(Body&) override {}
  bool isAlwaysSomewhere() const override { return true; }
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

}  // namespace

bool Lowering::intersectsTwo(const Merge& merge) const {
  const auto* pair = std::get_if<iteration::Combination>(&merge.set->kind);
  if (!pair || pair->op != iteration::Combination::Op::Intersection || merge.heads.size() != 2) return false;
  const auto isLevel = [](const iteration::Set& set) {
    return std::holds_alternative<iteration::LevelIterator>(set->kind);
  };
  return isLevel(pair->left) && isLevel(pair->right) && walksPositions(merge.heads[0]) &&
         walksPositions(merge.heads[1]);
}

// while both are at a coordinate { if they are at the same { … }; who is behind goes on, and both if none is }
void Lowering::walkTogether(const cin::Forall& loop, Merge& merge, const Scope& outer, Body& inside) {
  std::vector<Expr> stands;
  for (const Head& head : merge.heads)
    stands.push_back(named(names_, inside, head.level.access.tensor.name + "_" + loop.var, head.cursor->coordinate()));
  Scope inner = outer;
  inner.path.push_back(loop.var);
  inner.whole.push_back(false);
  inner.runs.push_back({});
  inner.vars[loop.var] = stands[0];
  ++inner.guards;
  Body body;
  for (Head& head : merge.heads) {
    head.present = boolean(true);
    head.place = head.cursor->here(body, head.present);
  }
  visit(loop, merge, inner, body);
  inside.push_back(ifThen(binary(BinaryOp::Eq, stands[0], stands[1]), std::move(body)));
  for (std::size_t n = 0; n < 2; ++n) {
    const std::string at = merge.heads[n].cursor->range()->var;
    const Expr step = cast(Type::I64, binary(BinaryOp::Le, stands[n], stands[1 - n]));
    inside.push_back(loops::assign(at, add(variable(at, Type::I64), step)));
  }
}

// The loop, if the last thing that it does is to append an entry where both fibers have it, without a branch. Empty: it
// does something else.
Body Lowering::withoutBranch(const Root& root, const Body& inside) {
  const auto* last = std::get_if<If>(&inside.back()->kind);
  const Body appended = last && last->otherwise.empty() ? result_.appendedWhere(last->condition, last->then) : Body();
  if (appended.empty()) return {};
  Body all(inside.begin(), inside.end() - 1);
  append(all, appended);
  const Body looped = {forLoop(root.var, root.begin, root.end, std::move(all))};
  return substituted(looped, {}, renamed(names_, {&looped}));
}

// One fiber is scattered, the other looks up.
Body Lowering::lookedUpOrWalked(const cin::Forall& loop, const Scope& outer, Body walked) {
  Body body, inside;
  Merge merge = openMerge(loop, outer, body);
  const bool firstLeads = &merge.heads[0] == merge.only;
  Head& follower = merge.heads[firstLeads ? 1 : 0];
  const Cursor::Range fiber = *follower.cursor->range();
  const std::string name = follower.level.access.tensor.name,
                    table = names_.fresh(fmt::format("{}{}_table", name, follower.level.level + 1));
  allocations().push_back(allocate(table, Type::I32, index(0)));
  Expr entries = index(0);
  for (const Head& head : merge.heads) entries = add(entries, head.cursor->bound());
  Body lookedUp = {resize(table, merge.extent, literal(Type::I32, noPosition))};
  const Expr at = variable(fiber.var, Type::I64),
             coordinate = cast(Type::I64, load(arrays_.crd(name, follower.level.level), Type::I32, at));
  lookedUp.push_back(forLoop(fiber.var, fiber.begin, fiber.end, {store(table, coordinate, cast(Type::I32, at))}));
  follower.cursor =
      std::make_unique<TableCursor>(names_, fmt::format("{}{}", name, follower.level.level + 1), table, fiber);
  merge.counts = true;
  iterate(loop, merge, outer, inside);
  const Root root = rootOf(merge);
  const Body branching = {forLoop(root.var, root.begin, root.end, inside)}, straight = withoutBranch(root, inside);
  const Expr seldom = binary(BinaryOp::Lt, multiply(follower.cursor->bound(), index(foreseen)), merge.extent);
  if (straight.empty()) append(lookedUp, branching);
  else lookedUp.push_back(ifThen(seldom, branching, straight));
  const Expr fits = either(binary(BinaryOp::Le, merge.extent, index(smallTable)),
                           binary(BinaryOp::Le, merge.extent, multiply(entries, index(extentForEntry))));
  const Expr enough = both(binary(BinaryOp::Ge, entries, index(addsToScalar(loop.body) ? fewProducts : fewEntries)),
                           both(binary(BinaryOp::Gt, follower.cursor->bound(), index(0)), fits));
  body.push_back(ifThen(enough, std::move(lookedUp), std::move(walked)));
  return body;
}

}  // namespace stardust::loops
