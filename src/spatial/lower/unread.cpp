#include "spatial/lower/unread.h"

#include <algorithm>
#include <set>

#include "spatial/lower/uses.h"

namespace stardust::spatial {
namespace {

const Body* bodyIn(const Stmt& stmt) {
  if (const auto* loop = std::get_if<Foreach>(&stmt->kind)) return &loop->body;
  const auto* reduction = std::get_if<Reduce>(&stmt->kind);
  return reduction ? &reduction->body : nullptr;
}

void countAll(const Body& body, Uses& uses) {
  for (const Stmt& stmt : body) {
    countUses(stmt, uses);
    if (const Body* inner = bodyIn(stmt)) countAll(*inner, uses);
  }
}

bool isSparseSram(MemoryKind kind) {
  return kind == MemoryKind::SparseSram || kind == MemoryKind::SparseParSram ||
         kind == MemoryKind::SparseParSramSwizzle;
}

void findUnread(const Body& body, const Uses& uses, std::set<std::string>& unread) {
  for (const Stmt& stmt : body) {
    const auto* memory = std::get_if<Memory>(&stmt->kind);
    if (memory && isSparseSram(memory->kind) && uses.count(memory->name) == 0) unread.insert(memory->name);
    if (const Body* inner = bodyIn(stmt)) findUnread(*inner, uses, unread);
  }
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

// From the last statement to the first, so that a value goes after what used it.
class Dropping {
 public:
  explicit Dropping(const Body& body) {
    countAll(body, uses_);
    findUnread(body, uses_, unread_);
  }

  bool hasNothing() const { return unread_.empty(); }

  Body of(const Body& body) {
    Body kept;
    for (auto at = body.rbegin(); at != body.rend(); ++at)
      if (const Stmt stmt = of(*at)) kept.push_back(stmt);
    std::reverse(kept.begin(), kept.end());
    return kept;
  }

 private:
  // Null: dropped.
  Stmt of(const Stmt& stmt) {
    const auto* loop = std::get_if<Foreach>(&stmt->kind);
    if (!loop && !std::holds_alternative<Reduce>(stmt->kind)) return isDropped(stmt) ? drop(stmt) : stmt;
    Body inside = of(*bodyIn(stmt));
    if (inside.empty() && loop && !loop->scan && !loop->body.empty()) return drop(stmt);
    StmtNode same = *stmt;
    if (loop) std::get<Foreach>(same.kind).body = std::move(inside);
    else std::get<Reduce>(same.kind).body = std::move(inside);
    return Stmt(std::move(same));
  }

  Stmt drop(const Stmt& stmt) {
    Uses gone;
    countUses(stmt, gone);
    for (const auto& [name, count] : gone) uses_[name] -= count;
    return {};
  }

  bool isDropped(const Stmt& stmt) const {
    return match(
        stmt->kind, [&](const Memory& n) { return unread_.count(n.name) != 0; },
        [&](const SparseWrite& n) { return unread_.count(n.memory) != 0; },
        [&](const Update& n) { return unread_.count(n.rmw.memory) != 0; },
        [&](const Load& n) { return unread_.count(n.memory) != 0; },
        [&](const Val& n) { return unused(n.name) && isPure(n.value); }, [](const auto&) { return false; });
  }

  bool unused(const std::string& name) const {
    const auto found = uses_.find(name);
    return found == uses_.end() || found->second == 0;
  }

  Uses uses_;
  std::set<std::string> unread_;
};

}  // namespace

Body dropUnread(const Body& body) {
  Dropping dropping(body);
  return dropping.hasNothing() ? body : dropping.of(body);
}

}  // namespace stardust::spatial
