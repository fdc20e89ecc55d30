#include "spatial/passes/definite_assignment.h"

#include <map>
#include <set>

#include "spatial/exprs.h"
#include "spatial/visit.h"

namespace stardust::spatial {

namespace {

using RegNames = std::set<std::string>;

/// The condition of a body with a trip count of 0 or 1, or null.
Expr conditionOf(const Foreach& loop) {
  const auto* count = loop.counters.size() == 1 ? std::get_if<Mux>(&loop.counters.front().end->kind) : nullptr;
  return count && constant(count->ifTrue) == 1 && constant(count->ifFalse) == 0 ? count->condition : Expr();
}

bool isOnce(const Foreach& loop) {
  return conditionOf(loop) || (loop.counters.size() == 1 && constant(loop.counters.front().end) == 1 &&
                               constant(loop.counters.front().begin) == 0);
}

/// The name that a condition tests, possibly negated.
const Name* nameIn(const Expr& condition) {
  const auto* opposite = std::get_if<Unary>(&condition->kind);
  return std::get_if<Name>(&(opposite ? opposite->operand : condition)->kind);
}

/// Walks a program in execution order.
class DefiniteAssignment {
 public:
  Body found(const Body& accel) {
    body(accel, false);
    Body result;
    for (const auto& [name, uses] : regs_) {
      if (uses.isReadFirst && uses.isSet) result.push_back(uses.declaration);
    }
    return result;
  }

 private:
  struct Uses {
    Stmt declaration;
    bool isReadFirst = false, isSet = false;
  };

  void body(const Body& statements, bool isRepeated) {
    for (const auto& stmt : statements) {
      if (const auto* n = std::get_if<Memory>(&stmt->kind); n && n->kind == MemoryKind::Reg && isRepeated)
        regs_[n->name].declaration = stmt;
      const auto* reduce = std::get_if<Reduce>(&stmt->kind);
      if (reduce) body(reduce->body, true);  // before the value that it yields
      forEachOperand(*stmt, [&](const Expr& e) { read(e); });
      if (const auto* n = std::get_if<Set>(&stmt->kind)) set(n->reg, !n->enable);
      if (reduce) set(reduce->reg, true);
      if (const auto* n = std::get_if<Foreach>(&stmt->kind)) loop(*n, isRepeated);
    }
  }

  void loop(const Foreach& n, bool isRepeated) {
    const auto condition = conditionOf(n);
    const auto before = surely_;
    body(n.body, isRepeated || !isOnce(n));
    if (condition) branch(condition, before);
  }

  /// A Reg set in one branch is set after it if the other branch sets it, too.
  void branch(const Expr& condition, const RegNames& before) {
    const auto after = std::exchange(surely_, before);
    const auto* name = nameIn(condition);
    if (!name) return;
    const bool isOpposite = std::holds_alternative<Unary>(condition->kind);
    if (!isOpposite) {
      ifHolds_[name->name] = after;
    } else if (const auto other = ifHolds_.find(name->name); other != ifHolds_.end()) {
      for (const auto& reg : after) {
        if (other->second.count(reg) > 0) surely_.insert(reg);
      }
    }
  }

  void read(const Expr& e) {
    forEachNode(e, [&](const ExprNode& node) {
      const auto* name = std::get_if<Name>(&node.kind);
      const auto reg = name ? regs_.find(name->name) : regs_.end();
      if (reg != regs_.end() && surely_.count(name->name) == 0) reg->second.isReadFirst = true;
    });
  }

  void set(const std::string& name, bool isSure) {
    const auto reg = regs_.find(name);
    if (reg == regs_.end()) return;
    reg->second.isSet = true;
    if (isSure) surely_.insert(name);
  }

  std::map<std::string, Uses> regs_;         ///< declared by a loop
  RegNames surely_;                          ///< definitely assigned here
  std::map<std::string, RegNames> ifHolds_;  ///< definitely assigned after the branch of a condition, by its name
};

}  // namespace

Body regsReadBeforeSet(const Body& accel) { return DefiniteAssignment().found(accel); }

}  // namespace stardust::spatial
