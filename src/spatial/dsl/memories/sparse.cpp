// Random-access memories: SparseSRAM, SparseParSRAM, SparseDRAM.
#include <fmt/format.h>

#include "spatial/dsl/memories/memories.h"

namespace stardust::dsl {

MemoryRef SparseMemories::declare(spatial::MemoryKind kind, const NumberType& type, std::int64_t size, std::int64_t par,
                                  const Location& where) {
  if (!m_.stage.isActive()) failUser("on-chip memories are declared in Accel", where);
  const auto held = wordType(type);
  if (!held) failNoWord(type, where);
  if (size < 1 || size > (std::int64_t{1} << 30)) failUser("a size is out of range", where);
  auto memory = std::make_shared<Memory>();
  memory->kind = Memory::Kind::Sparse;
  memory->type = type;
  memory->where = where;
  memory->dims = {size};
  memory->name = m_.stage.fresh(m_.stage.hint);
  const bool hasPar = kind != spatial::MemoryKind::SparseSram;
  m_.stage.emit(
      spatial::Memory{memory->name, kind, *held, intExpr(size, where), hasPar ? intExpr(par, where) : spatial::Expr()},
      where);
  if (kind != spatial::MemoryKind::SparseDram) return memory;
  if (m_.decisions.isNoted(where)) {  // without an alias it has its own words
    auto words = std::make_shared<Memory>(*memory);
    words->kind = Memory::Kind::Dram;
    words->name = m_.stage.fresh(memory->name + "_words");
    m_.hostScalars.add(words);
    m_.stage.emit(spatial::Alias{memory->name, words->name}, where);
  } else {
    unaliased_.insert(memory);
  }
  return memory;
}

void SparseMemories::alias(const MemoryRef& sparse, const Value& dram, const Location& where) {
  const auto* of = dram.get<MemoryRef>();
  if (!of || (*of)->kind != Memory::Kind::Dram) failUser(fmt::format("{} is not a DRAM", describe(dram)), where);
  if (unaliased_.erase(sparse) == 0)
    failUser(fmt::format("{} is not a SparseDRAM without an alias", sparse->name), where);
  m_.stage.emit(spatial::Alias{sparse->name, (*of)->name}, where);
}

namespace {

bool uses(const spatial::Stmt& stmt, const std::string& fifo) {
  return match(
      stmt->kind, [&](const spatial::Enq& n) { return n.fifo == fifo; },
      [&](const spatial::Val& n) {
        const auto* deq = std::get_if<spatial::Deq>(&n.value->kind);
        return deq && deq->fifo == fifo;
      },
      [&](const auto& n) {
        using Kind = std::decay_t<decltype(n)>;
        if constexpr (std::is_same_v<Kind, spatial::Foreach> || std::is_same_v<Kind, spatial::Reduce>)
          return std::any_of(n.body.begin(), n.body.end(), [&](const auto& inner) { return uses(inner, fifo); });
        return false;
      });
}

/// Declares a FIFO in the innermost body that contains all its uses.
void declareInside(spatial::Body& body, const spatial::Stmt& fifo) {
  const auto isUser = [&, name = std::get<spatial::Memory>(fifo->kind).name](const auto& stmt) {
    return uses(stmt, name);
  };
  const auto user = std::find_if(body.begin(), body.end(), isUser);
  const bool isOnly = user != body.end() && std::none_of(user + 1, body.end(), isUser);
  if (isOnly) {
    auto node = **user;
    auto* foreach = std::get_if<spatial::Foreach>(&node.kind);
    auto* reduce = std::get_if<spatial::Reduce>(&node.kind);
    if (foreach || reduce) {
      declareInside(foreach ? foreach->body : reduce->body, fifo);
      *user = spatial::Stmt(std::move(node));
      return;
    }
  }
  body.insert(body.begin(), fifo);
}

}  // namespace

void SparseMemories::declareResults(spatial::Body& accel) const {
  for (const auto& [key, fifo] : results_) declareInside(accel, fifo);
}

/// The FIFO from an RMW to its RMWData.
std::string SparseMemories::resultsOf(const MemoryRef& sparse, const UpdateKey& key, const Location& where) {
  auto& fifo = results_[key];
  if (!fifo) {
    constexpr std::int64_t depth = 64;  // room for a few vectors in flight
    const auto name = m_.stage.fresh(sparse->name + "_results");
    fifo = spatial::Stmt(
        {spatial::Memory{name, spatial::MemoryKind::Fifo, *wordType(sparse->type), intExpr(depth, where), {}},
         {},
         where});
  }
  return std::get<spatial::Memory>(fifo->kind).name;
}

Value SparseMemories::updated(const MemoryRef& sparse, const Values& arguments, const Location& where) {
  if (sparse->kind != Memory::Kind::Sparse || arguments.size() < 4)
    failUser("RMWData of a sparse memory has an index, a value, barriers and the key of an RMW", where);
  const UpdateKey key{sparse->where.span.begin, m_.words.integer(arguments[3], "the key", where)};
  m_.decisions.separate.insert(key);
  const spatial::Deq result{resultsOf(sparse, key, where)};
  return m_.words.bound(Staged{spatial::Expr({result, where}), sparse->type, 2, false}, "result", where);
}

/// m.RMW(index, value, operation, order, barriers): the value after the update. With an additional key, RMWData
/// receives it.
Value SparseMemories::update(const MemoryRef& sparse, const Values& arguments, const Location& where) {
  if (sparse->kind != Memory::Kind::Sparse || arguments.size() < 3)
    failUser("RMW of a sparse memory has an index, a value, an operation and an order", where);
  const auto order = arguments.size() > 3 ? toString(arguments[3]) : "unordered";
  spatial::Rmw rmw{sparse->name, m_.words.stagedIndex(arguments[0], where).expr,
                   m_.words.staged(arguments[1], sparse->type, "the value", where).expr, toString(arguments[2]),
                   order == "unordered" ? "unordered" : "ordered"};
  static const std::set<std::string> operations = {"add", "mul", "min", "max", "or", "write", "read"};
  if (operations.count(rmw.op) == 0)
    failUser(fmt::format("there is no RMW \"{}\"", rmw.op), where, {},
             "the operations are add, mul, min, max, or, write and read");
  const Staged result{spatial::Expr({std::move(rmw), where}), sparse->type, 2, false};
  const UpdateKey key{sparse->where.span.begin,
                      arguments.size() > 5 ? m_.words.integer(arguments[5], "the key", where) : 0};
  if (arguments.size() < 6 || m_.decisions.separate.count(key) == 0) return result;
  m_.stage.emit(spatial::Enq{resultsOf(sparse, key, where), result.expr, {}}, where);
  return {};
}

}  // namespace stardust::dsl
