#include "spatial/passes/dependences.h"

#include <fmt/format.h>

#include <map>
#include <set>

#include "spatial/build.h"
#include "spatial/exprs.h"
#include "spatial/visit.h"

namespace stardust::spatial {

namespace {

struct Accesses {
  std::vector<Expr> reads, writes;  ///< the indices; for a FIFO, dequeues and enqueues
  bool isFifo = false;
};
using ByMemory = std::map<std::string, Accesses>;

void addReads(const Expr& e, ByMemory& all) {
  if (!e) return;
  if (const auto* n = std::get_if<Read>(&e->kind)) all[n->memory].reads.push_back(n->index);
  if (const auto* n = std::get_if<Deq>(&e->kind)) {
    all[n->fifo].reads.push_back(e);
    all[n->fifo].isFifo = true;
  }
  forEachOperand(e, [&](const Expr& operand) { addReads(operand, all); });
}

/// Collects the accesses of a primitive. Returns whether it is an effect, which can be a stage of its own.
bool addAccesses(const Stmt& stmt, ByMemory& all) {
  if (!isPrimitive(stmt) || std::holds_alternative<Update>(stmt->kind)) return false;
  forEachOperand(stmt, [&](const Expr& operand) { addReads(operand, all); });
  if (const auto* n = std::get_if<Write>(&stmt->kind)) all[n->memory].writes.push_back(n->index);
  if (const auto* n = std::get_if<Enq>(&stmt->kind)) {
    all[n->fifo].writes.push_back(n->value);
    all[n->fifo].isFifo = true;
  }
  return !std::holds_alternative<Val>(stmt->kind);
}

/// The stride of an index between lanes; none if it is not affine.
std::optional<std::int64_t> strideOf(const Expr& e, const std::string& iterator, const std::set<std::string>& vals) {
  if (const auto* n = std::get_if<Name>(&e->kind)) {
    if (vals.count(n->name) > 0) return std::nullopt;
    return n->name == iterator ? 1 : 0;
  }
  if (std::holds_alternative<Literal>(e->kind)) return 0;
  const auto* n = std::get_if<Binary>(&e->kind);
  if (!n) return std::nullopt;
  const auto a = strideOf(n->left, iterator, vals), b = strideOf(n->right, iterator, vals);
  if (!a || !b) return std::nullopt;
  if (n->op == BinaryOp::Add) return *a + *b;
  if (n->op == BinaryOp::Sub) return *a - *b;
  const auto x = constant(n->left), y = constant(n->right);
  if (n->op == BinaryOp::Mul && y) return *a * *y;
  if (n->op == BinaryOp::Mul && x) return *b * *x;
  return *a == 0 && *b == 0 ? std::optional<std::int64_t>(0) : std::nullopt;
}

class Ordering {
 public:
  explicit Ordering(const Program& program) { collectNames(program.accel); }

  /// A body whose runs of primitives are separate units.
  Body outer(const Body& body) {
    Body result, run;
    const auto flush = [&] {
      const auto split = ordered(run, {});
      result.insert(result.end(), split.begin(), split.end());
      run.clear();
    };
    for (const auto& stmt : body) {
      if (isPrimitive(stmt)) {
        run.push_back(stmt);
        continue;
      }
      flush();
      result.push_back(inner(stmt));
    }
    flush();
    return result;
  }

 private:
  void collectNames(const Body& body) {
    for (const auto& stmt : body) {
      match(stmt->kind, [&](const auto& n) {
        using Kind = std::decay_t<decltype(n)>;
        if constexpr (std::is_same_v<Kind, Foreach> || std::is_same_v<Kind, Reduce>) {
          names_.insert(n.iterators.begin(), n.iterators.end());
          collectNames(n.body);
        }
      });
    }
  }

  Stmt inner(const Stmt& stmt) {
    auto node = *stmt;
    if (auto* n = std::get_if<Foreach>(&node.kind)) loop(*n, {});
    if (auto* n = std::get_if<Reduce>(&node.kind)) loop(*n, n->value);
    return Stmt(std::move(node));
  }

