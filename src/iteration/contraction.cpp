#include "iteration/contraction.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <vector>

#include "cin/query.h"
#include "levels/registry.h"
#include "notation/stored.h"

namespace stardust::iteration {
namespace {

using notation::Access;
using notation::AssignOp;
using notation::Expr;
using notation::IndexVar;

/// A right-hand side and its reduction operator.
struct Definition {
  Expr expr;
  AssignOp op;
};
// Maps each workspace to its definitions. Several assignments in sequence form a union.
using Definitions = std::map<std::string, std::vector<Definition>>;

class SetBuilder {
 public:
  SetBuilder(const IndexVar& var, const std::set<IndexVar>& bound) : var_(var), bound_(bound) {}

  // Null: the expression does not constrain the variable.
  Set of(const Definition& definition, const Definitions& definitions) const {
    return of(definition.expr, notation::reducesAll(definition.op), definitions);
  }

 private:
  Set of(const Expr& expr, bool asksAll, const Definitions& definitions) const {
    return match(
        expr->kind, [&](const Access& a) { return a.tensor.workspace ? ofWorkspace(a, definitions) : ofAccess(a); },
        [&](const notation::Literal&) { return Set(); },
        [&](const notation::Call& c) {
          const auto ofOperand = [&](const Expr& operand) { return of(operand, asksAll, definitions); };
          return notation::decided(notation::deciding(c, asksAll), Set(), ofOperand, intersection, unionOf);
        });
  }

  static Set intersection(const Set& left, const Set& right) {
    if (!left) return right;
    if (!right) return left;
    return combine(Combination::Op::Intersection, left, right);
  }
  static Set unionOf(const Set& left, const Set& right) {
    if (!left && !right) return {};
    return combine(Combination::Op::Union, left ? left : universe(), right ? right : universe());
  }

  Set ofWorkspace(const Access& access, const Definitions& definitions) const {
    if (std::find(access.indices.begin(), access.indices.end(), var_) != access.indices.end()) return ofAccess(access);
    const auto found = definitions.find(access.tensor.name);
    if (found == definitions.end()) return {};
    Set all;
    for (const Definition& definition : found->second) {
      const Set set = of(definition, definitions);
      if (!set && found->second.size() > 1) return universe();
      all = all ? combine(Combination::Op::Union, all, set) : set;
    }
    return all;
  }

  // For a variable that occurs twice in an access, as in A(i,i), the outer level is iterated and the inner one
  // searched.
  Set ofAccess(const Access& access) const {
    for (int level = 0; level < access.tensor.order(); ++level) {
      if (varOfLevel(access, level) != var_) continue;
      const LevelIterator iterator{access, level};
      const bool isStored =
          access.tensor.workspace ? isBitVector(iterator) : !levels::of(access.tensor.format.level(level)).isFull;
      return isStored ? Set(SetNode{iterator}) : universe();
    }
    return {};
  }

  const IndexVar& var_;
  const std::set<IndexVar>& bound_;

