#include "loops/lower/tables.h"

#include <fmt/format.h>

#include <limits>

#include "levels/registry.h"
#include "loops/position_table.h"

namespace stardust::loops {

using iteration::LevelIterator;

namespace {

/// The position that a table has for the coordinate that is looked up.
class TableCursor : public Cursor {
 public:
  TableCursor(Names& names, const std::string& prefix, FiberTable table)
      : names_(names), at_(names.fresh(prefix + "_at")), table_(std::move(table)) {}

  void prepare(Body&) override {}
  void start(Body&) override {}
  Expr live() const override { return boolean(true); }
  Expr coordinate() const override { return coordinate_; }
  Expr holds(const Expr&) const override {
    return both(binary(BinaryOp::Le, table_.begin, at()), binary(BinaryOp::Lt, at(), table_.end));
  }
  // Always a position of the fiber, so its values can be loaded before it is known whether the fiber has the
  // coordinate.
  Position here(Body& out, const Expr& present) override {
    return {named(names_, out, at_ + "_or_first", select(present, at(), table_.begin)), present};
  }
  void advance(Body&) override {}
  bool isAlwaysLoadable() const override { return true; }
  void skipTo(Body& out, const Expr& coordinate) override {
    coordinate_ = coordinate;
    out.push_back(let(at_, cast(Type::I64, load(table_.array, Type::I32, coordinate))));
  }
  Expr bound() const override { return subtract(table_.end, table_.begin); }

 private:
  Expr at() const { return variable(at_, Type::I64); }

  Names& names_;
  std::string at_;
  FiberTable table_;
  Expr coordinate_;
};

bool isAtRoot(const LevelIterator& level) { return level.level == 0; }

// The outermost loop around that leaves the fiber unchanged, but not the innermost loop, which walks along it. Null:
// there is none.
LoopAround* outermostWithout(const LevelIterator& level, const Scope& scope) {
  for (std::size_t n = 0; n + 1 < scope.around.size(); ++n)
    if (scope.around[n]->outer.places.depthOf(level.access) >= level.level) return scope.around[n];
  return nullptr;
}

}  // namespace

Body writtenTable(const FiberTable& table, const OperandLevel& level, const std::string& p, const Expr& size) {
  const Expr at = variable(p, Type::I64), coordinate = level.arrays.coordinate(level.tensor(), level.level, at);
  return {resize(table.array, size, literal(Type::I32, noPosition)),
          note(fmt::format("write the positions of {} into a table, and look them up", level.prefix())),
          forLoop(p, table.begin, table.end, {store(table.array, coordinate, cast(Type::I32, at))})};
}

Expr canBeLookedUp(const Expr& begin, const Expr& end, bool mayBeMany) {
  const Expr isAny = binary(BinaryOp::Gt, subtract(end, begin), index(0));
  return !mayBeMany ? isAny : both(isAny, binary(BinaryOp::Le, end, index(std::numeric_limits<std::int32_t>::max())));
}

std::unique_ptr<Cursor> tableCursor(Names& names, const std::string& prefix, const FiberTable& table) {
  return std::make_unique<TableCursor>(names, prefix, table);
}

bool isUnchanged(const LevelIterator& level, const Scope& scope) {
  const notation::Access& access = level.access;
  if (access.tensor.workspace || scope.limits.count(varOfLevel(access, level.level)) ||
      !levels::isListed(access.tensor.format.level(level.level)) ||
      levels::of(access.tensor.format.level(level.level)).isBranchless ||
      levels::of(access.tensor.format.level(level.level)).hasLookup)
    return false;
  return isAtRoot(level) ? !scope.path.empty() : outermostWithout(level, scope) != nullptr;
}

const FiberTable& Tables::of(const LevelIterator& level, const std::vector<LevelIterator>& readers,
                             const Scope& scope) {
  LoopAround* const loop = isAtRoot(level) ? nullptr : outermostWithout(level, scope);
  auto& tables = loop ? loop->tables : ofRoots_;
  const std::pair key(notation::AccessKey(level.access), level.level);
  const auto known = tables.find(key);
  if (known != tables.end()) return known->second;
  const Scope root;
  const FiberTable made = loop ? written(level, readers, loop->outer, allocations(loop->outer), loop->before)
                               : written(level, readers, root, prologue_, prologue_);
  return tables.emplace(key, made).first->second;
}

FiberTable Tables::written(const LevelIterator& level, const std::vector<LevelIterator>& readers, const Scope& known,
                           Body& allocated, Body& out) {
  const OperandLevel operand = locator_.operandLevel(level.access, level.level);
  const auto [begin, end] = locator_.fiber(level.access, level.level, parentOf(level.access, level.level, known));
  const Expr size = dimOf(level.access, level.level);
  FiberTable table;
  table.array = names_.fresh(operand.prefix() + "_table");
  table.begin = named(names_, out, operand.prefix() + "_first", begin);
  table.end = named(names_, out, operand.prefix() + "_end", end);
  // All entries that may be looked up: the table is filled once, and read by all of them.
  const Expr entries = subtract(table.end, table.begin);
  Expr all = entries;
  for (const LevelIterator& reader : readers) {
    if (!reader.access.tensor.workspace) all = add(all, positionsOf(reader.access, reader.level));
  }
  const auto& from = options_.processor.intersection;
  const Expr fits = either(binary(BinaryOp::Le, size, index(from.smallTable)),
                           binary(BinaryOp::Le, size, multiply(all, index(from.extentForEntry))));
  table.isWritten =
      named(names_, out, operand.prefix() + "_in_table",
            both(canBeLookedUp(table.begin, table.end, level.level > 0 || arrays_.isWide(operand.tensor())), fits));
  allocated.push_back(allocate(table.array, Type::I32, index(0)));
  out.push_back(ifThen(table.isWritten, writtenTable(table, operand, names_.fresh(operand.prefix()), size)));
  return table;
}

}  // namespace stardust::loops
