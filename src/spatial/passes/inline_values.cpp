#include "spatial/passes/inline_values.h"

#include <map>
#include <set>

#include "spatial/build.h"
#include "spatial/passes/uses.h"
#include "spatial/visit.h"

namespace stardust::spatial {
namespace {

using Values = std::map<std::string, Expr>;

Expr replaced(const Expr& expr, const Values& values) {
  return withNames(expr, [&](const std::string& name) {
    const auto found = values.find(name);
    return found == values.end() ? Expr() : found->second;
  });
}

// The primitives of a leaf body, with the value of the surrounding Reduce.
struct Leaf {
  Body body;
  Expr value;
};

// The memories that the body writes.
std::set<std::string> writtenIn(const Body& body) {
  std::set<std::string> written;
  for (const Stmt& stmt : body) {
    match(
        stmt->kind, [&](const Write& n) { written.insert(n.memory); },
        [&](const SparseWrite& n) { written.insert(n.memory); }, [&](const Update& n) { written.insert(n.rmw.memory); },
        [&](const Enq& n) { written.insert(n.fifo); }, [](const auto&) {});
    forEachOperand(stmt, [&](const Expr& operand) {
      forEachNode(operand, [&](const ExprNode& node) {
        if (const auto* rmw = std::get_if<Rmw>(&node.kind)) written.insert(rmw->memory);
      });
    });
  }
  return written;
}

// Whether the value is the same at each point of the body.
bool isReadAnywhere(const Expr& expr, const std::set<std::string>& written, const Uses& uses) {
  const auto isUnchanged = [&](const std::string& memory) { return written.count(memory) == 0; };
  return match(
      expr->kind, [&](const Read& n) { return isUnchanged(n.memory); },
      [&](const SparseRead& n) { return isUnchanged(n.memory); },
      [&](const Deq& n) { return isUnchanged(n.fifo) && uses.at(n.fifo) == 1; }, [](const auto&) { return false; });
}

Leaf inlined(const Leaf& leaf) {
  Uses uses;
  for (const Stmt& stmt : leaf.body) countUses(stmt, uses);
  countUses(leaf.value, uses);
  const std::set<std::string> written = writtenIn(leaf.body);
  Leaf out;
  Values values;
  for (const Stmt& stmt : leaf.body) {
    const Stmt simpler = withOperands(stmt, [&](const Expr& operand) { return replaced(operand, values); });
    const auto* bound = std::get_if<Val>(&simpler->kind);
    if (bound && uses[bound->name] == 1 && isReadAnywhere(bound->value, written, uses))
      values[bound->name] = bound->value;
    else out.body.push_back(simpler);
  }
  out.value = replaced(leaf.value, values);
  return out;
}

Body inlineSingleUses(const Body& body) {
  Body out;
  for (const Stmt& stmt : body) {
    const Body* inner = bodyOf(stmt);
    if (!inner || !isLeaf(*inner)) {
      out.push_back(withBody(stmt, inlineSingleUses));
      continue;
    }
    StmtNode node = *stmt;
    auto* reduction = std::get_if<Reduce>(&node.kind);
    Leaf leaf = inlined({*inner, reduction ? reduction->value : Expr()});
    if (reduction) reduction->value = std::move(leaf.value);
    *bodyOf(node) = std::move(leaf.body);
    out.push_back(Stmt(std::move(node)));
  }
  return out;
}

}  // namespace

Program withInlinedValues(Program program) {
  program.accel = inlineSingleUses(program.accel);
  return program;
}

}  // namespace stardust::spatial
