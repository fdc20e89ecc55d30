#include "spatial/out_of_step.h"

#include <algorithm>
#include <cstdint>
#include <map>

#include "spatial/visit.h"

namespace stardust::spatial {
namespace {

/// The loops whose iterations a value depends on: bit d stands for the loop with d loops around it. Deeper ones than
/// there are bits share the last.
using Loops = std::uint64_t;
constexpr Loops allLoops = ~Loops{0};
Loops loopAt(std::size_t depth) { return Loops{1} << std::min<std::size_t>(depth, 63); }
bool hasDeeper(Loops loops, std::size_t depth) { return depth < 63 && loops >> (depth + 1) != 0; }

class Walk {
 public:
  explicit Walk(const Constants& constants) : constants_(constants) {}
  std::vector<SharedWrite> found;

  void body(const Body& body) {
    for (const Stmt& stmt : body) statement(stmt);
  }

 private:
  struct Loop {
    std::int64_t copies;  ///< of its body; 1 if its lanes run in step
    Loops bounds = 0;     ///< what the bounds of loops inside depend on
    std::vector<SharedWrite> writes{};
  };

  Loops of(const Expr& expr) const {
    Loops loops = 0;
    forEachNode(expr, [&](const ExprNode& node) {
      const auto* n = std::get_if<Name>(&node.kind);
      const auto known = n ? values_.find(n->name) : values_.end();
      if (known != values_.end()) loops |= known->second;
    });
    return loops;
  }

  template <class L>
  void loop(const L& n) {
    Loops bounds = n.scan ? allLoops : 0;  // a scan stops where coordinates are stored, in each copy at others
    forEachBound(n, [&](const Expr& bound) { bounds |= of(bound); });
    for (Loop& around : loops_) around.bounds |= bounds;
    const std::size_t depth = loops_.size();
    for (const std::string& iterator : n.iterators) values_[iterator] = loopAt(depth);
    loops_.push_back({isLeaf(n.body) ? 1 : copiesOf(n)});
    body(n.body);
    const Loop done = std::move(loops_.back());
    loops_.pop_back();
    if ((done.bounds & loopAt(depth)) != 0) found.insert(found.end(), done.writes.begin(), done.writes.end());
  }

  template <class L>
  std::int64_t copiesOf(const L& n) const {
    std::int64_t copies = n.scan ? constants_.valueOf(n.scan->par).value_or(1) : 1;
    for (const Counter& counter : n.counters) copies *= constants_.valueOf(counter.par).value_or(1);
    return copies;
  }

  void write(const Write& n, const Location& where) {
    const auto declared = srams_.find(n.memory);
    if (declared == srams_.end()) return;
    for (std::size_t depth = declared->second; depth < loops_.size(); ++depth)
      if (loops_[depth].copies > 1) {
        if (hasDeeper(of(n.index), depth)) loops_[depth].writes.push_back({n.memory, where, loops_[depth].copies});
        return;
      }
  }

  void statement(const Stmt& stmt) {
    match(
        stmt->kind, [&](const Foreach& n) { loop(n); },
        [&](const Reduce& n) {
          loop(n);
          values_[n.reg] |= of(n.value);
        },
        [&](const Val& n) { values_[n.name] = of(n.value); }, [&](const Set& n) { values_[n.reg] |= of(n.value); },
        [&](const Memory& n) {
          if (n.kind == MemoryKind::Sram) srams_[n.name] = loops_.size();
        },
        [&](const Write& n) { write(n, stmt->where); }, [](const auto&) {});
  }

  const Constants& constants_;
  std::vector<Loop> loops_;
  std::map<std::string, Loops> values_;       ///< also iterators and registers
  std::map<std::string, std::size_t> srams_;  ///< loops around the declaration
};

}  // namespace

std::vector<SharedWrite> writesOutOfStep(const Body& accel, const Constants& constants) {
  Walk walk(constants);
  walk.body(accel);
  return std::move(walk.found);
}

}  // namespace stardust::spatial
