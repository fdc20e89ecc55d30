// Declarations of memories.
#include <fmt/format.h>

#include "spatial/dsl/names/names.h"

namespace stardust::dsl {
namespace {

using Kind = Memory::Kind;

/// The values after the extents of RegFile(3, 3, List(…)), or of LUT(3, 3)(…).
Values contents(Dsl& e, const Values& values, const Location& where) {
  Values all;
  for (const auto& value : values) {
    const auto* items = value.object<Collection>();
    const auto inner = items ? contents(e, items->items, where) : Values{value};
    all.insert(all.end(), inner.begin(), inner.end());
  }
  return all;
}

MemoryRef filled(Dsl& e, const DataType& type, std::vector<std::int64_t> dims, const Values& values,
                 const Location& where) {
  auto memory = e.memories.declarations.declare(Kind::Sram, type, std::move(dims), where);
  e.memories.declarations.fill(memory, values, where);
  return memory;
}

Value regFile(Dsl& e, Call& c) {
  std::vector<std::int64_t> dims;
  Values values;
  for (const auto& v : e.list(c)) {
    if (v.object<Collection>()) values = contents(e, {v}, c.where);
    else dims.push_back(e.words.integer(hostValue(v), "a size", c.where));
  }
  const auto type = e.dataTypeArgument(c);
  if (!values.empty()) return filled(e, type, std::move(dims), values, c.where);
  return e.memories.declarations.declare(Kind::Sram, type, std::move(dims), c.where);
}

Value makeReg(Dsl& e, Call& c) {
  const auto v = c.has() ? e.list(c) : Values();
  e.memories.declarations.mayKeep(c.where);
  return e.memories.declarations.reg(e.stage.hint, e.dataTypeArgument(c), v.empty() ? Value(intValue(0)) : v[0],
                                     c.where);
}

/// LUT.fromSeq(values); nested lists for several dimensions.
Value lutOfSequence(Dsl& e, Call& c) {
  const auto given = e.one(c, "the values of the LUT");
  std::vector<std::int64_t> dims;
  for (const auto* at = given.object<Collection>(); at;
       at = at->items.empty() ? nullptr : at->items[0].object<Collection>())
    dims.insert(dims.end(), at->dims.begin(), at->dims.end());
  const auto values = contents(e, {given}, c.where);
  const auto known = values.empty() ? std::nullopt : numberTypeOf(values[0]);
  const bool isTyped = !c.types.empty() || !known || known->isUnstaged;
  return filled(e, isTyped ? e.dataTypeArgument(c) : DataType(*known), std::move(dims), values, c.where);
}

/// LineBuffer[T](rows, columns), optionally with the number of rows that enter at a time.
Value lineBuffer(Dsl& e, Call& c, std::int64_t stride) {
  const auto type = e.dataTypeArgument(c);
  auto dims = e.sizes(c);
  if (dims.size() != (stride == 1 ? 2 : 3)) failUser("a LineBuffer has rows and columns", c.where);
  if (stride != 1) {
    stride = dims.back();
    dims.pop_back();
  }
  if (stride < 1 || stride > dims[0]) failUser("the stride of a LineBuffer is between 1 and its rows", c.where);
  return e.memories.lines.declare(type, dims, stride, c.where);
}

/// SparseDRAM[T](par)(size, …)
Value sparse(Dsl& e, Call& c, spatial::MemoryKind kind) {
  const auto par = kind == spatial::MemoryKind::SparseSram
                       ? 1
                       : e.words.integer(e.one(c, "the number of parts"), "the number of parts", c.where);
  const auto v = e.list(c);
  if (v.empty()) failUser("the size is missing", c.where);
  return e.memories.sparse.declare(kind, e.typeArgument(c), e.words.integer(hostValue(v[0]), "a size", c.where), par,
                                   c.where);
}

/// priorityDeq(fifos…), priorityDeq(list of fifos, list of conditions): dequeues from the first nonempty FIFO whose
/// condition holds.
Value deqOfMany(Dsl& e, Call& c) {
  const auto given = e.list(c);
  const bool isListed = !given.empty() && given[0].object<Collection>();
  const auto queues = isListed ? given[0].object<Collection>()->items : given;
  const auto* conditions = isListed && given.size() > 1 ? given[1].object<Collection>() : nullptr;
  if (queues.empty() || (conditions && conditions->items.size() != queues.size()))
    failUser("there are as many conditions as FIFOs", c.where, {},
             "write priorityDeq(a, b), or priorityDeq(List(a, b), List(p, q))");
  Streams::Sources sources;
  Value isFree = makeBit(true), areEmpty = makeBit(true), result;
  for (std::size_t i = 0; i < queues.size(); ++i) {
    const auto* queue = queues[i].get<MemoryRef>();
    if (!queue || (*queue)->kind != Kind::Fifo) failUser(fmt::format("{} is not a FIFO", describe(queues[i])), c.where);
    sources.push_back(*queue);
    auto has = e.words.bound(
        e.words.unary(Operator::Not, *e.memories.queues.status(*queue, "isEmpty", c.where), c.where), "has", c.where);
    areEmpty = e.words.binary(Operator::And, areEmpty, e.words.unary(Operator::Not, has, c.where), c.where);
    if (conditions) has = e.words.binary(Operator::And, has, conditions->items[i], c.where);
    has = e.words.bound(has, "has", c.where);  // before the dequeue
    const auto takes = e.words.bound(e.words.binary(Operator::And, isFree, has, c.where), "takes", c.where);
    const auto element = e.memories.queues.deq(*queue, takes, c.where);
    result = i == 0 ? element : e.words.mux(takes, element, result, c.where);
    isFree = e.words.binary(Operator::And, isFree, e.words.unary(Operator::Not, has, c.where), c.where);
  }
  e.memories.streams.tookFrom(std::move(sources));
  e.loops.dynamicLoops.waitsForEver(areEmpty, TripCountProfile::Wait::forElement("all of its FIFOs are empty"),
                                    c.where);
  return result;
}

}  // namespace

void addMemories(Functions& t) {
  const std::map<std::string, Kind> scalars = {
      {"ArgIn", Kind::ArgIn}, {"ArgOut", Kind::ArgOut}, {"HostIO", Kind::HostIO}};
  for (const auto& entry : scalars) {
    const auto kind = entry.second;
    t[entry.first] = [kind](Dsl& e, Call& c) -> Value {
      return e.memories.declarations.declare(kind, e.dataTypeArgument(c), {}, c.where);
    };
  }
  const std::map<std::string, Kind> sized = {{"DRAM", Kind::Dram}, {"SRAM", Kind::Sram}, {"FIFO", Kind::Fifo}};
  for (const auto& entry : sized) {
    const auto kind = entry.second;
    t[entry.first] = [kind](Dsl& e, Call& c) -> Value {
      const auto type = e.dataTypeArgument(c);
      return e.memories.declarations.declare(kind, type, e.sizes(c), c.where);
    };
  }
  for (int rank = 1; rank <= 5; ++rank) {  // DRAM1[T], whose size alloc sets
    t[fmt::format("DRAM{}", rank)] = [](Dsl& e, Call& c) -> Value {
      return e.memories.declarations.unallocated(e.dataTypeArgument(c), c.where);
    };
  }
  t["LIFO"] = [](Dsl& e, Call& c) -> Value {
    const auto type = e.dataTypeArgument(c);
    return e.memories.queues.stack(type, e.sizes(c).front(), c.where);
  };
  t["FIFOReg"] = [](Dsl& e, Call& c) -> Value {
    if (c.has()) e.list(c);
    return e.memories.declarations.declare(Kind::Fifo, e.dataTypeArgument(c), {1}, c.where);
  };
  t["RegFile"] = regFile;
  t["Reg"] = makeReg;
  t["LUT"] = [](Dsl& e, Call& c) -> Value {
    if (!c.has()) return Module{"LUT"};
    const auto type = e.dataTypeArgument(c);
    auto dims = e.sizes(c);
    return filled(e, type, std::move(dims), contents(e, e.list(c), c.where), c.where);
  };
  t["LUT.fromSeq"] = lutOfSequence;
  using spatial::MemoryKind;
  const std::map<std::string, MemoryKind> random = {{"SparseSRAM", MemoryKind::SparseSram},
                                                    {"SparseParSRAM", MemoryKind::SparseParSram},
                                                    {"SparseParSRAMSwizzle", MemoryKind::SparseParSramSwizzle},
                                                    {"SparseDRAM", MemoryKind::SparseDram},
                                                    {"SparseDRAMSeq", MemoryKind::SparseDram}};
  for (const auto& entry : random) {
    const auto kind = entry.second;
    t[entry.first] = [kind](Dsl& e, Call& c) { return sparse(e, c, kind); };
  }
  t["LockSRAM"] = t["SRAM"];  // accesses to a memory are serialized already: a lock changes no value
  t["LockDRAM"] = [](Dsl& e, Call& c) -> Value {
    const auto type = e.dataTypeArgument(c);
    return e.memories.declarations.declare(Kind::Dram, type, e.sizes(c), c.where);
  };
  t["Lock"] = [](Dsl& e, Call& c) -> Value {
    if (c.has()) e.list(c);
    return Module{"Lock"};
  };
  t["Lock.lock"] = [](Dsl& e, Call& c) -> Value {
    e.list(c);
    return Module{"Lock"};
  };
  for (const char* name : {"priorityDeq", "roundRobinDeq"}) {
    t[name] = [](Dsl& e, Call& c) { return deqOfMany(e, c); };
  }
  t["LineBuffer"] = [](Dsl& e, Call& c) -> Value {
    if (!c.has()) return Module{"LineBuffer"};
    return lineBuffer(e, c, 1);
  };
  t["LineBuffer.strided"] = [](Dsl& e, Call& c) { return lineBuffer(e, c, 0); };
  // Stages that share a memory run in program order already.
  t["Barrier"] = [](Dsl& e, Call& c) -> Value {
    if (c.has()) e.list(c);
    return Module{"Barrier"};
  };
  for (const char* name : {"Barrier.push", "Barrier.pop"}) t[name] = [](Dsl&, Call&) -> Value { return {}; };
  t["MergeBuffer"] = [](Dsl& e, Call& c) -> Value {
    const auto type = e.dataTypeArgument(c);
    const auto sizes = e.sizes(c);
    if (sizes.size() != 2)
      failUser("a MergeBuffer has a number of ways and of elements taken at once", c.where, {},
               "write MergeBuffer[T](ways, par)");
    return e.memories.merges.declare(type, sizes[0], sizes[1], c.where);
  };
  for (const char* name : {"Blackbox.SpatialPrimitive", "Circ"})
    t[name] = [](Dsl& e, Call& c) { return e.one(c, "the function"); };  // how it is built changes no value
  for (const char* name : {"Blackbox", "AxiStream256", "Frame", "CtrlBlackbox"}) {
    t[name] = [name](Dsl&, Call& c) -> Value {
      if (!c.has() && std::string_view(name) == "Blackbox") return Module{name};
      failUnsupported(fmt::format("{} is not supported yet in programs written by hand", name), c.where, {},
                      "docs/guide/spatial-programs.md lists what is");
    };
  }
}

}  // namespace stardust::dsl
