#include "spatial/dsl/memories/declarations.h"

#include <fmt/format.h>

#include <algorithm>

#include "spatial/dsl/memories/memories.h"
#include "support/plural.h"

namespace stardust::dsl {

using spatial::Expr;

namespace {

constexpr std::int64_t mostWords = std::int64_t{1} << 30;

bool isOutside(Memory::Kind kind) {
  return kind == Memory::Kind::ArgIn || kind == Memory::Kind::ArgOut || kind == Memory::Kind::HostIO ||
         kind == Memory::Kind::Dram;
}

}  // namespace

MemoryRef Declarations::declare(Memory::Kind kind, const DataType& given, std::vector<std::int64_t> dims,
                                const Location& where, std::int64_t held) {
  const auto type = inWords(given);
  if (const auto depth = m_.decisions.depthOf(where); depth && kind == Memory::Kind::Fifo) dims = {*depth};
  std::int64_t size = 1;
  const std::int64_t least = kind == Memory::Kind::Dram ? 0 : 1;  // a file may be empty
  for (const auto dim : dims) {
    if (dim < least || dim > mostWords / size)
      failUser(fmt::format("a memory cannot have {}", counted(dim, "word")), where);
    size = std::max<std::int64_t>(1, size * dim);
  }
  if (isOutside(kind) == m_.stage.isActive()) {
    failUser(isOutside(kind) ? "this is declared before Accel" : "on-chip memories are declared in Accel", where);
  }
  const auto name = m_.stage.hint;
  const auto one = [&](const NumberType& number, const std::string& hint) {
    auto memory = declareWords(kind, number, dims, hint, where);
    if (kind == Memory::Kind::Fifo && m_.decisions.isNoted(where)) {
      const auto hintOf = [&](const char* end) { return memory->name + end; };
      memory->head = reg(hintOf("_head"), int32, makeNumber(int32, std::int64_t{0}), where);
      memory->tail = reg(hintOf("_tail"), int32, makeNumber(int32, held), where);
      if (m_.decisions.isOnTrial(where)) m_.uses.addTrial(memory);
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
    m_.stage.hint =
        fmt::format("{}_{}", name.empty() ? "x" : name, type.names.empty() ? std::to_string(i + 1) : type.names[i]);
    memory->fields.push_back(declare(kind, type.parts[i], dims, where, held));
  }
  m_.stage.hint = name;
  memory->name = m_.stage.fresh(name);
  return memory;
}

MemoryRef Declarations::declareWords(Memory::Kind kind, const NumberType& type, const std::vector<std::int64_t>& dims,
                                     const std::string& name, const Location& where) {
  const auto held = wordType(type);
  if (!held) failNoWord(type, where);
  auto memory = std::make_shared<Memory>();
  memory->kind = kind;
  memory->type = type;
  memory->where = where;
  memory->dims = dims;
  memory->name = m_.stage.fresh(name);
  if (isOutside(kind)) {
    m_.hostScalars.add(memory);
    return memory;
  }
  const bool isQueue = kind == Memory::Kind::Fifo && !m_.decisions.isNoted(where);
  if (isQueue) m_.uses.declared(memory);
  m_.stage.emit(spatial::Memory{memory->name,
                                isQueue ? spatial::MemoryKind::Fifo : spatial::MemoryKind::Sram,
                                *held,
                                intExpr(memory->size(), where),
                                {}},
                where);
  return memory;
}

MemoryRef Declarations::unallocated(const DataType& given, const Location& where) {
  const auto type = inWords(given);
  if (type.kind != DataType::Kind::Number)
    failUnsupported("a DRAM that is allocated in Accel holds numbers of at most 32 bits", where);
  return declareWords(Memory::Kind::Dram, type.number, {}, m_.stage.hint, where);
}

void Declarations::allocate(const MemoryRef& dram, std::vector<std::int64_t> dims, const Location& where) {
  if (dram->kind != Memory::Kind::Dram) failUser(fmt::format("{} is not a DRAM", dram->name), where);
  if (!dram->dims.empty())
    failUnsupported(fmt::format("{} has a size already", dram->name), where, {}, "allocate each DRAM once");
  for (const auto dim : dims) {
    if (dim < 1 || dim > mostWords) failUser(fmt::format("a DRAM cannot have {}", counted(dim, "word")), where);
  }
  dram->dims = std::move(dims);
}

MemoryRef Declarations::reg(const std::string& hint, const DataType& given, const Value& reset, const Location& where) {
  const auto type = inWords(given);
  if (!m_.stage.isActive()) failUser("on-chip memories are declared in Accel", where);
  auto made = std::make_shared<Memory>();
  made->kind = Memory::Kind::Reg;
  made->where = where;
  if (type.kind == DataType::Kind::Struct) {
    const bool isInteger = isWide(type.number);
    const auto start =
        isInteger ? Value(convert(m_.words.number(hostValue(reset), "the reset value", where), type.number)) : reset;
    const bool isWhole = isInteger || start.object<const Record>();
    const auto parts = isWhole ? m_.words.partsOf(start, type, "the reset value", where)
                               : Values(type.parts.size(), makeNumber(int32, std::int64_t{0}));
    made->whole = type;
    for (std::size_t i = 0; i < type.parts.size(); ++i) {
      const auto part = type.names.empty() ? std::to_string(i + 1) : type.names[i];
      made->fields.push_back(reg(fmt::format("{}_{}", hint, part), type.parts[i], parts[i], where));
    }
    made->name = m_.stage.fresh(hint);
    return made;
  }
  if (type.kind != DataType::Kind::Number)
    failUnsupported(fmt::format("a Reg of {} is not supported", type.name), where);
  made->type = type.number;
  made->name = m_.stage.fresh(hint);
  const auto value = m_.words.number(hostValue(reset), "the reset value", where);
  const auto initial = WordOperators::literal(convert(value, made->type), where);
  putNumber(*made, value);
  m_.stage.emit(spatial::Memory{made->name, spatial::MemoryKind::Reg, *wordType(made->type), initial.expr, {}}, where);
  return made;
}

void Declarations::fill(const MemoryRef& memory, const Values& values, const Location& where) {
  if (memory->isStruct()) {
    std::vector<Values> columns(memory->fields.size());
    for (const auto& value : values) {
      const auto parts = m_.words.partsOf(value, memory->whole, "a value", where);
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
    const Into into(m_.stage, &body);
    for (std::size_t i = 0; i < values.size(); ++i) {
      const auto value = m_.words.staged(values[i], memory->type, "a value", where);
      m_.stage.emit(spatial::Write{memory->name, intExpr(static_cast<std::int64_t>(i), where), value.expr}, where);
    }
  }
  m_.stage.once(std::move(body), intExpr(1, where), where);
}

}  // namespace stardust::dsl
