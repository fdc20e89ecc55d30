// Statements: which contexts a body becomes.
#include "capstan/mapper.h"

#include <fmt/format.h>

#include <algorithm>

#include "spatial/arithmetic.h"
#include "spatial/spatial.h"
#include "spatial/syntax.h"

namespace stardust::capstan {

using namespace spatial;

namespace {

constexpr std::int64_t maxSize = 2147483647;
constexpr Id maxContexts = 65536;

bool isPrimitive(const Stmt& stmt) {
  return std::holds_alternative<Val>(stmt->kind) || std::holds_alternative<Write>(stmt->kind) ||
         std::holds_alternative<SparseWrite>(stmt->kind) || std::holds_alternative<Update>(stmt->kind) ||
         std::holds_alternative<Enq>(stmt->kind) || std::holds_alternative<Set>(stmt->kind);
}

[[noreturn]] void failUnmapped(std::string_view constructs, const Location& where) {
  failUnsupported(fmt::format("{} are not mapped yet", constructs), where, "the interpreter of Spatial runs them");
}

bool isArithmetic(const Expr& expr) {
  return match(
      expr->kind, [](const Unary& n) { return isArithmetic(n.operand); },
      [](const Binary& n) { return isArithmetic(n.left) && isArithmetic(n.right); },
      [](const Mux& n) { return isArithmetic(n.condition) && isArithmetic(n.ifTrue) && isArithmetic(n.ifFalse); },
      [](const Literal&) { return true; }, [](const Name&) { return true; }, [](const Length&) { return true; },
      [](const auto&) { return false; });
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
  if (builders_.size() > maxContexts) {
    failUnsupported("the loops of this program have more than 65,536 units", {}, {}, "lower par");
  }
  return static_cast<Id>(builders_.size() - 1);
}

Id Mapper::newChannel(Channel channel) {
  mapping.channels.push_back(std::move(channel));
  return static_cast<Id>(mapping.channels.size() - 1);
}

void Mapper::use(Id memory, Id context, bool isWrite) {
  uses_.push_back({memory, false, context, isWrite});
  if (const auto dram = mapping.memories[memory].dram; dram != none) useDram(dram, context, isWrite);
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
      mapping.drams.push_back({dram->name, type(dram->type), stmt.where});
      define(dram->name, {Entity::Kind::Dram, type(dram->type), id}, stmt.where);
    }
  }
}

// ---------------------------------------------------------------- bodies

void Mapper::body(const Body& statements) {
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
      transfer(*stmt, Role::Load, n->dram, n->begin, n->end, false, par, n->memory);
    } else if (const auto* store = std::get_if<spatial::Store>(&stmt->kind)) {
      const auto par = static_cast<Id>(constant(store->par, "par", 1, machine_.pcu.lanes));
      transfer(*stmt, Role::Store, store->dram, store->begin, store->end, false, par, store->memory);
    } else if (const auto* stream = std::get_if<StreamLoad>(&stmt->kind)) {
      transfer(*stmt, Role::Load, stream->dram, stream->base, stream->length, true, static_cast<Id>(machine_.pcu.lanes),
               stream->fifo);
    } else if (const auto* out = std::get_if<StreamStore>(&stmt->kind)) {
      transfer(*stmt, Role::Store, out->dram, out->base, out->length, true, static_cast<Id>(machine_.pcu.lanes),
               out->fifo);
    } else if (std::holds_alternative<GenBitVector>(stmt->kind)) {
      failUnmapped("bit vectors", stmt->where);
    } else if (const auto* each = std::get_if<Foreach>(&stmt->kind)) {
      if (each->scan) failUnmapped("scans", stmt->where);
      loop(*stmt, each->counters, each->iterators, each->body, nullptr);
    } else {
      const auto& reduce = std::get<Reduce>(stmt->kind);
      if (reduce.scan) failUnmapped("scans", stmt->where);
      loop(*stmt, reduce.counters, reduce.iterators, reduce.body, &reduce);
    }
    ++stages_.back();
  }
  flush();
  stages_.pop_back();
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
  auto& leaf = newLeaf({val ? "val " + val->name : "primitives", first.note, first.where});
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
      leaf.sparseWrite(n->memory, Access::Write, false, false, n->index, n->value,
                       {n->memory + "(" + print(n->index) + ")", stmt.note, where});
      return;
    }
    auto& builder = leaf.compute();
    const auto index = builder.expect(n->index, Type::Int, "the index").reg;
    const auto value = builder.expect(n->value, entity.type, "the value").reg;
    builder.context.writes.push_back({entity.id, index, value, where});
    return use(entity.id, builder.id, true);
  }
  if (const auto* n = std::get_if<SparseWrite>(&stmt.kind)) {
    leaf.sparseWrite(n->memory, Access::Write, false, false, n->index, n->value,
                     {n->memory + "(" + print(n->index) + ")", stmt.note, where});
    return;
  }
  if (const auto* n = std::get_if<Update>(&stmt.kind)) {
    const auto access = accessOf(n->rmw, where);
    leaf.sparseWrite(n->rmw.memory, access, true, n->rmw.order == "ordered", n->rmw.index, n->rmw.value,
                     {n->rmw.memory + "(" + print(n->rmw.index) + ")", stmt.note, where});
    return;
  }
  if (const auto* n = std::get_if<Enq>(&stmt.kind)) return enqueue(leaf, *n, where);
  set(leaf, std::get<Set>(stmt.kind), where);
}

