// Tiles between DRAM and the chip: a command for each row, in loops over the dimensions around it.
#include <fmt/format.h>

#include "spatial/dsl/memories/memories.h"
#include "spatial/dsl/refused.h"

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

/// A transfer, taken apart: loops over the rows, and the words of one row.
struct Tile {
  std::vector<Counter> counters;
  std::vector<std::string> iterators;
  std::vector<Expr> extents;  ///< of the ranges, also of the last
  Expr offset;                ///< in the DRAM
  Expr words;                 ///< of a row
  bool hasRowsOfWords = true;
};

/// Loops around a body, the first outermost.
void emitLoops(Stage& stage, const Tile& tile, Body body, const Location& where) {
  if (tile.counters.empty()) {
    stage.body->insert(stage.body->end(), body.begin(), body.end());
  } else {
    stage.emit(spatial::Foreach{tile.counters, std::nullopt, tile.iterators, std::move(body)}, where);
  }
}

/// Ranges of a DRAM as rows: all but the last one, and the last too if it has a step.
Tile tileOf(Stage& stage, Words& words, const Section& section, const Value& length, const Location& where) {
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

/// Where a row begins on the chip: in a memory of as many dimensions each has its own stride; else rows are dense.
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

Section Memories::whole(const MemoryRef& dram, const Value& par) {
  Section section{dram, {}, par.get<Unit>() ? intValue(1) : par, {}};
  for (const auto dim : dram->dims) {
    section.ranges.push_back({intValue(0), makeNumber(int32, dim), intValue(1), section.par, false, false});
  }
  return section;
}

void Memories::transfer(const Value& local, const Section& section, bool isLoad, const Value& length,
                        const Location& where) {
  const auto* placed = local.object<const Section>();
  const auto* plain = local.get<MemoryRef>();
  if (!placed && !plain) failUser(fmt::format("{} is not an on-chip memory", describe(local)), where);
  const auto& memory = placed ? placed->memory : *plain;
  const auto& dram = *section.memory;
  if (dram.kind != Memory::Kind::Dram) failUser(fmt::format("{} is not a DRAM", dram.name), where);
  if (!stage_.isActive()) failUser("words are moved in Accel", where);
  const bool hasWords =
      memory->kind == Memory::Kind::Sram || memory->kind == Memory::Kind::Fifo || memory->kind == Memory::Kind::Sparse;
  if (!hasWords) failUser(fmt::format("{} is not a source or target of transfers", memory->name), where);
  const bool areAlike =
      memory->fields.size() == dram.fields.size() && (memory->isStruct() || memory->type == dram.type);
  if (!areAlike) failUser(fmt::format("{} and {} hold values of different types", memory->name, dram.name), where);
  if (!section.addresses.get<Unit>()) return gather(memory, section, isLoad, where);
  if (memory->stride == 0) requireBurst(section, words_, where);
  if (memory->isStruct()) {
    for (std::size_t i = 0; i < memory->fields.size(); ++i) {
      auto field = section;
      field.memory = dram.fields[i];
      transfer(memory->fields[i], field, isLoad, length, where);
    }
    return;
  }
  if (memory->kind == Memory::Kind::Fifo) use(memory, isLoad, where);
  const auto ranges = section.ranges.empty() ? whole(section.memory, section.par) : section;
  if (memory->isCounted()) return transferCounted(memory, ranges, isLoad, where);
  if (memory->stride > 0 && isLoad) return loadRows(memory, ranges, where);
  auto base = intExpr(0, where);
  for (std::size_t i = 0; placed && i < placed->ranges.size(); ++i) {
    const auto begin = words_.stagedIndex(placed->ranges[i].begin, where).expr;
    base = sumExpr(productExpr(base, memory->dims[i], where), begin, where);
  }
  transferWords(memory, base, ranges, isLoad, length, where);
}

void Memories::transferWords(const MemoryRef& local, const Expr& base, const Section& section, bool isLoad,
                             const Value& length, const Location& where) {
  const auto par = intExpr(std::min<std::int64_t>(words_.integer(section.par, "par", where), 16), where);
  const auto tile = tileOf(stage_, words_, section, length, where);
  Expr at;
  if (local->kind != Memory::Kind::Fifo) at = sumExpr(base, placeOf(tile, local->dims, where), where);
  if (at && constant(at) == 0) at = {};
  Body body;
  {
    const Into into(stage_, &body);
    const auto end = sumExpr(tile.offset, tile.words, where);
    if (isLoad) stage_.emit(spatial::Load{local->name, section.memory->name, tile.offset, end, par, at}, where);
    else stage_.emit(spatial::Store{section.memory->name, tile.offset, end, par, local->name, at}, where);
  }
  emitLoops(stage_, tile, std::move(body), where);
}

MemoryRef Memories::lineBuffer(const DataType& type, const std::vector<std::int64_t>& dims, std::int64_t stride,
                               const Location& where) {
  auto lines = declare(Memory::Kind::Sram, type, dims, where);
  lines->stride = stride;
  if (decisions_.isNoted(where))
    lines->held = reg(lines->name + "_column", int32, makeNumber(int32, std::int64_t{0}), where);
  return lines;
}

void Memories::enterElement(const MemoryRef& lines, const Value& row, const Value& value, const Location& where) {
  if (lines->stride != 1 || words_.integer(row, "the row", where) != 0)
    failUnsupported("elements enter row 0 of a LineBuffer whose rows come one by one", where);
  if (!lines->held) return note(lines, "with a Reg for the column", "elements enter it one by one");
  const auto entered = words_.bound(value, "element", where);
  const auto column = words_.bound(Staged{nameExpr(lines->held->name, where), int32, 1, false}, "column", where);
  shift(lines,
        {std::make_shared<const Series>(Series{{}, {}, {}, makeNumber(int32, std::int64_t{1}), true, false}), column},
        entered, where);
  const auto next = words_.binary(Operator::Add, column, makeNumber(int32, std::int64_t{1}), where);
  const auto isLast = words_.binary(Operator::Eq, next, makeNumber(int32, lines->dims[1]), where);
  set(lines->held, words_.mux(isLast, makeNumber(int32, std::int64_t{0}), next, where), where);
}

/// The rows of a LineBuffer move on by as many as come; the newest is row 0.
void Memories::loadRows(const MemoryRef& lines, const Section& section, const Location& where) {
  const auto rows = lines->dims[0], columns = lines->dims[1], stride = lines->stride;
  const auto outer = std::exchange(stage_.hint, lines->name + "_rows");
  const auto entered = declare(Memory::Kind::Sram, lines->type, {stride, columns}, where);
  stage_.hint = outer;
  transferWords(entered, intExpr(0, where), section, true, {}, where);
  const auto one = intExpr(1, where);
  const Counter counter{intExpr(0, where), intExpr(columns, where), one, one};
  const auto iterator = stage_.fresh("column");
  const Value column = Staged{nameExpr(iterator, where), int32};
  const auto at = [&](const MemoryRef& memory, std::int64_t row) {
    return read(memory, {makeNumber(int32, row), column}, where);
  };
  Body body;
  {
    const Into into(stage_, &body);
    Values words;  // of the rows as they will be
    for (std::int64_t row = 0; row < rows; ++row) {
      const auto word = row < stride ? at(entered, stride - 1 - row) : at(lines, row - stride);
      words.push_back(words_.bound(word, "line", where));
    }
    for (std::int64_t row = 0; row < rows; ++row)
      write(lines, {makeNumber(int32, row), column}, words[static_cast<std::size_t>(row)], where);
  }
  stage_.emit(spatial::Foreach{{counter}, std::nullopt, {iterator}, std::move(body)}, where);
}

/// Through an SRAM, whose words are then given to the queue or were taken from it, one after the other.
void Memories::transferCounted(const MemoryRef& queue, const Section& section, bool isLoad, const Location& where) {
  Section dense = section;
  auto total = intExpr(1, where);
  for (auto& range : dense.ranges) {
    // Named, since what is moved changes how much the queue has.
    range.begin = words_.bound(range.begin, "begin", where);
    if (range.isSingle) continue;
    range.end = words_.bound(range.end, "end", where);
    if (!range.step.get<Unit>() && words_.integer(range.step, "the step", where) != 1)
      failUnsupported("words of a queue are moved without a step", where);
    const auto begin = words_.stagedIndex(range.begin, where).expr, end = words_.stagedIndex(range.end, where).expr;
    total = times(total, differenceExpr(end, begin, where), where);
  }
  const auto outer = std::exchange(stage_.hint, queue->name + "_words");
  const auto buffer = declare(Memory::Kind::Sram, queue->type, {queue->size()}, where);
  stage_.hint = outer;
  const auto move = [&] { transferWords(buffer, intExpr(0, where), dense, isLoad, {}, where); };
  if (isLoad) move();
  const auto one = intExpr(1, where);
  const Counter counter{intExpr(0, where), total, one, one};
  const auto iterator = stage_.fresh("n");
  const Value index = Staged{nameExpr(iterator, where), int32};
  Body body;
  {
    const Into into(stage_, &body);
    if (isLoad) enq(queue, read(buffer, {index}, where), {}, where);
    else write(buffer, {index}, deq(queue, {}, where), where);
  }
  stage_.emit(spatial::Foreach{{counter}, std::nullopt, {iterator}, std::move(body)}, where);
  if (!isLoad) move();
}

/// Words at addresses: each is read or written on its own, through a SparseDRAM; of a struct, one for each of its
/// words.
void Memories::gather(const MemoryRef& local, const Section& section, bool isGather, const Location& where) {
  const auto& dram = section.memory;
  const auto* part = section.addresses.object<const Section>();
  const auto addresses = part ? part->memory : *section.addresses.get<MemoryRef>();
  const auto par = part ? words_.integer(part->par, "par", where) : 1;
  if (dram->dims.size() != 1)
    failUnsupported("addresses of a DRAM with more than one dimension are not supported", where);
  const bool isQueue = leavesOf(addresses).front()->kind == Memory::Kind::Fifo;
  const auto all = [&] { return isQueue ? held(addresses, where) : Value(makeNumber(int32, addresses->size())); };
  const auto count = section.ranges.empty() ? all() : section.ranges.front().end;
  const Counter counter{intExpr(0, where), words_.stagedIndex(count, where).expr, intExpr(1, where),
                        intExpr(std::min<std::int64_t>(par, 16), where)};
  const auto iterator = stage_.fresh("n");
  const Value i = Staged{nameExpr(iterator, where), int32};
  const auto element = [&](const MemoryRef& memory) {
    const auto first = leavesOf(memory).front();
    return first->kind == Memory::Kind::Fifo ? deq(memory, {}, where) : read(memory, {i}, where);
  };
  std::vector<std::string> sparse;  // for each word
  for (const auto& word : leavesOf(dram)) {
    sparse.push_back(stage_.fresh(word->name + "_at"));
    stage_.emit(spatial::Memory{sparse.back(), spatial::MemoryKind::SparseDram, *wordType(word->type),
                                intExpr(word->size(), where), intExpr(1, where)},
                where);
    stage_.emit(spatial::Alias{sparse.back(), word->name}, where);
  }
  Body body;
  {
    const Into into(stage_, &body);
    const auto address =
        words_
            .stagedIndex(sparse.size() > 1 ? words_.bound(element(addresses), "address", where) : element(addresses),
                         where)
            .expr;
    const auto words = leavesOf(local), drams = leavesOf(dram);
    for (std::size_t k = 0; k < sparse.size(); ++k) {
      if (!isGather) {
        stage_.emit(spatial::SparseWrite{sparse[k], address,
                                         words_.staged(element(words[k]), drams[k]->type, "the word", where).expr},
                    where);
        continue;
      }
      const Staged word{Expr({spatial::SparseRead{sparse[k], address}, where}), drams[k]->type, 2, false};
      if (words[k]->kind == Memory::Kind::Fifo) enq(words[k], word, {}, where);
      else write(words[k], {i}, word, where);
    }
  }
  stage_.emit(spatial::Foreach{{counter}, std::nullopt, {iterator}, std::move(body)}, where);
}

}  // namespace stardust::dsl
