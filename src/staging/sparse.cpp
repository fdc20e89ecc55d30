// Memories of random access: SparseSRAM, SparseParSRAM, SparseDRAM.
#include <fmt/format.h>

#include "staging/memories.h"

namespace stardust::staging {

MemoryRef Memories::sparse(spatial::MemoryKind kind, const NumberType& type, std::int64_t size, std::int64_t par,
                           const Location& where) {
  if (!stage_.isActive()) failUser("on-chip memories are declared in Accel", where);
  const auto held = wordType(type);
  if (!held) failNoWord(type, where);
  if (size < 1 || size > (std::int64_t{1} << 30)) failUser("a size is out of range", where);
  auto memory = std::make_shared<Memory>();
  memory->kind = Memory::Kind::Sparse;
  memory->type = type;
  memory->where = where;
  memory->dims = {size};
  memory->name = stage_.fresh(stage_.hint);
  const bool hasPar = kind != spatial::MemoryKind::SparseSram;
  stage_.emit(spatial::Memory{memory->name, kind, *held, intExpr(size, where), hasPar ? intExpr(par, where) : spatial::Expr()}, where);
  if (kind != spatial::MemoryKind::SparseDram) return memory;
  if (isNoted(where)) {  // without an alias it has words of its own
    auto words = std::make_shared<Memory>(*memory);
    words->kind = Memory::Kind::Dram;
    words->name = stage_.fresh(memory->name + "_words");
    outside_.push_back(words);
    stage_.emit(spatial::Alias{memory->name, words->name}, where);
  } else {
    unaliased_.insert(memory);
  }
  return memory;
}

void Memories::alias(const MemoryRef& sparse, const Value& dram, const Location& where) {
  const auto* of = std::get_if<MemoryRef>(&dram.data);
  if (!of || (*of)->kind != Memory::Kind::Dram) failUser(fmt::format("{} is not a DRAM", describe(dram)), where);
  if (unaliased_.erase(sparse) == 0) failUser(fmt::format("{} is not a SparseDRAM without an alias", sparse->name), where);
  stage_.emit(spatial::Alias{sparse->name, (*of)->name}, where);
}

/// m.RMW(index, value, operation, order, barriers): the value after the update.
Value Memories::update(const MemoryRef& sparse, const Values& arguments, const Location& where) {
  if (sparse->kind != Memory::Kind::Sparse || arguments.size() < 3)
    failUser("RMW of a sparse memory has an index, a value, an operation and an order", where);
  const auto order = arguments.size() > 3 ? toString(arguments[3]) : "unordered";
  spatial::Rmw rmw{sparse->name, words_.stagedIndex(arguments[0], where).expr,
                   words_.staged(arguments[1], sparse->type, "the value", where).expr, toString(arguments[2]),
                   order == "unordered" ? "unordered" : "ordered"};
  static const std::set<std::string> operations = {"add", "mul", "min", "max", "or", "write", "read"};
  if (operations.count(rmw.op) == 0)
    failUser(fmt::format("there is no RMW \"{}\"", rmw.op), where, {}, "the operations are add, mul, min, max, or, write and read");
  return Staged{spatial::Expr({std::move(rmw), where}), sparse->type, 2, false};
}

}  // namespace stardust::staging
