#include "spatial/lower/uses.h"

namespace stardust::spatial {
namespace {

template <class... Exprs>
void countAll(Uses& uses, const Exprs&... exprs) {
  (countUses(exprs, uses), ...);
}

void countBounds(const std::vector<Counter>& counters, const std::optional<Scan>& scan, Uses& uses) {
  for (const Counter& c : counters) countAll(uses, c.begin, c.end, c.step, c.par);
  if (!scan) return;
  countAll(uses, scan->par, scan->bits);
  for (const std::string& vector : scan->vectors) ++uses[vector];
}

}  // namespace

void countUses(const Expr& expr, Uses& uses) {
  if (!expr) return;
  match(
      expr->kind, [](const Literal&) {}, [&](const Name& n) { ++uses[n.name]; },
      [&](const Unary& n) { countUses(n.operand, uses); }, [&](const Binary& n) { countAll(uses, n.left, n.right); },
      [&](const Mux& n) { countAll(uses, n.condition, n.ifTrue, n.ifFalse); },
      [&](const Read& n) {
        ++uses[n.memory];
        countUses(n.index, uses);
      },
      [&](const SparseRead& n) {
        ++uses[n.memory];
        countUses(n.index, uses);
      },
      [&](const Deq& n) { ++uses[n.fifo]; },
      [&](const Rmw& n) {
        ++uses[n.memory];
        countAll(uses, n.index, n.value);
      },
      [](const Length&) {});
}

void countUses(const Stmt& stmt, Uses& uses) {
  match(
      stmt->kind, [&](const Val& n) { countUses(n.value, uses); },
      [&](const Memory& n) { countAll(uses, n.size, n.par); }, [](const Alias&) {},
      [&](const Load& n) { countAll(uses, n.begin, n.end, n.par, n.at); },
      [&](const Store& n) {
        ++uses[n.memory];
        countAll(uses, n.begin, n.end, n.par, n.at);
      },
      [&](const StreamLoad& n) { countAll(uses, n.base, n.length); },
      [&](const StreamStore& n) {
        ++uses[n.fifo];
        countAll(uses, n.base, n.length);
      },
      [&](const Write& n) { countAll(uses, n.index, n.value, n.enable); },
      [&](const SparseWrite& n) { countAll(uses, n.index, n.value); },
      [&](const Update& n) { countAll(uses, n.rmw.index, n.rmw.value); },
      [&](const GenBitVector& n) {
        ++uses[n.indices];
        countAll(uses, n.bits, n.length);
      },
      [&](const Merge& n) {
        countAll(uses, n.par, n.sorts);
        for (const auto& way : n.ways) {
          ++uses[way.fifo];
          countAll(uses, way.length);
        }
      },
      [&](const Enq& n) { countAll(uses, n.value, n.enable); },
      [&](const Set& n) { countAll(uses, n.value, n.enable); },
      [&](const Foreach& n) { countBounds(n.counters, n.scan, uses); },
      [&](const Reduce& n) {
        countBounds(n.counters, n.scan, uses);
        countUses(n.value, uses);
      });
}

}  // namespace stardust::spatial
