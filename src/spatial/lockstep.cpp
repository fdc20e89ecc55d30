#include "spatial/lockstep.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>

#include "spatial/visit.h"

namespace stardust::spatial {
namespace {

/// A set of loops on which a value depends: bit d stands for the loop at depth d. Deeper loops share the last bit.
using Loops = std::uint64_t;
constexpr Loops allLoops = ~Loops{0};
Loops loopAt(std::size_t depth) { return Loops{1} << std::min<std::size_t>(depth, 63); }
bool hasDeeper(Loops loops, std::size_t depth) { return depth < 63 && loops >> (depth + 1) != 0; }

class LockstepWalk {
 public:
  explicit LockstepWalk(const Constants& constants) : constants_(constants) {}
  std::vector<SharedWrite> found;

  void program(const Body& accel) {
    scopes_.emplace_back();
    for (const Stmt& stmt : accel) statement(stmt);
  }

 private:
  struct Loop {
    std::int64_t copies;  ///< copies of its body; 1 if its lanes run in lockstep
    Loops bounds = 0;     ///< dependences of the bounds of inner loops
    std::vector<SharedWrite> writes{};
  };
  /// Facts about a name.
  struct Known {
    Loops loops = 0;                       ///< loops on which its value depends
    std::optional<std::size_t> sram = {};  ///< of an SRAM: the loops around its declaration
  };

  void define(const std::string& name, Known known) {
    names_[name].push_back(known);
    scopes_.back().push_back(name);
  }
  void close() {
    for (const std::string& name : scopes_.back()) names_[name].pop_back();
    scopes_.pop_back();
  }
  Known* find(const std::string& name) {
    const auto definitions = names_.find(name);
    return definitions == names_.end() || definitions->second.empty() ? nullptr : &definitions->second.back();
  }

  Loops of(const Expr& expr) {
    Loops loops = 0;
    forEachNode(expr, [&](const ExprNode& node) {
      const auto* n = std::get_if<Name>(&node.kind);
      if (const Known* known = n ? find(n->name) : nullptr) loops |= known->loops;
    });
    return loops;
  }
  void set(const std::string& reg, Loops value) {
    if (Known* known = find(reg)) known->loops |= value;
  }

  // Dependences of the value of a Reduce; `value` is null for a Foreach.
  template <class L>
  Loops loop(const L& n, const Expr& value) {
    Loops bounds = n.scan ? allLoops : 0;  // a scan stops at stored coordinates, which differ between copies
    forEachBound(n, [&](const Expr& bound) { bounds |= of(bound); });
    for (Loop& around : loops_) around.bounds |= bounds;
    const std::size_t depth = loops_.size();
    scopes_.emplace_back();
    for (const std::string& iterator : n.iterators) define(iterator, {loopAt(depth)});
    loops_.push_back({isLeaf(n.body) ? 1 : copiesOf(n)});
    for (const Stmt& stmt : n.body) statement(stmt);
    const Loops ofValue = value ? of(value) : 0;
    close();
    const Loop done = std::move(loops_.back());
    loops_.pop_back();
    if ((done.bounds & loopAt(depth)) != 0) found.insert(found.end(), done.writes.begin(), done.writes.end());
    return ofValue;
  }

  template <class L>
  std::int64_t copiesOf(const L& n) const {
    std::int64_t copies = n.scan ? constants_.valueOf(n.scan->par).value_or(1) : 1;
    for (const Counter& counter : n.counters) copies *= constants_.valueOf(counter.par).value_or(1);
    return copies;
  }

  void write(const Write& n, const Location& where) {
    const Known* memory = find(n.memory);
    if (!memory || !memory->sram) return;
    for (std::size_t depth = *memory->sram; depth < loops_.size(); ++depth)
      if (loops_[depth].copies > 1) {
        if (hasDeeper(of(n.index), depth)) loops_[depth].writes.push_back({n.memory, where, loops_[depth].copies});
        return;
      }
  }

  void statement(const Stmt& stmt) {
    match(
        stmt->kind, [&](const Foreach& n) { loop(n, {}); }, [&](const Reduce& n) { set(n.reg, loop(n, n.value)); },
        [&](const Val& n) { define(n.name, {of(n.value)}); }, [&](const Set& n) { set(n.reg, of(n.value)); },
        [&](const Memory& n) {
          define(n.name, {0, n.kind == MemoryKind::Sram ? std::optional(loops_.size()) : std::nullopt});
        },
        [&](const Write& n) { write(n, stmt->where); }, [](const auto&) {});
  }

  const Constants& constants_;
  std::vector<Loop> loops_;
  std::map<std::string, std::vector<Known>> names_;  ///< the innermost definition is last
  std::vector<std::vector<std::string>> scopes_;
};

}  // namespace

std::vector<SharedWrite> writesOutOfLockstep(const Body& accel, const Constants& constants) {
  LockstepWalk walk(constants);
  walk.program(accel);
  return std::move(walk.found);
}

}  // namespace stardust::spatial
