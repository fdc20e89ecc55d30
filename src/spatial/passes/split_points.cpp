#include "spatial/passes/split_points.h"

#include <algorithm>
#include <map>
#include <set>

#include "spatial/passes/uses.h"
#include "spatial/visit.h"

namespace stardust::spatial {
namespace {

constexpr double mostPaths = 256;

// Counts the paths from values of other pieces to the values computed here.
class Paths {
 public:
  double of(const Expr& expr) const {
    if (const auto* n = std::get_if<Name>(&expr->kind)) {
      const auto found = ofName_.find(n->name);
      return found == ofName_.end() ? 1 : found->second;
    }
    double paths = 0;
    forEachOperand(expr, [&](const Expr& operand) { paths += of(operand); });
    return std::max(paths, 1.0);
  }
  double of(const Stmt& stmt) const {
    double paths = 0;
    forEachOperand(stmt, [&](const Expr& operand) { paths += of(operand); });
    return paths;
  }
  void define(const Stmt& stmt) {
    if (const auto* bound = std::get_if<Val>(&stmt->kind)) ofName_[bound->name] = of(bound->value);
  }
  void forget() { ofName_.clear(); }

 private:
  std::map<std::string, double> ofName_;
};

// Statements that read or write memories that the body writes, or dequeue twice from a FIFO, and their dependents. They
// stay together and in order: as separate stages of a loop, they would see each other's later iterations.
class Effects {
 public:
  Effects(const Body& primitives, const Expr& value) {
    Uses taken;
    const auto take = [&](const Expr& operand) {
      forEachNode(operand, [&](const ExprNode& node) {
        const auto* deq = std::get_if<Deq>(&node.kind);
        if (deq && ++taken[deq->fifo] > 1) of_.insert(deq->fifo);
      });
    };
    take(value);
    for (const Stmt& stmt : primitives) {
      forEachOperand(stmt, take);
      match(
          stmt->kind, [&](const Write& n) { of_.insert(n.memory); },
          [&](const SparseWrite& n) { of_.insert(n.memory); }, [&](const Update& n) { of_.insert(n.rmw.memory); },
          [&](const Set& n) { of_.insert(n.reg); }, [](const auto&) {});
      forEachOperand(stmt, [&](const Expr& operand) {
        forEachNode(operand, [&](const ExprNode& node) {
          if (const auto* rmw = std::get_if<Rmw>(&node.kind)) of_.insert(rmw->memory);
        });
      });
    }
  }
  /// Call it for all statements in order.
  bool has(const Stmt& stmt) {
    Uses uses;
    countUses(stmt, uses);
    const bool isEffect = !std::holds_alternative<Val>(stmt->kind) && !std::holds_alternative<Enq>(stmt->kind);
    if (!isEffect && std::none_of(uses.begin(), uses.end(), [&](const auto& use) { return of_.count(use.first) != 0; }))
      return false;
    if (const auto* bound = std::get_if<Val>(&stmt->kind)) of_.insert(bound->name);
    return true;
  }

 private:
  std::set<std::string> of_;  ///< memories, FIFOs, and values that depend on them
};

bool isArithmetic(const Expr& expr) {
  bool is = true;
  forEachNode(expr, [&](const ExprNode& node) {
    is = is && (std::holds_alternative<Literal>(node.kind) || std::holds_alternative<Name>(node.kind) ||
                std::holds_alternative<Unary>(node.kind) || std::holds_alternative<Binary>(node.kind) ||
                std::holds_alternative<Mux>(node.kind));
  });
  return is;
}

}  // namespace

std::vector<Body> piecesOf(const Body& primitives, const Expr& value, bool effectsAlone) {
  Effects effects(primitives, value);
  Body late;
  std::vector<Body> pieces(1);
  Paths paths;
  double lateWays = 0;
  const auto beginAnother = [&] {
    Body& before = pieces.back();
    auto last = before.end();  // trailing arithmetic stays with its operands, to reduce the values passed
    for (; last != before.begin(); --last)
      if (const auto* bound = std::get_if<Val>(&(*(last - 1))->kind); !bound || !isArithmetic(bound->value)) break;
    Body next(last, before.end());
    before.erase(last, before.end());
    paths.forget();
    for (const Stmt& stmt : next) paths.define(stmt);
    if (before.empty()) before = std::move(next);
    else pieces.push_back(std::move(next));
  };
  for (const Stmt& stmt : primitives) {
    if (effects.has(stmt)) {
      late.push_back(stmt);
      continue;
    }
    if (paths.of(stmt) > mostPaths && !pieces.back().empty()) beginAnother();
    paths.define(stmt);
    pieces.back().push_back(stmt);
  }
  for (const Stmt& stmt : late) lateWays = std::max(lateWays, paths.of(stmt));
  if (effectsAlone && !pieces.back().empty()) pieces.emplace_back();
  else if (lateWays > mostPaths || (value && paths.of(value) > mostPaths)) beginAnother();
  if (pieces.size() == 1) return {primitives};
  pieces.back().insert(pieces.back().end(), late.begin(), late.end());
  return pieces;
}

Body withoutReads(const Body& primitives) {
  Body found;
  std::set<std::string> reading;
  const auto reads = [&](const Expr& value) {
    bool any = !isArithmetic(value);
    forEachNode(value, [&](const ExprNode& node) {
      const auto* n = std::get_if<Name>(&node.kind);
      any = any || (n && reading.count(n->name) != 0);
    });
    return any;
  };
  for (const Stmt& stmt : primitives) {
    const auto* bound = std::get_if<Val>(&stmt->kind);
    if (!bound) continue;
    if (reads(bound->value)) reading.insert(bound->name);
    else found.push_back(stmt);
  }
  return found;
}

}  // namespace stardust::spatial
