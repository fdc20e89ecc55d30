#include "exec/spatial_declarations.h"

#include <fmt/format.h>

#include "spatial/arithmetic.h"
#include "spatial/syntax.h"

namespace stardust::spatial::run {
namespace {

constexpr std::int64_t maxSize = 2147483647;

}  // namespace

Slot Declarations::define(const std::string& name, Entity::Kind kind, Type type, const Location& where) {
  const auto slot = static_cast<Slot>(machine_.scalars.size());
  machine_.scalars.push_back(0);
  scopes_.define(name, {kind, type, slot, nextSymbol_++}, where);
  return slot;
}

std::vector<Slot> Declarations::defineAll(const std::vector<std::string>& iterators, const Location& where) {
  std::vector<Slot> slots;
  for (const auto& name : iterators) slots.push_back(define(name, Entity::Kind::Scalar, Type::Int, where));
  return slots;
}

void Declarations::declareReg(const Memory& n, Type elements, Copy& copy, const Location& where) {
  const auto* reset = std::get_if<Literal>(&n.size->kind);
  const bool isOfType = reset && resolved(reset->type, program_.valueType) == elements;
  const auto word = isOfType ? wordOf(*reset, program_.valueType) : std::nullopt;
  if (!word) failUser(fmt::format("the reset value of {} is not a literal of its type", n.name), where);
  const auto slot = define(n.name, Entity::Kind::Reg, elements, where);
  copy.regs.emplace_back(slot, *word);
}

void Declarations::declare(const Memory& n, Copy& copy, const Location& where) {
  const auto elements = resolved(n.type, program_.valueType);
  if (n.kind == MemoryKind::Reg) return declareReg(n, elements, copy, where);
  const auto size =
      static_cast<std::uint64_t>(constantOf(constants_, n.size, fmt::format("the size of {}", n.name), 0, maxSize));
  if (n.kind == MemoryKind::Fifo) {
    if (size == 0) failUser(fmt::format("{} has no room", n.name), where);
    const auto id = static_cast<std::uint32_t>(machine_.fifos.size());
    machine_.fifos.emplace_back(n.name, size, machine_.storage);
    copy.fifos.push_back(id);
    scopes_.define(n.name, {Entity::Kind::Fifo, elements, id, nextSymbol_++}, where);
    return;
  }
  Entity entity{syntax::isSparse(n.kind) ? Entity::Kind::Sparse : Entity::Kind::Sram, elements, 0, nextSymbol_++};
  entity.isSparseDram = n.kind == MemoryKind::SparseDram;
  if (!entity.isSparseDram) {
    entity.index = static_cast<std::uint32_t>(machine_.memories.size());
    machine_.memories.emplace_back(n.name, size, machine_.storage);
    copy.memories.push_back(entity.index);
  }
  scopes_.define(n.name, entity, where);
}

void Declarations::alias(const Alias& n, const Location& where) {
  const auto target = dramIn(scopes_, n.dram, where);
  auto& entity = scopes_.get(n.memory, where);
  if (!entity.isSparseDram) failUser(fmt::format("{} is not a SparseDRAM", n.memory), where);
  if (entity.type != target.type) {
    failUser(fmt::format("{} and {} hold values of different types", n.memory, n.dram), where);
  }
  entity.index = target.index;
  entity.dramSymbol = target.symbol;
  entity.isAliased = true;
}

}  // namespace stardust::spatial::run
