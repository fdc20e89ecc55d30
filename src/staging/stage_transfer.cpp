// Tiles between DRAM and the chip: a command for each row, in loops over the dimensions around it.
#include <fmt/format.h>

#include "staging/evaluator.h"
#include "staging/exprs.h"

namespace stardust::staging {

using spatial::Expr;

Section Evaluator::whole(const MemoryRef& dram, const Value& par) {
  Section section{dram, {}, par.get<Unit>() ? Value(makeNumber(int32, std::int64_t{1})) : par, {}};
  for (const auto dim : dram->dims) {
    section.ranges.push_back({makeNumber(int32, std::int64_t{0}), makeNumber(int32, dim),
                              makeNumber(int32, std::int64_t{1}), section.par, false, false});
  }
  return section;
}

void Evaluator::transfer(const MemoryRef& local, const Section& section, bool isLoad, const Value& length,
                         const Location& where) {
  const auto& dram = *section.memory;
  if (dram.kind != Memory::Kind::Dram) failUser(fmt::format("{} is not a DRAM", dram.name), where);
  if (!isStaging()) failUser("words are moved in Accel", where);
  if (local->kind != Memory::Kind::Sram && local->kind != Memory::Kind::Fifo) {
    failUser(fmt::format("{} is no memory that words are moved to or from", local->name), where);
  }
  if (!(local->type == dram.type))
    failUser(fmt::format("{} and {} hold values of different types", local->name, dram.name), where);
  const auto one = intExpr(1, where);
  const auto par = intExpr(std::min<std::int64_t>(integer(section.par, "par", where), 16), where);
  // Words of the DRAM before the tile, and the rows of the tile by the dimensions around them.
  Domain rows;
  std::vector<Expr> extents;
  auto offset = intExpr(0, where);
  const auto ranks = section.ranges.size();
  for (std::size_t i = 0; i < ranks; ++i) {
    const auto& range = section.ranges[i];
    auto begin = stagedIndex(range.begin, where).expr;
    const bool isLast = i + 1 == ranks;
    if (!range.isSingle) {
      if (range.step.get<Number>() && integer(range.step, "the step", where) != 1)
        failUnsupported("a transfer with a step is not supported", where);
      auto end = stagedIndex(range.end, where).expr;
      extents.push_back(!isLast || length.get<Unit>() ? differenceExpr(end, begin, where)
                                                      : stagedIndex(length, where).expr);
      if (!isLast) {
        rows.counters.push_back({intExpr(0, where), extents.back(), one, one});
        rows.iterators.push_back(fresh("row"));
        begin = sumExpr(begin, nameExpr(rows.iterators.back(), where), where);
      }
    }
    offset = sumExpr(productExpr(offset, dram.dims[i], where), begin, where);
  }
  const auto words = section.ranges.back().isSingle ? one : extents.back();
  // Where a row begins on the chip: in a memory of as many dimensions each has its own stride; else rows are dense.
  Expr at;
  if (local->kind == Memory::Kind::Sram && !rows.counters.empty()) {
    const bool hasRowsOfWords = !section.ranges.back().isSingle;
    const auto loops = rows.counters.size();
    const bool isAlike = local->dims.size() == loops + (hasRowsOfWords ? 1 : 0);
    at = intExpr(0, where);
    for (std::size_t i = 0; i < loops; ++i) {
      const auto row = nameExpr(rows.iterators[i], where);
      if (i > 0) at = isAlike ? productExpr(at, local->dims[i], where) : scaled(at, extents[i], where);
      at = sumExpr(at, row, where);
    }
    if (hasRowsOfWords) at = isAlike ? productExpr(at, local->dims.back(), where) : scaled(at, words, where);
  }
  spatial::Body body;
  auto* const outer = std::exchange(body_, &body);
  const auto end = sumExpr(offset, words, where);
  if (isLoad)
    emit(spatial::Load{local->name, dram.name, offset, end, par, at}, where);
  else
    emit(spatial::Store{dram.name, offset, end, par, local->name, at}, where);
  body_ = outer;
  if (rows.counters.empty())
    body_->push_back(body.front());
  else
    emitForeach(std::move(rows), std::move(body), where);
}

Expr Evaluator::scaled(const Expr& a, const Expr& b, const Location& where) {
  const auto factor = constant(b);
  return factor ? productExpr(a, *factor, where) : binaryExpr(spatial::BinaryOp::Mul, a, b, where);
}

/// Words at addresses: each is read or written on its own, through a SparseDRAM.
void Evaluator::gather(const MemoryRef& local, const Section& section, bool isGather, const Location& where) {
  const auto& dram = *section.memory;
  const auto* part = section.addresses.object<const Section>();
  const auto addresses = part ? part->memory : std::get<MemoryRef>(section.addresses.data);
  auto par = part ? integer(part->par, "par", where) : 1;
  if (dram.dims.size() != 1)
    failUnsupported("addresses of a DRAM with more than one dimension are not supported", where);
  const Value count = section.ranges.empty() ? Value(makeNumber(int32, addresses->size())) : section.ranges.front().end;
  const auto type = *wordType(dram.type);
  const auto random = fresh(dram.name + "_at");
  emit(spatial::Memory{random, spatial::MemoryKind::SparseDram, type, intExpr(dram.size(), where), intExpr(1, where)},
       where);
  emit(spatial::Alias{random, dram.name}, where);
  Domain loop{{{intExpr(0, where), stagedIndex(count, where).expr, intExpr(1, where),
                intExpr(std::min<std::int64_t>(par, 16), where)}},
              {fresh("n")}};
  const Value i = iterator(loop.iterators.front(), where);
  const auto element = [&](const MemoryRef& memory) -> Value {
    if (memory->kind == Memory::Kind::Fifo)
      return Staged{Expr({spatial::Deq{memory->name}, where}), memory->type, 2, false};
    return readMemory(memory, {i}, where);
  };
  spatial::Body body;
  auto* const outer = std::exchange(body_, &body);
  const auto address = stagedIndex(element(addresses), where).expr;
  if (!isGather) {
    emit(spatial::SparseWrite{random, address, staged(element(local), dram.type, "the word", where).expr}, where);
  } else {
    const Staged word{Expr({spatial::SparseRead{random, address}, where}), dram.type, 2, false};
    if (local->kind == Memory::Kind::Fifo)
      emit(spatial::Enq{local->name, word.expr, {}}, where);
    else
      writeMemory(local, {i}, word, where);
  }
  body_ = outer;
  emitForeach(std::move(loop), std::move(body), where);
}

Value Evaluator::sectionMethod(const Section& section, const std::string& name, Call& call) {
  const auto& where = call.where;
  if (name == "store" || name == "alignstore" || name == "scatter") {
    const auto source = one(call, "what is stored");
    const auto* part = source.object<const Section>();
    const auto* memory = part ? &part->memory : std::get_if<MemoryRef>(&source.data);
    if (!memory) failUser(fmt::format("{} is no on-chip memory", describe(source)), where);
    if (section.addresses.get<Unit>())
      transfer(*memory, section, false, {}, where);
    else
      gather(*memory, section, false, where);
    return {};
  }
  if (name == "par") {
    auto result = section;
    result.par = one(call, "par");
    return std::make_shared<const Section>(std::move(result));
  }
  if (name == "load" || name == "alignload" || name == "gather") return memoryMethod(section.memory, name, call);
  failUnsupported(fmt::format("a part of a memory has no method {}", name), where);
}

}  // namespace stardust::staging
