#include "spatial/passes/inline_values.h"

#include <map>

#include "spatial/build.h"
#include "spatial/passes/uses.h"
#include "spatial/visit.h"

namespace stardust::spatial {
namespace {

bool isRead(const Expr& expr) {
  return std::holds_alternative<Read>(expr->kind) || std::holds_alternative<SparseRead>(expr->kind) ||
         std::holds_alternative<Deq>(expr->kind);
}

using Values = std::map<std::string, Expr>;

Expr replaced(const Expr& expr, const Values& values) {
  return withNames(expr, [&](const std::string& name) {
    const auto found = values.find(name);
    return found == values.end() ? Expr() : found->second;
  });
}

// The primitives of a leaf body, and the value of a Reduce around it.
struct Leaf {
  Body body;
  Expr value;
};

Leaf inlined(const Leaf& leaf) {
  Uses uses;
  for (const Stmt& stmt : leaf.body) countUses(stmt, uses);
  countUses(leaf.value, uses);
  Leaf out;
  Values values;
  for (const Stmt& stmt : leaf.body) {
    const Stmt simpler = withOperands(stmt, [&](const Expr& operand) { return replaced(operand, values); });
    const auto* bound = std::get_if<Val>(&simpler->kind);
    if (bound && isRead(bound->value) && uses[bound->name] == 1) values[bound->name] = bound->value;
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
