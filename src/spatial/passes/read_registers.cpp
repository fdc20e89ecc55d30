#include "spatial/passes/read_registers.h"

#include <set>

#include "spatial/syntax.h"
#include "spatial/visit.h"

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
      if (const Body* inner = bodyOf(stmt)) collect(*inner);
    }
  }
  Expr expr(const Expr& e) const;
  /// Where Scala takes the register for the value.
  Expr explicitly(const Expr& e) const {
    const auto* n = std::get_if<Name>(&e->kind);
    return n && registers_.count(n->name) != 0 ? Expr(ExprNode{Name{n->name, true}, e->where}) : expr(e);
  }
  Stmt statement(const Stmt& stmt) const;
  std::set<std::string> registers_;
};

Expr Reader::expr(const Expr& e) const {
  const auto value = [&](const Expr& operand) { return explicitly(operand); };
  const auto asItIs = [&](const Expr& operand) { return expr(operand); };
  return match(
      e->kind,
      [&](const Unary& n) { return syntax::takesValues(n.op) ? withOperands(e, value) : withOperands(e, asItIs); },
      [&](const Binary& n) { return syntax::takesValues(n.op) ? withOperands(e, value) : withOperands(e, asItIs); },
      [&](const Mux& n) {
        return Expr(ExprNode{Mux{expr(n.condition), explicitly(n.ifTrue), explicitly(n.ifFalse)}, e->where});
      },
      [&](const auto&) { return withOperands(e, asItIs); });
}

Stmt Reader::statement(const Stmt& stmt) const {
  StmtNode node = *withOperands(stmt, [&](const Expr& operand) { return expr(operand); });
  if (auto* n = std::get_if<Val>(&node.kind)) n->value = explicitly(n->value);
  if (auto* n = std::get_if<Reduce>(&node.kind)) n->value = explicitly(n->value);
  if (Body* inner = bodyOf(node)) *inner = body(*inner);
  return Stmt(std::move(node));
}

}  // namespace

Program withRegistersRead(Program program) {
  program.accel = Reader(program).body(program.accel);
  return program;
}

}  // namespace stardust::spatial
