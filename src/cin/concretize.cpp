#include "cin/concretize.h"

#include <fmt/format.h>

#include <algorithm>

#include "notation/accumulate.h"

namespace stardust::cin {
namespace {

using notation::Assignment;
using notation::Term;

bool contains(const std::vector<IndexVar>& vars, const IndexVar& var) { return std::find(vars.begin(), vars.end(), var) != vars.end(); }

struct Constraint {
  IndexVar before, after;
  notation::PlacedAccess placed;
};

std::vector<Constraint> constraintsOf(const Assignment& assignment) {
  std::vector<Constraint> constraints;
  auto all = notation::placedAccesses(assignment);
  std::rotate(all.begin(), all.begin() + 1, all.end());  // of two that contradict, the result is the one to change
  for (const auto& placed : all) {
    const auto order = levelOrder(placed.access);
    for (std::size_t level = 1; level < order.size(); ++level) constraints.push_back({order[level - 1], order[level], placed});
  }
  return constraints;
}

// What makes a matrix agree with one that contradicts it: its levels in the opposite mode order.
std::string otherOrder(const notation::TensorVar& tensor) {
  if (tensor.order() != 2) return fmt::format("change the mode order of {}: -f={}:LEVELS:ORDER", tensor.name, tensor.name);
  std::string levels;
  for (const LevelFormat level : tensor.format.levels()) levels += letter(level);
  const std::vector<int>& modes = tensor.format.modeOrder();
  return fmt::format("store {} the other way round: -f={}:{}:{},{}", tensor.name, tensor.name, levels, modes[1], modes[0]);
}

[[noreturn]] void failContradiction(const Constraint& a, const Constraint& b) {
  const auto named = [](const Access& access) { return fmt::format("{} ({})", notation::print(access), toString(access.tensor.format)); };
  failUser(fmt::format("no loop order suits both {} and {}", named(a.placed.access), named(b.placed.access)), b.placed.where,
           fmt::format("the first stores {} above {}, the second {} above {}; a sparse level is only reached through those above it", a.before,
                       a.after, b.before, b.after),
           otherOrder(b.placed.access.tensor));
}

[[noreturn]] void failNoOrder(const std::vector<Constraint>& constraints, const std::vector<IndexVar>& stuck) {
  for (const Constraint& a : constraints)
    for (const Constraint& b : constraints)
      if (a.before == b.after && a.after == b.before) failContradiction(a, b);
  const auto last = std::find_if(constraints.rbegin(), constraints.rend(), [&](const Constraint& c) {
    return contains(stuck, c.before) && contains(stuck, c.after);
  });
  failUser(fmt::format("no loop order suits all sparse formats: {} each come before the others", fmt::join(stuck, ", ")), last->placed.where,
           "a sparse level is only reached through the levels above it", "change the mode order of one of the formats (-f=T:LEVELS:ORDER)");
}

// Repeatedly the first variable that nothing left has to precede.
std::vector<IndexVar> loopOrder(const Assignment& assignment) {
  std::vector<IndexVar> left = assignment.lhs.indices;
  for (const IndexVar& var : notation::variables(assignment.rhs))
    if (!contains(left, var)) left.push_back(var);
  const auto constraints = constraintsOf(assignment);
  std::vector<IndexVar> order;
  while (!left.empty()) {
    const auto free = std::find_if(left.begin(), left.end(), [&](const IndexVar& var) {
      return std::none_of(constraints.begin(), constraints.end(),
                          [&](const Constraint& c) { return c.after == var && contains(left, c.before); });
    });
    if (free == left.end()) failNoOrder(constraints, left);
    order.push_back(*free);
    left.erase(free);
  }
  return order;
}

std::vector<IndexVar> restricted(const std::vector<IndexVar>& order, const std::vector<IndexVar>& to) {
  std::vector<IndexVar> vars;
  for (const IndexVar& var : order)
    if (contains(to, var)) vars.push_back(var);
  return vars;
}

std::vector<IndexVar> reductionVars(const Expr& term, const Access& lhs) {
  std::vector<IndexVar> vars;
  for (const IndexVar& var : notation::variables(term))
    if (!contains(lhs.indices, var)) vars.push_back(var);
  return vars;
}

std::string freshName(const Assignment& assignment, int n) {
  std::string name = n == 1 ? "t" : fmt::format("t{}", n);
  const auto accesses = notation::accesses(assignment.rhs);
  const auto taken = [&] {
    return name == assignment.lhs.tensor.name ||
           std::any_of(accesses.begin(), accesses.end(), [&](const Access& a) { return a.tensor.name == name; });
  };
  while (taken()) name += "_";
  return name;
}

Stmt sumsInWorkspaces(const Assignment& assignment, const std::vector<Term>& terms, const std::vector<IndexVar>& order) {
  const auto outer = restricted(order, assignment.lhs.indices);
  if (!std::equal(outer.begin(), outer.end(), order.begin()))
    failUnsupported(fmt::format("{}: a sum next to other terms, over a loop that the formats put outside the loops of {}",
                                notation::print(assignment), notation::print(assignment.lhs)),
                    assignment.lhsWhere, "the sum of one term would need a workspace as large as the result",
                    "store the summed operand so that its levels follow the result's (e.g. by rows)");
  std::vector<Stmt> producers;
  Expr sum;
  for (const Term& term : terms) {
    Expr value = term.expr;
    if (const auto reduced = restricted(order, reductionVars(term.expr, assignment.lhs)); !reduced.empty()) {
      notation::TensorVar workspace{freshName(assignment, static_cast<int>(producers.size()) + 1), Format(onChip),
                                    assignment.lhs.tensor.type, {}, true};
      producers.push_back(forall(reduced, assign({workspace, {}}, AssignOp::Add, term.expr)));
      value = notation::access(workspace, {});
    }
    if (!sum) sum = term.negative ? notation::negate(value) : value;
    else sum = notation::binary(term.negative ? notation::BinaryOp::Sub : notation::BinaryOp::Add, sum, value);
  }
  Stmt stmt = assign(assignment.lhs, AssignOp::Set, sum);
  for (const Stmt& producer : producers) stmt = where(stmt, producer);
  return forall(outer, stmt);
}

// One nest for each part, since each is reduced over its own variables.
Stmt concretizeReduction(const Assignment& assignment) {
  Stmt all;
  for (const Expr& term : notation::reductionTerms(assignment.op, assignment.rhs)) {
    Assignment part = assignment;
    part.rhs = term;
    const Stmt nest = forall(loopOrder(part), assign(assignment.lhs, assignment.op, term));
    all = all ? sequence(all, nest) : nest;
  }
  return all;
}

}  // namespace

std::vector<IndexVar> levelOrder(const Access& access) {
  std::vector<IndexVar> vars;
  if (access.tensor.format.isDense()) return vars;
  for (const int mode : access.tensor.format.modeOrder()) {
    const IndexVar& var = access.indices.at(static_cast<std::size_t>(mode));
    if (!contains(vars, var)) vars.push_back(var);  // a diagonal is found where its variable is bound
  }
  return vars;
}

void requireFreshResult(const Assignment& assignment) {
  if (assignment.op == AssignOp::Add)
    failUnsupported(fmt::format("{}: += into an existing result", notation::print(assignment)), assignment.lhsWhere,
                    "results are computed from zero", fmt::format("{} = …, and add the old values as another operand",
                                                                  notation::print(assignment.lhs)));
}

Stmt concretize(const Assignment& assignment) {
  if (notation::reducesAll(assignment.op)) return concretizeReduction(assignment);
  requireFreshResult(assignment);
  const auto order = loopOrder(assignment);
  const auto terms = notation::additiveTerms(assignment.rhs);
  const bool reduces = std::any_of(terms.begin(), terms.end(),
                                   [&](const Term& t) { return !reductionVars(t.expr, assignment.lhs).empty(); });
  if (reduces && terms.size() > 1) return sumsInWorkspaces(assignment, terms, order);
  return forall(order, assign(assignment.lhs, reduces ? AssignOp::Add : AssignOp::Set, assignment.rhs));
}

}  // namespace stardust::cin
