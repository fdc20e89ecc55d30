#include "iteration/contraction.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <vector>

namespace stardust::iteration {
namespace {

using notation::Access;
using notation::Expr;
using notation::IndexVar;

Set combine(Combination::Op op, Set left, Set right) { return Set(SetNode{Combination{op, left, right}}); }

Set setOfAccess(const IndexVar& var, const Access& access) {
  const auto at = std::find(access.indices.begin(), access.indices.end(), var);
  const int level = access.tensor.format.levelOfMode(static_cast<int>(at - access.indices.begin()));
  if (access.tensor.format.level(level) == LevelFormat::Dense) return Set(SetNode{Universe{}});
  return Set(SetNode{LevelIterator{access, level}});
}

bool uses(const IndexVar& var, const Access& access) {
  return std::find(access.indices.begin(), access.indices.end(), var) != access.indices.end();
}

// Null: the expression does not constrain `var`.
Set setOf(const IndexVar& var, const Expr& expr) {
  return match(
      expr->kind, [&](const Access& a) { return uses(var, a) ? setOfAccess(var, a) : Set(); },
      [&](const notation::Literal&) { return Set(); }, [&](const notation::Negate& n) { return setOf(var, n.operand); },
      [&](const notation::Binary& b) {
        const Set left = setOf(var, b.left), right = setOf(var, b.right);
        const bool product = b.op == notation::BinaryOp::Mul || b.op == notation::BinaryOp::Div;
        if (!left && !right) return Set();
        if (product) {
          if (!left) return right;
          if (!right) return left;
          return combine(Combination::Op::Intersection, left, right);
        }
        const Set universe(SetNode{Universe{}});
        return combine(Combination::Op::Union, left ? left : universe, right ? right : universe);
      });
}

// Workspace name → the expression that fills it.
using Definitions = std::map<std::string, Expr>;

Expr expand(const Expr& expr, const Definitions& definitions) {
  return notation::rewrite(expr, [&](const Expr& e) {
    const auto* access = std::get_if<Access>(&e->kind);
    if (!access || !access->indices.empty()) return Expr();  // only scalars stand for an expression of the same variables
    const auto found = definitions.find(access->tensor.name);
    return found == definitions.end() ? Expr() : found->second;
  });
}

// The right-hand sides that reach the results of `stmt`, with workspaces replaced by what fills them.
void collect(const cin::Stmt& stmt, const Definitions& definitions, std::vector<std::pair<std::string, Expr>>& out) {
  match(
      stmt->kind, [&](const cin::Forall& s) { collect(s.body, definitions, out); },
      [&](const cin::Assign& s) { out.emplace_back(s.lhs.tensor.name, expand(s.rhs, definitions)); },
      [&](const cin::Where& s) {
        std::vector<std::pair<std::string, Expr>> produced;
        collect(s.producer, definitions, produced);
        Definitions inner = definitions;
        for (const auto& [workspace, rhs] : produced) inner[workspace] = rhs;
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

bool same(const LevelIterator& a, const LevelIterator& b) { return a.level == b.level && notation::equal(a.access, b.access); }

Set contractionSet(const IndexVar& var, const cin::Stmt& body) {
  std::vector<std::pair<std::string, Expr>> assignments;
  collect(body, {}, assignments);
  Set all;
  for (const auto& [result, rhs] : assignments) {
    Set set = setOf(var, rhs);
    if (!set) set = Set(SetNode{Universe{}});
    all = all ? combine(Combination::Op::Union, all, set) : set;
  }
  return all ? all : Set(SetNode{Universe{}});
}

std::string print(const Set& set) {
  return match(
      set->kind, [](const Universe&) { return std::string("U"); },
      [](const LevelIterator& it) { return fmt::format("{}{}", it.access.tensor.name, it.level + 1); },
      [](const Combination& c) {
        const auto side = [](const Set& s) {
          return std::holds_alternative<Combination>(s->kind) ? "(" + print(s) + ")" : print(s);
        };
        return fmt::format("{} {} {}", side(c.left), c.op == Combination::Op::Union ? "∪" : "∩", side(c.right));
      });
}

}  // namespace stardust::iteration