void Mapper::produce(Id channel, Id context, Id width, const Location& where) {
  auto& target = mapping.channels[channel];
  if (target.producer != none) {
    failUnsupported(fmt::format("FIFO {} has two writers", target.origin.name), where,
                    "a FIFO of Plasticine has one writer");
  }
  target.producer = context;
  target.inWidth = width;
}

void Mapper::enqueue(Leaf& leaf, const Enq& n, const Location& where) {
  const auto& entity = find(n.fifo, where);
  if (entity.kind != Entity::Kind::Fifo) failUser(fmt::format("{} is not a FIFO", n.fifo), where);
  if (n.enable) failUnmapped("conditional enqs", where);
  auto& builder = leaf.compute();
  const auto value = builder.expect(n.value, entity.type, "the element");
  produce(entity.id, builder.id, leaf.width(), where);
  builder.context.outputs.push_back({Output::Kind::Stream, entity.id, leaf.depth(), value.reg, {}, entity.type, 0});
}

void Mapper::set(Leaf& leaf, const Set& n, const Location& where) {
  auto& entity = find(n.reg, where);
  auto& builder = leaf.compute();
  if (entity.kind == Entity::Kind::ArgOut) {
    builder.context.argumentWrites.push_back({n.reg, builder.expect(n.value, entity.type, "the value").reg});
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

// ---------------------------------------------------------------- loops

/// Bounds that read memories or FIFOs are computed once, by a leaf in front of the loop.
void Mapper::hoist(const std::vector<Counter>& counters, const Origin& origin) {
  Leaf* leaf = nullptr;
  for (const auto& counter : counters) {
    for (const auto& bound : {counter.begin, counter.end, counter.step}) {
      if (isArithmetic(bound)) continue;
      if (!leaf) leaf = &newLeaf(origin);
      hoisted_.erase(&*bound);
      leaf->exported(bound);
      hoisted_[&*bound] = leaf;
    }
  }
}

void Mapper::loop(const StmtNode& stmt, const std::vector<Counter>& counters, const std::vector<std::string>& iterators,
                  const Body& statements, const Reduce* reduce) {
  if (counters.empty() || counters.size() != iterators.size()) {
    failUser("a loop has one iterator for each of its counters", stmt.where);
  }
  hoist(counters, {"bounds of " + iterators.front(), stmt.note, stmt.where});
  const auto loopId = loops_;
  loops_ += static_cast<Id>(counters.size());
  if (std::all_of(statements.begin(), statements.end(), isPrimitive)) {
    leafLoop(stmt, counters, iterators, statements, reduce, loopId);
  } else {
    outerLoop(stmt, counters, iterators, statements, reduce, loopId);
  }
}

void Mapper::leafLoop(const StmtNode& stmt, const std::vector<Counter>& counters,
                      const std::vector<std::string>& iterators, const Body& statements, const Reduce* reduce,
                      Id loopId) {
  const auto depth = frames_.size();
  scopes_.emplace_back();
  for (std::size_t i = 0; i < counters.size(); ++i) {
    const bool isInnermost = i + 1 == counters.size();
    const auto par = static_cast<Id>(constant(counters[i].par, "par", 1, machine_.pcu.lanes));
    if (!isInnermost && par > 1) {
      failUnsupported("only the innermost counter of a loop over primitives has a par", stmt.where);
    }
    frames_.push_back({&counters[i], loopId + static_cast<Id>(i), 0, 1, par});
    Entity entity{Entity::Kind::Iterator};
    entity.id = static_cast<Id>(frames_.size());
    define(iterators[i], entity, stmt.where);
  }
  auto& leaf = newLeaf({(reduce ? "Reduce " : "Foreach ") + iterators.back(), stmt.note, stmt.where});
  for (const auto& statement : statements) effect(leaf, *statement);
  std::optional<Typed> value;
  if (reduce) value = leaf.compute().value(reduce->value);
  scopes_.pop_back();
  frames_.resize(depth);
  if (reduce) defineReduced(*reduce, leaf.compute(), *value, stmt.where);
}

void Mapper::defineReduced(const Reduce& reduce, ContextBuilder& builder, Typed value, const Location& where) {
  auto& reg = find(reduce.reg, where);
  if (reg.kind != Entity::Kind::Reg) failUser(fmt::format("{} is not a Reg", reduce.reg), where);
  if (reg.type != value.type || reg.type == Type::Bit) {
    failUser(fmt::format("the value of the Reduce and {} have different types", reduce.reg), where);
  }
  const auto depth = static_cast<Id>(frames_.size());
  Definition definition;
  definition.reduced =
      builder.output(Output::Kind::Reduced, value.reg, depth, value.type, reduce.op, identity(reduce.op, value.type));
  definition.frames = frames_;
  reg.definition = definition;
}

void Mapper::outerLoop(const StmtNode& stmt, const std::vector<Counter>& counters,
                       const std::vector<std::string>& iterators, const Body& statements, const Reduce* reduce,
                       Id loopId) {
  std::vector<Id> pars;
  std::int64_t copies = 1;
  for (const auto& counter : counters) {
    pars.push_back(static_cast<Id>(constant(counter.par, "par", 1, maxContexts)));
    copies = std::min<std::int64_t>(copies * pars.back(), maxContexts + 1);
  }
  if (copies > maxContexts) failUnsupported("a loop has more than 65,536 copies", stmt.where, {}, "lower par");
  if (reduce && counters.size() > 1) {
    failUnsupported("a Reduce over several counters has a body of primitives only", stmt.where, {},
                    "nest one Reduce in another");
  }
  const auto depth = frames_.size();
  std::vector<Id> channels;
  for (std::int64_t copy = 0; copy < copies; ++copy) {
    scopes_.emplace_back();
    auto rest = static_cast<Id>(copy);
    for (std::size_t i = 0; i < counters.size(); ++i) {
      frames_.push_back({&counters[i], loopId + static_cast<Id>(i), rest % pars[i], pars[i], 1});
      rest /= pars[i];
      Entity entity{Entity::Kind::Iterator};
      entity.id = static_cast<Id>(frames_.size());
      define(iterators[i], entity, stmt.where);
    }
    body(statements);
    if (reduce) {
      auto& leaf = newLeaf({"value of " + reduce->reg, stmt.note, stmt.where});
      channels.push_back(leaf.exported(reduce->value).first);
    }
    scopes_.pop_back();
    frames_.resize(depth);
  }
  if (reduce) combine(stmt, counters.front(), *reduce, loopId, channels);
}

/// Adds what the copies of an outer Reduce computed, one round of copies at a time.
void Mapper::combine(const StmtNode& stmt, const Counter& counter, const Reduce& reduce, Id loopId,
                     const std::vector<Id>& channels) {
  const auto lanes = static_cast<Id>(channels.size());
  if (lanes > static_cast<Id>(machine_.pcu.lanes)) {
    failUnsupported(fmt::format("an outer Reduce has {} copies", lanes), stmt.where, {},
                    fmt::format("lower its par to {}", machine_.pcu.lanes));
  }
  frames_.push_back({&counter, loopId, 0, 1, lanes});
  auto& leaf = newLeaf({"combine " + reduce.reg, stmt.note, stmt.where});
  auto& builder = leaf.compute();
  const auto depth = leaf.depth();
  const auto reg = builder.input(Input::Kind::Lane, channels[0], depth, 0);
  for (Id lane = 1; lane < lanes; ++lane) {
    builder.input(Input::Kind::Lane, channels[lane], depth, lane);
    builder.context.inputs.back().reg = reg;
  }
  frames_.pop_back();
  defineReduced(reduce, builder, {reg, find(reduce.reg, stmt.where).type}, stmt.where);
}

// ---------------------------------------------------------------- transfers

void Mapper::transfer(const StmtNode& stmt, Role role, const std::string& dramName, const Expr& begin, const Expr& end,
                      bool endIsLength, Id width, const std::string& local) {
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
  transfers_.push_back(std::make_unique<ContextBuilder>(*this, &leaf, role, leaf.origin, frames_));
  auto& builder = *transfers_.back();
  auto& context = builder.context;
  context.dram = dram.id;
  context.begin = builder.expect(begin, Type::Int, "the first word").reg;
  context.end = builder.expect(end, Type::Int, "the end of the words").reg;
  context.endIsLength = endIsLength;
  context.width = width;
  useDram(dram.id, builder.id, role == Role::Store);
  if (isMemory) {
    context.memory = target.id;
    return use(target.id, builder.id, role == Role::Load);
  }
  context.fifo = target.id;
  if (role == Role::Load) return produce(target.id, builder.id, width, where);
  auto& channel = mapping.channels[target.id];
  context.fifoReader = static_cast<Id>(channel.consumers.size());
  channel.consumers.push_back(builder.id);
  channel.outWidth = std::max(channel.outWidth, width);
}

}  // namespace stardust::capstan
