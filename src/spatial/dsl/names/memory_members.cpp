// Members of memories and of sections of them.
#include <fmt/format.h>

#include "spatial/dsl/names/names.h"

namespace stardust::dsl {
namespace {

using Kind = Memory::Kind;
using MemoryMember = Members<MemoryRef>::mapped_type;

std::set<std::string> layoutHints() {
  return {"buffer",         "nonbuffer",        "conflictable",   "mustmerge",
          "coalesce",       "hierarchical",     "flat",           "bank",
          "forcebank",      "fullfission",      "axesfission",    "nofission",
          "nBest",          "effort",           "dontTouch",      "retiming",
          "noduplicate",    "noduplicates",     "skipbanking",    "noflat",
          "nohierarchical", "nobank",           "duplicate",      "nPow2",
          "nRelaxed",       "blockcyclic_Bs",   "autoBar",        "noBank",
          "onlyduplicate",  "noduplicateatall", "noblockcyclic",  "onlyblockcyclic",
          "explicitName",   "bufferAmount",     "dualportedread", "fullybanked"};
}

Value dimension(const MemoryRef& memory, std::size_t n, const Location& where) {
  if (n >= memory->dims.size()) failUser(fmt::format("{} has no dimension {}", memory->name, n), where);
  return intValue(memory->dims[n]);
}

void requireQueue(const MemoryRef& memory, const char* what, const Location& where) {
  const bool isQueue = memory->kind == Kind::Fifo || (memory->isStruct() && memory->fields[0]->kind == Kind::Fifo);
  if (!isQueue) failUser(fmt::format("{} is not a FIFO: it has no {}", memory->name, what), where);
}

/// Watches for a dequeue of more elements than a counted queue has: their producer comes later in program order, or
/// never.
void watchElements(Dsl& e, const MemoryRef& memory, const Value& count, const Value& condition, const Location& where) {
  const auto& queue = memory->isStruct() ? memory->fields.front() : memory;
  if (!queue->isCounted()) return;
  auto isMissing = e.words.binary(Operator::Lt, *e.memories.queues.status(queue, "numel", where), count, where);
  if (!condition.get<Unit>()) isMissing = e.words.binary(Operator::And, condition, isMissing, where);
  e.loops.dynamicLoops.waitsForEver(isMissing, TripCountProfile::Wait::forElement(memory->name + " is empty"), where);
}

/// The same for addresses in a queue.
void watchAddresses(Dsl& e, const Section& section, const Location& where) {
  const auto* part = section.addresses.object<const Section>();
  const auto* whole = section.addresses.get<MemoryRef>();
  const auto addresses = part ? part->memory : whole ? *whole : nullptr;
  if (addresses && addresses->kind == Kind::Fifo && !section.ranges.empty())
    watchElements(e, addresses, section.ranges.front().end, {}, where);
}

Value loadInto(Dsl& e, const MemoryRef& memory, Call& c) {
  const auto source = e.one(c, "the source of the load");
  if (const auto* dram = source.get<MemoryRef>()) {
    e.memories.transfers.move(memory, Transfers::whole(*dram), true, {}, c.where);
  } else if (const auto* section = source.object<const Section>()) {
    watchAddresses(e, *section, c.where);
    e.memories.transfers.move(memory, *section, true, {}, c.where);
  } else {
    failUser(fmt::format("{} is not a part of a DRAM", describe(source)), c.where);
  }
  return {};
}

Value storeFrom(Dsl& e, const MemoryRef& memory, Call& c) {
  const auto values = e.list(c);
  if (values.empty()) failUser("the source of the store is missing", c.where);
  e.memories.transfers.move(values[0], Transfers::whole(memory), false, values.size() > 1 ? values[1] : Value(),
                            c.where);
  return {};
}

/// memory.update(i, j, value): memory(i, j) = value, as a method
Value updateAt(Dsl& e, const MemoryRef& memory, Call& c) {
  auto values = e.list(c);
  if (values.size() < 2) failUser("update has the indices of a word and its value", c.where);
  const auto value = std::move(values.back());
  values.pop_back();
  e.memories.access.write(memory, values, value, c.where);
  return {};
}

Value setTo(Dsl& e, const MemoryRef& memory, Call& c, Operator op) {
  const auto given = e.one(c, "the value");
  const auto value = op == Operator::None ? given : e.words.binary(op, memory, given, c.where);
  if (!e.stage.isActive() && (memory->kind == Memory::Kind::ArgIn || memory->kind == Memory::Kind::HostIO))
    setArg(e, memory, value, c.where);
  else e.memories.access.set(memory, value, c.where);
  return {};
}

/// Watches for an enqueue to a full counted queue: the consumer that makes room comes later in program order.
void watchRoom(Dsl& e, const MemoryRef& memory, const Value& value, const Value& condition, const Location& where) {
  const auto& queue = memory->isStruct() ? memory->fields.front() : memory;
  if (!queue->isCounted()) return;
  const auto* items = value.object<Collection>();
  const auto after = e.words.binary(Operator::Add, *e.memories.queues.status(queue, "numel", where),
                                    intValue(items ? std::ssize(items->items) : 1), where);
  auto isTooMuch = e.words.binary(Operator::Gt, after, intValue(queue->dims[0]), where);
  if (!condition.get<Unit>()) isTooMuch = e.words.binary(Operator::And, condition, isTooMuch, where);
  if (e.memories.uses.mayDeepen(memory, where)) return e.loops.dynamicLoops.ask(isTooMuch, where);
  e.loops.dynamicLoops.waitsForEver(
      isTooMuch,
      {fmt::format("gives an element to {} though it is full", memory->name), "its consumer comes later in the program",
       "make it deeper, or take elements earlier"},
      where);
}

Value enq(Dsl& e, const MemoryRef& memory, Call& c, const char* name) {
  if (memory->kind == Kind::Merge) {
    const auto v = e.list(c);
    if (v.size() != 2)
      failUser("an element of a MergeBuffer has a way and a value", c.where, {}, "write buffer.enq(way, value)");
    e.memories.merges.enq(memory, v[0], v[1], c.where);
    return {};
  }
  requireQueue(memory, name, c.where);
  const auto values = e.list(c);
  if (values.empty()) failUser("the element is missing", c.where);
  const Value condition = values.size() > 1 ? values[1] : Value();
  watchRoom(e, memory, values[0], condition, c.where);
  e.memories.queues.enq(memory, values[0], condition, c.where);
  return {};
}

/// The next element of a MergeBuffer.
Value merged(Dsl& e, const MemoryRef& buffer, const Location& where) {
  const auto next = e.memories.merges.deq(buffer, where);
  if (!next.isMissing.get<Unit>())
    e.loops.dynamicLoops.waitsForEver(
        next.isMissing, TripCountProfile::Wait::forElement("no way of the MergeBuffer has one left"), where);
  return next.element;
}

Value deq(Dsl& e, const MemoryRef& memory, Call& c, const char* name) {
  if (memory->kind == Kind::Merge) {
    if (c.has() && !e.list(c).empty())
      failUnsupported("a MergeBuffer gives an element each time", c.where, {}, "write buffer.deq()");
    return merged(e, memory, c.where);
  }
  requireQueue(memory, name, c.where);
  const auto values = c.has() ? e.list(c) : Values();
  const Value condition = values.empty() ? Value() : values[0];
  watchElements(e, memory, intValue(1), condition, c.where);
  return e.memories.queues.deq(memory, condition, c.where);
}

/// dram(a::b) store buffer: merges as many elements as the range has words, through a FIFO.
void storeMerged(Dsl& e, const MemoryRef& buffer, Section section, const Location& where) {
  auto& ranges = section.ranges;
  const auto isPlain = [&](const Series& range) {
    return !range.isSingle && (range.step.get<Unit>() || e.words.integer(range.step, "the step", where) == 1);
  };
  if (ranges.size() != 1 || !isPlain(ranges[0]) || !section.addresses.get<Unit>())
    failUnsupported("the output of a MergeBuffer is stored to one range of words", where, {},
                    "write dram(begin::end) store buffer");
  if (buffer->merged) return e.memories.transfers.move(buffer->merged, section, false, {}, where);
  ranges[0].begin = e.words.bound(ranges[0].begin, "begin", where);
  ranges[0].end = e.words.bound(ranges[0].end, "end", where);
  const auto outer = std::exchange(e.stage.hint, buffer->name + "_merged");
  const auto queue = e.memories.declarations.declare(Kind::Fifo, buffer->type, {64}, where);
  e.stage.hint = outer;
  const Value give =
      std::make_shared<const Function>(Function{nullptr, nullptr, {}, {}, [&](Values, const Location&) -> Value {
                                                  e.memories.queues.enq(queue, merged(e, buffer, where), {}, where);
                                                  return {};
                                                }});
  e.loops.foreach ({e.words.binary(Operator::Sub, ranges[0].end, ranges[0].begin, where)}, give, nullptr, where);
  e.memories.transfers.move(queue, section, false, {}, where);
}

/// deqVec(4): the first element of the vector is the first in the queue.
Value deqVector(Dsl& e, const MemoryRef& memory, Call& c) {
  requireQueue(memory, "deqVec", c.where);
  const auto count = e.words.integer(e.one(c, "the number of elements"), "the number of elements", c.where);
  if (count < 1 || count > 64) failUser("1 to 64 elements are taken at once", c.where);
  Values items;
  for (std::int64_t i = 0; i < count; ++i)
    items.push_back(e.words.bound(e.memories.queues.deq(memory, {}, c.where), "element", c.where));
  return collection(std::move(items));
}

Value shift(Dsl& e, const MemoryRef& memory, const Values& indices, Call& c) {
  e.memories.access.shift(memory, indices, e.one(c, "the value"), c.where);
  return {};
}

Value barrierRead(Dsl& e, const MemoryRef& memory, Call& c) {
  const auto v = e.list(c);
  if (memory->kind != Kind::Sparse || v.empty()) failUser(fmt::format("{} has no barrierRead", memory->name), c.where);
  return e.memories.access.read(memory, {v[0]}, c.where);
}

Value barrierWrite(Dsl& e, const MemoryRef& memory, Call& c) {
  const auto v = e.list(c);
  if (memory->kind != Kind::Sparse || v.size() < 2)
    failUser(fmt::format("{} has no barrierWrite", memory->name), c.where);
  e.memories.access.write(memory, {v[0]}, v[1], c.where);
  return {};
}

/// The conjunction of the conditions; null if there are none.
Value allOf(Dsl& e, const Values& conditions, const Location& where) {
  Value all;
  for (const auto& condition : conditions) {
    const auto* several = condition.object<Collection>();
    const auto one = several ? allOf(e, several->items, where) : condition;
    if (one.get<Unit>()) continue;
    all = all.get<Unit>() ? one : e.words.binary(Operator::And, all, one, where);
  }
  return all;
}

/// reg.write(value, conditions), or memory.write(value, Seq(indices), Set(conditions))
Value writeTo(Dsl& e, const MemoryRef& m, Call& c) {
  auto v = e.list(c);
  if (v.empty()) failUser("the value is missing", c.where);
  if (m->isScalar() || m->isStream()) {
    e.memories.access.set(m, v[0], c.where, allOf(e, Values(v.begin() + 1, v.end()), c.where));
    return {};
  }
  const auto* places = v.size() > 1 ? v[1].object<Collection>() : nullptr;
  if (!places)
    failUser(fmt::format("the indices in {} are missing", m->name), c.where, {},
             "write memory.write(value, Seq(indices), Set(conditions))");
  const auto condition = allOf(e, Values(v.begin() + 2, v.end()), c.where);
  const auto put = [&](int) {
    e.memories.access.write(m, places->items, v[0], c.where);
    return Value();
  };
  return condition.get<Unit>() ? put(0) : e.loops.conditionals.choose(condition, false, put, c.where);
}

/// memory.read(Seq(indices), Set(conditions)): the result is undefined if a condition fails.
Value readAt(Dsl& e, const MemoryRef& m, Call& c) {
  const auto v = e.list(c);
  const auto* places = v.empty() ? nullptr : v[0].object<Collection>();
  if (!places)
    failUser(fmt::format("the indices in {} are missing", m->name), c.where, {},
             "write memory.read(Seq(indices), Set(conditions))");
  return e.memories.access.read(m, places->items, c.where);
}

Members<MemoryRef> makeMemoryMembers() {
  Members<MemoryRef> t;
  t["value"] = [](Dsl& e, const MemoryRef& m, Call& c) -> Value {
    if (m->isStream()) return e.memories.streams.take(m, c.where);
    if (!m->isNumber() || (m->isStruct() && e.stage.isActive())) return WordOperators::valueOf(m);
    if (!e.stage.isActive()) return e.words.number(m, "the value", c.where);
    const auto value = e.words.stagedOf(m);
    if (!value) failUser(fmt::format("{} has no single value", m->name), c.where);
    return *value;
  };
  const std::map<std::string, Operator> sets = {
      {":=", Operator::None}, {":+=", Operator::Add}, {":-=", Operator::Sub}, {":*=", Operator::Mul}};
  for (const auto& entry : sets) {
    const auto op = entry.second;
    t[entry.first] = [op](Dsl& e, const MemoryRef& m, Call& c) { return setTo(e, m, c, op); };
  }
  t["write"] = writeTo;
  t["read"] = readAt;
  t["<<="] = [](Dsl& e, const MemoryRef& m, Call& c) {
    return shift(e, m, {series({{}, {}, {}, intValue(1), true, false})}, c);
  };
  t["enqAt"] = [](Dsl& e, const MemoryRef& m, Call& c) -> Value {
    const auto v = e.list(c);
    if (m->stride == 0 || v.size() != 2)
      failUser("an element enters a row of a LineBuffer", c.where, {}, "write lines.enqAt(0, value)");
    e.memories.lines.enterElement(m, v[0], v[1], c.where);
    return {};
  };
  t["rows"] = t["length"] = [](Dsl&, const MemoryRef& m, Call& c) { return dimension(m, 0, c.where); };
  t["cols"] = [](Dsl&, const MemoryRef& m, Call& c) { return dimension(m, 1, c.where); };
  for (std::size_t n = 0; n < 6; ++n)
    t[fmt::format("dim{}", n)] = [n](Dsl&, const MemoryRef& m, Call& c) { return dimension(m, n, c.where); };
  t["update"] = updateAt;
  t["name"] = [](Dsl&, const MemoryRef& m, Call&) { return some(text(m->name)); };
  t["dims"] = t["constDims"] = [](Dsl&, const MemoryRef& m, Call&) {
    Values dims;
    for (const auto dim : m->dims) dims.push_back(makeNumber(unstagedInt, dim));
    return collection(std::move(dims));
  };
  t["size"] = [](Dsl&, const MemoryRef& m, Call&) { return intValue(m->size()); };
  t["par"] = [](Dsl& e, const MemoryRef& m, Call& c) -> Value {
    return std::make_shared<const Section>(Section{m, {}, e.one(c, "par"), {}});
  };
  t["load"] = t["alignload"] = t["gather"] = loadInto;
  t["store"] = t["alignstore"] = storeFrom;
  for (const char* name : {"enq", "enqVec", "push", "pushVec"})
    t[name] = [name](Dsl& e, const MemoryRef& m, Call& c) { return enq(e, m, c, name); };
  for (const char* name : {"deq", "pop"})
    t[name] = [name](Dsl& e, const MemoryRef& m, Call& c) { return deq(e, m, c, name); };
  t["alloc"] = [](Dsl& e, const MemoryRef& m, Call& c) -> Value {
    e.memories.declarations.allocate(m, e.sizes(c), c.where);
    return {};
  };
  t["dealloc"] = [](Dsl&, const MemoryRef&, Call& c) -> Value {  // its words are kept
    if (c.has()) c.next();
    return {};
  };
  t["bound"] = [](Dsl& e, const MemoryRef& m, Call& c) -> Value {
    const auto v = e.list(c);
    if (m->kind != Kind::Merge || v.size() != 2)
      failUser("bound is of a way of a MergeBuffer", c.where, {}, "write buffer.bound(way, elements)");
    e.memories.merges.bound(m, v[0], v[1], c.where);
    return {};
  };
  t["init"] = [](Dsl& e, const MemoryRef& m, Call& c) -> Value {
    const auto condition = e.one(c, "whether the elements are in no order");
    if (m->kind != Kind::Merge) failUser("init is of a MergeBuffer", c.where);
    e.memories.merges.sortFirst(m, condition, c.where);
    return {};
  };
  t["count"] = [](Dsl&, const MemoryRef& m, Call&) {
    return intValue(m->isStream() ? Streams::elementsOf(m) : m->size());
  };
  t["deqVec"] = t["popVec"] = deqVector;
  for (const char* name : {"numel", "isEmpty", "isFull", "isAlmostEmpty", "isAlmostFull", "peek"}) {
    t[name] = [name](Dsl& e, const MemoryRef& m, Call& c) -> Value {
      requireQueue(m, name, c.where);
      if (c.has() && c.next().empty()) {
      }
      return *e.memories.queues.status(m, name, c.where);
    };
  }
  t["reset"] = [](Dsl& e, const MemoryRef& m, Call& c) -> Value {
    const auto v = c.has() ? e.list(c) : Values();
    if (m->kind != Kind::Sram && m->kind != Kind::Reg)
      failUnsupported(fmt::format("{} has no reset", m->name), c.where);
    e.memories.access.reset(m, v.empty() ? Value() : v[0], c.where);
    return {};
  };
  t["barrierRead"] = barrierRead;
  t["barrierWrite"] = barrierWrite;
  t["stream_load_vec"] = [](Dsl& e, const MemoryRef& m, Call& c) { return streamed(e, m, c, true); };
  t["stream_store_vec"] =
      t["stream_store_scal"] = [](Dsl& e, const MemoryRef& m, Call& c) { return streamed(e, m, c, false); };
  t["RMW"] = [](Dsl& e, const MemoryRef& m, Call& c) { return e.memories.sparse.update(m, e.list(c), c.where); };
  t["RMWData"] = [](Dsl& e, const MemoryRef& m, Call& c) { return e.memories.sparse.updated(m, e.list(c), c.where); };
  t["coalesce"] = t["coalesce_vec"] = coalesced;
  return t;
}

Members<Section> makeSectionMembers() {
  Members<Section> t;
  t["store"] = t["alignstore"] = t["scatter"] = [](Dsl& e, const Section& section, Call& c) -> Value {
    const auto values = e.list(c);
    if (values.empty()) failUser("the source of the store is missing", c.where);
    const auto* part = values[0].object<const Section>();
    const auto* memory = values[0].get<MemoryRef>();
    if (memory && (*memory)->kind == Kind::Merge) {
      storeMerged(e, *memory, section, c.where);
      return {};
    }
    const bool isWhole = part && part->ranges.empty();
    watchAddresses(e, section, c.where);
    e.memories.transfers.move(isWhole ? Value(part->memory) : values[0], section, false,
                              values.size() > 1 ? values[1] : Value(), c.where);
    return {};
  };
  t["load"] = t["alignload"] = t["gather"] = [](Dsl& e, const Section& section, Call& c) -> Value {
    const auto source = e.one(c, "the source of the load");
    const auto* from = source.object<const Section>();
    const auto* dram = source.get<MemoryRef>();
    if (!from && !dram) failUser(fmt::format("{} is not a part of a DRAM", describe(source)), c.where);
    const Value local =
        section.ranges.empty() ? Value(section.memory) : Value(std::make_shared<const Section>(section));
    e.memories.transfers.move(local, from ? *from : Transfers::whole(*dram), true, {}, c.where);
    return {};
  };
  t["par"] = [](Dsl& e, const Section& section, Call& c) -> Value {
    auto result = section;
    result.par = e.one(c, "par");
    return std::make_shared<const Section>(std::move(result));
  };
  t["<<="] = [](Dsl& e, const Section& section, Call& c) -> Value {
    Values indices;
    for (const auto& range : section.ranges) indices.push_back(range.isSingle ? range.begin : series(range));
    return shift(e, section.memory, indices, c);
  };
  return t;
}

}  // namespace

bool isLayoutHint(const std::string& name) {
  static const auto hints = layoutHints();
  return hints.count(name) > 0;
}

const Members<MemoryRef>& memoryMembers() {
  static const auto table = makeMemoryMembers();
  return table;
}

const Members<Section>& sectionMembers() {
  static const auto table = makeSectionMembers();
  return table;
}

Value memberOfMemory(Dsl& e, const MemoryRef& memory, const std::string& name, Call& c) {
  if (const auto field = memory->field(name)) return field;
  const bool isNumber = memory->isScalar() && memory->isNumber() && e.evaluator.names.ofNumbers.count(name) > 0;
  if (isNumber && !e.stage.isActive()) return e.method(e.words.number(memory, "the value", c.where), name, c);
  if (isNumber && memory->isStruct()) return e.method(WordOperators::valueOf(memory), name, c);
  const auto value = isNumber ? e.words.stagedOf(memory) : std::nullopt;
  if (value) return e.method(*value, name, c);
  if (memoryMembers().count(name) > 0) return memoryMembers().at(name)(e, memory, c);
  if (isLayoutHint(name)) {
    if (c.has()) c.next();
    return memory;
  }
  return memberIn(memoryMembers(), e, memory, name, memory->name, c);
}

}  // namespace stardust::dsl
