// Where memories are allocated and what is transferred, each where it is first needed.
#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "capstan/lower/accel.h"
#include "capstan/plan/rows.h"
#include "spatial/build.h"

namespace stardust::spatial {

using notation::varOfLevel;
using placement::Assembly;
using placement::MemoryType;
using placement::Part;

void Accel::allocate(Frame& frame, const std::string& memory, MemoryType kind, Type type, std::int64_t words,
                     const std::string& dram, const std::string& note) {
  const Expr size = lit(std::min<std::int64_t>(words, std::numeric_limits<std::int32_t>::max()));
  const auto add = [&](MemoryKind as, Expr par = {}) {
    frame.body.push_back(spatial::memory(memory, as, type, size, note, std::move(par)));
  };
  switch (kind) {
    case MemoryType::Fifo: return add(MemoryKind::Fifo);
    case MemoryType::Sram: return add(MemoryKind::Sram);
    case MemoryType::SparseSram: return add(MemoryKind::SparseSram);
    case MemoryType::SparseParSram: return add(MemoryKind::SparseParSramSwizzle, name("bp"));
    case MemoryType::SparseDram:
      add(MemoryKind::SparseDram, name("bp"));
      frame.body.push_back(alias(memory, dram));
      return;
    case MemoryType::Dram:
    case MemoryType::BitVector:
    case MemoryType::Reg: break;
  }
  failInternal("not a memory of an array");
}

// An array of an operand, all of it, at the top level.
std::string Accel::wholeArray(const AccessPlan& access, Part part, int level, MemoryType kind, std::int64_t words) {
  const auto& tensor = access.access.tensor;
  const std::string base =
      part == Part::Vals && !access.stagedAs.empty() ? access.stagedAs : placement::arrayName(tensor.name, part, level);
  const std::string key = fmt::format("whole {} {} {}", base, static_cast<int>(kind), words);
  if (frames_.find(key)) return memoryOf(key);
  Frame& top = frames_.of("");
  const std::string memory = names_.fresh(base);
  top.known[key] = name(memory);
  const std::string dram = host_.operand(tensor, part, level);
  const std::string note = arrayOf(access.access, part, level);
  allocate(top, memory, kind, part == Part::Vals ? Type::T : Type::Int, words, dram, note);
  if (kind != MemoryType::SparseDram)
    top.body.push_back(load(memory, dram, lit(0), host_.count(tensor, part, level), innerPar(), note));
  return memory;
}

std::string Accel::positions(const AccessPlan& access, int level) {
  const LevelPlan& plan = access.levels.at(static_cast<std::size_t>(level));
  if (!plan.posSlice) return wholeArray(access, Part::Pos, level, plan.pos, plan.posWords);
  const std::string key = fmt::format("slice {} {}", notation::print(access.access), level);
  if (frames_.find(key)) return memoryOf(key);
  const Segment above = segment(access, level - 1);
  const placement::Loop& loop = plan_.loops.at(access.levels.at(static_cast<std::size_t>(level - 1)).loop);
  Frame& frame = frames_.of(loop.parent);
  const auto& tensor = access.access.tensor;
  const std::string memory = names_.fresh(placement::arrayName(tensor.name, Part::Pos, level));
  frame.known[key] = name(memory);
  const std::string note = arrayOf(access.access, Part::Pos, level);
  const std::string dram = host_.operand(tensor, Part::Pos, level);
  allocate(frame, memory, plan.pos, Type::Int, plan.posWords, dram, note);
  frame.body.push_back(load(memory, dram, above.start, above.end + lit(1), innerPar(), note));
  return memory;
}

Expr Accel::readAt(const std::string& memory, MemoryType kind, Expr index) {
  return kind == MemoryType::Sram ? spatial::read(memory, std::move(index)) : sparseRead(memory, std::move(index));
}

// The value of an access that is reached through its levels, from wherever its values are.
Expr Accel::read(const AccessPlan& access) {
  const auto& tensor = access.access.tensor;
  const std::string note = valuesOf(access.access);
  const std::string base = access.stagedAs.empty() ? placement::arrayName(tensor.name, Part::Vals) : access.stagedAs;
  if (access.values == MemoryType::Fifo) {
    const placement::Loop& loop = plan_.loops.at(access.levels.back().loop);
    const Segment fiber = segment(access, tensor.order() - 1);
    Frame& outside = frames_.of(loop.parent);
    const std::string fifo = names_.fresh(base), dram = host_.operand(tensor, Part::Vals, 0);
    allocate(outside, fifo, MemoryType::Fifo, Type::T, placement::fifoDepth, {}, note);
    // stream_load_vec fills FIFOs of 32-bit integers only; a dense load takes every type.
    outside.body.push_back(host_.valueType() == Type::Int ? streamLoad(dram, fiber.start, fiber.length, fifo, note)
                                                          : load(fifo, dram, fiber.start, fiber.end, innerPar(), note));
    return deq(fifo);
  }
  const bool isWhole = access.sliceBegin == 0;
  if (isWhole) {
    const std::string memory = wholeArray(access, Part::Vals, 0, access.values, access.words);
    return readAt(memory, access.values, index(access));
  }
  const std::string key = "values " + notation::print(access.access);
  if (frames_.find(key)) return readAt(memoryOf(key), access.values, index(access));
  const Expr size = sliceSize(access), from = position(access, access.sliceBegin - 1);
  Frame& frame = frames_.of(access.site);
  const std::string memory = names_.fresh(base), dram = host_.operand(tensor, Part::Vals, 0);
  frame.known[key] = name(memory);
  allocate(frame, memory, access.values, Type::T, access.words, dram, note);
  frame.body.push_back(load(memory, dram, from * size, from * size + size, innerPar(), note));
  return readAt(memory, access.values, index(access));
}

// The value of an operand, once for each iteration of the loop where its last level is known.
Expr Accel::valueOf(const AccessPlan& access) {
  const std::string key = "value " + notation::print(access.access);
  if (const auto known = frames_.find(key)) return *known;
  const Expr there = read(access);
  return bind(frames_.of(access.lastLoop), key, access.access.tensor.name + "_val", there, valuesOf(access.access));
}

void Accel::initialize(Frame& frame, const std::string& memory, MemoryType kind, const Expr& words, const Expr& value,
                       const std::string& note) {
  const std::string at = names_.fresh("z");
  const Stmt write =
      kind == MemoryType::Sram ? spatial::write(memory, name(at), value) : sparseWrite(memory, name(at), value);
  Frame body;
  emit(body, write, note);
  frame.body.push_back(foreach (upTo(words, lanesOf(words)), at, std::move(body.body), note));
}

// The memory that the values of the result go to; it is stored when the body it lives in ends.
std::string Accel::resultMemory(const AccessPlan& result) {
  const std::string key = "result " + result.access.tensor.name;
  if (frames_.find(key)) return memoryOf(key);
  const auto& tensor = result.access.tensor;
  const std::string note = valuesOf(result.access);
  const std::string base = result.stagedAs.empty() ? placement::arrayName(tensor.name, Part::Vals) : result.stagedAs;
  const std::string memory = names_.fresh(base);
  Frame& frame = frames_.of(result.site);
  Expr words = lit(1);
  if (result.assembly == Assembly::Shared) {
    const int below = placement::tailBegin(result.access);
    words = host_.sizeOf(result.structureOf->tensor, Part::Crd, below - 1);
    for (int level = below; level < tensor.order(); ++level) words = words * extentOfLevel(result.access, level);
  } else {
    for (int level = 0; level < tensor.order(); ++level) words = words * extentOfLevel(result.access, level);
  }
  const std::string dram = host_.result(tensor, Part::Vals, 0, words, Host::Size::Exact);
  allocate(frame, memory, result.values, Type::T, result.words, dram, note);
  frame.known[key] = name(memory);
  if (result.values == MemoryType::Fifo) {
    const Segment fiber = segment(plan_.of(*result.structureOf), tensor.order() - 1);
    frame.tail.push_back(streamStore(dram, fiber.start, memory, fiber.length, note));
    return memory;
  }
  Expr size = lit(1);
  for (int level = result.sliceBegin; level < tensor.order(); ++level)
    size = size * extentOfLevel(result.access, level);
  if (result.initialized) initialize(frame, memory, result.values, size, identity(result.initial), note);
  if (result.values == MemoryType::SparseDram) return memory;
  const int below = placement::tailBegin(result.access);
  Expr from = result.assembly == Assembly::Shared ? position(plan_.of(*result.structureOf), below - 1) : lit(0);
  for (int level = below; level < result.sliceBegin; ++level) {
    const Expr at = coordinate(varOfLevel(result.access, level));
    from = level == 0 ? at : from * extentOfLevel(result.access, level) + at;
  }
  frame.tail.push_back(spatial::store(dram, from * size, from * size + size, innerPar(), memory, note));
  return memory;
}

}  // namespace stardust::spatial
