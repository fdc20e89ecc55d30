#include "capstan/plan/presence.h"

#include <algorithm>
#include <functional>

#include "capstan/plan/memories.h"
#include "notation/stored.h"

namespace stardust::placement {
namespace {

using iteration::Combination;
using iteration::Iteration;
using iteration::LevelIterator;
using notation::Access;
using notation::Expr;

// Whether all fibers of this level are nonempty, if there are any.
bool fibersStore(const LevelIterator& it, const Facts& facts) {
  const auto known = facts.find(it.access.tensor.name);
  return known != facts.end() && known->second.at(static_cast<std::size_t>(it.level)).minFiber > 0;
}

bool isUnion(const iteration::Set& set) {
  return match(
      set->kind, [](const iteration::Universe&) { return false; }, [](const LevelIterator&) { return true; },
      [](const Combination& c) { return c.op == Combination::Op::Union && isUnion(c.left) && isUnion(c.right); });
}

// A union of fibers of which at least one exists: the loop above visits only coordinates where one of their parents is
// stored.
bool oneIsThere(const Iteration& iteration, const Loops& loops, const std::vector<AccessPlan>& accesses) {
  const LevelIterator& first = iteration.drivers.front();
  const AccessPlan* plan = planOf(accesses, first.access);
  if (first.level == 0 || !plan) return false;
  const Iteration& above = loops.at(plan->levels.at(static_cast<std::size_t>(first.level - 1)).loop).iteration;
  if (above.kind != Iteration::Kind::Scan || !isUnion(above.domain)) return false;
  return std::all_of(above.drivers.begin(), above.drivers.end(), [&](const LevelIterator& parent) {
    return std::any_of(iteration.drivers.begin(), iteration.drivers.end(), [&](const LevelIterator& it) {
      return same(parent, {it.access, it.level - 1});
    });
  });
}

class Presence {
 public:
  Presence(const Loops& loops, const std::vector<AccessPlan>& accesses, const Facts& facts)
      : loops_(loops), accesses_(accesses), facts_(facts) {}

  // `loop`: the innermost loop around the statement; empty: ignored.
  bool of(const cin::Stmt& stmt, const std::string& loop = {}) {
    return match(
        stmt->kind,
        [&](const cin::Forall& s) {
          return copiesTerm(stmt) || (neverEmpty(loops_, s.var, accesses_, facts_) && of(s.body, s.var));
        },
        [&](const cin::Assign& s) {
          const bool asksAll = notation::reducesAll(s.op);
          return of(s.rhs, asksAll) ||
                 (!loop.empty() && storedAtStops(loops_.at(loop).iteration, s.rhs, asksAll, accesses_));
        },
        [&](const cin::Where& s) {
          define(s.producer, loop);
          return of(s.consumer, loop);
        },
        [&](const cin::Sequence& s) { return of(s.first, loop) && of(s.second, loop); },
        [&](const cin::Map& s) { return of(s.body, loop); }, [&](const cin::SuchThat& s) { return of(s.body, loop); });
  }

 private:
  bool of(const Expr& expr, bool asksAll) const {
    return match(
        expr->kind,
        [&](const Access& a) {
          if (a.tensor.workspace) {
            const auto known = workspaces_.find(a.tensor.name);
            return known != workspaces_.end() && known->second == Terms::Everywhere;
          }
          const AccessPlan* plan = planOf(accesses_, a);
          return plan && !plan->mayBeAbsent();
        },
        [](const notation::Literal&) { return true; },
        [&](const notation::Call& c) {
          return notation::decided(
              notation::deciding(c, asksAll), true, [&](const Expr& operand) { return of(operand, asksAll); },
              std::logical_and<>(), std::logical_or<>());
        });
  }

  void define(const cin::Stmt& producer, const std::string& loop) {
    cin::Stmt at = producer;
    for (;;) {
      if (const auto* f = std::get_if<cin::Forall>(&at->kind)) at = f->body;
      else if (const auto* m = std::get_if<cin::Map>(&at->kind)) at = m->body;
      else if (const auto* w = std::get_if<cin::Where>(&at->kind)) at = w->consumer;
      else break;
    }
    const auto* assign = std::get_if<cin::Assign>(&at->kind);
    if (!assign || !of(producer, loop)) return;
    workspaces_[assign->lhs.tensor.name] = visitsAll(assign->lhs) ? Terms::Everywhere : Terms::Somewhere;
  }

