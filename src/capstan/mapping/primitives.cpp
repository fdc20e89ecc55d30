// Primitives: the operations, reads, writes and outputs of a leaf.
#include <fmt/format.h>

#include <algorithm>

#include "capstan/mapping/walk.h"
#include "spatial/spatial.h"
#include "spatial/syntax.h"

namespace stardust::capstan {

using namespace spatial;

namespace {

/// The note of the first statement with a note that does more than read a FIFO or memory; otherwise the first note.
std::string noteOf(const std::vector<const Stmt*>& run) {
  const std::string* first = nullptr;
  for (const auto* stmt : run) {
    if ((*stmt)->note.empty()) continue;
    const auto* val = std::get_if<Val>(&(*stmt)->kind);
    if (!val || !(isAccess(val->value) || std::holds_alternative<Deq>(val->value->kind))) return (*stmt)->note;
    if (!first) first = &(*stmt)->note;
  }
  return first ? *first : std::string();
}

void write(Walk& walk, Leaf& leaf, const Write& n, const StmtNode& stmt) {
  const auto& where = stmt.where;
  const auto& entity = walk.names.find(n.memory, where);
  if (entity.kind != Entity::Kind::Memory) failUser(fmt::format("{} is not a memory", n.memory), where);
  if (syntax::isSparse(walk.units.mapping.memories[entity.id].kind)) {
    leaf.sparseWrite(n.memory, nullptr, n.index, n.value, {n.memory + "(" + print(n.index) + ")", stmt.note, where});
    return;
  }
  auto& builder = leaf.compute();
  const auto index = builder.expect(n.index, Type::Int, "the index").reg;
  const auto value = builder.expect(n.value, entity.type, "the value").reg;
  SramWrite write{entity.id, index, value, where};
  if (n.enable) {
    write.isConditional = true;
    write.enable = builder.expect(n.enable, Type::Bit, "the condition").reg;
  }
  builder.context.writes.push_back(write);
  return walk.units.use(entity.id, builder.id, true);
}

void enqueue(Walk& walk, Leaf& leaf, const Enq& n, const Location& where) {
  const auto& entity = walk.names.find(n.fifo, where);
  if (entity.kind != Entity::Kind::Fifo) failUser(fmt::format("{} is not a FIFO", n.fifo), where);
  auto& builder = leaf.compute();
  const auto value = builder.expect(n.value, entity.type, "the element");
  walk.units.produce(entity.id, builder.id, leaf.width(), where);
  Output output{Output::Kind::Stream, entity.id, leaf.depth(), value.reg, {}, entity.type, 0};
  if (n.enable) {
    output.isConditional = true;
    output.enable = builder.expect(n.enable, Type::Bit, "the condition").reg;
  }
  builder.context.outputs.push_back(output);
}

void set(Walk& walk, Leaf& leaf, const Set& n, const Location& where) {
  auto& entity = walk.names.find(n.reg, where);
  auto& builder = leaf.compute();
  if (entity.kind == Entity::Kind::ArgOut) {
    ArgumentWrite write{n.reg, builder.expect(n.value, entity.type, "the value").reg};
    if (n.enable) {
      write.isConditional = true;
      write.enable = builder.expect(n.enable, Type::Bit, "the condition").reg;
    }
    builder.context.argumentWrites.push_back(write);
    return;
  }
  if (entity.kind != Entity::Kind::Reg) failUser(fmt::format("{} is neither a Reg nor an ArgOut", n.reg), where);
  builder.expect(n.value, entity.type, "the value");
  if (leaf.depth() > entity.depth) {
    const auto loop = leaf.frames()[entity.depth].loop;
    const bool isCarried = std::find(entity.readIn.begin(), entity.readIn.end(), loop) != entity.readIn.end();
    if (isCarried || entity.definition) {
      failUnsupported(fmt::format("{} keeps its value from one iteration of a loop to the next", n.reg), where, {},
                      "use Reduce, or an RMW of a sparse memory");
    }
  }
  entity.definition = Definition{&leaf, n.value, none, leaf.frames()};
}

}  // namespace

void mapPrimitive(Walk& walk, Leaf& leaf, const StmtNode& stmt) {
  const auto& where = stmt.where;
  if (const auto* n = std::get_if<Val>(&stmt.kind)) {
    // Other leaves may use it later, when its Regs have other values: compile it now.
    Entity entity{Entity::Kind::Val};
    entity.definition = Definition{&leaf, n->value, none, leaf.frames()};
    entity.depth = leaf.depth();
    if (isAccess(n->value)) {
      leaf.access(n->value);
    } else {
      leaf.compute().value(n->value);
    }
    return walk.names.define(n->name, entity, where);
  }
  if (const auto* n = std::get_if<Write>(&stmt.kind)) return write(walk, leaf, *n, stmt);
  if (const auto* n = std::get_if<SparseWrite>(&stmt.kind)) {
    leaf.sparseWrite(n->memory, nullptr, n->index, n->value,
                     {n->memory + "(" + print(n->index) + ")", stmt.note, where});
    return;
  }
  if (const auto* n = std::get_if<Update>(&stmt.kind)) {
    leaf.sparseWrite(n->rmw.memory, &n->rmw, n->rmw.index, n->rmw.value,
                     {n->rmw.memory + "(" + print(n->rmw.index) + ")", stmt.note, where});
    return;
  }
  if (const auto* n = std::get_if<Enq>(&stmt.kind)) return enqueue(walk, leaf, *n, where);
  set(walk, leaf, std::get<Set>(stmt.kind), where);
}

void mapPrimitives(Walk& walk, const std::vector<const Stmt*>& run) {
  const auto& first = **run.front();
  const auto* val = std::get_if<Val>(&first.kind);
  auto& leaf = walk.newLeaf({val ? "val " + val->name : "primitives", noteOf(run), first.where});
  for (const auto* stmt : run) leaf.chains.add(*stmt);
  for (const auto* stmt : run) mapPrimitive(walk, leaf, **stmt);
}

}  // namespace stardust::capstan
