#include "spatial/passes/read_registers.h"

#include <set>
#include <string>
#include <utility>
#include <vector>

#include "spatial/syntax.h"
#include "spatial/visit.h"

namespace stardust::spatial {
namespace {

class Reader {
 public:
  explicit Reader(const Program& program) {
    for (const HostStmt& stmt : program.host)
      if (const auto* argument = std::get_if<ArgIn>(&stmt.kind)) registers_.insert(argument->name);
  }
  /// `value`: the value of a Reduce, which is in the scope of its body.
  Body body(const Body& body, const std::vector<std::string>& iterators = {}, Expr* value = nullptr) {
    Hidden hidden;
    for (const std::string& iterator : iterators) declare(iterator, false, hidden);
    Body out;
    for (const Stmt& stmt : body) {
      out.push_back(statement(stmt));
      const auto* memory = std::get_if<Memory>(&stmt->kind);
      if (memory) declare(memory->name, memory->kind == MemoryKind::Reg, hidden);
      if (const auto* bound = std::get_if<Val>(&stmt->kind)) declare(bound->name, false, hidden);
    }
    if (value) *value = explicitly(*value);
    for (auto name = hidden.rbegin(); name != hidden.rend(); ++name) set(name->first, name->second);
    return out;
  }

 private:
  using Hidden = std::vector<std::pair<std::string, bool>>;  // a declared name, and whether it was a register

  void declare(const std::string& name, bool isRegister, Hidden& hidden) {
    hidden.emplace_back(name, registers_.count(name) != 0);
    set(name, isRegister);
  }
  void set(const std::string& name, bool isRegister) {
    if (isRegister) registers_.insert(name);
    else registers_.erase(name);
  }
  Expr expr(const Expr& e) const;
  /// Makes reads explicit where Scala would take the register itself.
  Expr explicitly(const Expr& e) const {
    const auto* n = std::get_if<Name>(&e->kind);
    return n && registers_.count(n->name) != 0 ? Expr(ExprNode{Name{n->name, true}, e->where}) : expr(e);
  }
  Stmt statement(const Stmt& stmt);
  std::set<std::string> registers_;  // visible registers
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

Stmt Reader::statement(const Stmt& stmt) {
  StmtNode node = *withOperands(stmt, [&](const Expr& operand) { return expr(operand); });
  if (auto* n = std::get_if<Val>(&node.kind)) n->value = explicitly(n->value);
  if (auto* n = std::get_if<Foreach>(&node.kind)) n->body = body(n->body, n->iterators);
  if (auto* n = std::get_if<Reduce>(&node.kind)) {
    n->value = std::get<Reduce>(stmt->kind).value;
    n->body = body(n->body, n->iterators, &n->value);
  }
  return Stmt(std::move(node));
}

}  // namespace

Program withRegistersRead(Program program) {
  program.accel = Reader(program).body(program.accel);
  return program;
}

}  // namespace stardust::spatial