  template <class Loop>
  void loop(Loop& n, const Expr& value) {
    if (!isLeaf(n.body)) {
      n.body = outer(n.body);
      return;
    }
    if (!n.counters.empty() && mayMeet(n.body, n.iterators.back()))
      n.counters.back().par = intExpr(1, n.counters.back().par->where);
    n.body = ordered(n.body, value);
    if (isLeaf(n.body) || n.counters.empty()) return;
    for (auto& counter : n.counters) counter.par = intExpr(1, counter.par->where);  // lanes, not copies
  }

  /// Whether two lanes may read and write the same word.
  static bool mayMeet(const Body& body, const std::string& iterator) {
    ByMemory all;
    std::set<std::string> vals;
    for (const auto& stmt : body) {
      if (const auto* val = std::get_if<Val>(&stmt->kind)) vals.insert(val->name);
      addAccesses(stmt, all);
    }
    return std::any_of(all.begin(), all.end(), [&](const auto& entry) {
      const auto& [memory, accesses] = entry;
      if (accesses.isFifo || accesses.reads.empty() || accesses.writes.empty()) return false;
      const auto isOther = [&, first = accesses.writes.front()](const Expr& index) { return !equal(index, first); };
      const auto stride = strideOf(accesses.writes.front(), iterator, vals);
      return !stride || *stride == 0 || std::any_of(accesses.reads.begin(), accesses.reads.end(), isOther) ||
             std::any_of(accesses.writes.begin(), accesses.writes.end(), isOther);
    });
  }

  /// Primitives with their effects in separate stages, up to the last read of a word that an effect wrote.
  Body ordered(const Body& run, const Expr& value) {
    ByMemory before;
    std::size_t last = 0;  // statements before this one are split
    for (std::size_t i = 0; i <= run.size(); ++i) {
      ByMemory here;
      if (i < run.size()) addAccesses(run[i], here);
      else addReads(value, here);
      for (const auto& entry : here) {
        if (!entry.second.reads.empty() && !before[entry.first].writes.empty()) last = i;
      }
      for (const auto& entry : here) {
        auto& writes = before[entry.first].writes;
        writes.insert(writes.end(), entry.second.writes.begin(), entry.second.writes.end());
      }
    }
    if (last == 0) return run;
    Body result, effects;
    std::set<std::string> written;  // by these effects
    const auto flush = [&] {
      if (!effects.empty()) result.push_back(once(std::exchange(effects, {})));
      written.clear();
    };
    for (std::size_t i = 0; i < run.size(); ++i) {
      ByMemory reads;
      const bool isEffect = addAccesses(run[i], reads);
      const auto isWritten = [&](const auto& entry) {
        return !entry.second.reads.empty() && written.count(entry.first) > 0;
      };
      if (!isEffect || i >= last || std::any_of(reads.begin(), reads.end(), isWritten)) flush();
      if (!isEffect || i >= last) {
        result.push_back(run[i]);
        continue;
      }
      effects.push_back(run[i]);
      for (const auto& entry : reads) {
        if (!entry.second.writes.empty()) written.insert(entry.first);
      }
    }
    flush();
    return result;
  }

  Stmt once(Body body) {
    const auto where = body.front()->where;
    std::string name = "once";
    for (int n = 1; !names_.insert(name).second; ++n) name = fmt::format("once_{}", n);
    const Counter counter{intExpr(0, where), intExpr(1, where), intExpr(1, where), intExpr(1, where)};
    return Stmt({Foreach{{counter}, std::nullopt, {name}, std::move(body)}, {}, where});
  }

  std::set<std::string> names_;  ///< of iterators
};

}  // namespace

Program withOrderedAccesses(Program program) {
  program.accel = Ordering(program).outer(program.accel);
  return program;
}

}  // namespace stardust::spatial
