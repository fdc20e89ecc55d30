#include "exec/spatial_compile.h"

#include <fmt/format.h>

#include <algorithm>

#include "exec/spatial_domains.h"
#include "exec/spatial_primitives.h"
#include "exec/spatial_stage_order.h"
#include "exec/spatial_transfers.h"

namespace stardust::spatial::run {
namespace {

Iterations once() { return Iterations(std::vector<CounterCode>()); }

/// A stage that runs once: a firing without a loop.
std::unique_ptr<Task> firedOnce(const StmtNode* statement, Firing firing) {
  return std::make_unique<LeafTask>(statement, once(), std::vector<Slot>(), std::vector<Take>(), std::move(firing),
                                    std::nullopt, 0);
}

/// Removes duplicate accesses. An on-chip memory that is read and written counts as written.
std::vector<Access> distinct(std::vector<Access> accesses) {
  const auto key = [](const Access& access) { return std::pair(access.symbol, !access.writes); };
  std::sort(accesses.begin(), accesses.end(), [&](const Access& a, const Access& b) { return key(a) < key(b); });
  const auto covers = [](const Access& a, const Access& b) {
    return a.symbol == b.symbol && (a.writes == b.writes || !a.relaxed);
  };
  accesses.erase(std::unique(accesses.begin(), accesses.end(), covers), accesses.end());
  return accesses;
}

/// Compiles bodies and their stages.
class Compiler {
 public:
  Compiler(const Program& program, Symbol firstSymbol, Machine& machine, Scopes& scopes)
      : program_(program),
        constants_(program),
        machine_(machine),
        scopes_(scopes),
        expressions_(program, machine, scopes),
        declarations_(program, constants_, firstSymbol, machine, scopes),
        transfers_(expressions_, machine, scopes),
        primitives_(expressions_, declarations_, scopes),
        domains_(constants_, expressions_, machine, scopes) {}
  std::unique_ptr<Task> accel();

 private:
  void body(const Body& statements, const Loop* reduction, Copy& copy, Uses& uses);
  std::unique_ptr<Task> stage(const StmtNode& stmt, Copy& copy, Uses& uses);
  std::unique_ptr<Task> loop(const Loop& loop, Uses& uses);
  std::unique_ptr<Task> leaf(const Loop& loop, Domain domain, Uses& uses);
  Copy copy(const Loop& loop, Uses& uses);
  std::unique_ptr<Task> value(const Loop& loop, Copy& copy, Uses& uses);
  std::optional<Accumulator> accumulator(const Loop& loop, std::int64_t width, Uses& uses);

