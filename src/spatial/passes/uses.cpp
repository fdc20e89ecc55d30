#include "spatial/passes/uses.h"

#include "spatial/visit.h"

namespace stardust::spatial {
namespace {

void countVectors(const std::optional<Scan>& scan, Uses& uses) {
  if (!scan) return;
  for (const std::string& vector : scan->vectors) ++uses[vector];
}

}  // namespace

void countUses(const Expr& expr, Uses& uses) {
  if (!expr) return;
  forEachOperand(expr, [&](const Expr& operand) { countUses(operand, uses); });
  match(
      expr->kind, [&](const Name& n) { ++uses[n.name]; }, [&](const Read& n) { ++uses[n.memory]; },
      [&](const SparseRead& n) { ++uses[n.memory]; }, [&](const Deq& n) { ++uses[n.fifo]; },
      [&](const Rmw& n) { ++uses[n.memory]; }, [](const auto&) {});
}

void countUses(const Stmt& stmt, Uses& uses) {
  forEachOperand(stmt, [&](const Expr& operand) { countUses(operand, uses); });
  match(
      stmt->kind, [&](const Store& n) { ++uses[n.memory]; }, [&](const StreamStore& n) { ++uses[n.fifo]; },
      [&](const GenBitVector& n) { ++uses[n.indices]; },
      [&](const Merge& n) {
        for (const auto& way : n.ways) ++uses[way.fifo];
      },
      [&](const Foreach& n) { countVectors(n.scan, uses); }, [&](const Reduce& n) { countVectors(n.scan, uses); },
      [](const auto&) {});
}

void countUses(const Body& body, Uses& uses) {
  for (const Stmt& stmt : body) {
    countUses(stmt, uses);
    if (const Body* inner = bodyOf(stmt)) countUses(*inner, uses);
  }
}

}  // namespace stardust::spatial
