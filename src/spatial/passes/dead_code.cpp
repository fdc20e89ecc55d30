#include "spatial/passes/dead_code.h"

#include <algorithm>
#include <set>

#include "spatial/passes/uses.h"
#include "spatial/visit.h"

namespace stardust::spatial {
namespace {

bool isSparseSram(MemoryKind kind) {
  return kind == MemoryKind::SparseSram || kind == MemoryKind::SparseParSram ||
         kind == MemoryKind::SparseParSramSwizzle;
}

bool isPure(const Expr& expr) {
  return !expr ||
         match(
             expr->kind, [](const Unary& n) { return isPure(n.operand); },
             [](const Binary& n) { return isPure(n.left) && isPure(n.right); },
             [](const Mux& n) { return isPure(n.condition) && isPure(n.ifTrue) && isPure(n.ifFalse); },
             [](const Read& n) { return isPure(n.index); }, [](const SparseRead& n) { return isPure(n.index); },
             [](const Deq&) { return false; }, [](const Rmw&) { return false; }, [](const auto&) { return true; });
}

bool hasPureOperands(const Stmt& stmt) {
  bool isAllPure = true;
  forEachOperand(stmt, [&](const Expr& operand) { isAllPure = isAllPure && isPure(operand); });
  return isAllPure;
}

void findSparseSrams(const Body& body, std::set<std::string>& memories) {
  for (const Stmt& stmt : body) {
    const auto* memory = std::get_if<Memory>(&stmt->kind);
    if (memory && isSparseSram(memory->kind)) memories.insert(memory->name);
    if (const Body* inner = bodyOf(stmt)) findSparseSrams(*inner, memories);
  }
}

// Memories written from a FIFO stay: without the write, no consumer would drain the FIFO.
void keepWrittenFromFifos(const Body& body, std::set<std::string>& memories) {
  for (const Stmt& stmt : body) {
    if (const Body* inner = bodyOf(stmt)) keepWrittenFromFifos(*inner, memories);
    if (hasPureOperands(stmt)) continue;
    match(
        stmt->kind, [&](const SparseWrite& n) { memories.erase(n.memory); },
        [&](const Update& n) { memories.erase(n.rmw.memory); }, [&](const Load& n) { memories.erase(n.memory); },
        [](const auto&) {});
  }
}

// Walks backward over the statements, so that the uses of a value or memory are dropped before its definition and
// writes.
class Dropping {
 public:
  explicit Dropping(const Body& body) {
    countUses(body, uses_);
    findSparseSrams(body, memories_);
    keepWrittenFromFifos(body, memories_);
  }

  Body of(const Body& body) {
    Body kept;
    for (auto at = body.rbegin(); at != body.rend(); ++at)
      if (const Stmt stmt = of(*at)) kept.push_back(stmt);
    std::reverse(kept.begin(), kept.end());
    return kept;
  }

 private:
  // Null if dropped.
  Stmt of(const Stmt& stmt) {
    if (!bodyOf(stmt)) return isDropped(stmt) ? drop(stmt) : stmt;
    Body inside = of(*bodyOf(stmt));
    const auto* loop = std::get_if<Foreach>(&stmt->kind);
    if (inside.empty() && loop && !loop->scan && !loop->body.empty() && hasPureOperands(stmt)) return drop(stmt);
    return withBody(stmt, [&](const Body&) { return std::move(inside); });
  }

  Stmt drop(const Stmt& stmt) {
    Uses gone;
    countUses(stmt, gone);
    for (const auto& [name, count] : gone) uses_[name] -= count;
    return {};
  }

  bool isDropped(const Stmt& stmt) const {
    const auto isUnread = [&](const std::string& memory) { return memories_.count(memory) != 0 && isUnused(memory); };
    return match(
        stmt->kind, [&](const Memory& n) { return isUnread(n.name); },
        [&](const SparseWrite& n) { return isUnread(n.memory); },
        [&](const Update& n) { return isUnread(n.rmw.memory); }, [&](const Load& n) { return isUnread(n.memory); },
        [&](const Val& n) { return isUnused(n.name) && isPure(n.value); }, [](const auto&) { return false; });
  }

  bool isUnused(const std::string& name) const {
    const auto found = uses_.find(name);
    return found == uses_.end() || found->second == 0;
  }

  Uses uses_;
  std::set<std::string> memories_;  ///< candidates for removal
};

}  // namespace

Program withoutDeadCode(Program program) {
  program.accel = Dropping(program.accel).of(program.accel);
  return program;
}

}  // namespace stardust::spatial
