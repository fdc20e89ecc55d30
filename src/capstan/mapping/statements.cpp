// Bodies and declarations.
#include <fmt/format.h>

#include <algorithm>

#include "capstan/mapping/memory_order.h"
#include "capstan/mapping/walk.h"
#include "spatial/arithmetic.h"
#include "spatial/spatial.h"
#include "spatial/syntax.h"

namespace stardust::capstan {

using namespace spatial;

namespace {

constexpr std::int64_t maxSize = 2147483647;

void mapHost(Walk& walk) {
  for (const auto& parameter : walk.units.program().parameters) {
    Entity entity{Entity::Kind::Parameter};
    entity.constant = parameter.value;
    walk.names.define(parameter.name, entity, {});
  }
  for (const auto& stmt : walk.units.program().host) {
    if (const auto* n = std::get_if<ArgIn>(&stmt.kind)) {
      walk.names.define(n->name, {Entity::Kind::Argument, walk.units.type(n->type)}, stmt.where);
    } else if (const auto* out = std::get_if<ArgOut>(&stmt.kind)) {
      walk.names.define(out->name, {Entity::Kind::ArgOut, walk.units.type(out->type)}, stmt.where);
    } else if (const auto* dram = std::get_if<Dram>(&stmt.kind)) {
      const auto id = static_cast<Id>(walk.units.mapping.drams.size());
      walk.units.mapping.drams.push_back({dram->name, walk.units.type(dram->type), stmt.where, dram->isStream});
      walk.names.define(dram->name, {Entity::Kind::Dram, walk.units.type(dram->type), id}, stmt.where);
    }
  }
}

void declare(Walk& walk, const spatial::Memory& n, const StmtNode& stmt) {
  const auto elements = walk.units.type(n.type);
  Entity entity{Entity::Kind::Reg, elements};
  entity.depth = static_cast<Id>(walk.frames.size());
  if (n.kind == MemoryKind::Reg) {
    const auto* reset = std::get_if<Literal>(&n.size->kind);
    const auto word = reset && walk.units.type(reset->type) == elements ? wordOf(*reset, walk.units.program().valueType)
                                                                        : std::nullopt;
    if (!word) failUser(fmt::format("the reset value of {} is not a literal of its type", n.name), stmt.where);
    entity.initial = *word;
    return walk.names.define(n.name, entity, stmt.where);
  }
  const auto size = walk.names.constant(n.size, "the size of a memory", n.kind == MemoryKind::Fifo ? 1 : 0, maxSize);
  const Origin origin{n.name, stmt.note, stmt.where};
  if (n.kind == MemoryKind::Fifo) {
    Channel channel{Channel::Kind::Fifo, origin};
    channel.depth = static_cast<Id>(size);
    entity.kind = Entity::Kind::Fifo;
    entity.id = walk.units.newChannel(std::move(channel));
    return walk.names.define(n.name, entity, stmt.where);
  }
  capstan::Memory memory{origin, n.kind, elements, size};
  memory.level = entity.depth;
  if (n.par) memory.par = static_cast<Id>(walk.names.constant(n.par, "the par of a sparse memory", 1, 1 << 16));
  entity.kind = Entity::Kind::Memory;
  entity.id = static_cast<Id>(walk.units.mapping.memories.size());
  walk.units.mapping.memories.push_back(std::move(memory));
  walk.names.define(n.name, entity, stmt.where);
}

void alias(Walk& walk, const Alias& n, const Location& where) {
  const auto& memory = walk.names.find(n.memory, where);
  const auto& dram = walk.names.find(n.dram, where);
  const bool isSparseDram =
      memory.kind == Entity::Kind::Memory && walk.units.mapping.memories[memory.id].kind == MemoryKind::SparseDram;
  if (!isSparseDram) failUser(fmt::format("{} is not a SparseDRAM", n.memory), where);
  if (dram.kind != Entity::Kind::Dram) failUser(fmt::format("{} is not a DRAM", n.dram), where);
  if (dram.type != memory.type) failUser(fmt::format("{} and {} hold different types", n.memory, n.dram), where);
  walk.units.mapping.memories[memory.id].dram = dram.id;
}

/// A FIFO without a producer or consumer would deadlock the program; this reports it before the run.
void requireFedFifos(const Mapping& mapping) {
  for (const auto& channel : mapping.channels) {
    if (channel.kind != Channel::Kind::Fifo || channel.consumers.empty() == (channel.producer == none)) continue;
    failUser("FIFO " + channel.origin.name + (channel.consumers.empty() ? " is never read" : " is never written"),
             channel.origin.where);
  }
}

void mapController(Walk& walk, const Stmt& stmt) {
  match(
      stmt->kind, [&](const spatial::Load&) { mapTransfer(walk, *stmt); },
      [&](const spatial::Store&) { mapTransfer(walk, *stmt); }, [&](const StreamLoad&) { mapTransfer(walk, *stmt); },
      [&](const StreamStore&) { mapTransfer(walk, *stmt); },
      [&](const GenBitVector& n) { mapBitVector(walk, *stmt, n); }, [&](const Merge& n) { mapMerge(walk, *stmt, n); },
      [&](const Foreach&) { mapLoop(walk, *stmt); }, [&](const Reduce&) { mapLoop(walk, *stmt); },
      [](const auto&) { failInternal("a primitive is no controller"); });
}

}  // namespace

Id mapBody(Walk& walk, const Body& statements) {
  std::vector<const Stmt*> run;
  walk.stages.push_back(0);
  const auto flush = [&] {
    if (run.empty()) return;
    mapPrimitives(walk, run);
    run.clear();
    ++walk.stages.back();
  };
  for (const auto& stmt : statements) {
    if (isPrimitive(stmt)) {
      run.push_back(&stmt);
    } else if (const auto* memory = std::get_if<spatial::Memory>(&stmt->kind)) {
      declare(walk, *memory, *stmt);
    } else if (const auto* name = std::get_if<Alias>(&stmt->kind)) {
      alias(walk, *name, stmt->where);
    } else {
      flush();
      mapController(walk, stmt);
      ++walk.stages.back();
    }
  }
  flush();
  const auto stages = walk.stages.back();
  walk.stages.pop_back();
  return stages;
}

Mapping map(const Program& program, const Machine& machine) {
  Walk walk(program, machine);
  mapHost(walk);
  mapBody(walk, walk.units.program().accel);
  orderUses(walk);
  requireFedFifos(walk.units.mapping);
  return walk.units.finished();
}

}  // namespace stardust::capstan
