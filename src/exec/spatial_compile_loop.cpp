// Loops: their counters and scans, bodies of primitives and copies of bodies with controllers.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "exec/spatial_compiler.h"

namespace stardust::spatial::run {
namespace {

constexpr std::int64_t maxCopies = 65536;

}  // namespace

std::optional<Accumulator> Compiler::accumulator(const Loop& loop, std::size_t width) {
  if (!loop.reduce) return std::nullopt;
  const auto& reg = scopes_.get(loop.reduce->reg, loop.statement->where);
  if (reg.kind != Entity::Kind::Reg) failUser(fmt::format("{} is not a Reg", loop.reduce->reg), loop.statement->where);
  if (reg.type == Type::Bit) failUser(fmt::format("{} holds no number", loop.reduce->reg), loop.statement->where);
  touch(reg, true);
  return Accumulator(loop.reduce->op, reg.type, reg.index, width);
}

std::vector<Slot> Compiler::iterators(const Loop& loop) {
  std::vector<Slot> slots;
  for (const auto& name : loop.iterators) {
    slots.push_back(define(name, Entity::Kind::Scalar, Type::Int, loop.statement->where));
  }
  return slots;
}

Compiler::Domain Compiler::domain(const Loop& loop) {
  if (loop.scan) return scan(loop);
  if (loop.counters.empty() || loop.counters.size() != loop.iterators.size()) {
    failUser("a loop has one iterator for each of its counters", loop.statement->where);
  }
  std::vector<CounterCode> counters;
  std::vector<Take> boundTakes;
  takes_ = &boundTakes;
  std::int64_t copies = 1;
  std::int64_t lanes = 1;
  for (const auto& counter : loop.counters) {
    counters.push_back({expect(counter.begin, Type::Int, "the begin of a counter"),
                        expect(counter.end, Type::Int, "the end of a counter"),
                        expect(counter.step, Type::Int, "the step of a counter")});
    lanes = constant(counter.par, "par", 1, maxCopies);
    copies = std::min(maxCopies + 1, copies * lanes);
  }
  return {Iterations(std::move(counters)), std::move(boundTakes), copies, lanes};
}

Compiler::Domain Compiler::scan(const Loop& loop) {
  const auto& scan = *loop.scan;
  const auto& where = loop.statement->where;
  const auto vectors = scan.vectors.size();
  const bool hasTwice = vectors == 2 && scan.vectors[0] == scan.vectors[1];
  if (vectors < 1 || vectors > 2 || hasTwice)
    failUser("a scan reads one or two bit vectors, from different FIFOs", where);
  if (!loop.counters.empty() || loop.iterators.size() != 2 * vectors) {
    failUser(fmt::format("a scan of this loop has {} iterators, and no counters beside it", 2 * vectors), where);
  }
  std::vector<Take> boundTakes;
  takes_ = &boundTakes;
  ScanCode code{expect(scan.bits, Type::Int, "the number of bits"), scan.mode, {}};
  for (const auto& name : scan.vectors) {
    const auto& entity = fifo(name, where);
    if (entity.type != Type::U32)
      failUser(fmt::format("{} holds no words of a bit vector", name), where, {}, "make it a FIFO[U32]");
    code.vectors.push_back({entity.index, machine_.fifos[entity.index].addReader()});
  }
  const auto lanes = constant(scan.par, "the par of a scan", 1, machine_.limits.lanes);
  return {Iterations(std::move(code)), std::move(boundTakes), 1, lanes};
}

std::unique_ptr<Task> Compiler::genBitVector(const StmtNode& stmt, const GenBitVector& n) {
  BitVectorCode code{};
  takes_ = &code.boundTakes;
  code.bits = expect(n.bits, Type::Int, "the number of bits");
  code.length = expect(n.length, Type::Int, "the number of coordinates");
  const auto& indices = fifo(n.indices, stmt.where);
  if (indices.type != Type::Int)
    failUser(fmt::format("{} holds no coordinates", n.indices), stmt.where, {}, "make it a FIFO[Int]");
  code.indices = {indices.index, machine_.fifos[indices.index].addReader()};
  const auto& words = fifo(n.words, stmt.where);
  if (words.type != Type::U32) {
    failUser(fmt::format("{} holds no words of a bit vector", n.words), stmt.where, {}, "make it a FIFO[U32]");
  }
  code.words = words.index;
  return std::make_unique<BitVectorTask>(&stmt, std::move(code));
}

std::unique_ptr<Task> Compiler::merge(const StmtNode& stmt, const Merge& n) {
  MergeCode code{};
  takes_ = &code.boundTakes;
  const auto par = constant(n.par, "the par of a merge", 1, machine_.limits.lanes);
  code.sorts = expect(n.sorts, Type::Bit, "whether a merge sorts");
  const auto& merged = fifo(n.merged, stmt.where);
  code.merged = merged.index;
  std::set<std::string> names;
  for (const auto& way : n.ways) {
    const auto& elements = fifo(way.fifo, stmt.where);
    if (elements.type != merged.type || !names.insert(way.fifo).second) {
      failUser(
          fmt::format("the ways of a merge come from FIFOs of their own, with elements of the type of {}", n.merged),
          stmt.where);
    }
    code.ways.push_back({expect(way.length, Type::Int, "the length of a way"),
                         {elements.index, machine_.fifos[elements.index].addReader()}});
  }
  if (code.ways.empty()) failUser("a merge has a way", stmt.where);
  return std::make_unique<MergeTask>(&stmt, std::move(code), Merger(merged.type, par));
}

std::unique_ptr<Task> Compiler::loop(const Loop& loop) {
  auto space = domain(loop);
  if (isLeaf(loop.body)) return leaf(loop, std::move(space));
  if (loop.scan && space.lanes > 1) {
    failUser("a scan whose body has controllers gives one coordinate at a time", loop.statement->where, {},
             "lower its par to 1");
  }
  copies_ += static_cast<std::uint64_t>(space.copies);
  if (copies_ > maxCopies) {
    failUnsupported("the loops of this program have more than 65,536 copies", loop.statement->where, {}, "lower par");
  }
  auto sum = accumulator(loop, static_cast<std::size_t>(space.copies));
  std::vector<Copy> copies;
  for (std::int64_t i = 0; i < space.copies; ++i) copies.push_back(copy(loop));
  return std::make_unique<OuterTask>(loop.statement, std::move(space.iterations), std::move(space.boundTakes),
                                     std::move(copies), std::move(sum));
}

std::unique_ptr<Task> Compiler::leaf(const Loop& loop, Domain space) {
  auto sum = accumulator(loop, static_cast<std::size_t>(space.lanes));
  scopes_.open();
  auto slots = iterators(loop);
  Firing firing;
  takes_ = &firing.takes;
  for (const auto& stmt : loop.body) firing.actions.push_back(action(*stmt, firing.gives));
  NodeId result = 0;
  if (loop.reduce) {
    const auto& reg = scopes_.get(loop.reduce->reg, loop.statement->where);
    result = expect(loop.reduce->value, reg.type, "the value of the Reduce");
  }
  scopes_.close();
  return std::make_unique<LeafTask>(loop.statement, std::move(space.iterations), std::move(slots),
                                    std::move(space.boundTakes), std::move(firing), std::move(sum), result);
}

Copy Compiler::copy(const Loop& loop) {
  Copy result;
  scopes_.open();
  result.iterators = iterators(loop);
  body(loop.body, loop.reduce ? &loop : nullptr, result);
  scopes_.close();
  return result;
}

/// The last stage of an outer Reduce: the value of its iteration.
std::unique_ptr<Task> Compiler::value(const Loop& loop, Copy& copy) {
  copy.value = static_cast<Slot>(machine_.scalars.size());
  machine_.scalars.push_back(0);
  Firing firing;
  takes_ = &firing.takes;
  const auto type = scopes_.get(loop.reduce->reg, loop.statement->where).type;
  const auto result = expect(loop.reduce->value, type, "the value of the Reduce");
  firing.actions.push_back({Action::Kind::Assign, copy.value, 0, result, loop.statement});
  return std::make_unique<LeafTask>(loop.statement, Iterations(std::vector<CounterCode>()), std::vector<Slot>(),
                                    std::vector<Take>(), std::move(firing), std::nullopt, 0);
}

}  // namespace stardust::spatial::run
