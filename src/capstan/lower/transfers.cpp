#include "capstan/lower/transfers.h"

#include "capstan/lower/extents.h"
#include "capstan/lower/memories.h"
#include "capstan/plan/memories.h"
#include "operators/table.h"
#include "spatial/build.h"

namespace stardust::spatial {

using placement::Assembly;
using placement::Part;

// ---------------------------------------------------------------- operands

Expr Transfers::valueOf(const AccessPlan& access) {
  const known::Key key = known::of(known::Operand::Value, access.access);
  if (const auto known = context_.frames.find(key)) return *known;
  const Expr there = read(access);
  return context_.bind(context_.frames.of(access.lastLoop), key, access.access.tensor.name + "_val", there,
                       context_.notes.valuesOf(access.access));
}

// Reads the value from its memory.
Expr Transfers::read(const AccessPlan& access) {
  if (access.values == MemoryType::Fifo) return readStream(access);
  if (access.sliceBegin > 0) return readSlice(access);
  const std::string memory = wholeArray(context_, access, Part::Vals, 0, access.values, access.words);
  const Expr at = positions_.index(access);
  return access.mayBeAbsent() ? readIfPresent(memory, access.values, at, identityOf(context_, operators::add))
                              : readAt(memory, access.values, at);
}

// Reads values in order, with the loop over the last level.
Expr Transfers::readStream(const AccessPlan& access) {
  const auto& tensor = access.access.tensor;
  const std::string note = context_.notes.valuesOf(access.access);
  const Stream stream = positions_.stream(access, tensor.order() - 1);
  const Segment& fiber = stream.positions;
  Frame& outside = context_.frames.of(stream.loop);
  const std::string fifo = context_.names.fresh(valuesName(access)),
                    dram = context_.host.operand(tensor, Part::Vals, 0);
  allocate(outside, fifo, MemoryType::Fifo, Type::T, placement::fifoDepth, {}, note);
  // stream_load_vec fills only FIFOs of 32-bit integers; a dense load supports every type.
  outside.body.push_back(context_.host.valueType() == Type::Int
                             ? streamLoad(dram, fiber.start, fiber.length, fifo, note)
                             : load(fifo, dram, fiber.start, fiber.end, innerPar(), note));
  return deq(fifo);
}

Expr Transfers::readSlice(const AccessPlan& access) {
  const auto& tensor = access.access.tensor;
  const known::Key key = known::of(known::Operand::Values, access.access);
  if (!context_.frames.find(key)) {
    const std::string note = context_.notes.valuesOf(access.access);
    const Expr size = extentOfLevels(context_.plan, access.access, access.sliceBegin, tensor.order()),
               from = positions_.position(access, access.sliceBegin - 1);
    Frame& frame = context_.frames.of(access.site);
    const std::string memory = context_.names.fresh(valuesName(access)),
                      dram = context_.host.operand(tensor, Part::Vals, 0);
    frame.known[key] = name(memory);
    allocate(frame, memory, access.values, Type::T, access.words, dram, note);
    frame.body.push_back(load(memory, dram, from * size, from * size + size, innerPar(), note));
  }
  return readAt(context_.frames.memory(key), access.values, positions_.index(access));
}

// ---------------------------------------------------------------- the result

// The number of result values, as a host expression.
Expr Transfers::resultSize(const AccessPlan& result) const {
  const int order = result.access.tensor.order();
  if (result.assembly != Assembly::Shared) return extentOfLevels(context_.plan, result.access, 0, order);
  const int tail = notation::denseTail(result.access.tensor.format);
  Expr words = context_.host.sizeOf(result.structureOf->tensor, Part::Crd, tail - 1);
  for (int level = tail; level < order; ++level) words = words * extentOfLevel(context_.plan, result.access, level);
  return words;
}

std::string Transfers::resultMemory(const AccessPlan& result) {
  const known::Key key = known::of(known::Result::Values);
  if (context_.frames.find(key)) return context_.frames.memory(key);
  const auto& tensor = result.access.tensor;
  const std::string note = context_.notes.valuesOf(result.access);
  const std::string memory = context_.names.fresh(valuesName(result));
  Frame& frame = context_.frames.of(result.site);
  const std::string dram = context_.host.result(tensor, Part::Vals, 0, resultSize(result), Host::Size::Exact);
  allocate(frame, memory, result.values, Type::T, result.words, dram, note);
  frame.known[key] = name(memory);
  if (result.values == MemoryType::Fifo) {
    const Segment fiber = positions_.segment(context_.plan.of(*result.structureOf), tensor.order() - 1);
    frame.tail.push_back(streamStore(dram, fiber.start, memory, fiber.length, note));
  } else {
    storeResult(result, frame, memory, dram);
  }
  return memory;
}

// Stores the on-chip slice to its place in the whole array.
void Transfers::storeResult(const AccessPlan& result, Frame& frame, const std::string& memory,
                            const std::string& dram) {
  const Access& access = result.access;
  const std::string note = context_.notes.valuesOf(access);
  const int order = access.tensor.order();
  const Expr size = result.tile ? extentOfLevels(context_.plan, access, result.sliceBegin + 1, order)
                                : extentOfLevels(context_.plan, access, result.sliceBegin, order);
  if (result.initialized) {
    const Expr words = result.tile ? lit(result.tile->stride) * size : size;
    initialize(context_, frame, memory, result.values, words, identityOf(context_, result.initial), note);
  }
  if (result.values == MemoryType::SparseDram) return;
  const int tail = notation::denseTail(access.tensor.format);
  Expr from = lit(0);
  if (result.assembly == Assembly::Shared) from = positions_.position(context_.plan.of(*result.structureOf), tail - 1);
  for (int level = tail; level < result.sliceBegin; ++level) {
    const Expr at = positions_.coordinate(notation::varOfLevel(access, level));
    from = level == 0 ? at : from * extentOfLevel(context_.plan, access, level) + at;
  }
  if (!result.tile) {
    frame.tail.push_back(store(dram, from * size, from * size + size, innerPar(), memory, note));
    return;
  }
  const auto range = positions_.tile(*result.tile, notation::varOfLevel(access, result.sliceBegin));
  const Expr base = from * extentOfLevel(context_.plan, access, result.sliceBegin);
  frame.tail.push_back(
      store(dram, (base + range.first) * size, (base + range.second) * size, innerPar(), memory, note));
}

}  // namespace stardust::spatial
