#include "cin/concretize.h"

#include <fmt/format.h>

#include <algorithm>

#include "cin/loop_order.h"
#include "cin/reduced_operands.h"
#include "notation/accumulate.h"
#include "notation/inner_reductions.h"

namespace stardust::cin {
namespace {

using notation::Assignment;
using notation::contains;
using notation::Term;

std::vector<IndexVar> restricted(const std::vector<IndexVar>& order, const std::vector<IndexVar>& to) {
  std::vector<IndexVar> vars;
  for (const IndexVar& var : order)
    if (contains(to, var)) vars.push_back(var);
  return vars;
}

Stmt sumsInWorkspaces(const Assignment& assignment, const std::vector<Term>& terms, const std::vector<IndexVar>& order,
                      const std::set<std::string>& reserved) {
  const auto outer = restricted(order, assignment.lhs.indices);
  std::vector<Stmt> producers;
  Expr sum;
  for (const Term& term : terms) {
    Expr value = term.expr;
    if (const auto reduced = restricted(order, notation::reductionVariables(term.expr, assignment.lhs));
        !reduced.empty()) {
      notation::TensorVar workspace{workspaceName(assignment, reserved, static_cast<int>(producers.size()) + 1),
                                    Format(onChip),
                                    assignment.lhs.tensor.type,
                                    {},
                                    true};
      producers.push_back(forall(reduced, assign({workspace, {}}, operators::add, term.expr)));
      value = notation::access(workspace, {});
    }
    if (!sum) sum = term.negative ? notation::negate(value) : value;
    else sum = notation::binary(term.negative ? operators::subtract : operators::add, sum, value);
  }
  Stmt stmt = assign(assignment.lhs, AssignOp::Set, sum);
  for (const Stmt& producer : producers) stmt = where(stmt, producer);
  return forall(outer, stmt);
}

// Builds one nest for each part, since each part is reduced over its own variables. For a sparse result, the parts
// share their common outer loops over the result, which minimises the workspace added by insertWorkspaces.
Stmt nestsOf(const Access& result, AssignOp op, const std::vector<Expr>& parts, LoopOrders orders = {}) {
  for (std::size_t n = orders.size(); n < parts.size(); ++n) orders.push_back(loopOrder({result, {}, op, parts[n]}));
  std::size_t shared = result.tensor.format.isDense() ? 0 : orders.front().size();
  for (const auto& order : orders) {
    std::size_t same = 0;
    while (same < std::min(shared, order.size()) && order[same] == orders.front()[same] &&
           contains(result.indices, order[same]))
      ++same;
    shared = parts.size() > 1 ? same : 0;
  }
  Stmt all;
  for (std::size_t n = 0; n < parts.size(); ++n) {
    const std::vector<IndexVar> inner(orders[n].begin() + static_cast<long>(shared), orders[n].end());
    const Stmt nest = forall(inner, assign(result, op, parts[n]));
    all = all ? sequence(all, nest) : nest;
  }
  return forall(std::vector<IndexVar>(orders.front().begin(), orders.front().begin() + static_cast<long>(shared)), all);
}

Stmt termsApart(const Access& result, const std::vector<Term>& terms, const LoopOrders& orders = {}) {
  std::vector<Expr> parts;
  for (const Term& term : terms) parts.push_back(term.negative ? notation::negate(term.expr) : term.expr);
  return nestsOf(result, operators::add, parts, orders);
}

}  // namespace

std::string workspaceName(const Assignment& assignment, const std::set<std::string>& reserved, int n) {
  std::string name = n == 1 ? "t" : fmt::format("t{}", n);
  const auto accesses = notation::accesses(assignment.rhs);
  const auto taken = [&] {
    return name == assignment.lhs.tensor.name || reserved.count(name) != 0 ||
           std::any_of(accesses.begin(), accesses.end(), [&](const Access& a) { return a.tensor.name == name; });
  };
  while (taken()) name += "_";
  return name;
}

void requireFreshResult(const Assignment& assignment) {
  if (assignment.op == operators::add)
    failUnsupported(fmt::format("{}: += into an existing result", notation::print(assignment)), assignment.lhsWhere,
                    "results are computed from zero",
                    fmt::format("{} = …, and add the old values as another operand", notation::print(assignment.lhs)));
}

Stmt concretize(const Assignment& assignment, Sums sums, const std::set<std::string>& reserved,
                const LoopOrders& orders) {
  if (notation::hasReducedOperands(assignment.rhs)) return withReducedOperands(assignment, sums, reserved);
  if (notation::reducesAll(assignment.op))
    return nestsOf(assignment.lhs, assignment.op, notation::reductionTerms(assignment.op, assignment.rhs));
  requireFreshResult(assignment);
  const auto terms = notation::additiveTerms(assignment.rhs);
  const bool reduces = !notation::reductionVariables(assignment.rhs, assignment.lhs).empty();
  if (!reduces || terms.size() == 1)
    return forall(orders.empty() ? loopOrder(assignment) : orders.front(),
                  assign(assignment.lhs, reduces ? operators::add : AssignOp::Set, assignment.rhs));
  if (!orders.empty()) return termsApart(assignment.lhs, terms, orders);
  const Stmt together = sumsInWorkspaces(assignment, terms, loopOrder(assignment, true), reserved);
  if (sums == Sums::Together) return together;
  const Stmt apart = termsApart(assignment.lhs, terms);
  return discordant(apart).size() < discordant(together).size() ? apart : together;
}

}  // namespace stardust::cin
