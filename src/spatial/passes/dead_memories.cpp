#include "spatial/passes/dead_memories.h"

#include <set>

#include "spatial/exprs.h"
#include "spatial/visit.h"

namespace stardust::spatial {

namespace {

bool hasEffect(const Expr& e) {
  bool found = false;
  forEachNode(e, [&](const ExprNode& n) {
    found |= std::holds_alternative<Deq>(n.kind) || std::holds_alternative<Rmw>(n.kind);
  });
  return found;
}

bool hasEffect(const StmtNode& stmt) {
  bool found = false;
  forEachOperand(stmt, [&](const Expr& e) { found |= hasEffect(e); });
  return found;
}

/// The target of a statement that writes a single word or element.
const std::string* writtenBy(const StmtNode& stmt) {
  if (const auto* n = std::get_if<Set>(&stmt.kind)) return &n->reg;
  if (const auto* n = std::get_if<Write>(&stmt.kind)) return &n->memory;
  if (const auto* n = std::get_if<Enq>(&stmt.kind)) return &n->fifo;
  return nullptr;
}

template <class F>
void eachFifo(const Body& statements, F&& f) {
  for (const auto& stmt : statements) {
    if (const auto* n = std::get_if<Memory>(&stmt->kind); n && n->kind == MemoryKind::Fifo) f(stmt, *n);
    if (const auto* n = std::get_if<Foreach>(&stmt->kind)) eachFifo(n->body, f);
    if (const auto* n = std::get_if<Reduce>(&stmt->kind)) eachFifo(n->body, f);
  }
}

class DeadMemories {
 public:
  explicit DeadMemories(const Body& accel) {
    body(accel);
    for (const auto& name : used_) declared_.erase(name);
  }
  bool isEmpty() const { return declared_.empty(); }

  Body without(const Body& statements) const {
    Body result;
    for (const auto& stmt : statements) {
      const auto* written = writtenBy(*stmt);
      const auto* memory = std::get_if<Memory>(&stmt->kind);
      if ((written && declared_.count(*written) > 0) || (memory && declared_.count(memory->name) > 0)) continue;
      auto node = *stmt;
      if (auto* n = std::get_if<Foreach>(&node.kind)) {
        n->body = without(n->body);
        if (n->body.empty() && !n->scan && !hasEffect(node)) continue;
      }
      if (auto* n = std::get_if<Reduce>(&node.kind)) n->body = without(n->body);
      result.push_back(Stmt(std::move(node)));
    }
    return result;
  }

 private:
  void body(const Body& statements) {
    for (const auto& stmt : statements) statement(*stmt);
  }
  void statement(const StmtNode& stmt) {
    forEachOperand(stmt, [&](const Expr& e) {
      forEachNode(e, [&](const ExprNode& node) {
        if (const auto* n = std::get_if<Name>(&node.kind)) used_.insert(n->name);
        if (const auto* n = std::get_if<Read>(&node.kind)) used_.insert(n->memory);
        if (const auto* n = std::get_if<Deq>(&node.kind)) used_.insert(n->fifo);
      });
    });
    if (const auto* written = writtenBy(stmt); written && hasEffect(stmt)) used_.insert(*written);
    match(
        stmt.kind,
        [&](const Memory& n) {
          if (n.kind == MemoryKind::Reg || n.kind == MemoryKind::Sram || n.kind == MemoryKind::Fifo)
            declared_.insert(n.name);
        },
        [&](const Load& n) { used_.insert(n.memory); }, [&](const Store& n) { used_.insert(n.memory); },
        [&](const StreamLoad& n) { used_.insert(n.fifo); }, [&](const StreamStore& n) { used_.insert(n.fifo); },
        [&](const GenBitVector& n) {
          used_.insert({n.indices, n.words});
        },
        [&](const Merge& n) {
          used_.insert(n.merged);
          for (const auto& way : n.ways) used_.insert(way.fifo);
        },
        [&](const Foreach& n) {
          scan(n.scan);
          body(n.body);
        },
        [&](const Reduce& n) {
          used_.insert(n.reg);
          scan(n.scan);
          body(n.body);
        },
        [](const auto&) {});
  }

  void scan(const std::optional<Scan>& scan) {
    if (scan) used_.insert(scan->vectors.begin(), scan->vectors.end());
  }

  std::set<std::string> declared_, used_;
};

}  // namespace

Program withoutDeadMemories(Program program) {
  for (DeadMemories unread(program.accel); !unread.isEmpty(); unread = DeadMemories(program.accel))
    program.accel = unread.without(program.accel);
  return program;
}

Body removedFifos(const Program& program, const Program& without) {
  std::set<std::string> kept;
  Body leftOut;
  eachFifo(without.accel, [&](const Stmt&, const Memory& fifo) { kept.insert(fifo.name); });
  eachFifo(program.accel, [&](const Stmt& stmt, const Memory& fifo) {
    if (kept.count(fifo.name) == 0) leftOut.push_back(stmt);
  });
  return leftOut;
}

}  // namespace stardust::spatial
