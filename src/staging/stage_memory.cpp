// What is declared on and off the chip, and single words of it.
#include <fmt/format.h>

#include "staging/evaluator.h"
#include "staging/exprs.h"

namespace stardust::staging {

using spatial::Expr;

namespace {

constexpr std::int64_t mostWords = std::int64_t{1} << 30;

}  // namespace

/// ArgIn[T], DRAM[T](d0, …), SRAM[T](d0, …), FIFO[T](depth) …
Value Evaluator::makeMemory(Memory::Kind kind, Call& call) {
  auto memory = std::make_shared<Memory>();
  memory->kind = kind;
  memory->type = typeArgument(call);
  memory->where = call.where;
  memory->name = fresh(hint_);
  const auto type = wordType(memory->type);
  if (!type) {
    failUnsupported(fmt::format("values of type {} are not supported on the accelerator yet", toString(memory->type)),
                    call.where, "a word has 32 bits", "use a narrower type");
  }
  const bool isScalar = kind == Memory::Kind::ArgIn || kind == Memory::Kind::ArgOut || kind == Memory::Kind::HostIO;
  if (!isScalar) {
    if (!call.has()) failUser("the size is missing", call.where);
    for (const auto& size : arguments(call.next(), call.scope)) {
      memory->dims.push_back(integer(hostValue(size), "a size", call.where));
      if (memory->dims.back() < 1 || memory->size() > mostWords) failUser("a size is out of range", call.where);
    }
  }
  const bool isOutside = isScalar || kind == Memory::Kind::Dram;
  if (isOutside) {
    if (isStaging()) failUser("this is declared before Accel", call.where);
    outside_.push_back(memory);
    return memory;
  }
  if (!isStaging()) failUser("on-chip memories are declared in Accel", call.where);
  const auto kindOfWord = kind == Memory::Kind::Fifo ? spatial::MemoryKind::Fifo : spatial::MemoryKind::Sram;
  emit(spatial::Memory{memory->name, kindOfWord, *type, intExpr(memory->size(), call.where), {}}, call.where);
  return memory;
}

/// A number that the host has set stands for itself in a size.
Value Evaluator::hostValue(const Value& value) {
  const auto* memory = std::get_if<MemoryRef>(&value.data);
  const bool isArgument = memory && ((*memory)->kind == Memory::Kind::ArgIn || (*memory)->kind == Memory::Kind::HostIO);
  return isArgument ? Value(numberOfWord((*memory)->word, (*memory)->type)) : value;
}

Value Evaluator::makeReg(Call& call) {
  if (!isStaging()) failUser("on-chip memories are declared in Accel", call.where);
  const auto type = typeArgument(call);
  auto reset = makeNumber(type, std::int64_t{0});
  if (call.has()) {
    const auto values = arguments(call.next(), call.scope);
    if (values.size() == 1) reset = number(values.front(), "the reset value", call.where);
  }
  return newReg(hint_, type, reset, call.where);
}

/// LUT[T](d0, …)(values…): an SRAM that is filled first.
Value Evaluator::makeLut(Call& call) {
  const auto sized = makeMemory(Memory::Kind::Sram, call);
  const auto& memory = std::get<MemoryRef>(sized.data);
  const auto values = arguments(call.next(), call.scope);
  if (std::ssize(values) != memory->size()) failUser("a LUT has a value for each of its words", call.where);
  spatial::Body body;
  auto* const outer = std::exchange(body_, &body);
  for (std::size_t i = 0; i < values.size(); ++i) {
    const auto value = staged(values[i], memory->type, "a value of a LUT", call.where);
    emit(spatial::Write{memory->name, intExpr(static_cast<std::int64_t>(i), call.where), value.expr}, call.where);
  }
  body_ = outer;
  once(std::move(body), intExpr(1, call.where), call.where);
  return memory;
}

// ---------------------------------------------------------------- words

Expr Evaluator::flatIndex(const Memory& memory, const Values& indices, const Location& where) {
  if (indices.size() != memory.dims.size()) {
    failUser(fmt::format("{} has {} dimensions, not {}", memory.name, memory.dims.size(), indices.size()), where);
  }
  auto index = stagedIndex(indices[0], where).expr;
  for (std::size_t i = 1; i < indices.size(); ++i) {
    index = sumExpr(productExpr(index, memory.dims[i], where), stagedIndex(indices[i], where).expr, where);
  }
  return index;
}

Value Evaluator::readMemory(const MemoryRef& memory, const Values& indices, const Location& where) {
  if (memory->kind != Memory::Kind::Sram) {
    failUser(fmt::format("{} has no words to read by index", memory->name), where, {}, "load it into an SRAM first");
  }
  const auto index = flatIndex(*memory, indices, where);
  return Staged{Expr({spatial::Read{memory->name, index}, where}), memory->type, 2, false};
}

void Evaluator::writeMemory(const MemoryRef& memory, const Values& indices, const Value& value, const Location& where) {
  if (memory->kind != Memory::Kind::Sram) {
    failUser(fmt::format("{} has no words to write by index", memory->name), where, {}, "store an SRAM to it");
  }
  if (!isStaging()) failUser("on-chip memories are written in Accel", where);
  const auto word = staged(value, memory->type, "the value", where);
  emit(spatial::Write{memory->name, flatIndex(*memory, indices, where), word.expr}, where);
}

void Evaluator::setReg(const MemoryRef& memory, const Value& value, const Location& where) {
  if (!isStaging()) failUser(fmt::format("{} is written in Accel", memory->name), where);
  const auto word = staged(value, memory->type, "the value", where);
  const bool isHostIO = memory->kind == Memory::Kind::HostIO;
  if (!isHostIO && memory->kind != Memory::Kind::Reg && memory->kind != Memory::Kind::ArgOut) {
    failUser(fmt::format("{} cannot be written with :=", memory->name), where);
  }
  emit(spatial::Set{isHostIO ? memory->name + "_out" : memory->name, word.expr}, where);
}

/// memory(i, j): a word. memory(a::b, i par p), memory(addresses, n): a part of it.
Value Evaluator::accessMemory(const MemoryRef& memory, Call& call) {
  const auto indices = arguments(call.next(), call.scope);
  const bool isPart =
      std::any_of(indices.begin(), indices.end(), [](const Value& v) { return v.object<const Series>(); });
  if (!isPart && memory->kind == Memory::Kind::Sram) return readMemory(memory, indices, call.where);
  if (memory->kind != Memory::Kind::Dram && memory->kind != Memory::Kind::Sram) {
    failUser(fmt::format("{} has no words to read by index", memory->name), call.where);
  }
  Section section{memory, {}, makeNumber(int32, std::int64_t{1}), {}};
  const auto* address = indices.empty() ? nullptr : std::get_if<MemoryRef>(&indices[0].data);
  const bool isAddress = address && ((*address)->kind == Memory::Kind::Sram || (*address)->kind == Memory::Kind::Fifo);
  if (isAddress || (!indices.empty() && indices[0].object<const Section>())) {
    section.addresses = indices[0];
    if (indices.size() > 1)
      section.ranges.push_back({makeNumber(int32, std::int64_t{0}), indices[1], {}, {}, false, false});
    return std::make_shared<const Section>(std::move(section));
  }
  for (const auto& index : indices) {
    if (const auto* series = index.object<const Series>()) {
      section.ranges.push_back(*series);
      section.par = series->par;
    } else {
      section.ranges.push_back({index, {}, {}, {}, false, true});
    }
  }
  if (section.ranges.size() != memory->dims.size()) {
    failUser(fmt::format("{} has {} dimensions", memory->name, memory->dims.size()), call.where);
  }
  return std::make_shared<const Section>(std::move(section));
}

Value Evaluator::memoryMethod(const MemoryRef& memory, const std::string& name, Call& call) {
  const auto& where = call.where;
  const auto kind = memory->kind;
  const auto dimension = [&](std::size_t n) -> Value {
    if (n >= memory->dims.size()) failUser(fmt::format("{} has no such dimension", memory->name), where);
    return makeNumber(int32, memory->dims[n]);
  };
  if (name == "value") {
    if (const auto value = stagedOf(memory); value && isStaging()) return *value;
    if (!isStaging()) return number(memory, "the value", where);
  }
  if (name == ":=") {
    setReg(memory, one(call, "the value"), where);
    return {};
  }
  if (name == "rows" || name == "length") return dimension(0);
  if (name == "size") return makeNumber(int32, memory->size());
  if (name == "cols") return dimension(1);
  if (name.size() == 4 && name.compare(0, 3, "dim") == 0) return dimension(static_cast<std::size_t>(name[3] - '0'));
  if (name == "par") {
    return std::make_shared<const Section>(Section{memory, {}, one(call, "par"), {}});
  }
  if (name == "load" || name == "alignload" || name == "gather") {
    const auto source = one(call, "what is loaded");
    Values indices;
    if (const auto* dram = std::get_if<MemoryRef>(&source.data)) {  // all of it
      transfer(memory, whole(*dram), true, {}, where);
    } else if (const auto* section = source.object<const Section>()) {
      if (!section->addresses.get<Unit>())
        gather(memory, *section, true, where);
      else
        transfer(memory, section->ranges.empty() ? whole(section->memory, section->par) : *section, true, {}, where);
    } else {
      failUser(fmt::format("{} is no part of a DRAM", describe(source)), where);
    }
    return {};
  }
  if (kind == Memory::Kind::Dram && (name == "store" || name == "alignstore")) {
    const auto values = arguments(call.next(), call.scope);
    const auto* source = values.empty() ? nullptr : std::get_if<MemoryRef>(&values[0].data);
    if (!source) failUser("an on-chip memory is stored", where);
    transfer(*source, whole(memory), false, values.size() > 1 ? values[1] : Value(), where);
    return {};
  }
  if (kind == Memory::Kind::Fifo && name == "enq") {
    const auto values = arguments(call.next(), call.scope);
    if (values.empty()) failUser("the element is missing", where);
    const auto element = staged(values[0], memory->type, "the element", where);
    const auto enable = values.size() > 1 ? staged(values[1], bit, "the condition", where).expr : Expr();
    emit(spatial::Enq{memory->name, element.expr, enable}, where);
    return {};
  }
  if (kind == Memory::Kind::Fifo && name == "deq") {
    if (call.has() && !call.next().empty())
      failUnsupported("a conditional deq is not supported yet", where, {}, "write if (…) fifo.deq()");
    return Staged{Expr({spatial::Deq{memory->name}, where}), memory->type, 2, false};
  }
  if (kind == Memory::Kind::Reg && name == "reset") {
    failUnsupported("reset is not supported yet", where, {}, fmt::format("write {} := its reset value", memory->name));
  }
  // How a memory is laid out is the mapper's choice: these change no value.
  static const std::set<std::string> hints = {
      "buffer",    "nonbuffer", "conflictable", "mustmerge",    "coalesce",      "hierarchical", "flat",
      "bank",      "forcebank", "fullfission",  "axesfission",  "nofission",     "nBest",        "effort",
      "dontTouch", "retiming",  "noduplicate",  "noduplicates", "skipbanking",   "noflat",       "nohierarchical",
      "nobank",    "duplicate", "nPow2",        "nRelaxed",     "blockcyclic_Bs"};
  if (hints.count(name) > 0) {
    if (call.has()) call.next();
    return memory;
  }
  // An ArgIn or a Reg is its value.
  if (const auto value = isStaging() ? stagedOf(memory) : std::nullopt) return method(*value, name, call);
  if (!isStaging()) {
    const bool isNumber = kind == Memory::Kind::ArgIn || kind == Memory::Kind::HostIO || kind == Memory::Kind::ArgOut;
    if (isNumber) return method(number(memory, "the value", where), name, call);
  }
  failUnsupported(fmt::format("{} has no method {}", memory->name, name), where);
}

}  // namespace stardust::staging