  const Program& program_;
  Constants constants_;
  Machine& machine_;
  Scopes& scopes_;
  Expressions expressions_;
  Declarations declarations_;
  Transfers transfers_;
  Primitives primitives_;
  Domains domains_;
  std::uint64_t copies_ = 0;
};

std::unique_ptr<Task> Compiler::accel() {
  Uses uses;
  std::vector<Copy> copies(1);
  scopes_.open();
  body(program_.accel, nullptr, copies[0], uses);
  scopes_.close();
  return std::make_unique<OuterTask>(nullptr, once(), std::vector<Take>(), std::move(copies), std::nullopt);
}

void Compiler::body(const Body& statements, const Loop* reduction, Copy& copy, Uses& uses) {
  StageOrder order(copy.stages);
  bool isAnyOrdered = false;
  const auto add = [&](auto&& make) {
    Uses own;
    std::unique_ptr<Task> task = make(own);
    own.accesses = distinct(std::move(own.accesses));
    isAnyOrdered |= own.isOrdered;
    uses.accesses.insert(uses.accesses.end(), own.accesses.begin(), own.accesses.end());
    if (task) order.add(std::move(task), own);
  };
  for (const auto& stmt : statements) add([&](Uses& own) { return stage(*stmt, copy, own); });
  if (reduction) add([&](Uses& own) { return value(*reduction, copy, own); });
  uses.isOrdered = isAnyOrdered;
}

/// Declarations have no task.
std::unique_ptr<Task> Compiler::stage(const StmtNode& stmt, Copy& copy, Uses& uses) {
  using Result = std::unique_ptr<Task>;
  return match(
      stmt.kind,
      [&](const Memory& n) -> Result {
        declarations_.declare(n, copy, stmt.where);
        return nullptr;
      },
      [&](const Alias& n) -> Result {
        declarations_.alias(n, stmt.where);
        return nullptr;
      },
      [&](const Load& n) { return transfers_.compile(n, stmt, uses); },
      [&](const Store& n) { return transfers_.compile(n, stmt, uses); },
      [&](const StreamLoad& n) { return transfers_.compile(n, stmt, uses); },
      [&](const StreamStore& n) { return transfers_.compile(n, stmt, uses); },
      [&](const GenBitVector& n) { return domains_.compile(n, stmt, uses); },
      [&](const Merge& n) { return domains_.compile(n, stmt, uses); },
      [&](const Foreach& n) {
        return loop({&stmt, n.counters, n.scan, n.iterators, n.body, nullptr}, uses);
      },
      [&](const Reduce& n) {
        return loop({&stmt, n.counters, n.scan, n.iterators, n.body, &n}, uses);
      },
      [&](const auto&) -> Result {
        Firing firing;
        primitives_.add(stmt, firing, uses);
        return firedOnce(&stmt, std::move(firing));
      });
}

std::unique_ptr<Task> Compiler::loop(const Loop& loop, Uses& uses) {
  auto space = domains_.of(loop, uses);
  if (isLeaf(loop.body)) return leaf(loop, std::move(space), uses);
  if (loop.scan && space.lanes > 1) {
    failUser("a scan whose body has controllers gives one coordinate at a time", loop.statement->where, {},
             "lower its par to 1");
  }
  copies_ += static_cast<std::uint64_t>(space.copies);
  if (copies_ > maxCopies) {
    failUnsupported("the loops of this program have more than 65,536 copies", loop.statement->where, {}, "lower par");
  }
  auto sum = accumulator(loop, space.copies, uses);
  std::vector<Copy> copies;
  for (std::int64_t i = 0; i < space.copies; ++i) copies.push_back(copy(loop, uses));
  return std::make_unique<OuterTask>(loop.statement, std::move(space.iterations), std::move(space.boundTakes),
                                     std::move(copies), std::move(sum));
}

std::unique_ptr<Task> Compiler::leaf(const Loop& loop, Domain space, Uses& uses) {
  auto sum = accumulator(loop, space.lanes, uses);
  scopes_.open();
  auto slots = declarations_.defineAll(loop.iterators, loop.statement->where);
  Firing firing;
  for (const auto& stmt : loop.body) primitives_.add(*stmt, firing, uses);
  NodeId result = 0;
  if (loop.reduce) {
    const auto& reg = scopes_.get(loop.reduce->reg, loop.statement->where);
    result = expressions_.expect(loop.reduce->value, reg.type, "the value of the Reduce", {uses, firing.takes});
  }
  scopes_.close();
  auto task = std::make_unique<LeafTask>(loop.statement, std::move(space.iterations), std::move(slots),
                                         std::move(space.boundTakes), std::move(firing), std::move(sum), result);
  task->countVectors(space.lanes);
  return task;
}

Copy Compiler::copy(const Loop& loop, Uses& uses) {
  Copy result;
  scopes_.open();
  result.iterators = declarations_.defineAll(loop.iterators, loop.statement->where);
  body(loop.body, loop.reduce ? &loop : nullptr, result, uses);
  scopes_.close();
  return result;
}

/// The last stage of an outer Reduce: the value of its iteration.
std::unique_ptr<Task> Compiler::value(const Loop& loop, Copy& copy, Uses& uses) {
  copy.value = static_cast<Slot>(machine_.scalars.size());
  machine_.scalars.push_back(0);
  Firing firing;
  const auto type = scopes_.get(loop.reduce->reg, loop.statement->where).type;
  const auto result = expressions_.expect(loop.reduce->value, type, "the value of the Reduce", {uses, firing.takes});
  firing.actions.push_back({Action::Kind::Assign, copy.value, 0, result, loop.statement});
  return firedOnce(loop.statement, std::move(firing));
}

std::optional<Accumulator> Compiler::accumulator(const Loop& loop, std::int64_t width, Uses& uses) {
  if (!loop.reduce) return std::nullopt;
  const auto& reg = scopes_.get(loop.reduce->reg, loop.statement->where);
  if (reg.kind != Entity::Kind::Reg) failUser(fmt::format("{} is not a Reg", loop.reduce->reg), loop.statement->where);
  if (reg.type == Type::Bit) failUser(fmt::format("{} holds no number", loop.reduce->reg), loop.statement->where);
  uses.touch(reg, true);
  return Accumulator(loop.reduce->op, reg.type, reg.index, static_cast<std::size_t>(width));
}

}  // namespace

std::unique_ptr<Task> compile(const Program& program, Symbol firstSymbol, Machine& machine, Scopes& scopes) {
  return Compiler(program, firstSymbol, machine, scopes).accel();
}

}  // namespace stardust::spatial::run
