#include "spatial/lower/registers.h"

#include <set>

#include "spatial/syntax.h"

namespace stardust::spatial {
namespace {

class Reader {
 public:
  explicit Reader(const Program& program) {
    for (const HostStmt& stmt : program.host)
      if (const auto* argument = std::get_if<ArgIn>(&stmt.kind)) registers_.insert(argument->name);
    collect(program.accel);
  }
  Body body(const Body& body) const {
    Body out;
    for (const Stmt& stmt : body) out.push_back(statement(stmt));
    return out;
  }

 private:
  void collect(const Body& body) {
    for (const Stmt& stmt : body) {
      if (const auto* n = std::get_if<Memory>(&stmt->kind); n && n->kind == MemoryKind::Reg) registers_.insert(n->name);
      if (const auto* n = std::get_if<Foreach>(&stmt->kind)) collect(n->body);
      if (const auto* n = std::get_if<Reduce>(&stmt->kind)) collect(n->body);
    }
  }
  Expr expr(const Expr& e) const;
  /// Where Scala takes the register for the value.
  Expr explicitly(const Expr& e) const {
    const auto* n = std::get_if<Name>(&e->kind);
    return n && registers_.count(n->name) != 0 ? Expr(ExprNode{Name{n->name, true}, e->where}) : expr(e);
  }
  Stmt statement(const Stmt& stmt) const;
  template <class Loop>
  Loop loop(Loop n) const {
    for (Counter& counter : n.counters) {
      counter.begin = expr(counter.begin);
      counter.end = expr(counter.end);
      counter.step = expr(counter.step);
    }
    n.body = body(n.body);
    return n;
  }

  std::set<std::string> registers_;
};

Expr Reader::expr(const Expr& e) const {
  if (!e) return e;
  const auto made = [&](auto kind) { return Expr(ExprNode{std::move(kind), e->where}); };
  return match(
      e->kind,
      [&](const Unary& n) {
        return made(Unary{n.op, syntax::takesValues(n.op) ? explicitly(n.operand) : expr(n.operand)});
      },
      [&](const Binary& n) {
        const bool isStrict = syntax::takesValues(n.op);
        return made(
            Binary{n.op, isStrict ? explicitly(n.left) : expr(n.left), isStrict ? explicitly(n.right) : expr(n.right)});
      },
      [&](const Mux& n) {
        return made(Mux{expr(n.condition), explicitly(n.ifTrue), explicitly(n.ifFalse)});
      },
      [&](const Read& n) {
        return made(Read{n.memory, expr(n.index)});
      },
      [&](const SparseRead& n) {
        return made(SparseRead{n.memory, expr(n.index)});
      },
      [&](const Rmw& n) {
        return made(Rmw{n.memory, expr(n.index), expr(n.value), n.op, n.order});
      },
      [&](const auto&) { return e; });
}

Stmt Reader::statement(const Stmt& stmt) const {
  const auto made = [&](auto kind) { return Stmt(StmtNode{std::move(kind), stmt->note, stmt->where}); };
  return match(
      stmt->kind,
      [&](const Val& n) {
        return made(Val{n.name, explicitly(n.value)});
      },
      [&](const Load& n) {
        return made(Load{n.memory, n.dram, expr(n.begin), expr(n.end), n.par, expr(n.at)});
      },
      [&](const Store& n) {
        return made(Store{n.dram, expr(n.begin), expr(n.end), n.par, n.memory, expr(n.at)});
      },
      [&](const StreamLoad& n) {
        return made(StreamLoad{n.dram, expr(n.base), expr(n.length), n.fifo});
      },
      [&](const StreamStore& n) {
        return made(StreamStore{n.dram, expr(n.base), n.fifo, expr(n.length)});
      },
      [&](const Write& n) {
        return made(Write{n.memory, expr(n.index), expr(n.value), expr(n.enable)});
      },
      [&](const SparseWrite& n) {
        return made(SparseWrite{n.memory, expr(n.index), expr(n.value)});
      },
      [&](const Update& n) {
        return made(Update{{n.rmw.memory, expr(n.rmw.index), expr(n.rmw.value), n.rmw.op, n.rmw.order}});
      },
      [&](const GenBitVector& n) {
        return made(GenBitVector{n.bits, expr(n.length), n.indices, n.words});
      },
      [&](const Enq& n) {
        return made(Enq{n.fifo, expr(n.value), expr(n.enable)});
      },
      [&](const Set& n) {
        return made(Set{n.reg, expr(n.value), expr(n.enable)});
      },
      [&](const Foreach& n) { return made(loop(n)); },
      [&](const Reduce& n) {
        Reduce out = loop(n);
        out.value = explicitly(n.value);
        return made(std::move(out));
      },
      [&](const auto&) { return stmt; });
}

}  // namespace

Program withRegistersRead(Program program) {
  program.accel = Reader(program).body(program.accel);
  return program;
}

}  // namespace stardust::spatial
