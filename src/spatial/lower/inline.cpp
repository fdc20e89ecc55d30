#include "spatial/lower/inline.h"

#include <map>

#include "spatial/build.h"
#include "spatial/lower/uses.h"
#include "spatial/visit.h"

namespace stardust::spatial {
namespace {

bool isRead(const Expr& expr) {
  return std::holds_alternative<Read>(expr->kind) || std::holds_alternative<SparseRead>(expr->kind) ||
         std::holds_alternative<Deq>(expr->kind);
}

using Values = std::map<std::string, Expr>;

Expr replaced(const Expr& expr, const Values& values) {
  if (!expr || values.empty()) return expr;
  if (const auto* n = std::get_if<Name>(&expr->kind)) {
    const auto found = values.find(n->name);
    return found == values.end() ? expr : found->second;
  }
  return withOperands(expr, [&](const Expr& operand) { return replaced(operand, values); });
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

}  // namespace

Body inlineSingleUses(const Body& body) {
  Body out;
  for (const Stmt& stmt : body) {
    const auto made = [&](auto kind) { return Stmt(StmtNode{std::move(kind), stmt->note, stmt->where}); };
    if (const auto* loop = std::get_if<Foreach>(&stmt->kind)) {
      Foreach simpler = *loop;
      simpler.body = isLeaf(loop->body) ? inlined({loop->body, {}}).body : inlineSingleUses(loop->body);
      out.push_back(made(std::move(simpler)));
    } else if (const auto* reduction = std::get_if<Reduce>(&stmt->kind)) {
      Reduce simpler = *reduction;
      if (isLeaf(reduction->body)) {
        Leaf leaf = inlined({reduction->body, reduction->value});
        simpler.body = std::move(leaf.body);
        simpler.value = std::move(leaf.value);
      } else {
        simpler.body = inlineSingleUses(reduction->body);
      }
      out.push_back(made(std::move(simpler)));
    } else {
      out.push_back(stmt);
    }
  }
  return out;
}

}  // namespace stardust::spatial
