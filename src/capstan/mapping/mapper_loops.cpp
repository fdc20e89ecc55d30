// Loops: counters and scans, bodies of primitives and copies of bodies with controllers.
#include <fmt/format.h>

#include <algorithm>

#include "capstan/mapping/mapper.h"
#include "spatial/arithmetic.h"
#include "spatial/syntax.h"
#include "support/plural.h"

namespace stardust::capstan {

using namespace spatial;

namespace {

bool isArithmetic(const Expr& expr) {
  return match(
      expr->kind, [](const Unary& n) { return isArithmetic(n.operand); },
      [](const Binary& n) { return isArithmetic(n.left) && isArithmetic(n.right); },
      [](const Mux& n) { return isArithmetic(n.condition) && isArithmetic(n.ifTrue) && isArithmetic(n.ifFalse); },
      [](const Literal&) { return true; }, [](const Name&) { return true; }, [](const Length&) { return true; },
      [](const auto&) { return false; });
}

}  // namespace

/// Bounds that read memories or FIFOs are computed once, by a leaf in front of the loop.
void Mapper::hoist(const std::vector<Expr>& bounds, const Origin& origin) {
  Leaf* leaf = nullptr;
  for (const auto& bound : bounds) {
    if (isArithmetic(bound)) continue;
    if (!leaf) leaf = &newLeaf(origin);
    hoisted_.erase(&*bound);
    leaf->exported(bound);
    hoisted_[&*bound] = leaf;
  }
}

void Mapper::loop(Loop loop) {
  const auto& where = loop.stmt.where;
  if (loop.iterators.empty()) failUser("a loop has one iterator for each of its counters", where);
  const Origin origin{"bounds of " + loop.iterators.front(), loop.stmt.note, where};
  loop.id = static_cast<Id>(mapping.loops.size());
  const Origin named{(loop.reduce ? "Reduce " : "Foreach ") + loop.iterators.front(), loop.stmt.note, where};
  if (loop.scan) {
    mapping.loops.push_back(named);
    hoist({loop.scan->bits}, origin);
    return scanLoop(loop);
  }
  if (loop.counters.size() != loop.iterators.size()) {
    failUser("a loop has one iterator for each of its counters", where);
  }
  std::vector<Expr> bounds;
  for (const auto& counter : loop.counters) bounds.insert(bounds.end(), {counter.begin, counter.end, counter.step});
  hoist(bounds, origin);
  for (const auto& iterator : loop.iterators) {
    mapping.loops.push_back(named);
    mapping.loops.back().name = (loop.reduce ? "Reduce " : "Foreach ") + iterator;
  }
  if (isLeaf(loop.body)) {
    leafLoop(loop);
  } else {
    outerLoop(loop);
  }
}

void Mapper::leafLoop(const Loop& loop) {
  const auto depth = frames_.size();
  scopes_.emplace_back();
  for (std::size_t i = 0; i < loop.counters.size(); ++i) {
    const bool isInnermost = i + 1 == loop.counters.size();
    const auto par = static_cast<Id>(constant(loop.counters[i].par, "par", 1, machine_.pcu.lanes));
    if (!isInnermost && par > 1) {
      failUnsupported("only the innermost counter of a loop over primitives has a par", loop.stmt.where);
    }
    frames_.push_back({&loop.counters[i], loop.id + static_cast<Id>(i), 0, 1, par});
    Entity entity{Entity::Kind::Iterator};
    entity.id = static_cast<Id>(frames_.size());
    define(loop.iterators[i], entity, loop.stmt.where);
  }
  leafBody(loop, depth);
}

void Mapper::leafBody(const Loop& loop, std::size_t depth) {
  auto& leaf =
      newLeaf({(loop.reduce ? "Reduce " : "Foreach ") + (loop.scan ? loop.iterators.front() : loop.iterators.back()),
               loop.stmt.note, loop.stmt.where});
  for (const auto& statement : loop.body) leaf.chains.add(statement);
  if (loop.reduce) leaf.chains.add(loop.reduce->value);
  for (const auto& statement : loop.body) effect(leaf, *statement);
  std::optional<Typed> value;
  if (loop.reduce) value = leaf.compute().value(loop.reduce->value);
  foresee(leaf, loop);
  scopes_.pop_back();
  frames_.resize(depth);
  if (loop.reduce) defineReduced(*loop.reduce, leaf.compute(), *value, loop.stmt.where);
}

void Mapper::foresee(Leaf& leaf, const Loop& loop) {
  std::map<Id, std::vector<Expr>> written;
  for (const auto& statement : loop.body) {
    if (const auto* n = std::get_if<Write>(&statement->kind))
      written[find(n->memory, statement->where).id].push_back(n->index);
  }
  for (const auto& [memory, indices] : written) {
    if (mapping.memories[memory].kind == MemoryKind::Sram)
      leaf.foresee(memory, indices, std::max<Id>(static_cast<Id>(loop.counters.size()), 1));
  }
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

void Mapper::outerLoop(const Loop& loop) {
  const auto& counters = loop.counters;
  const auto& where = loop.stmt.where;
  std::vector<Id> pars;
  std::int64_t copies = 1;
  for (const auto& counter : counters) {
    pars.push_back(static_cast<Id>(constant(counter.par, "par", 1, maxUnits)));
    copies = std::min<std::int64_t>(copies * pars.back(), maxUnits + 1);
  }
  if (const auto refusal = refusedCopies(copies, loop.reduce != nullptr, machine_, where)) throw Error(*refusal);
  if (loop.reduce && counters.size() > 1) {
    failUnsupported("a Reduce over several counters has a body of primitives only", where, {},
                    "nest one Reduce in another");
  }
  const auto depth = frames_.size();
  std::vector<Id> channels;
  for (std::int64_t copy = 0; copy < copies; ++copy) {
    scopes_.emplace_back();
    auto rest = static_cast<Id>(copy);
    for (std::size_t i = 0; i < counters.size(); ++i) {
      frames_.push_back({&counters[i], loop.id + static_cast<Id>(i), rest % pars[i], pars[i], 1});
      rest /= pars[i];
      Entity entity{Entity::Kind::Iterator};
      entity.id = static_cast<Id>(frames_.size());
      define(loop.iterators[i], entity, where);
    }
    outerBody(loop, channels);
    frames_.resize(depth);
  }
  if (loop.reduce) {
    combine(loop, {&counters.front(), loop.id, 0, 1, static_cast<Id>(channels.size())}, channels);
  }
}

/// One copy, whose frames and iterators are there.
void Mapper::outerBody(const Loop& loop, std::vector<Id>& channels) {
  // Each counter is a level; between two of them there is one stage.
  const auto levels = stages_.size();
  stages_.resize(levels + std::max<std::size_t>(loop.counters.size(), 1) - 1, 0);
  const auto last = body(loop.body);
  if (loop.reduce) {
    stages_.push_back(last);  // the value is a stage behind the others
    auto& leaf = newLeaf({"value of " + loop.reduce->reg, loop.stmt.note, loop.stmt.where});
    channels.push_back(leaf.exported(loop.reduce->value).first);
  }
  stages_.resize(levels);
  scopes_.pop_back();
}

/// Adds what the copies of an outer Reduce computed, one round of copies at a time: `frame` has them as its lanes.
void Mapper::combine(const Loop& loop, Frame frame, const std::vector<Id>& channels) {
  const auto& where = loop.stmt.where;
  const auto lanes = frame.lanes;
  frames_.push_back(frame);
  auto& leaf = newLeaf({"combine " + loop.reduce->reg, loop.stmt.note, where});
  auto& builder = leaf.compute();
  const auto depth = leaf.depth();
  const auto reg = builder.input(Input::Kind::Lane, channels[0], depth, 0);
  for (Id lane = 1; lane < lanes; ++lane) {
    builder.input(Input::Kind::Lane, channels[lane], depth, lane);
    builder.context.inputs.back().reg = reg;
  }
  frames_.pop_back();
  defineReduced(*loop.reduce, builder, {reg, find(loop.reduce->reg, where).type}, where);
}

// ---------------------------------------------------------------- scans

/// The unit that scans: it walks the loops around the scan, and reads the bit vectors once for all who follow.
ContextBuilder& Mapper::scanner(const Loop& loop, Id lanes) {
  const auto& scan = *loop.scan;
  const auto& where = loop.stmt.where;
  auto& leaf = newLeaf({"Scan " + loop.iterators.front(), loop.stmt.note, where});
  units_.push_back(std::make_unique<ContextBuilder>(*this, &leaf, Role::Scan, leaf.origin, frames_));
  auto& builder = *units_.back();
  builder.context.bits = builder.expect(scan.bits, Type::Int, "the number of bits").reg;
  builder.context.mode = scan.mode;
  builder.context.width = lanes;
  for (const auto& name : scan.vectors) {
    const auto fifo = fifoOf(name, Type::U32, "a bit vector", where);
    mapping.channels[fifo].outWidth = std::max<Id>(mapping.channels[fifo].outWidth, wordsPerTile);
    builder.context.vectors.push_back({Input::Kind::Stream, fifo, builder.readerOf(fifo), 0, 0, 0});
  }
  Channel groups{Channel::Kind::Scalar, leaf.origin};  // a word a group, however many iterations it has
  groups.depth = static_cast<Id>(machine_.fifo.scalarDepth);
  groups.producer = builder.id;
  builder.context.groups = newChannel(std::move(groups));
  return builder;
}

void Mapper::scanLoop(const Loop& loop) {
  const auto& scan = *loop.scan;
  const auto& where = loop.stmt.where;
  const auto vectors = scan.vectors.size();
  if (vectors < 1 || vectors > 2 || (vectors == 2 && scan.vectors[0] == scan.vectors[1])) {
    failUser("a scan reads one or two bit vectors, from different FIFOs", where);
  }
  if (!loop.counters.empty() || loop.iterators.size() != 2 * vectors) {
    failUser(fmt::format("a scan of this loop has {} iterators, and no counters beside it", 2 * vectors), where);
  }
  const bool isLeaf = spatial::isLeaf(loop.body);
  const auto most = std::min(machine_.pcu.lanes, machine_.scanner.outputsPerCycle);
  const auto lanes = static_cast<Id>(constant(scan.par, "the par of a scan", 1, most));
  if (!isLeaf && lanes > 1) {
    failUser("a scan whose body has controllers gives one coordinate at a time", where, {}, "lower its par to 1");
  }
  const Frame frame{nullptr, loop.id, 0, 1, lanes, &scanner(loop, lanes)};
  const auto depth = frames_.size();
  scopes_.emplace_back();
  frames_.push_back(frame);
  for (std::size_t i = 0; i < loop.iterators.size(); ++i) {
    Entity entity{Entity::Kind::ScanIterator};
    entity.id = static_cast<Id>(frames_.size());
    entity.constant = static_cast<std::int64_t>(i);
    define(loop.iterators[i], entity, where);
  }
  if (isLeaf) return leafBody(loop, depth);
  std::vector<Id> channels;
  outerBody(loop, channels);
  frames_.resize(depth);
  if (loop.reduce) combine(loop, frame, channels);
}

void Mapper::bitVector(const StmtNode& stmt, const GenBitVector& n) {
  const auto& where = stmt.where;
  const Origin origin{"gen_bitvector " + n.words, stmt.note, where};
  hoist({n.bits, n.length}, {"length of " + n.words, stmt.note, where});
  auto& leaf = newLeaf(origin);
  units_.push_back(std::make_unique<ContextBuilder>(*this, &leaf, Role::BitVector, origin, frames_));
  auto& builder = *units_.back();
  auto& context = builder.context;
  context.bits = builder.expect(n.bits, Type::Int, "the number of bits").reg;
  context.length = builder.expect(n.length, Type::Int, "the number of coordinates").reg;
  context.width = static_cast<Id>(machine_.bitVector.coordinatesPerCycle);
  context.fifo = fifoOf(n.indices, Type::Int, "the coordinates", where);
  context.fifoReader = builder.readerOf(context.fifo);
  auto& indices = mapping.channels[context.fifo];
  indices.outWidth = std::max(indices.outWidth, context.width);
  context.words = fifoOf(n.words, Type::U32, "a bit vector", where);
  produce(context.words, builder.id, wordsPerTile, where);
}

void Mapper::merge(const StmtNode& stmt, const Merge& n) {
  const auto& where = stmt.where;
  const Origin origin{"merge " + n.merged, stmt.note, where};
  std::vector<Expr> before{n.sorts};
  for (const auto& way : n.ways) before.push_back(way.length);
  hoist(before, {"lengths of " + n.merged, stmt.note, where});
  auto& leaf = newLeaf(origin);
  units_.push_back(std::make_unique<ContextBuilder>(*this, &leaf, Role::Merge, origin, frames_));
  auto& builder = *units_.back();
  auto& context = builder.context;
  context.width = static_cast<Id>(constant(n.par, "par", 1, machine_.pcu.lanes));
  context.sorts = builder.expect(n.sorts, Type::Bit, "whether a merge sorts").reg;
  context.type = find(n.merged, where).type;
  for (const auto& way : n.ways) {
    const auto length = builder.expect(way.length, Type::Int, "the length of a way").reg;
    const auto fifo = fifoOf(way.fifo, context.type, "what is merged", where);
    context.ways.push_back({length, fifo, builder.readerOf(fifo)});
    auto& channel = mapping.channels[fifo];
    channel.outWidth = std::max(channel.outWidth, context.width);
  }
  context.words = fifoOf(n.merged, context.type, "what is merged", where);
  produce(context.words, builder.id, context.width, where);
}

}  // namespace stardust::capstan
