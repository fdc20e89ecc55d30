// Units that move and convert streams: loads and stores, bit vectors, merges.
#include <fmt/format.h>

#include <algorithm>

#include "capstan/machine/limits.h"
#include "capstan/mapping/walk.h"
#include "spatial/syntax.h"
#include "support/diagnostic.h"

namespace stardust::capstan {

using namespace spatial;

namespace {

/// The common parts of loads and stores.
struct Transfer {
  Role role;
  const std::string& dram;
  const Expr& begin;
  const Expr& end;
  bool endIsLength;
  Id width;
  const std::string& local;
  Expr at = {};
};

void transfer(Walk& walk, const StmtNode& stmt, const Transfer& t) {
  const auto& where = stmt.where;
  const auto dram = walk.names.find(t.dram, where);
  if (dram.kind != Entity::Kind::Dram) failUser(fmt::format("{} is not a DRAM", t.dram), where);
  const auto target = walk.names.find(t.local, where);
  const bool isFifo = target.kind == Entity::Kind::Fifo;
  const bool isMemory =
      target.kind == Entity::Kind::Memory && walk.units.mapping.memories[target.id].kind != MemoryKind::SparseDram;
  if (!isFifo && !isMemory) failUser(fmt::format("{} is not an on-chip memory", t.local), where);
  if (target.type != dram.type) {
    failUser(fmt::format("{} and {} hold values of different types", t.local, t.dram), where);
  }
  auto& leaf = walk.newLeaf({(t.role == Role::Load ? "load " : "store ") + t.local, stmt.note, where});
  auto& builder = walk.newUnit(leaf, t.role);
  auto& context = builder.context;
  context.dram = dram.id;
  context.begin = builder.expect(t.begin, Type::Int, "the first word").reg;
  context.end = builder.expect(t.end, Type::Int, "the t.end of the words").reg;
  context.endIsLength = t.endIsLength;
  context.width = t.width;
  context.hasPlace = isMemory && t.at;
  if (context.hasPlace) context.at = builder.expect(t.at, Type::Int, "the first word of the memory").reg;
  walk.units.useDram(dram.id, builder.id, t.role == Role::Store);
  if (isMemory) {
    context.memory = target.id;
    return walk.units.use(target.id, builder.id, t.role == Role::Load);
  }
  context.fifo = target.id;
  if (t.role == Role::Load) return walk.units.produce(target.id, builder.id, t.width, where);
  context.fifoReader = builder.readerOf(target.id);
  auto& channel = walk.units.mapping.channels[target.id];
  channel.outWidth = std::max(channel.outWidth, t.width);
}

}  // namespace

void mapTransfer(Walk& walk, const StmtNode& stmt) {
  const auto lanes = static_cast<Id>(walk.units.machine().pcu.lanes);
  const auto par = [&](const Expr& said) { return static_cast<Id>(walk.names.constant(said, "par", 1, lanes)); };
  if (const auto* load = std::get_if<spatial::Load>(&stmt.kind))
    return transfer(walk, stmt,
                    {Role::Load, load->dram, load->begin, load->end, false, par(load->par), load->memory, load->at});
  if (const auto* store = std::get_if<spatial::Store>(&stmt.kind))
    return transfer(
        walk, stmt,
        {Role::Store, store->dram, store->begin, store->end, false, par(store->par), store->memory, store->at});
  if (const auto* in = std::get_if<StreamLoad>(&stmt.kind))
    return transfer(walk, stmt, {Role::Load, in->dram, in->base, in->length, true, lanes, in->fifo});
  const auto& out = std::get<StreamStore>(stmt.kind);
  transfer(walk, stmt, {Role::Store, out.dram, out.base, out.length, true, lanes, out.fifo});
}

void mapBitVector(Walk& walk, const StmtNode& stmt, const GenBitVector& n) {
  const auto& where = stmt.where;
  const Origin origin{"gen_bitvector " + n.words, stmt.note, where};
  hoist(walk, {n.bits, n.length}, {"length of " + n.words, stmt.note, where});
  auto& leaf = walk.newLeaf(origin);
  auto& builder = walk.newUnit(leaf, Role::BitVector);
  auto& context = builder.context;
  context.bits = builder.expect(n.bits, Type::Int, "the number of bits").reg;
  context.length = builder.expect(n.length, Type::Int, "the number of coordinates").reg;
  context.width = static_cast<Id>(walk.units.machine().bitVector.coordinatesPerCycle);
  context.fifo = walk.names.fifo(n.indices, Type::Int, "the coordinates", where);
  context.fifoReader = builder.readerOf(context.fifo);
  auto& indices = walk.units.mapping.channels[context.fifo];
  indices.outWidth = std::max(indices.outWidth, context.width);
  context.words = walk.names.fifo(n.words, Type::U32, "a bit vector", where);
  walk.units.produce(context.words, builder.id, wordsPerTile, where);
}

void mapMerge(Walk& walk, const StmtNode& stmt, const Merge& n) {
  const auto& where = stmt.where;
  const Origin origin{"merge " + n.merged, stmt.note, where};
  std::vector<Expr> before{n.sorts};
  for (const auto& way : n.ways) before.push_back(way.length);
  hoist(walk, before, {"lengths of " + n.merged, stmt.note, where});
  auto& leaf = walk.newLeaf(origin);
  auto& builder = walk.newUnit(leaf, Role::Merge);
  auto& context = builder.context;
  context.width = static_cast<Id>(walk.names.constant(n.par, "par", 1, walk.units.machine().pcu.lanes));
  context.sorts = builder.expect(n.sorts, Type::Bit, "whether a merge sorts").reg;
  context.type = walk.names.find(n.merged, where).type;
  for (const auto& way : n.ways) {
    const auto length = builder.expect(way.length, Type::Int, "the length of a way").reg;
    const auto fifo = walk.names.fifo(way.fifo, context.type, "the elements of the merge", where);
    context.ways.push_back({length, fifo, builder.readerOf(fifo)});
    auto& channel = walk.units.mapping.channels[fifo];
    channel.outWidth = std::max(channel.outWidth, context.width);
  }
  context.words = walk.names.fifo(n.merged, context.type, "the elements of the merge", where);
  walk.units.produce(context.words, builder.id, context.width, where);
}

}  // namespace stardust::capstan
