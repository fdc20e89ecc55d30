#include "exec/spatial_compile.h"

#include <fmt/format.h>

#include <algorithm>

#include "exec/spatial_compiler.h"
#include "spatial/arithmetic.h"
#include "spatial/syntax.h"

namespace stardust::spatial::run {
namespace {

constexpr std::int64_t maxSize = 2147483647;

}  // namespace

std::unique_ptr<Task> compile(const Program& program, Symbol firstSymbol, Machine& machine, Scopes& scopes) {
  return Compiler(program, firstSymbol, machine, scopes).accel();
}

std::unique_ptr<Task> Compiler::accel() {
  std::vector<Access> accesses;
  accesses_ = &accesses;
  std::vector<Copy> copies(1);
  scopes_.open();
  body(program_.accel, nullptr, copies[0]);
  scopes_.close();
  return std::make_unique<OuterTask>(nullptr, Iterations(std::vector<CounterCode>()), std::vector<Take>(),
                                     std::move(copies), std::nullopt);
}

// ---------------------------------------------------------------- order between the stages of a body

void StageOrder::add(std::unique_ptr<Task> task, const std::vector<Access>& accesses) {
  std::vector<std::uint32_t> after;
  for (const auto& access : accesses) {
    auto& [writers, readers] = histories_[access.symbol];
    if (access.relaxed && access.writes) continue;
    if (access.relaxed && writers.size() > 1) {  // later reads wait for one point instead of for every write again
      stages_.push_back({nullptr, writers});
      writers = {static_cast<std::uint32_t>(stages_.size() - 1)};
    }
    after.insert(after.end(), writers.begin(), writers.end());
    if (access.writes) after.insert(after.end(), readers.begin(), readers.end());
  }
  std::sort(after.begin(), after.end());
  after.erase(std::unique(after.begin(), after.end()), after.end());
  const auto stage = static_cast<std::uint32_t>(stages_.size());
  stages_.push_back({std::move(task), std::move(after)});
  for (const auto& access : accesses) {
    auto& [writers, readers] = histories_[access.symbol];
    if (!access.writes) {
      if (!access.relaxed) readers.push_back(stage);
    } else if (access.relaxed) {
      writers.push_back(stage);
    } else {
      writers = {stage};
      readers.clear();
    }
  }
}

void Compiler::body(const Body& statements, const Loop* reduction, Copy& copy) {
  StageOrder order(copy.stages);
  auto* const outer = accesses_;
  bool isAnyOrdered = false;
  const auto add = [&](auto&& make) {
    std::vector<Access> accesses;
    accesses_ = &accesses;
    isOrdered_ = false;
    std::unique_ptr<Task> task = make();
    isAnyOrdered |= isOrdered_;
    const auto key = [](const Access& access) { return std::pair(access.symbol, !access.writes); };
    std::sort(accesses.begin(), accesses.end(), [&](const Access& a, const Access& b) { return key(a) < key(b); });
    // What writes and reads an on-chip memory is ordered as what writes it.
    const auto covers = [](const Access& a, const Access& b) {
      return a.symbol == b.symbol && (a.writes == b.writes || !a.relaxed);
    };
    accesses.erase(std::unique(accesses.begin(), accesses.end(), covers), accesses.end());
    outer->insert(outer->end(), accesses.begin(), accesses.end());
    if (!task) return;
    order.add(std::move(task), accesses);
    copy.stages.back().isOrdered = isOrdered_;
  };
  for (const auto& stmt : statements) add([&] { return stage(*stmt, copy); });
  if (reduction) add([&] { return value(*reduction, copy); });
  accesses_ = outer;
  isOrdered_ = isAnyOrdered;
}

// ---------------------------------------------------------------- statements

/// No task for a declaration.
std::unique_ptr<Task> Compiler::stage(const StmtNode& stmt, Copy& copy) {
  using Result = std::unique_ptr<Task>;
  return match(
      stmt.kind,
      [&](const Memory& n) -> Result {
        declare(n, copy, stmt.where);
        return nullptr;
      },
      [&](const Alias& n) -> Result {
        alias(n, stmt.where);
        return nullptr;
      },
      [&](const Load& n) { return load(stmt, n); }, [&](const Store& n) { return store(stmt, n); },
      [&](const StreamLoad& n) { return streamLoad(stmt, n); },
      [&](const StreamStore& n) { return streamStore(stmt, n); },
      [&](const GenBitVector& n) { return genBitVector(stmt, n); }, [&](const Merge& n) { return merge(stmt, n); },
      [&](const Foreach& n) {
        return loop({&stmt, n.counters, n.scan, n.iterators, n.body, nullptr});
      },
      [&](const Reduce& n) {
        return loop({&stmt, n.counters, n.scan, n.iterators, n.body, &n});
      },
      [&](const auto&) { return primitive(stmt); });
}

Slot Compiler::define(const std::string& name, Entity::Kind kind, Type type, const Location& where) {
  const auto slot = static_cast<Slot>(machine_.scalars.size());
  machine_.scalars.push_back(0);
  scopes_.define(name, {kind, type, slot, nextSymbol_++}, where);
  return slot;
}

void Compiler::declare(const Memory& n, Copy& copy, const Location& where) {
  const auto elements = type(n.type);
  if (n.kind == MemoryKind::Reg) {
    const auto* reset = std::get_if<Literal>(&n.size->kind);
    const auto word = reset && type(reset->type) == elements ? wordOf(*reset, program_.valueType) : std::nullopt;
    if (!word) failUser(fmt::format("the reset value of {} is not a literal of its type", n.name), where);
    const auto slot = define(n.name, Entity::Kind::Reg, elements, where);
    copy.regs.emplace_back(slot, *word);
    return;
  }
  const auto size = static_cast<std::uint64_t>(constant(n.size, fmt::format("the size of {}", n.name), 0, maxSize));
  if (n.kind == MemoryKind::Fifo) {
    if (size == 0) failUser(fmt::format("{} has no room", n.name), where);
    const auto id = static_cast<std::uint32_t>(machine_.fifos.size());
    machine_.fifos.emplace_back(n.name, elements, size, machine_.storage);
    copy.fifos.push_back(id);
    scopes_.define(n.name, {Entity::Kind::Fifo, elements, id, nextSymbol_++}, where);
    return;
  }
  Entity entity{syntax::isSparse(n.kind) ? Entity::Kind::Sparse : Entity::Kind::Sram, elements, 0, nextSymbol_++};
  entity.isSparseDram = n.kind == MemoryKind::SparseDram;
  if (!entity.isSparseDram) {
    entity.index = static_cast<std::uint32_t>(machine_.memories.size());
    machine_.memories.emplace_back(n.name, elements, size, machine_.storage);
    copy.memories.push_back(entity.index);
  }
  scopes_.define(n.name, entity, where);
}

void Compiler::alias(const Alias& n, const Location& where) {
  const auto target = dram(n.dram, where);
  auto& entity = scopes_.get(n.memory, where);
  if (!entity.isSparseDram) failUser(fmt::format("{} is not a SparseDRAM", n.memory), where);
  if (entity.type != target.type) {
    failUser(fmt::format("{} and {} hold values of different types", n.memory, n.dram), where);
  }
  entity.index = target.index;
  entity.dramSymbol = target.symbol;
  entity.isAliased = true;
}

/// What one primitive does each time it fires.
Action Compiler::action(const StmtNode& stmt, std::vector<Give>& gives) {
  const auto& where = stmt.where;
  return match(
      stmt.kind,
      [&](const Val& n) {
        const auto value = expression(n.value);
        const auto slot = define(n.name, Entity::Kind::Scalar, value.type, where);
        touch(scopes_.get(n.name, where), true);
        return Action{Action::Kind::Assign, slot, 0, value.node, &stmt};
      },
      [&](const Set& n) {
        const auto& entity = scopes_.get(n.reg, where);
        if (entity.kind != Entity::Kind::Reg && entity.kind != Entity::Kind::ArgOut) {
          failUser(fmt::format("{} is neither a Reg nor an ArgOut", n.reg), where);
        }
        const auto value = expect(n.value, entity.type, "the value");
        touch(entity, true);
        if (!n.enable) return Action{Action::Kind::Assign, entity.index, 0, value, &stmt};
        return Action{Action::Kind::AssignIf, entity.index, expect(n.enable, Type::Bit, "the condition"), value, &stmt};
      },
      [&](const Write& n) {
        const auto entity = memory(n.memory, where, false);
        const auto address = index(n.index);
        const auto value = expect(n.value, entity.type, "the value");
        touch(entity, true);
        if (n.enable) {
          if (entity.kind == Entity::Kind::Sparse) failUser("a sparse memory has no conditional write", where);
          return Action{
              Action::Kind::WriteIf, entity.index, address, value, &stmt, expect(n.enable, Type::Bit, "the condition")};
        }
        const auto kind = entity.kind == Entity::Kind::Sparse ? Action::Kind::SparseWrite : Action::Kind::Write;
        return Action{kind, entity.index, address, value, &stmt};
      },
      [&](const SparseWrite& n) {
        const auto entity = memory(n.memory, where, true);
        const auto address = index(n.index);
        const auto value = expect(n.value, entity.type, "the value");
        touch(entity, true);
        return Action{Action::Kind::SparseWrite, entity.index, address, value, &stmt};
      },
      [&](const Update& n) {
        return Action{Action::Kind::Update, 0, 0, update(n.rmw, nullptr, where).node, &stmt};
      },
      [&](const Enq& n) {
        const auto& entity = fifo(n.fifo, where);
        const auto give =
            std::find_if(gives.begin(), gives.end(), [&](const Give& g) { return g.fifo == entity.index; });
        if (give != gives.end()) {
          ++give->count;
        } else {
          gives.push_back({entity.index, 1});
        }
        touch(entity, true);
        const auto value = expect(n.value, entity.type, "the element");
        if (!n.enable) return Action{Action::Kind::Enq, entity.index, 0, value, &stmt};
        const auto enable = expect(n.enable, Type::Bit, "the condition");
        return Action{Action::Kind::EnqIf, entity.index, enable, value, &stmt};
      },
      [&](const auto&) -> Action { failInternal("a controller in a body of primitives"); });
}

std::unique_ptr<Task> Compiler::primitive(const StmtNode& stmt) {
  Firing firing;
  takes_ = &firing.takes;
  firing.actions.push_back(action(stmt, firing.gives));
  return std::make_unique<LeafTask>(&stmt, Iterations(std::vector<CounterCode>()), std::vector<Slot>(),
                                    std::vector<Take>(), std::move(firing), std::nullopt, 0);
}

}  // namespace stardust::spatial::run
