#include "notation/accumulate.h"

#include <algorithm>

#include "notation/inner_reductions.h"

namespace stardust::notation {
namespace {

void addOperands(Op op, const Expr& expr, std::vector<Expr>& terms) {
  const Call* c = callOf(expr, op);
  if (!c) return terms.push_back(expr);
  for (const Expr& operand : c->operands) addOperands(op, operand, terms);
}

// A logical reduction is of truth values: or= e is or= (e != 0).
Expr asTruth(const AssignOp& op, const Expr& term) {
  const auto* c = std::get_if<Call>(&term->kind);
  if (!isLogical(op) || (c && c->op->givesTruth)) return term;
  return binary(operators::infix("!="), term, literal(std::int64_t{0}), term->where);
}

// With an idempotent operator, a term may be reduced repeatedly, once for each coordinate of the variables that it
// lacks.
bool takesTermsApart(const AssignOp& op) { return op != AssignOp::Set && op.reduction()->idempotent; }

}  // namespace

std::vector<IndexVar> reductionVariables(const Expr& expr, const Access& result) {
  std::vector<IndexVar> reduced;
  for (const IndexVar& var : freeVariables(expr))
    if (!contains(result.indices, var)) reduced.push_back(var);
  return reduced;
}

std::vector<Expr> reductionTerms(const AssignOp& op, const Expr& rhs) {
  std::vector<Expr> terms;
  if (takesTermsApart(op)) addOperands(op.reduction(), rhs, terms);
  else terms.push_back(rhs);
  for (Expr& term : terms) term = asTruth(op, term);
  return terms;
}

std::optional<Accumulation> withOldContents(const Assignment& assignment, const std::string& oldName,
                                            const std::set<std::string>& reserved) {
  const bool sums = assignment.op == operators::add;
  if (!sums && !takesTermsApart(assignment.op)) return std::nullopt;
  const std::vector<PlacedAccess> all = placedAccesses(assignment);
  Accumulation out{assignment, assignment.lhs.tensor};
  const auto taken = [&](const std::string& name) {
    return reserved.count(name) != 0 ||
           std::any_of(all.begin(), all.end(), [&](const PlacedAccess& a) { return a.access.tensor.name == name; });
  };
  const std::string wanted = oldName.empty() ? assignment.lhs.tensor.name + "_old" : oldName;
  out.old.name = wanted;
  for (int n = 2; taken(out.old.name); ++n) out.old.name = wanted + std::to_string(n);
  const Expr old = access(out.old, assignment.lhs.indices, assignment.lhsWhere);
  out.assignment.rhs = binary(assignment.op.reduction(), old, assignment.rhs, assignment.rhs->where);
  if (sums) out.assignment.op = AssignOp::Set;
  return out;
}

}  // namespace stardust::notation
