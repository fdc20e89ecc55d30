// What is declared on and off the chip, and single words of it.
#include "spatial/dsl/memories/memories.h"

#include <fmt/format.h>

#include <algorithm>

#include "support/plural.h"

namespace stardust::dsl {

using spatial::Expr;

namespace {

constexpr std::int64_t mostWords = std::int64_t{1} << 30;

/// A word that the host reads.
bool isResult(Memory::Kind kind) { return kind == Memory::Kind::ArgOut || kind == Memory::Kind::HostIO; }

bool isOutside(Memory::Kind kind) {
  return kind == Memory::Kind::ArgIn || isResult(kind) || kind == Memory::Kind::Dram;
}

}  // namespace

// ---------------------------------------------------------------- declarations

MemoryRef Memories::declare(Memory::Kind kind, const DataType& given, std::vector<std::int64_t> dims,
                            const Location& where, std::int64_t held) {
  const auto type = inWords(given);
  if (const auto depth = decisions_.depthOf(where); depth && kind == Memory::Kind::Fifo) dims = {*depth};
  std::int64_t size = 1;
  const std::int64_t least = kind == Memory::Kind::Dram ? 0 : 1;  // a file may hold nothing
  for (const auto dim : dims) {
    if (dim < least || dim > mostWords / size)
      failUser(fmt::format("a memory cannot have {}", counted(dim, "word")), where);
    size = std::max<std::int64_t>(1, size * dim);
  }
  if (isOutside(kind) == stage_.isActive()) {
    failUser(isOutside(kind) ? "this is declared before Accel" : "on-chip memories are declared in Accel", where);
  }
  const auto name = stage_.hint;
  const auto one = [&](const NumberType& number, const std::string& hint) {
    auto memory = declareWords(kind, number, dims, hint, where);
    if (kind == Memory::Kind::Fifo && decisions_.isNoted(where)) {
      const auto hintOf = [&](const char* end) { return memory->name + end; };
      memory->head = reg(hintOf("_head"), int32, makeNumber(int32, std::int64_t{0}), where);
      memory->tail = reg(hintOf("_tail"), int32, makeNumber(int32, held), where);
      if (decisions_.isOnTrial(where)) trials_.push_back(memory);
    }
    return memory;
  };
  if (type.kind == DataType::Kind::Number) return one(type.number, name);
  if (type.kind != DataType::Kind::Struct)
    failUnsupported(fmt::format("values of type {} are not supported on the accelerator", type.name), where);
  auto memory = std::make_shared<Memory>();
  memory->kind = kind;
  memory->where = where;
  memory->whole = type;
  memory->dims = dims;
  for (std::size_t i = 0; i < type.parts.size(); ++i) {
    stage_.hint =
        fmt::format("{}_{}", name.empty() ? "x" : name, type.names.empty() ? std::to_string(i + 1) : type.names[i]);
    memory->fields.push_back(declare(kind, type.parts[i], dims, where, held));
  }
  stage_.hint = name;
  memory->name = stage_.fresh(name);
  return memory;
}

MemoryRef Memories::declareWords(Memory::Kind kind, const NumberType& type, const std::vector<std::int64_t>& dims,
                                 const std::string& name, const Location& where) {
  const auto held = wordType(type);
  if (!held) failNoWord(type, where);
  auto memory = std::make_shared<Memory>();
  memory->kind = kind;
  memory->type = type;
  memory->where = where;
  memory->dims = dims;
  memory->name = stage_.fresh(name);
  if (isOutside(kind)) {
    outside_.push_back(memory);
    return memory;
  }
  const bool isQueue = kind == Memory::Kind::Fifo && !decisions_.isNoted(where);
  if (isQueue) loopsAround_[memory] = loops_.size();
  stage_.emit(spatial::Memory{memory->name,
                              isQueue ? spatial::MemoryKind::Fifo : spatial::MemoryKind::Sram,
                              *held,
                              intExpr(memory->size(), where),
                              {}},
              where);
  return memory;
}

MemoryRef Memories::unallocated(const DataType& given, const Location& where) {
  const auto type = inWords(given);
  if (type.kind != DataType::Kind::Number)
    failUnsupported("a DRAM that is allocated in Accel holds numbers of at most 32 bits", where);
  return declareWords(Memory::Kind::Dram, type.number, {}, stage_.hint, where);
}

void Memories::allocate(const MemoryRef& dram, std::vector<std::int64_t> dims, const Location& where) {
  if (dram->kind != Memory::Kind::Dram) failUser(fmt::format("{} is not a DRAM", dram->name), where);
  if (!dram->dims.empty())
    failUnsupported(fmt::format("{} has a size already", dram->name), where, {}, "allocate each DRAM once");
  for (const auto dim : dims) {
    if (dim < 1 || dim > mostWords) failUser(fmt::format("a DRAM cannot have {}", counted(dim, "word")), where);
  }
  dram->dims = std::move(dims);
}

MemoryRef Memories::reg(const std::string& hint, const DataType& given, const Value& reset, const Location& where) {
  const auto type = inWords(given);
  if (!stage_.isActive()) failUser("on-chip memories are declared in Accel", where);
  auto reg = std::make_shared<Memory>();
  reg->kind = Memory::Kind::Reg;
  reg->where = where;
  if (type.kind == DataType::Kind::Struct) {
    const bool isInteger = isWide(type.number);
    const auto start =
        isInteger ? Value(convert(words_.number(hostValue(reset), "the reset value", where), type.number)) : reset;
    const bool isWhole = isInteger || start.object<const Record>();
    const auto parts = isWhole ? words_.partsOf(start, type, "the reset value", where)
                               : Values(type.parts.size(), makeNumber(int32, std::int64_t{0}));
    reg->whole = type;
    for (std::size_t i = 0; i < type.parts.size(); ++i) {
      const auto part = type.names.empty() ? std::to_string(i + 1) : type.names[i];
      reg->fields.push_back(this->reg(fmt::format("{}_{}", hint, part), type.parts[i], parts[i], where));
    }
    reg->name = stage_.fresh(hint);
    return reg;
  }
  if (type.kind != DataType::Kind::Number)
    failUnsupported(fmt::format("a Reg of {} is not supported", type.name), where);
  reg->type = type.number;
  reg->name = stage_.fresh(hint);
  const auto value = words_.number(hostValue(reset), "the reset value", where);
  const auto initial = Words::literal(convert(value, reg->type), where);
  putNumber(*reg, value);
  stage_.emit(spatial::Memory{reg->name, spatial::MemoryKind::Reg, *wordType(reg->type), initial.expr, {}}, where);
  return reg;
}

void Memories::fill(const MemoryRef& memory, const Values& values, const Location& where) {
  if (memory->isStruct()) {
    std::vector<Values> columns(memory->fields.size());
    for (const auto& value : values) {
      const auto parts = words_.partsOf(value, memory->whole, "a value", where);
      for (std::size_t i = 0; i < parts.size(); ++i) columns[i].push_back(parts[i]);
    }
    for (std::size_t i = 0; i < columns.size(); ++i) fill(memory->fields[i], columns[i], where);
    return;
  }
  if (std::ssize(values) != memory->size())
    failUser(fmt::format("{} has {}, and {} {} given", memory->name, counted(memory->size(), "word"),
                         counted(values.size(), "value"), plural(values.size(), "is", "are")),
             where);
  memory->initial = values;
  spatial::Body body;
  {
    const Into into(stage_, &body);
    for (std::size_t i = 0; i < values.size(); ++i) {
      const auto value = words_.staged(values[i], memory->type, "a value", where);
      stage_.emit(spatial::Write{memory->name, intExpr(static_cast<std::int64_t>(i), where), value.expr}, where);
    }
  }
  once(std::move(body), intExpr(1, where), where);
}

void Memories::once(spatial::Body body, Expr count, const Location& where) {
  if (body.empty()) return;
  const spatial::Counter counter{intExpr(0, where), std::move(count), intExpr(1, where), intExpr(1, where)};
  stage_.emit(spatial::Foreach{{counter}, std::nullopt, {stage_.fresh("once")}, std::move(body)}, where);
}

void Memories::beginStaging() {
  outside_.resize(declaredBefore_);
  atBegin_ = decisions_;
  unaliased_.clear();
  conditional_.clear();
  results_.clear();
  loops_.clear();
  loopsAround_.clear();
  givers_.clear();
  takers_.clear();
  queues_.clear();
  before_.clear();
  taken_.clear();
  given_.clear();
  trials_.clear();
  mayBeFull_.clear();
  merges_.clear();
}

/// Accel reads what it set, in this round of a loop or the one before, so it has to keep it.
void Memories::holdResults() {
  for (const auto& memory : outside_) {
    memory->held = nullptr;
    memory->isRead = memory->isSet = false;
    if (!isResult(memory->kind) || !decisions_.isNoted(memory->where)) continue;
    const auto held =
        reg(memory->name + "_held", memory->type, makeNumber(memory->type, std::int64_t{0}), memory->where);
    if (memory->kind == Memory::Kind::HostIO) set(held, memory, memory->where);  // what the host gave
    memory->held = held;
  }
}

spatial::Body Memories::withHostValues(spatial::Body accel) const {
  spatial::Body given;
  for (const auto& memory : outside_) {
    if (memory->kind != Memory::Kind::HostIO || !memory->isSet) continue;
    const auto result = memory->name + "_out";
    const auto isSetAlways = std::any_of(accel.begin(), accel.end(), [&](const spatial::Stmt& stmt) {
      const auto* set = std::get_if<spatial::Set>(&stmt->kind);
      return set && set->reg == result && !set->enable;
    });
    if (!isSetAlways)
      given.push_back(spatial::Stmt({spatial::Set{result, nameExpr(memory->name, memory->where)}, {}, memory->where}));
  }
  accel.insert(accel.begin(), given.begin(), given.end());
  return accel;
}

void Memories::endStaging(const spatial::Body& accel) {
  countTakenSometimes(accel);
  findTurns(accel);
  for (const auto& memory : outside_) {
    if (isResult(memory->kind) && memory->isRead && memory->isSet)
      note(memory, "kept in a Reg", "Accel sets and reads it");
  }
  for (const auto& memory : unaliased_) note(memory, "has words of its own", "it has no alias");
  takersBefore_ = takers_;
}

void Memories::note(const MemoryRef& memory, const char* how, const std::string& why) {
  decisions_.note(memory->where, {memory->name, how, why});
}

// ---------------------------------------------------------------- words

Expr Memories::flatIndex(const Memory& memory, const Values& indices, const Location& where) {
  const bool isLocked = indices.size() == memory.dims.size() + 1 && indices.back().get<Module>();  // memory(i, lock)
  if (!isLocked && indices.size() != memory.dims.size()) {
    failUser(fmt::format("{} has {}, not {}", memory.name, counted(memory.dims.size(), "dimension"), indices.size()),
             where);
  }
  auto index = words_.stagedIndex(indices[0], where).expr;
  for (std::size_t i = 1; i < memory.dims.size(); ++i) {
    index = sumExpr(productExpr(index, memory.dims[i], where), words_.stagedIndex(indices[i], where).expr, where);
  }
  return index;
}

Value Memories::read(const MemoryRef& memory, const Values& indices, const Location& where) {
  if (memory->kind != Memory::Kind::Sram && memory->kind != Memory::Kind::Sparse) {
    failUser(fmt::format("{} has no words to read by index", memory->name), where, {}, "load it into an SRAM first");
  }
  if (!stage_.isActive()) failUser("on-chip memories are read in Accel", where);
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

void Memories::write(const MemoryRef& memory, const Values& indices, const Value& value, const Location& where) {
  if (memory->kind != Memory::Kind::Sram && memory->kind != Memory::Kind::Sparse) {
    failUser(fmt::format("{} has no words to write by index", memory->name), where, {}, "store an SRAM to it");
  }
  if (!stage_.isActive()) failUser("on-chip memories are written in Accel", where);
  if (memory->isStruct()) {
    const auto parts = words_.partsOf(value, memory->whole, "the value", where);
    for (std::size_t i = 0; i < parts.size(); ++i) write(memory->fields[i], indices, parts[i], where);
    return;
  }
  const auto word = words_.staged(value, memory->type, "the value", where);
  const auto index = flatIndex(*memory, indices, where);
  if (memory->kind == Memory::Kind::Sparse) stage_.emit(spatial::SparseWrite{memory->name, index, word.expr}, where);
  else stage_.emit(spatial::Write{memory->name, index, word.expr}, where);
}

void Memories::set(const MemoryRef& memory, const Value& value, const Location& where, const Value& enable) {
  if (memory->isStream() && enable.get<Unit>()) return give(memory, value, where);
  if (!stage_.isActive()) failUser(fmt::format("{} is written in Accel", memory->name), where);
  const bool isHostIO = memory->kind == Memory::Kind::HostIO;
  if (!isHostIO && memory->kind != Memory::Kind::Reg && memory->kind != Memory::Kind::ArgOut) {
    failUser(fmt::format("{} cannot be written with :=", memory->name), where);
  }
  if (memory->isStruct()) {
    const auto parts = words_.partsOf(value, memory->whole, "the value", where);
    Values bound;
    for (const auto& part : parts) bound.push_back(words_.bound(part, memory->name, where));
    for (std::size_t i = 0; i < parts.size(); ++i) set(memory->fields[i], bound[i], where, enable);
    return;
  }
  const auto word = words_.staged(value, memory->type, "the value", where);
  const auto condition = enable.get<Unit>() ? Expr() : words_.staged(enable, bit, "the condition", where).expr;
  stage_.emit(spatial::Set{isHostIO ? memory->name + "_out" : memory->name, word.expr, condition}, where);
  memory->isSet = true;
  if (memory->held) stage_.emit(spatial::Set{memory->held->name, word.expr, condition}, where);
}

Value Memories::access(const MemoryRef& memory, const Values& indices, const Location& where) {
  const bool isPart =
      std::any_of(indices.begin(), indices.end(), [](const Value& v) { return v.object<const Series>(); });
  const bool hasWords = memory->kind == Memory::Kind::Sram || memory->kind == Memory::Kind::Sparse;
  if (!isPart && hasWords) return read(memory, indices, where);
  if (memory->kind != Memory::Kind::Dram && memory->kind != Memory::Kind::Sram)
    failUser(fmt::format("{} has no words to read by index", memory->name), where);
  return std::make_shared<const Section>(part(memory, indices, where));
}

Section Memories::part(const MemoryRef& memory, const Values& indices, const Location& where) {
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
    } else if (series->isForever && section.ranges.size() < memory->dims.size()) {  // all of this dimension
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

Values Memories::placesIn(const Section& part, const Values& indices, const Location& where) {
  Values places;
  std::size_t next = 0;  // of the indices: a dimension of one word takes none
  for (const auto& range : part.ranges) {
    if (range.isSingle) {
      places.push_back(range.begin);
      continue;
    }
    if (next == indices.size()) break;
    const auto step = range.step.get<Unit>() ? Value(makeNumber(int32, std::int64_t{1})) : range.step;
    const auto at = [&](const Value& index) {
      return words_.binary(Operator::Add, range.begin, words_.binary(Operator::Mul, index, step, where), where);
    };
    const auto& index = indices[next++];
    const auto* inner = index.object<const Series>();
    if (!inner) places.push_back(at(index));
    else if (inner->isForever) places.push_back(std::make_shared<const Series>(range));
    else
      places.push_back(std::make_shared<const Series>(Series{at(inner->begin), at(inner->end),
                                                             words_.binary(Operator::Mul, inner->step, step, where),
                                                             inner->par, false, false}));
  }
  if (places.size() != part.ranges.size() || next != indices.size() || !part.addresses.get<Unit>())
    failUser(fmt::format("this part of {} does not have {}", part.memory->name, counted(indices.size(), "dimension")),
             where);
  return places;
}

void Memories::reset(const MemoryRef& memory, const Value& condition, const Location& where) {
  for (const auto& field : memory->fields) reset(field, condition, where);
  if (memory->isStruct()) return;
  const auto enable = condition.get<Unit>() ? Expr() : words_.staged(condition, bit, "the condition", where).expr;
  if (memory->kind == Memory::Kind::Reg) {
    stage_.emit(spatial::Set{memory->name, Words::literal(numberIn(*memory), where).expr, enable}, where);
    return;
  }
  for (std::int64_t i = 0; i < memory->size(); ++i) {
    const Value initial = memory->initial.empty() ? Value(makeNumber(memory->type, std::int64_t{0}))
                                                  : memory->initial[static_cast<std::size_t>(i)];
    stage_.emit(spatial::Write{memory->name, intExpr(i, where),
                               words_.staged(initial, memory->type, "a value", where).expr, enable},
                where);
  }
}

void Memories::shift(const MemoryRef& memory, const Values& indices, const Value& value, const Location& where) {
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
    moved.push_back(words_.bound(old, memory->name + "_old", where));
  }
  for (std::int64_t k = 0; k < std::min<std::int64_t>(count, memory->dims[along]); ++k)
    write(memory, at(k), entered[static_cast<std::size_t>(k)], where);
  for (std::int64_t k = 0; k < std::ssize(moved); ++k)
    write(memory, at(k + count), moved[static_cast<std::size_t>(k)], where);
}

}  // namespace stardust::dsl
