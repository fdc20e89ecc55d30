#include "spatial/hazards.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <unordered_map>

#include "spatial/visit.h"

namespace stardust::spatial {
namespace {

class HazardWalk {
 public:
  std::map<const StmtNode*, Hazard> hazards;

  void body(const Body& body, bool isLoop);

 private:
  /// The position of the walk in an enclosing body.
  struct Level {
    int stage = 0;
    bool isPipelined;  ///< of a loop over controllers
    std::vector<std::string> declared;
  };
  /// Uses of one memory in one loop.
  struct Used {
    std::size_t serial = 0;   ///< number of the loop's body in this walk
    int stage = 0;            ///< the first stage that uses it
    std::string operation{};  ///< of all its RMWs; empty if there are other accesses
    bool isHazard = false;    ///< this one is reported
  };
  struct Declared {
    const StmtNode* stmt;
    std::size_t depth;  ///< depth of the body
    std::vector<Used> used;
  };

  void declare(const std::string& name, const StmtNode* memory) {
    visible_[name].push_back({memory, levels_.size(), {}});
    levels_.back().declared.push_back(name);
  }
  void statement(const Stmt& stmt);
  template <class Loop>
  void loop(const Loop& n) {
    forEachBound(n, [&](const Expr& bound) { expr(bound); });
    body(n.body, true);
  }
  void expr(const Expr& e);
  void access(const std::string& memory, bool writes, const std::string& operation = {});

  std::vector<Level> levels_;
  std::vector<std::size_t> serials_;  ///< serial numbers of the enclosing levels
  std::size_t bodies_ = 0;
  Location where_;
  std::unordered_map<std::string, std::vector<Declared>> visible_;
};

void HazardWalk::body(const Body& body, bool isLoop) {
  levels_.push_back({0, isLoop && !isLeaf(body), {}});
  serials_.push_back(++bodies_);
  bool wasPrimitive = false;  // adjacent primitives form one stage
  for (const Stmt& stmt : body) {
    const bool isStage = !std::holds_alternative<Memory>(stmt->kind) && !std::holds_alternative<Alias>(stmt->kind);
    if (isStage && !(wasPrimitive && isPrimitive(stmt))) ++levels_.back().stage;
    if (isStage) wasPrimitive = isPrimitive(stmt);
    statement(stmt);
  }
  for (const std::string& name : levels_.back().declared) visible_[name].pop_back();
  levels_.pop_back();
  serials_.pop_back();
}

void HazardWalk::access(const std::string& memory, bool writes, const std::string& operation) {
  const auto found = visible_.find(memory);
  if (found == visible_.end() || found->second.empty() || !found->second.back().stmt) return;
  Declared& declared = found->second.back();
  declared.used.resize(std::max(declared.used.size(), levels_.size()));
  for (std::size_t depth = 0; depth < levels_.size(); ++depth) {
    if (!levels_[depth].isPipelined) continue;
    Used& used = declared.used[depth];
    if (used.serial != serials_[depth]) used = {serials_[depth], levels_[depth].stage, operation};
    if (used.operation != operation) used.operation.clear();
    if (writes && levels_[depth].stage > used.stage)
      used.isHazard |= hazards.emplace(declared.stmt, Hazard{where_, declared.depth == depth + 1}).second;
    if (used.isHazard) hazards[declared.stmt].combines = !used.operation.empty();
  }
}

void HazardWalk::expr(const Expr& e) {
  forEachOperand(e, [&](const Expr& operand) { expr(operand); });
  match(
      e->kind, [&](const Name& n) { access(n.name, false); }, [&](const Read& n) { access(n.memory, false); },
      [&](const SparseRead& n) { access(n.memory, false); }, [&](const Rmw& n) { access(n.memory, true); },
      [](const auto&) {});
}

void HazardWalk::statement(const Stmt& stmt) {
  where_ = stmt->where;
  if (const auto* n = std::get_if<Foreach>(&stmt->kind)) return loop(*n);
  if (const auto* n = std::get_if<Reduce>(&stmt->kind)) {
    loop(*n);
    where_ = stmt->where;
    expr(n->value);
    return access(n->reg, true);
  }
  forEachOperand(stmt, [&](const Expr& operand) { expr(operand); });
  match(
      stmt->kind, [&](const Val& n) { declare(n.name, nullptr); },  // shadows a memory of that name
      [&](const Memory& n) {
        const bool isShared = n.kind == MemoryKind::Fifo || n.kind == MemoryKind::SparseDram;  // by all iterations
        declare(n.name, isShared ? nullptr : &*stmt);
      },
      [&](const Load& n) { access(n.memory, true); }, [&](const Store& n) { access(n.memory, false); },
      [&](const Write& n) { access(n.memory, true); },
      [&](const SparseWrite& n) {
        const auto* same = std::get_if<Literal>(&n.value->kind);
        access(n.memory, true, same ? fmt::format("write {}", same->value) : "");
      },
      [&](const Update& n) { access(n.rmw.memory, true, n.rmw.order == "unordered" ? n.rmw.op : ""); },
      [&](const Set& n) { access(n.reg, true); }, [](const auto&) {});
}

}  // namespace

std::map<const StmtNode*, Hazard> bufferHazards(const Body& accel) {
  HazardWalk walk;
  walk.body(accel, false);
  return std::move(walk.hazards);
}

}  // namespace stardust::spatial