 public:
  Set reachable(const Set& set) const {
    return match(
        set->kind, [&](const Universe&) { return set; },
        [&](const LevelIterator& it) {
          for (int above = 0; above < it.level; ++above)
            if (!bound_.count(varOfLevel(it.access, above))) return universe();
          return set;
        },
        [&](const Combination& c) { return combine(c.op, reachable(c.left), reachable(c.right)); });
  }
};

// Collects the assignments that define the results of `stmt`, with the workspaces that each may read.
void collect(const cin::Stmt& stmt, const Definitions& definitions,
             std::vector<std::pair<Definition, Definitions>>& out) {
  match(
      stmt->kind, [&](const cin::Forall& s) { collect(s.body, definitions, out); },
      [&](const cin::Assign& s) {
        out.push_back({{s.rhs, s.op}, definitions});
      },
      [&](const cin::Where& s) {
        Definitions inner = definitions;
        cin::forEachAssign(
            s.producer,
            [&](const cin::Assign& a, const std::vector<IndexVar>&) {
              inner[a.lhs.tensor.name].push_back({a.rhs, a.op});
            },
            cin::Order::Run);
        collect(s.consumer, inner, out);
      },
      [&](const cin::Sequence& s) {
        collect(s.first, definitions, out);
        collect(s.second, definitions, out);
      },
      [&](const cin::Map& s) { collect(s.body, definitions, out); },
      [&](const cin::SuchThat& s) { collect(s.body, definitions, out); });
}

}  // namespace

Set universe() { return Set(SetNode{Universe{}}); }
Set combine(Combination::Op op, Set left, Set right) {
  return Set(SetNode{Combination{op, std::move(left), std::move(right)}});
}

bool same(const LevelIterator& a, const LevelIterator& b) {
  return a.level == b.level && notation::equal(a.access, b.access);
}

bool implies(const Set& set, const LevelIterator& iterator) {
  return match(
      set->kind, [](const Universe&) { return false; }, [&](const LevelIterator& it) { return same(it, iterator); },
      [&](const Combination& c) {
        const bool left = implies(c.left, iterator), right = implies(c.right, iterator);
        return c.op == Combination::Op::Intersection ? left || right : left && right;
      });
}

bool isBitVector(const LevelIterator& iterator) {
  return iterator.access.tensor.isSparseWorkspace() && iterator.level + 1 == iterator.access.tensor.order();
}

Set contractionSet(const IndexVar& var, const cin::Stmt& body, const std::set<IndexVar>& bound) {
  std::vector<std::pair<Definition, Definitions>> assignments;
  collect(body, {}, assignments);
  const SetBuilder builder(var, bound);
  Set all;
  for (const auto& [assignment, definitions] : assignments) {
    Set set = builder.of(assignment, definitions);
    if (!set) set = universe();
    all = all ? combine(Combination::Op::Union, all, set) : set;
  }
  return all ? builder.reachable(all) : universe();
}

bool contains(const Set& set, const std::vector<LevelIterator>& drivers, unsigned bits) {
  return match(
      set->kind, [](const Universe&) { return true; },
      [&](const LevelIterator& it) {
        for (std::size_t d = 0; d < drivers.size(); ++d)
          if (same(drivers[d], it)) return (bits >> d & 1U) != 0;
        return false;
      },
      [&](const Combination& c) {
        const bool left = contains(c.left, drivers, bits), right = contains(c.right, drivers, bits);
        return c.op == Combination::Op::Union ? left || right : left && right;
      });
}

Set simplified(const Set& set) {
  const auto* both = std::get_if<Combination>(&set->kind);
  if (!both) return set;
  const Set left = simplified(both->left), right = simplified(both->right);
  const auto isUniverse = [](const Set& side) { return std::holds_alternative<Universe>(side->kind); };
  if (isUniverse(left) || isUniverse(right)) {
    const bool takesLeft = isUniverse(left) == (both->op == Combination::Op::Union);
    return takesLeft ? left : right;
  }
  const auto *a = std::get_if<LevelIterator>(&left->kind), *b = std::get_if<LevelIterator>(&right->kind);
  return a && b && same(*a, *b) ? left : combine(both->op, left, right);
}

std::string tensorAndLevel(const LevelIterator& iterator) {
  return fmt::format("{}{}", iterator.access.tensor.name, iterator.level + 1);
}

std::string print(const Set& set, const LevelName& name) {
  return match(
      set->kind, [](const Universe&) { return std::string("U"); }, [&](const LevelIterator& it) { return name(it); },
      [&](const Combination& c) {
        const auto side = [&](const Set& s) {
          return std::holds_alternative<Combination>(s->kind) ? "(" + print(s, name) + ")" : print(s, name);
        };
        return fmt::format("{} {} {}", side(c.left), c.op == Combination::Op::Union ? "∪" : "∩", side(c.right));
      });
}

}  // namespace stardust::iteration
