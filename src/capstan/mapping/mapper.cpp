// Statements: which contexts a body becomes.
#include "capstan/mapping/mapper.h"

#include <fmt/format.h>

#include <algorithm>

#include "spatial/arithmetic.h"
#include "spatial/spatial.h"
#include "spatial/syntax.h"

namespace stardust::capstan {

using namespace spatial;

namespace {

constexpr std::int64_t maxSize = 2147483647;

/// Of the first statement that has one and does more than to take a word from a FIFO or a memory; else of the first
/// that has one.
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

}  // namespace

Mapping map(const Program& program, const Machine& machine) { return Mapper(program, machine).run(); }

Mapper::Mapper(const Program& program, const Machine& machine)
    : program_(program), machine_(machine), constants_(program_) {}

Mapping Mapper::run() {
  scopes_.emplace_back();
  host();
  body(program_.accel);
  order();
  size();
  for (auto* builder : builders_) mapping.contexts.push_back(std::move(builder->context));
  mapping.program = program_;
  return std::move(mapping);
}

Id Mapper::enroll(ContextBuilder& builder) {
  builders_.push_back(&builder);
  if (builders_.size() > maxUnits) {
    failUnsupported("the loops of this program have more than 65,536 units", {}, {}, "lower par");
  }
  return static_cast<Id>(builders_.size() - 1);
}

Id Mapper::newChannel(Channel channel) {
  mapping.channels.push_back(std::move(channel));
  return static_cast<Id>(mapping.channels.size() - 1);
}

void Mapper::use(Id memory, Id context, bool isWrite) {
  if (const auto dram = mapping.memories[memory].dram; dram != none) return useDram(dram, context, isWrite);
  uses_.push_back({memory, MemoryUse::Of::Memory, context, isWrite});
}

Leaf* Mapper::hoisted(const Expr& expr) const {
  const auto found = hoisted_.find(&*expr);
  return found == hoisted_.end() ? nullptr : found->second;
}

// ---------------------------------------------------------------- names

void Mapper::define(const std::string& name, Entity entity, const Location& where) {
  if (!scopes_.back().emplace(name, std::move(entity)).second) {
    failUser(fmt::format("{} is defined twice", name), where);
  }
}

Entity& Mapper::find(const std::string& name, const Location& where) {
  for (auto scope = scopes_.rbegin(); scope != scopes_.rend(); ++scope) {
    const auto found = scope->find(name);
    if (found != scope->end()) return found->second;
  }
  failUser(fmt::format("{} is not defined here", name), where);
}

std::int64_t Mapper::constant(const Expr& expr, const char* what, std::int64_t least, std::int64_t most) {
  const auto value = constants_.valueOf(expr);
  if (!value) failUser(fmt::format("{} is not known before the program runs", what), expr->where);
  if (*value < least || *value > most) {
    failUser(fmt::format("{} is {}, outside {}..{}", what, *value, least, most), expr->where);
  }
  return *value;
}

void Mapper::host() {
  for (const auto& parameter : program_.parameters) {
    Entity entity{Entity::Kind::Parameter};
    entity.constant = parameter.value;
    define(parameter.name, entity, {});
  }
  for (const auto& stmt : program_.host) {
    if (const auto* n = std::get_if<ArgIn>(&stmt.kind)) {
      define(n->name, {Entity::Kind::Argument, type(n->type)}, stmt.where);
    } else if (const auto* out = std::get_if<ArgOut>(&stmt.kind)) {
      define(out->name, {Entity::Kind::ArgOut, type(out->type)}, stmt.where);
    } else if (const auto* dram = std::get_if<Dram>(&stmt.kind)) {
      const auto id = static_cast<Id>(mapping.drams.size());
      mapping.drams.push_back({dram->name, type(dram->type), stmt.where, dram->isStream});
      define(dram->name, {Entity::Kind::Dram, type(dram->type), id}, stmt.where);
    }
  }
}

// ---------------------------------------------------------------- bodies

/// Returns the number of its stages.
Id Mapper::body(const Body& statements) {
  std::vector<const Stmt*> run;
  stages_.push_back(0);
  const auto flush = [&] {
    if (run.empty()) return;
    primitives(run);
    run.clear();
    ++stages_.back();
  };
  for (const auto& stmt : statements) {
    if (isPrimitive(stmt)) {
      run.push_back(&stmt);
      continue;
    }
    if (const auto* n = std::get_if<spatial::Memory>(&stmt->kind)) {
      declare(*n, *stmt);
      continue;
    }
    if (const auto* n = std::get_if<Alias>(&stmt->kind)) {
      alias(*n, stmt->where);
      continue;
    }
    flush();
    if (const auto* n = std::get_if<spatial::Load>(&stmt->kind)) {
      const auto par = static_cast<Id>(constant(n->par, "par", 1, machine_.pcu.lanes));
      transfer(*stmt, Role::Load, n->dram, n->begin, n->end, false, par, n->memory, n->at);
    } else if (const auto* store = std::get_if<spatial::Store>(&stmt->kind)) {
      const auto par = static_cast<Id>(constant(store->par, "par", 1, machine_.pcu.lanes));
      transfer(*stmt, Role::Store, store->dram, store->begin, store->end, false, par, store->memory, store->at);
    } else if (const auto* stream = std::get_if<StreamLoad>(&stmt->kind)) {
      transfer(*stmt, Role::Load, stream->dram, stream->base, stream->length, true, static_cast<Id>(machine_.pcu.lanes),
               stream->fifo);
    } else if (const auto* out = std::get_if<StreamStore>(&stmt->kind)) {
      transfer(*stmt, Role::Store, out->dram, out->base, out->length, true, static_cast<Id>(machine_.pcu.lanes),
               out->fifo);
    } else if (const auto* vector = std::get_if<GenBitVector>(&stmt->kind)) {
      bitVector(*stmt, *vector);
    } else if (const auto* merged = std::get_if<Merge>(&stmt->kind)) {
      merge(*stmt, *merged);
    } else if (const auto* each = std::get_if<Foreach>(&stmt->kind)) {
      loop({*stmt, each->counters, each->scan, each->iterators, each->body, nullptr});
    } else {
      const auto& reduce = std::get<Reduce>(stmt->kind);
      loop({*stmt, reduce.counters, reduce.scan, reduce.iterators, reduce.body, &reduce});
    }
    ++stages_.back();
  }
  flush();
  const auto stages = stages_.back();
  stages_.pop_back();
  return stages;
}

void Mapper::declare(const spatial::Memory& n, const StmtNode& stmt) {
  const auto elements = type(n.type);
  Entity entity{Entity::Kind::Reg, elements};
  entity.depth = static_cast<Id>(frames_.size());
  if (n.kind == MemoryKind::Reg) {
    const auto* reset = std::get_if<Literal>(&n.size->kind);
    const auto word = reset && type(reset->type) == elements ? wordOf(*reset, program_.valueType) : std::nullopt;
    if (!word) failUser(fmt::format("the reset value of {} is not a literal of its type", n.name), stmt.where);
    entity.initial = *word;
    return define(n.name, entity, stmt.where);
  }
  const auto size = constant(n.size, "the size of a memory", n.kind == MemoryKind::Fifo ? 1 : 0, maxSize);
  const Origin origin{n.name, stmt.note, stmt.where};
  if (n.kind == MemoryKind::Fifo) {
    Channel channel{Channel::Kind::Fifo, origin};
    channel.depth = static_cast<Id>(size);
    entity.kind = Entity::Kind::Fifo;
    entity.id = newChannel(std::move(channel));
    return define(n.name, entity, stmt.where);
  }
  capstan::Memory memory{origin, n.kind, elements, size};
  memory.level = entity.depth;
  if (n.par) memory.par = static_cast<Id>(constant(n.par, "the par of a sparse memory", 1, 1 << 16));
  entity.kind = Entity::Kind::Memory;
  entity.id = static_cast<Id>(mapping.memories.size());
  mapping.memories.push_back(std::move(memory));
  define(n.name, entity, stmt.where);
}

void Mapper::alias(const Alias& n, const Location& where) {
  const auto& memory = find(n.memory, where);
  const auto& dram = find(n.dram, where);
  const bool isSparseDram =
      memory.kind == Entity::Kind::Memory && mapping.memories[memory.id].kind == MemoryKind::SparseDram;
  if (!isSparseDram) failUser(fmt::format("{} is not a SparseDRAM", n.memory), where);
  if (dram.kind != Entity::Kind::Dram) failUser(fmt::format("{} is not a DRAM", n.dram), where);
  if (dram.type != memory.type) failUser(fmt::format("{} and {} hold different types", n.memory, n.dram), where);
  mapping.memories[memory.id].dram = dram.id;
}

// ---------------------------------------------------------------- primitives

void Mapper::primitives(const std::vector<const Stmt*>& run) {
  const auto& first = **run.front();
  const auto* val = std::get_if<Val>(&first.kind);
  auto& leaf = newLeaf({val ? "val " + val->name : "primitives", noteOf(run), first.where});
  for (const auto* stmt : run) leaf.chains.add(*stmt);
  for (const auto* stmt : run) effect(leaf, **stmt);
}

void Mapper::effect(Leaf& leaf, const StmtNode& stmt) {
  const auto& where = stmt.where;
  if (const auto* n = std::get_if<Val>(&stmt.kind)) {
    // Other leaves may ask for it later, when the Regs it reads hold something else: compile it now.
    Entity entity{Entity::Kind::Val};
    entity.definition = Definition{&leaf, n->value, none, leaf.frames()};
    entity.depth = leaf.depth();
    if (isAccess(n->value)) {
      leaf.access(n->value);
    } else {
      leaf.compute().value(n->value);
    }
    return define(n->name, entity, where);
  }
  if (const auto* n = std::get_if<Write>(&stmt.kind)) {
    const auto& entity = find(n->memory, where);
    if (entity.kind != Entity::Kind::Memory) failUser(fmt::format("{} is not a memory", n->memory), where);
    if (syntax::isSparse(mapping.memories[entity.id].kind)) {
      leaf.sparseWrite(n->memory, nullptr, n->index, n->value,
                       {n->memory + "(" + print(n->index) + ")", stmt.note, where});
      return;
    }
    auto& builder = leaf.compute();
    const auto index = builder.expect(n->index, Type::Int, "the index").reg;
    const auto value = builder.expect(n->value, entity.type, "the value").reg;
    SramWrite write{entity.id, index, value, where};
    if (n->enable) {
      write.isConditional = true;
      write.enable = builder.expect(n->enable, Type::Bit, "the condition").reg;
    }
    builder.context.writes.push_back(write);
    return use(entity.id, builder.id, true);
  }
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
  if (const auto* n = std::get_if<Enq>(&stmt.kind)) return enqueue(leaf, *n, where);
  set(leaf, std::get<Set>(stmt.kind), where);
}

Id Mapper::fifoOf(const std::string& name, Type type, const char* what, const Location& where) {
  const auto& entity = find(name, where);
  if (entity.kind != Entity::Kind::Fifo) failUser(fmt::format("{} is not a FIFO", name), where);
  if (entity.type != type) {
    failUser(fmt::format("{} holds {}, but {} is made of {}", name, syntax::typeName(entity.type), what,
                         syntax::typeName(type)),
             where);
  }
  return entity.id;
}

void Mapper::produce(Id channel, Id context, Id width, const Location& where) {
  auto& target = mapping.channels[channel];
  if (target.producer == none) {
    target.producer = context;
    target.inWidth = width;
    return;
  }
  // Two enqs of one body would take turns in each iteration.
  auto& others = target.laterProducers;
  if (context == target.producer || std::find(others.begin(), others.end(), context) != others.end()) {
    failUnsupported(fmt::format("FIFO {} is given elements twice in one body of primitives", target.origin.name), where,
                    {}, "give them in loops of their own, one after the other");
  }
  if (others.empty()) uses_.push_back({channel, MemoryUse::Of::Fifo, target.producer, true});
  uses_.push_back({channel, MemoryUse::Of::Fifo, context, true});
  others.push_back(context);
  target.inWidth = std::max(target.inWidth, width);
}

void Mapper::enqueue(Leaf& leaf, const Enq& n, const Location& where) {
  const auto& entity = find(n.fifo, where);
  if (entity.kind != Entity::Kind::Fifo) failUser(fmt::format("{} is not a FIFO", n.fifo), where);
  auto& builder = leaf.compute();
  const auto value = builder.expect(n.value, entity.type, "the element");
  produce(entity.id, builder.id, leaf.width(), where);
  Output output{Output::Kind::Stream, entity.id, leaf.depth(), value.reg, {}, entity.type, 0};
  if (n.enable) {
    output.isConditional = true;
    output.enable = builder.expect(n.enable, Type::Bit, "the condition").reg;
  }
  builder.context.outputs.push_back(output);
}

void Mapper::set(Leaf& leaf, const Set& n, const Location& where) {
  auto& entity = find(n.reg, where);
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

// ---------------------------------------------------------------- transfers

void Mapper::transfer(const StmtNode& stmt, Role role, const std::string& dramName, const Expr& begin, const Expr& end,
                      bool endIsLength, Id width, const std::string& local, const Expr& at) {
  const auto& where = stmt.where;
  const auto dram = find(dramName, where);
  if (dram.kind != Entity::Kind::Dram) failUser(fmt::format("{} is not a DRAM", dramName), where);
  const auto target = find(local, where);
  const bool isFifo = target.kind == Entity::Kind::Fifo;
  const bool isMemory =
      target.kind == Entity::Kind::Memory && mapping.memories[target.id].kind != MemoryKind::SparseDram;
  if (!isFifo && !isMemory) failUser(fmt::format("{} is not an on-chip memory", local), where);
  if (target.type != dram.type) {
    failUser(fmt::format("{} and {} hold values of different types", local, dramName), where);
  }
  auto& leaf = newLeaf({(role == Role::Load ? "load " : "store ") + local, stmt.note, where});
  units_.push_back(std::make_unique<ContextBuilder>(*this, &leaf, role, leaf.origin, frames_));
  auto& builder = *units_.back();
  auto& context = builder.context;
  context.dram = dram.id;
  context.begin = builder.expect(begin, Type::Int, "the first word").reg;
  context.end = builder.expect(end, Type::Int, "the end of the words").reg;
  context.endIsLength = endIsLength;
  context.width = width;
  context.hasPlace = isMemory && at;
  if (context.hasPlace) context.at = builder.expect(at, Type::Int, "the first word of the memory").reg;
  useDram(dram.id, builder.id, role == Role::Store);
  if (isMemory) {
    context.memory = target.id;
    return use(target.id, builder.id, role == Role::Load);
  }
  context.fifo = target.id;
  if (role == Role::Load) return produce(target.id, builder.id, width, where);
  context.fifoReader = builder.readerOf(target.id);
  auto& channel = mapping.channels[target.id];
  channel.outWidth = std::max(channel.outWidth, width);
}

}  // namespace stardust::capstan
