#include "notation/accumulate.h"

#include <algorithm>

namespace stardust::notation {
namespace {

void addOperands(BinaryOp op, const Expr& expr, std::vector<Expr>& terms) {
  const auto* b = std::get_if<Binary>(&expr->kind);
  if (!b || b->op != op) return terms.push_back(expr);
  addOperands(op, b->left, terms);
  addOperands(op, b->right, terms);
}

std::optional<BinaryOp> operatorOf(AssignOp op) {
  if (op == AssignOp::Add) return BinaryOp::Add;
  if (op == AssignOp::Min) return BinaryOp::Min;
  if (op == AssignOp::Max) return BinaryOp::Max;
  return std::nullopt;
}

}  // namespace

std::vector<Expr> reductionTerms(AssignOp op, const Expr& rhs) {
  if (op != AssignOp::Min && op != AssignOp::Max) return {rhs};
  std::vector<Expr> terms;
  addOperands(*operatorOf(op), rhs, terms);
  return terms;
}

std::optional<Accumulation> withOldContents(const Assignment& assignment, const std::string& oldName,
                                            const std::set<std::string>& reserved) {
  const auto op = operatorOf(assignment.op);
  if (!op) return std::nullopt;
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
  out.assignment.rhs = binary(*op, old, assignment.rhs, assignment.rhs->where);
  if (assignment.op == AssignOp::Add) out.assignment.op = AssignOp::Set;
  return out;
}

}  // namespace stardust::notation
