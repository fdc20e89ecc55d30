// Loops: counters and scans, leaf bodies, and copies of bodies with controllers.
#include <fmt/format.h>

#include <algorithm>

#include "capstan/machine/limits.h"
#include "capstan/mapping/copies.h"
#include "capstan/mapping/walk.h"
#include "spatial/arithmetic.h"
#include "spatial/spatial.h"
#include "spatial/syntax.h"
#include "support/diagnostic.h"
#include "support/plural.h"

namespace stardust::capstan {

using namespace spatial;

namespace {

/// The common parts of Foreach and Reduce.
struct Loop {
  const StmtNode& stmt;
  const std::vector<Counter>& counters;
  const std::optional<Scan>& scan;
  const std::vector<std::string>& iterators;
  const Body& body;
  const Reduce* reduce;
  Id id = 0;  ///< of the first counter, or of the scan
};

bool isArithmetic(const Expr& expr) {
  return match(
      expr->kind, [](const Unary& n) { return isArithmetic(n.operand); },
      [](const Binary& n) { return isArithmetic(n.left) && isArithmetic(n.right); },
      [](const Mux& n) { return isArithmetic(n.condition) && isArithmetic(n.ifTrue) && isArithmetic(n.ifFalse); },
      [](const Literal&) { return true; }, [](const Name&) { return true; }, [](const Length&) { return true; },
      [](const auto&) { return false; });
}

void defineReduced(Walk& walk, const Reduce& reduce, ContextBuilder& builder, Typed value, const Location& where) {
  auto& reg = walk.names.find(reduce.reg, where);
  if (reg.kind != Entity::Kind::Reg) failUser(fmt::format("{} is not a Reg", reduce.reg), where);
  if (reg.type != value.type || reg.type == Type::Bit) {
    failUser(fmt::format("the value of the Reduce and {} have different types", reduce.reg), where);
  }
  const auto depth = static_cast<Id>(walk.frames.size());
  Definition definition;
  definition.reduced =
      builder.output(Output::Kind::Reduced, value.reg, depth, value.type, reduce.op, identity(reduce.op, value.type));
  definition.frames = walk.frames;
  reg.definition = definition;
}

void setUpcomingWrites(Walk& walk, Leaf& leaf, const Loop& loop) {
  std::map<Id, std::vector<Expr>> written;
  for (const auto& statement : loop.body) {
    if (const auto* n = std::get_if<Write>(&statement->kind))
      written[walk.names.find(n->memory, statement->where).id].push_back(n->index);
  }
  for (const auto& [memory, indices] : written) {
    if (walk.units.mapping.memories[memory].kind == MemoryKind::Sram)
      leaf.setUpcomingWrites(memory, indices, std::max<Id>(static_cast<Id>(loop.counters.size()), 1));
  }
}

/// Maps a leaf body whose frames and iterators are defined.
void leafBody(Walk& walk, const Loop& loop, std::size_t depth) {
  auto& leaf = walk.newLeaf(
      {(loop.reduce ? "Reduce " : "Foreach ") + (loop.scan ? loop.iterators.front() : loop.iterators.back()),
       loop.stmt.note, loop.stmt.where});
  for (const auto& statement : loop.body) leaf.chains.add(statement);
  if (loop.reduce) leaf.chains.add(loop.reduce->value);
  for (const auto& statement : loop.body) mapPrimitive(walk, leaf, *statement);
  std::optional<Typed> value;
  if (loop.reduce) value = leaf.compute().value(loop.reduce->value);
  setUpcomingWrites(walk, leaf, loop);
  walk.names.leaveScope();
  walk.frames.resize(depth);
  if (loop.reduce) defineReduced(walk, *loop.reduce, leaf.compute(), *value, loop.stmt.where);
}

void leafLoop(Walk& walk, const Loop& loop) {
  const auto depth = walk.frames.size();
  walk.names.enterScope();
  for (std::size_t i = 0; i < loop.counters.size(); ++i) {
    const bool isInnermost = i + 1 == loop.counters.size();
    const auto par =
        static_cast<Id>(walk.names.constant(loop.counters[i].par, "par", 1, walk.units.machine().pcu.lanes));
    if (!isInnermost && par > 1) {
      failUnsupported("only the innermost counter of a loop over primitives has a par", loop.stmt.where);
    }
    walk.frames.push_back({&loop.counters[i], loop.id + static_cast<Id>(i), 0, 1, par});
    Entity entity{Entity::Kind::Iterator};
    entity.id = static_cast<Id>(walk.frames.size());
    walk.names.define(loop.iterators[i], entity, loop.stmt.where);
  }
  leafBody(walk, loop, depth);
}

/// Reduces the results of an outer Reduce's copies, one iteration of all copies at a time; the copies are the lanes of
/// `frame`.
void combine(Walk& walk, const Loop& loop, Frame frame, const std::vector<Id>& channels) {
  const auto& where = loop.stmt.where;
  const auto lanes = frame.lanes;
  walk.frames.push_back(frame);
  auto& leaf = walk.newLeaf({"combine " + loop.reduce->reg, loop.stmt.note, where});
  auto& builder = leaf.compute();
  const auto depth = leaf.depth();
  const auto reg = builder.input(Input::Kind::Lane, channels[0], depth, 0);
  for (Id lane = 1; lane < lanes; ++lane) {
    builder.input(Input::Kind::Lane, channels[lane], depth, lane);
    builder.context.inputs.back().reg = reg;
  }
  walk.frames.pop_back();
  defineReduced(walk, *loop.reduce, builder, {reg, walk.names.find(loop.reduce->reg, where).type}, where);
}

/// Maps one copy, whose frames and iterators are defined.
void outerBody(Walk& walk, const Loop& loop, std::vector<Id>& channels) {
  // Each counter is a level; between two levels there is one stage.
  const auto levels = walk.stages.size();
  walk.stages.resize(levels + std::max<std::size_t>(loop.counters.size(), 1) - 1, 0);
  const auto last = mapBody(walk, loop.body);
  if (loop.reduce) {
    walk.stages.push_back(last);  // the value is a stage after the others
    auto& leaf = walk.newLeaf({"value of " + loop.reduce->reg, loop.stmt.note, loop.stmt.where});
    channels.push_back(leaf.exported(loop.reduce->value).first);
  }
  walk.stages.resize(levels);
  walk.names.leaveScope();
}

void outerLoop(Walk& walk, const Loop& loop) {
  const auto& counters = loop.counters;
  const auto& where = loop.stmt.where;
  std::vector<Id> pars;
  std::int64_t copies = 1;
  for (const auto& counter : counters) {
    pars.push_back(static_cast<Id>(walk.names.constant(counter.par, "par", 1, maxUnits)));
    copies = std::min<std::int64_t>(copies * pars.back(), maxUnits + 1);
  }
  if (const auto refusal = refusedCopies(copies, loop.reduce != nullptr, walk.units.machine(), where))
    throw Error(*refusal);
  if (loop.reduce && counters.size() > 1) {
    failUnsupported("a Reduce over several counters has a body of primitives only", where, {},
                    "nest one Reduce in another");
  }
  const auto depth = walk.frames.size();
  std::vector<Id> channels;
  for (std::int64_t copy = 0; copy < copies; ++copy) {
    walk.names.enterScope();
    auto rest = static_cast<Id>(copy);
    for (std::size_t i = 0; i < counters.size(); ++i) {
      walk.frames.push_back({&counters[i], loop.id + static_cast<Id>(i), rest % pars[i], pars[i], 1});
      rest /= pars[i];
      Entity entity{Entity::Kind::Iterator};
      entity.id = static_cast<Id>(walk.frames.size());
      walk.names.define(loop.iterators[i], entity, where);
    }
    outerBody(walk, loop, channels);
    walk.frames.resize(depth);
  }
  if (loop.reduce) {
    combine(walk, loop, {&counters.front(), loop.id, 0, 1, static_cast<Id>(channels.size())}, channels);
  }
}

// ---------------------------------------------------------------- scans

/// The scanning unit. It iterates over the loops around the scan, and reads the bit vectors once for all contexts in
/// the loop.
ContextBuilder& scanner(Walk& walk, const Loop& loop, Id lanes) {
  const auto& scan = *loop.scan;
  const auto& where = loop.stmt.where;
  auto& leaf = walk.newLeaf({"Scan " + loop.iterators.front(), loop.stmt.note, where});
  auto& builder = walk.newUnit(leaf, Role::Scan);
  builder.context.bits = builder.expect(scan.bits, Type::Int, "the number of bits").reg;
  builder.context.mode = scan.mode;
  builder.context.width = lanes;
  for (const auto& name : scan.vectors) {
    const auto fifo = walk.names.fifo(name, Type::U32, "a bit vector", where);
    walk.units.mapping.channels[fifo].outWidth = std::max<Id>(walk.units.mapping.channels[fifo].outWidth, wordsPerTile);
    builder.context.vectors.push_back({Input::Kind::Stream, fifo, builder.readerOf(fifo), 0, 0, 0});
  }
  Channel groups{Channel::Kind::Scalar, leaf.origin};  // a word per group, whatever its size
  groups.depth = static_cast<Id>(walk.units.machine().fifo.scalarDepth);
  groups.producer = builder.id;
  builder.context.groups = walk.units.newChannel(std::move(groups));
  return builder;
}

void scanLoop(Walk& walk, const Loop& loop) {
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
  const auto most = std::min(walk.units.machine().pcu.lanes, walk.units.machine().scanner.outputsPerCycle);
  const auto lanes = static_cast<Id>(walk.names.constant(scan.par, "the par of a scan", 1, most));
  if (!isLeaf && lanes > 1) {
    failUser("a scan whose body has controllers gives one coordinate at a time", where, {}, "lower its par to 1");
  }
  const Frame frame{nullptr, loop.id, 0, 1, lanes, &scanner(walk, loop, lanes)};
  const auto depth = walk.frames.size();
  walk.names.enterScope();
  walk.frames.push_back(frame);
  for (std::size_t i = 0; i < loop.iterators.size(); ++i) {
    Entity entity{Entity::Kind::ScanIterator};
    entity.id = static_cast<Id>(walk.frames.size());
    entity.constant = static_cast<std::int64_t>(i);
    walk.names.define(loop.iterators[i], entity, where);
  }
  if (isLeaf) return leafBody(walk, loop, depth);
  std::vector<Id> channels;
  outerBody(walk, loop, channels);
  walk.frames.resize(depth);
  if (loop.reduce) combine(walk, loop, frame, channels);
}

void overLoop(Walk& walk, Loop loop) {
  const auto& where = loop.stmt.where;
  if (loop.iterators.empty()) failUser("a loop has one iterator for each of its counters", where);
  const Origin origin{"bounds of " + loop.iterators.front(), loop.stmt.note, where};
  loop.id = static_cast<Id>(walk.units.mapping.loops.size());
  const Origin named{(loop.reduce ? "Reduce " : "Foreach ") + loop.iterators.front(), loop.stmt.note, where};
  if (loop.scan) {
    walk.units.mapping.loops.push_back(named);
    hoist(walk, {loop.scan->bits}, origin);
    return scanLoop(walk, loop);
  }
  if (loop.counters.size() != loop.iterators.size()) {
    failUser("a loop has one iterator for each of its counters", where);
  }
  std::vector<Expr> bounds;
  for (const auto& counter : loop.counters) bounds.insert(bounds.end(), {counter.begin, counter.end, counter.step});
  hoist(walk, bounds, origin);
  for (const auto& iterator : loop.iterators) {
    walk.units.mapping.loops.push_back(named);
    walk.units.mapping.loops.back().name = (loop.reduce ? "Reduce " : "Foreach ") + iterator;
  }
  if (isLeaf(loop.body)) {
    leafLoop(walk, loop);
  } else {
    outerLoop(walk, loop);
  }
}

}  // namespace

/// A leaf in front of the loop computes bounds that read memories or FIFOs.
void hoist(Walk& walk, const std::vector<Expr>& bounds, const Origin& origin) {
  Leaf* leaf = nullptr;
  for (const auto& bound : bounds) {
    if (isArithmetic(bound)) continue;
    if (!leaf) leaf = &walk.newLeaf(origin);
    walk.hoisted.erase(&*bound);
    leaf->exported(bound);
    walk.hoisted[&*bound] = leaf;
  }
}

void mapLoop(Walk& walk, const StmtNode& stmt) {
  if (const auto* each = std::get_if<Foreach>(&stmt.kind))
    return overLoop(walk, {stmt, each->counters, each->scan, each->iterators, each->body, nullptr});
  const auto& reduce = std::get<Reduce>(stmt.kind);
  overLoop(walk, {stmt, reduce.counters, reduce.scan, reduce.iterators, reduce.body, &reduce});
}

}  // namespace stardust::capstan