  // Loops over all coordinates of a workspace that only copy it: one of their iterations finds a term.
  bool copiesTerm(const cin::Stmt& stmt) const {
    std::vector<notation::IndexVar> around;
    cin::Stmt at = stmt;
    for (const auto* f = std::get_if<cin::Forall>(&at->kind); f; f = std::get_if<cin::Forall>(&at->kind)) {
      if (loops_.at(f->var).sparse()) return false;
      around.push_back(f->var);
      at = f->body;
    }
    const auto* assign = std::get_if<cin::Assign>(&at->kind);
    const auto* copied = assign ? std::get_if<Access>(&assign->rhs->kind) : nullptr;
    const auto isAround = [&](const notation::IndexVar& var) {
      return std::find(around.begin(), around.end(), var) != around.end();
    };
    return copied && copied->tensor.workspace && workspaces_.count(copied->tensor.name) != 0 &&
           std::all_of(copied->indices.begin(), copied->indices.end(), isAround);
  }

  // Whether the loops over the coordinates of a workspace visit all of them.
  bool visitsAll(const Access& workspace) const {
    return std::all_of(workspace.indices.begin(), workspace.indices.end(), [&](const notation::IndexVar& var) {
      const auto loop = loops_.find(var);
      return loop != loops_.end() && !loop->second.sparse();
    });
  }

  const Loops& loops_;
  const std::vector<AccessPlan>& accesses_;
  const Facts& facts_;
  enum class Terms { Everywhere, Somewhere };
  std::map<std::string, Terms> workspaces_;  // coordinates at which a term certainly exists; not listed: unknown
};

}  // namespace

bool storedAtStops(const Iteration& iteration, const Expr& expr, bool asksAll,
                   const std::vector<AccessPlan>& accesses) {
  constexpr std::size_t most = 8;  // vectors: 256 subsets
  const auto& drivers = iteration.drivers;
  if (iteration.kind != Iteration::Kind::Scan || drivers.size() > most) return false;
  const std::function<bool(const Expr&, unsigned)> stored = [&](const Expr& e, unsigned bits) -> bool {
    return match(
        e->kind,
        [&](const Access& a) {
          const LevelIterator last{a, notation::denseTail(a.tensor.format) - 1};
          for (std::size_t d = 0; d < drivers.size(); ++d)
            if (same(drivers[d], last)) return (bits >> d & 1U) != 0;
          const AccessPlan* plan = a.tensor.workspace ? nullptr : planOf(accesses, a);
          return plan && !plan->mayBeAbsent();
        },
        [](const notation::Literal&) { return true; },
        [&](const notation::Call& c) {
          return notation::decided(
              notation::deciding(c, asksAll), true, [&](const Expr& operand) { return stored(operand, bits); },
              std::logical_and<>(), std::logical_or<>());
        });
  };
  for (unsigned bits = 0; bits < 1U << drivers.size(); ++bits)
    if (contains(iteration.domain, drivers, bits) && !stored(expr, bits)) return false;
  return true;
}

const AccessPlan* planOf(const std::vector<AccessPlan>& plans, const Access& access) {
  for (const AccessPlan& plan : plans)
    if (notation::equal(plan.access, access)) return &plan;
  return nullptr;
}

bool neverEmpty(const Loops& loops, const std::string& var, const std::vector<AccessPlan>& accesses,
                const Facts& facts) {
  const Loop& loop = loops.at(var);
  const auto& drivers = loop.iteration.drivers;
  if (drivers.empty()) return loop.dim > 0;
  const auto isThere = [&](const LevelIterator& it) {
    if (it.level == 0) return true;
    const AccessPlan* plan = planOf(accesses, it.access);
    return plan && !plan->levels.at(static_cast<std::size_t>(it.level - 1)).mayBeAbsent;
  };
  const auto stores = [&](const LevelIterator& it) { return fibersStore(it, facts); };
  if (!isUnion(loop.iteration.domain)) return false;
  if (std::any_of(drivers.begin(), drivers.end(), [&](const LevelIterator& it) { return stores(it) && isThere(it); }))
    return true;
  return std::all_of(drivers.begin(), drivers.end(), stores) && oneIsThere(loop.iteration, loops, accesses);
}

bool alwaysPresent(const Loops& loops, const cin::Stmt& stmt, const std::vector<AccessPlan>& accesses,
                   const Facts& facts) {
  return Presence(loops, accesses, facts).of(stmt);
}

}  // namespace stardust::placement
