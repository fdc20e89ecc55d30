// Where memories are allocated and what is transferred: one function for each kind of sub-array.
#include <fmt/format.h>

#include "placement/rows.h"
#include "spatial/build.h"
#include "spatial/lower/accel.h"

namespace stardust::spatial {

using placement::MemoryType;
using placement::Part;

namespace {

const std::string& varOfLevel(const notation::Access& access, int level) {
  return access.indices.at(static_cast<std::size_t>(access.tensor.format.mode(level)));
}

}  // namespace

void Accel::allocate(const std::string& memory, MemoryType kind, Type type, std::int64_t words, const std::string& dram,
                     const std::string& note, Body& body) {
  const Expr size = lit(words);
  switch (kind) {
    case MemoryType::Fifo: body.push_back(spatial::memory(memory, MemoryKind::Fifo, type, size, note)); return;
    case MemoryType::Sram: body.push_back(spatial::memory(memory, MemoryKind::Sram, type, size, note)); return;
    case MemoryType::SparseSram: body.push_back(spatial::memory(memory, MemoryKind::SparseSram, type, size, note)); return;
    case MemoryType::SparseParSram:
      body.push_back(spatial::memory(memory, MemoryKind::SparseParSramSwizzle, type, size, note, name("bp")));
      return;
    case MemoryType::SparseDram:
      body.push_back(spatial::memory(memory, MemoryKind::SparseDram, type, size, note, name("bp")));
      body.push_back(alias(memory, dram));
      return;
    case MemoryType::Dram:
    case MemoryType::Reg: break;
  }
  failInternal("not a memory of an array");
}

void Accel::enterSite(const std::string& site, Body& body) {
  for (const AccessPlan& access : plan_.accesses) {
    for (const LevelPlan& level : access.levels) {
      if (site.empty() && !access.result) allocatePositions(access, level, body);
      if (site.empty() && access.result) storePositions(access, level, body);
    }
  }
  for (const AccessPlan& access : plan_.accesses) {
    for (const LevelPlan& level : access.levels)
      if (plan_.loops.at(varOfLevel(access.access, level.level)).parent == site) openFiber(access, level, body);
    if (access.site == site && access.values != MemoryType::Reg) {
      allocateValues(access, body);
      if (!access.result) loadValues(access, body);
    }
  }
}

void Accel::allocatePositions(const AccessPlan& access, const LevelPlan& level, Body& body) {
  const auto& tensor = access.access.tensor;
  const std::string memory = onChip(access, Part::Pos, level.level);
  const std::string dram = host_.operand(tensor, BoundArray::Part::Pos, level.level);
  const std::string note =
      fmt::format("{}: positions of {}", notation::print(access.access), varOfLevel(access.access, level.level));
  allocate(memory, level.pos, Type::Int, level.posWords, dram, note, body);
  if (level.pos != MemoryType::SparseDram)
    body.push_back(load(memory, dram, lit(0), positionCount(access.access, level.level), innerPar(), note));
}

void Accel::storePositions(const AccessPlan& result, const LevelPlan& level, Body& body) {
  const AccessPlan& owner = fiberOwner(result);
  const Expr words = positionCount(result.access, level.level);
  const std::string dram = host_.result(result.access.tensor, BoundArray::Part::Pos, level.level, words);
  const std::string note =
      fmt::format("{}: positions of {}", notation::print(result.access), varOfLevel(result.access, level.level));
  std::string source = onChip(owner, Part::Pos, level.level);
  if (level.pos != MemoryType::Sram) {  // not in a memory that a dense store can read: stream a copy through a FIFO
    source = onChip(result, Part::Pos, level.level);
    allocate(source, MemoryType::Fifo, Type::Int, placement::fifoDepth, {}, note, body);
    body.push_back(load(source, host_.operand(owner.access.tensor, BoundArray::Part::Pos, level.level), lit(0), words, innerPar(), note));
  }
  body.push_back(store(dram, lit(0), words, innerPar(), source, note));
}

// The segment of one fiber, and the stream of its coordinates (into the accelerator for an operand, out of it for the result).
void Accel::openFiber(const AccessPlan& access, const LevelPlan& level, Body& body) {
  const auto& var = varOfLevel(access.access, level.level);
  const std::string crd = onChip(access, Part::Crd, level.level);
  const std::string note = fmt::format("{}: coordinates of {}", notation::print(access.access), var);
  if (access.result) {
    allocate(crd, MemoryType::Fifo, Type::Int, placement::fifoDepth, {}, note, body);
    return;
  }
  const auto& tensor = access.access.tensor;
  const std::string start = names_.of("start " + var, fmt::format("{}{}_start", var, tensor.name));
  const std::string end = names_.of("end " + var, fmt::format("{}{}_end", var, tensor.name));
  const std::string len = names_.of("len " + var, fmt::format("{}{}_len", var, tensor.name));
  const std::string positions = onChip(access, Part::Pos, level.level);
  const Expr parent = position(access.access, level.level - 1);
  body.push_back(val(start, readAt(positions, level.pos, parent),
                     fmt::format("{}: positions of {}", notation::print(access.access), var)));
  body.push_back(val(end, readAt(positions, level.pos, parent + lit(1))));
  body.push_back(val(len, name(end) - name(start)));
  if (!level.coordinateUsed) return;
  allocate(crd, MemoryType::Fifo, Type::Int, placement::fifoDepth, {}, note, body);
  body.push_back(streamLoad(host_.operand(tensor, BoundArray::Part::Crd, level.level), name(start), name(len), crd, note));
}

// Positions of the last compressed level, which the operand with the same structure knows, times the extents below it.
Expr Accel::resultWords(const AccessPlan& result) {
  const Access& access = result.access;
  const int below = result.levels.empty() ? 0 : result.levels.back().level + 1;
  Expr words = lit(1);
  if (below > 0) words = host_.sizeOf(result.structureOf->tensor, BoundArray::Part::Crd, below - 1);
  for (int level = below; level < access.tensor.order(); ++level) words = words * host_.dimension(varOfLevel(access, level));
  return words;
}

void Accel::allocateValues(const AccessPlan& access, Body& body) {
  const auto& tensor = access.access.tensor;
  const std::string note = notation::print(access.access) + ": values";
  std::string dram;
  if (access.result) {
    dram = host_.result(tensor, BoundArray::Part::Vals, 0, resultWords(access));
    drams_[tensor.name] = dram;
  } else {
    dram = host_.operand(tensor, BoundArray::Part::Vals, 0);
  }
  allocate(onChip(access, Part::Vals), access.values, Type::T, access.words, dram, note, body);
}

void Accel::loadValues(const AccessPlan& access, Body& body) {
  const auto& tensor = access.access.tensor;
  const std::string memory = onChip(access, Part::Vals);
  const std::string dram = host_.operand(tensor, BoundArray::Part::Vals, 0);
  const std::string note = notation::print(access.access) + ": values";
  if (access.values == MemoryType::SparseDram) return;
  if (access.values == MemoryType::Fifo) {
    const auto& var = varOfLevel(access.access, tensor.order() - 1);
    const Expr start = name(names_.of("start " + var, {})), end = name(names_.of("end " + var, {})), len = name(names_.of("len " + var, {}));
    // stream_load_vec fills FIFOs of 32-bit integers only; a dense load takes every type.
    body.push_back(host_.valueType() == Type::Int ? streamLoad(dram, start, len, memory, note)
                                                  : load(memory, dram, start, end, innerPar(), note));
    return;
  }
  const Expr base = sliceBase(access), size = sliceSize(access);
  body.push_back(load(memory, dram, base * size, (base + lit(1)) * size, innerPar(), note));
}

void Accel::leaveSite(const std::string& site, Body& body) {
  const AccessPlan& result = plan_.result();
  if (result.values == MemoryType::Reg) return;
  for (const LevelPlan& level : result.levels) {
    const auto& var = varOfLevel(result.access, level.level);
    if (plan_.loops.at(var).parent != site) continue;
    const std::string dram = host_.result(result.access.tensor, BoundArray::Part::Crd, level.level,
                                          host_.sizeOf(result.structureOf->tensor, BoundArray::Part::Crd, level.level));
    body.push_back(streamStore(dram, name(names_.of("start " + var, {})), onChip(result, Part::Crd, level.level),
                               name(names_.of("len " + var, {})), fmt::format("{}: coordinates of {}", notation::print(result.access), var)));
  }
  if (result.site == site && result.values != MemoryType::SparseDram) storeValues(result, body);
}

void Accel::storeValues(const AccessPlan& result, Body& body) {
  const std::string memory = onChip(result, Part::Vals);
  const std::string& dram = drams_.at(result.access.tensor.name);
  const std::string note = notation::print(result.access) + ": values";
  if (result.values == MemoryType::Fifo) {
    const auto& var = varOfLevel(result.access, result.access.tensor.order() - 1);
    body.push_back(streamStore(dram, name(names_.of("start " + var, {})), memory, name(names_.of("len " + var, {})), note));
    return;
  }
  const Expr base = sliceBase(result), size = sliceSize(result);
  body.push_back(store(dram, base * size, (base + lit(1)) * size, innerPar(), memory, note));
}

}  // namespace stardust::spatial
