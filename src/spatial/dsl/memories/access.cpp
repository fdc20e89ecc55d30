#include "spatial/dsl/memories/access.h"

#include <fmt/format.h>

#include <algorithm>

#include "spatial/dsl/memories/memories.h"
#include "support/plural.h"

namespace stardust::dsl {

using spatial::Expr;

Expr WordAccess::flatIndex(const Memory& memory, const Values& indices, const Location& where) {
  const bool isLocked = indices.size() == memory.dims.size() + 1 && indices.back().get<Module>();  // memory(i, lock)
  if (!isLocked && indices.size() != memory.dims.size()) {
    failUser(fmt::format("{} has {}, not {}", memory.name, counted(memory.dims.size(), "dimension"), indices.size()),
             where);
  }
  auto index = m_.words.stagedIndex(indices[0], where).expr;
  for (std::size_t i = 1; i < memory.dims.size(); ++i) {
    index = sumExpr(productExpr(index, memory.dims[i], where), m_.words.stagedIndex(indices[i], where).expr, where);
  }
  return index;
}

Value WordAccess::read(const MemoryRef& memory, const Values& indices, const Location& where) {
  if (memory->kind != Memory::Kind::Sram && memory->kind != Memory::Kind::Sparse) {
    failUser(fmt::format("{} has no words to read by index", memory->name), where, {}, "load it into an SRAM first");
  }
  if (!m_.stage.isActive()) failUser("on-chip memories are read in Accel", where);
  if (memory->isStruct()) {
    Values parts;
    for (const auto& field : memory->fields) parts.push_back(read(field, indices, where));
    return recordOf(memory->whole, std::move(parts));
  }
  const auto index = flatIndex(*memory, indices, where);
  const auto expr = memory->kind == Memory::Kind::Sparse ? Expr({spatial::SparseRead{memory->name, index}, where})
                                                         : Expr({spatial::Read{memory->name, index}, where});
  return Staged{expr, memory->type, 2, false};
}

void WordAccess::write(const MemoryRef& memory, const Values& indices, const Value& value, const Location& where) {
  if (memory->kind != Memory::Kind::Sram && memory->kind != Memory::Kind::Sparse) {
    failUser(fmt::format("{} has no words to write by index", memory->name), where, {}, "store an SRAM to it");
  }
  if (!m_.stage.isActive()) failUser("on-chip memories are written in Accel", where);
  if (memory->isStruct()) {
    const auto parts = m_.words.partsOf(value, memory->whole, "the value", where);
    for (std::size_t i = 0; i < parts.size(); ++i) write(memory->fields[i], indices, parts[i], where);
    return;
  }
  const auto word = m_.words.staged(value, memory->type, "the value", where);
  const auto index = flatIndex(*memory, indices, where);
  if (memory->kind == Memory::Kind::Sparse) m_.stage.emit(spatial::SparseWrite{memory->name, index, word.expr}, where);
  else m_.stage.emit(spatial::Write{memory->name, index, word.expr}, where);
}

void WordAccess::set(const MemoryRef& memory, const Value& value, const Location& where, const Value& enable) {
  if (memory->isStream() && enable.get<Unit>()) return m_.streams.give(memory, value, where);
  if (!m_.stage.isActive()) failUser(fmt::format("{} is written in Accel", memory->name), where);
  const bool isHostIO = memory->kind == Memory::Kind::HostIO;
  if (!isHostIO && memory->kind != Memory::Kind::Reg && memory->kind != Memory::Kind::ArgOut) {
    failUser(fmt::format("{} cannot be written with :=", memory->name), where);
  }
  if (memory->isStruct()) {
    const auto parts = m_.words.partsOf(value, memory->whole, "the value", where);
    Values bound;
    for (const auto& part : parts) bound.push_back(m_.words.bound(part, memory->name, where));
    for (std::size_t i = 0; i < parts.size(); ++i) set(memory->fields[i], bound[i], where, enable);
    return;
  }
  const auto word = m_.words.staged(value, memory->type, "the value", where);
  const auto condition = enable.get<Unit>() ? Expr() : m_.words.staged(enable, bit, "the condition", where).expr;
  m_.stage.emit(spatial::Set{isHostIO ? memory->name + "_out" : memory->name, word.expr, condition}, where);
  memory->isSet = true;
  if (memory->state) m_.stage.emit(spatial::Set{memory->state->name, word.expr, condition}, where);
}

Value WordAccess::at(const MemoryRef& memory, const Values& indices, const Location& where) {
  const bool isPart =
      std::any_of(indices.begin(), indices.end(), [](const Value& v) { return v.object<const Series>(); });
  const bool hasWords = memory->kind == Memory::Kind::Sram || memory->kind == Memory::Kind::Sparse;
  if (!isPart && hasWords) return read(memory, indices, where);
  if (memory->kind != Memory::Kind::Dram && memory->kind != Memory::Kind::Sram)
    failUser(fmt::format("{} has no words to read by index", memory->name), where);
  return std::make_shared<const Section>(partOf(memory, indices, where));
}

Section WordAccess::partOf(const MemoryRef& memory, const Values& indices, const Location& where) {
  Section section{memory, {}, makeNumber(int32, std::int64_t{1}), {}};
  const auto* address = indices.empty() ? nullptr : indices[0].get<MemoryRef>();
  const bool isAddress = address && ((*address)->kind == Memory::Kind::Sram || (*address)->kind == Memory::Kind::Fifo);
  if (isAddress || (!indices.empty() && indices[0].object<const Section>())) {
    section.addresses = indices[0];
    if (indices.size() > 1)
      section.ranges.push_back({makeNumber(int32, std::int64_t{0}), indices[1], {}, {}, false, false});
    return section;
  }
  for (const auto& index : indices) {
    const auto* series = index.object<const Series>();
    if (!series) {
      section.ranges.push_back({index, {}, {}, {}, false, true});
    } else if (series->isForever && section.ranges.size() < memory->dims.size()) {  // the whole dimension
      const auto extent = makeNumber(int32, memory->dims[section.ranges.size()]);
      section.ranges.push_back(
          {makeNumber(int32, std::int64_t{0}), extent, makeNumber(int32, std::int64_t{1}), series->par, true, false});
      section.par = series->par;
    } else {
      section.ranges.push_back(*series);
      section.par = series->par;
    }
  }
  if (section.ranges.size() != memory->dims.size())
    failUser(fmt::format("{} has {}, not {}", memory->name, counted(memory->dims.size(), "dimension"), indices.size()),
             where);
  return section;
}

Values WordAccess::placesIn(const Section& part, const Values& indices, const Location& where) {
  Values places;
  std::size_t next = 0;  // of the indices; a dimension of one word consumes none
  for (const auto& range : part.ranges) {
    if (range.isSingle) {
      places.push_back(range.begin);
      continue;
    }
    if (next == indices.size()) break;
    const auto step = range.step.get<Unit>() ? Value(makeNumber(int32, std::int64_t{1})) : range.step;
    const auto at = [&](const Value& index) {
      return m_.words.binary(Operator::Add, range.begin, m_.words.binary(Operator::Mul, index, step, where), where);
    };
    const auto& index = indices[next++];
    const auto* inner = index.object<const Series>();
    if (!inner) places.push_back(at(index));
    else if (inner->isForever) places.push_back(std::make_shared<const Series>(range));
    else
      places.push_back(std::make_shared<const Series>(Series{at(inner->begin), at(inner->end),
                                                             m_.words.binary(Operator::Mul, inner->step, step, where),
                                                             inner->par, false, false}));
  }
  if (places.size() != part.ranges.size() || next != indices.size() || !part.addresses.get<Unit>())
    failUser(fmt::format("this part of {} does not have {}", part.memory->name, counted(indices.size(), "dimension")),
             where);
  return places;
}

void WordAccess::reset(const MemoryRef& memory, const Value& condition, const Location& where) {
  for (const auto& field : memory->fields) reset(field, condition, where);
  if (memory->isStruct()) return;
  const auto enable = condition.get<Unit>() ? Expr() : m_.words.staged(condition, bit, "the condition", where).expr;
  if (memory->kind == Memory::Kind::Reg) {
    m_.stage.emit(spatial::Set{memory->name, WordOperators::literal(numberIn(*memory), where).expr, enable}, where);
    return;
  }
  for (std::int64_t i = 0; i < memory->size(); ++i) {
    const Value initial = memory->initial.empty() ? Value(makeNumber(memory->type, std::int64_t{0}))
                                                  : memory->initial[static_cast<std::size_t>(i)];
    m_.stage.emit(spatial::Write{memory->name, intExpr(i, where),
                                 m_.words.staged(initial, memory->type, "a value", where).expr, enable},
                  where);
  }
}

void WordAccess::shift(const MemoryRef& memory, const Values& indices, const Value& value, const Location& where) {
  if (memory->kind != Memory::Kind::Sram) failUser(fmt::format("{} has no words to move", memory->name), where);
  const auto isStar = [](const Value& index) {
    return index.object<const Series>() && index.object<const Series>()->isForever;
  };
  if (indices.size() != memory->dims.size() || std::count_if(indices.begin(), indices.end(), isStar) != 1)
    failUser("words are moved along one dimension of a RegFile", where, {}, "write regfile(i, *) <<= value");
  const auto along = static_cast<std::size_t>(std::find_if(indices.begin(), indices.end(), isStar) - indices.begin());
  const auto entered = value.object<Collection>() ? value.object<Collection>()->items : Values{value};
  const auto count = std::ssize(entered);
  const auto at = [&](std::int64_t k) {
    auto place = indices;
    place[along] = makeNumber(int32, k);
    return place;
  };
  Values moved;
  for (std::int64_t k = 0; k + count < memory->dims[along]; ++k) {
    const auto old = read(memory, at(k), where);
    moved.push_back(m_.words.bound(old, memory->name + "_old", where));
  }
  for (std::int64_t k = 0; k < std::min<std::int64_t>(count, memory->dims[along]); ++k)
    write(memory, at(k), entered[static_cast<std::size_t>(k)], where);
  for (std::int64_t k = 0; k < std::ssize(moved); ++k)
    write(memory, at(k + count), moved[static_cast<std::size_t>(k)], where);
}

}  // namespace stardust::dsl
