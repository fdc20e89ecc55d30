// Transfers between DRAM and on-chip memories: one command per row, in loops over the outer dimensions.
#include <fmt/format.h>

#include "spatial/dsl/memories/memories.h"
#include "spatial/dsl/restrictions.h"

namespace stardust::dsl {

using spatial::Body;
using spatial::Counter;
using spatial::Expr;

namespace {

Expr times(const Expr& a, const Expr& b, const Location& where) {
  const auto x = constant(a), factor = constant(b);
  if (factor) return productExpr(a, *factor, where);
  return x ? productExpr(b, *x, where) : binaryExpr(spatial::BinaryOp::Mul, a, b, where);
}

/// A decomposed transfer: loops over rows, and the words of one row.
struct Tile {
  std::vector<Counter> counters;
  std::vector<std::string> iterators;
  std::vector<Expr> extents;  ///< of all ranges, including the last
  Expr offset;                ///< offset in the DRAM
  Expr words;                 ///< words per row
  bool hasRowsOfWords = true;
};

/// Wraps a body in loops; the first is outermost.
void emitLoops(Stage& stage, const Tile& tile, Body body, const Location& where) {
  if (tile.counters.empty()) {
    stage.body->insert(stage.body->end(), body.begin(), body.end());
  } else {
    stage.emit(spatial::Foreach{tile.counters, std::nullopt, tile.iterators, std::move(body)}, where);
  }
}

/// The rows of a DRAM section: loops over all ranges but the last, and over the last if it has a step.
Tile tileOf(Stage& stage, WordOperators& words, const Section& section, const Value& length, const Location& where) {
  Tile tile;
  const auto one = intExpr(1, where);
  tile.offset = intExpr(0, where);
  for (std::size_t i = 0; i < section.ranges.size(); ++i) {
    const auto& range = section.ranges[i];
    auto begin = words.stagedIndex(range.begin, where).expr;
    const bool isLast = i + 1 == section.ranges.size();
    if (!range.isSingle) {
      const auto end = words.stagedIndex(range.end, where).expr;
      const auto step = range.step.get<Unit>() ? one : words.stagedIndex(range.step, where).expr;
      auto extent =
          isLast && !length.get<Unit>() ? words.stagedIndex(length, where).expr : differenceExpr(end, begin, where);
      if (constant(step) != 1) {
        const auto round = sumExpr(extent, binaryExpr(spatial::BinaryOp::Sub, step, one, where), where);
        extent = binaryExpr(spatial::BinaryOp::Div, round, step, where);
      }
      tile.extents.push_back(extent);
      if (!isLast || constant(step) != 1) {
        tile.counters.push_back({intExpr(0, where), extent, one, one});
        tile.iterators.push_back(stage.fresh("row"));
        begin = sumExpr(begin, times(nameExpr(tile.iterators.back(), where), step, where), where);
        tile.hasRowsOfWords = !isLast;
      }
    } else if (isLast) {
      tile.hasRowsOfWords = false;
    }
    tile.offset = sumExpr(productExpr(tile.offset, section.memory->dims[i], where), begin, where);
  }
  tile.words = tile.hasRowsOfWords ? tile.extents.back() : one;
  return tile;
}

/// The offset of a row on the chip. A memory of the same rank has a stride per dimension; in any other memory rows are
/// dense.
Expr placeOf(const Tile& tile, const std::vector<std::int64_t>& dims, const Location& where) {
  const auto loops = tile.counters.size();
  const bool isAlike = dims.size() == loops + (tile.hasRowsOfWords ? 1 : 0);
  auto at = intExpr(0, where);
  for (std::size_t i = 0; i < loops; ++i) {
    if (i > 0) at = isAlike ? productExpr(at, dims[i], where) : times(at, tile.extents[i], where);
    at = sumExpr(at, nameExpr(tile.iterators[i], where), where);
  }
  if (!tile.hasRowsOfWords) return at;
  return isAlike ? productExpr(at, dims.back(), where) : times(at, tile.words, where);
}

}  // namespace

Section Transfers::whole(const MemoryRef& dram, const Value& par) {
  Section section{dram, {}, par.get<Unit>() ? intValue(1) : par, {}};
  for (const auto dim : dram->dims) {
    section.ranges.push_back({intValue(0), makeNumber(int32, dim), intValue(1), section.par, false, false});
  }
  return section;
}

void Transfers::move(const Value& local, const Section& section, bool isLoad, const Value& length,
                     const Location& where) {
  const auto* placed = local.object<const Section>();
  const auto* plain = local.get<MemoryRef>();
  if (!placed && !plain) failUser(fmt::format("{} is not an on-chip memory", describe(local)), where);
  const auto& memory = placed ? placed->memory : *plain;
  const auto& dram = *section.memory;
  if (dram.kind != Memory::Kind::Dram) failUser(fmt::format("{} is not a DRAM", dram.name), where);
  if (!m_.stage.isActive()) failUser("words are moved in Accel", where);
  const bool hasWords =
      memory->kind == Memory::Kind::Sram || memory->kind == Memory::Kind::Fifo || memory->kind == Memory::Kind::Sparse;
  if (!hasWords) failUser(fmt::format("{} is not a source or target of transfers", memory->name), where);
  const bool areAlike =
      memory->fields.size() == dram.fields.size() && (memory->isStruct() || memory->type == dram.type);
  if (!areAlike) failUser(fmt::format("{} and {} hold values of different types", memory->name, dram.name), where);
  if (!section.addresses.get<Unit>()) return gather(memory, section, isLoad, where);
  if (memory->stride == 0) requireBurst(section, m_.words, where);
  if (memory->isStruct()) {
    for (std::size_t i = 0; i < memory->fields.size(); ++i) {
      auto field = section;
      field.memory = dram.fields[i];
      move(memory->fields[i], field, isLoad, length, where);
    }
    return;
  }
  if (memory->kind == Memory::Kind::Fifo) m_.uses.use(memory, isLoad, where);
  const auto ranges = section.ranges.empty() ? whole(section.memory, section.par) : section;
  if (memory->isCounted()) return moveCounted(memory, ranges, isLoad, where);
  if (memory->stride > 0 && isLoad) return m_.lines.loadRows(memory, ranges, where);
  auto base = intExpr(0, where);
  for (std::size_t i = 0; placed && i < placed->ranges.size(); ++i) {
    const auto begin = m_.words.stagedIndex(placed->ranges[i].begin, where).expr;
    base = sumExpr(productExpr(base, memory->dims[i], where), begin, where);
  }
  moveWords(memory, base, ranges, isLoad, length, where);
}

void Transfers::moveWords(const MemoryRef& local, const Expr& base, const Section& section, bool isLoad,
                          const Value& length, const Location& where) {
  const auto par = intExpr(std::min<std::int64_t>(m_.words.integer(section.par, "par", where), 16), where);
  const auto tile = tileOf(m_.stage, m_.words, section, length, where);
  Expr at;
  if (local->kind != Memory::Kind::Fifo) at = sumExpr(base, placeOf(tile, local->dims, where), where);
  if (at && constant(at) == 0) at = {};
  Body body;
  {
    const Into into(m_.stage, &body);
    const auto end = sumExpr(tile.offset, tile.words, where);
    if (isLoad) m_.stage.emit(spatial::Load{local->name, section.memory->name, tile.offset, end, par, at}, where);
    else m_.stage.emit(spatial::Store{section.memory->name, tile.offset, end, par, local->name, at}, where);
  }
  emitLoops(m_.stage, tile, std::move(body), where);
}

/// Transfers through an SRAM, whose words are enqueued to or dequeued from the queue one by one.
void Transfers::moveCounted(const MemoryRef& queue, const Section& section, bool isLoad, const Location& where) {
  Section dense = section;
  auto total = intExpr(1, where);
  for (auto& range : dense.ranges) {
    // Named, because the transfer changes the element count of the queue.
    range.begin = m_.words.bound(range.begin, "begin", where);
    if (range.isSingle) continue;
    range.end = m_.words.bound(range.end, "end", where);
    if (!range.step.get<Unit>() && m_.words.integer(range.step, "the step", where) != 1)
      failUnsupported("words of a queue are moved without a step", where);
    const auto begin = m_.words.stagedIndex(range.begin, where).expr, end = m_.words.stagedIndex(range.end, where).expr;
    total = times(total, differenceExpr(end, begin, where), where);
  }
  const auto outer = std::exchange(m_.stage.hint, queue->name + "_words");
  const auto buffer = m_.declarations.declare(Memory::Kind::Sram, queue->type, {queue->size()}, where);
  m_.stage.hint = outer;
  const auto move = [&] { moveWords(buffer, intExpr(0, where), dense, isLoad, {}, where); };
  if (isLoad) move();
  const auto one = intExpr(1, where);
  const Counter counter{intExpr(0, where), total, one, one};
  const auto iterator = m_.stage.fresh("n");
  const Value index = Staged{nameExpr(iterator, where), int32};
  Body body;
  {
    const Into into(m_.stage, &body);
    if (isLoad) m_.queues.enq(queue, m_.access.read(buffer, {index}, where), {}, where);
    else m_.access.write(buffer, {index}, m_.queues.deq(queue, {}, where), where);
  }
  m_.stage.emit(spatial::Foreach{{counter}, std::nullopt, {iterator}, std::move(body)}, where);
  if (!isLoad) move();
}

/// Gather or scatter: each word is accessed through a SparseDRAM. A struct has one SparseDRAM for each of its words.
void Transfers::gather(const MemoryRef& local, const Section& section, bool isGather, const Location& where) {
  const auto& dram = section.memory;
  const auto* part = section.addresses.object<const Section>();
  const auto addresses = part ? part->memory : *section.addresses.get<MemoryRef>();
  const auto par = part ? m_.words.integer(part->par, "par", where) : 1;
  if (dram->dims.size() != 1)
    failUnsupported("addresses of a DRAM with more than one dimension are not supported", where);
  const bool isQueue = leavesOf(addresses).front()->kind == Memory::Kind::Fifo;
  const auto all = [&] {
    return isQueue ? m_.queues.elementCount(addresses, where) : Value(makeNumber(int32, addresses->size()));
  };
  const auto count = section.ranges.empty() ? all() : section.ranges.front().end;
  const Counter counter{intExpr(0, where), m_.words.stagedIndex(count, where).expr, intExpr(1, where),
                        intExpr(std::min<std::int64_t>(par, 16), where)};
  const auto iterator = m_.stage.fresh("n");
  const Value i = Staged{nameExpr(iterator, where), int32};
  const auto element = [&](const MemoryRef& memory) {
    const auto first = leavesOf(memory).front();
    return first->kind == Memory::Kind::Fifo ? m_.queues.deq(memory, {}, where) : m_.access.read(memory, {i}, where);
  };
  std::vector<std::string> sparse;  // one for each word
  for (const auto& word : leavesOf(dram)) {
    sparse.push_back(m_.stage.fresh(word->name + "_at"));
    m_.stage.emit(spatial::Memory{sparse.back(), spatial::MemoryKind::SparseDram, *wordType(word->type),
                                  intExpr(word->size(), where), intExpr(1, where)},
                  where);
    m_.stage.emit(spatial::Alias{sparse.back(), word->name}, where);
  }
  Body body;
  {
    const Into into(m_.stage, &body);
    const auto address =
        m_.words
            .stagedIndex(sparse.size() > 1 ? m_.words.bound(element(addresses), "address", where) : element(addresses),
                         where)
            .expr;
    const auto words = leavesOf(local), drams = leavesOf(dram);
    for (std::size_t k = 0; k < sparse.size(); ++k) {
      if (!isGather) {
        m_.stage.emit(spatial::SparseWrite{sparse[k], address,
                                           m_.words.staged(element(words[k]), drams[k]->type, "the word", where).expr},
                      where);
        continue;
      }
      const Staged word{Expr({spatial::SparseRead{sparse[k], address}, where}), drams[k]->type, 2, false};
      if (words[k]->kind == Memory::Kind::Fifo) m_.queues.enq(words[k], word, {}, where);
      else m_.access.write(words[k], {i}, word, where);
    }
  }
  m_.stage.emit(spatial::Foreach{{counter}, std::nullopt, {iterator}, std::move(body)}, where);
}

}  // namespace stardust::dsl
