#include "notation/inner_reductions.h"

#include <algorithm>

#include "operators/table.h"

namespace stardust::notation {
namespace {

using operators::Operator;

// No evaluator asks for the values. Since that of zeros is not 0, the operand counts as stored everywhere.
double real(const double*) { return 1; }
operators::Whole whole(const operators::Whole*) { return 1; }
operators::Complex complex(const operators::Complex*) { return 1; }

// sum(j, e), of the variable as a number and the term.
struct Row {
  Operator inside;
  Op reduction;
};

Row rowOf(const Operator& reduction) {
  Row row{{}, &reduction};
  row.inside.text = reduction.inExpressions;
  row.inside.name = reduction.name;
  row.inside.fixity = operators::Fixity::Function;
  row.inside.arity = 2;
  row.inside.ofIntegersOnly = reduction.ofIntegersOnly;
  row.inside.ofNumbersOnly = reduction.ofNumbersOnly;
  row.inside.givesTruth = reduction.givesTruth;
  row.inside.real = real;
  row.inside.integer = reduction.integer ? whole : nullptr;
  row.inside.complex = reduction.complex ? complex : nullptr;
  row.inside.bound = reduction.bound;
  return row;
}

const std::vector<Row>& rows() {
  static const std::vector<Row> all = [] {
    std::vector<Row> made;
    for (const Operator& op : operators::table())
      if (op.inExpressions && operators::canReduce(op)) made.push_back(rowOf(op));
    return made;
  }();
  return all;
}

const Row* rowOf(Op inside) {
  const auto row = std::find_if(rows().begin(), rows().end(), [&](const Row& r) { return &r.inside == inside; });
  return row == rows().end() ? nullptr : &*row;
}

const Row* rowOfReduction(Op reduction) {
  const auto row = std::find_if(rows().begin(), rows().end(), [&](const Row& r) { return r.reduction == reduction; });
  return row == rows().end() ? nullptr : &*row;
}

void addFree(const Expr& expr, std::vector<IndexVar>& bound, std::vector<IndexVar>& found) {
  if (const auto reduction = asReducedOperand(expr)) {
    const std::size_t before = bound.size();
    bound.insert(bound.end(), reduction->reduced.begin(), reduction->reduced.end());
    addFree(reduction->term, bound, found);
    bound.resize(before);
    return;
  }
  if (const auto* call = std::get_if<Call>(&expr->kind)) {
    for (const Expr& operand : call->operands) addFree(operand, bound, found);
    return;
  }
  for (const IndexVar& var : variables(expr))
    if (!contains(bound, var) && !contains(found, var)) found.push_back(var);
}

}  // namespace

bool canBeOperand(Op reduction) { return rowOfReduction(reduction) != nullptr; }

Op operatorOfReduced(Op reduction) {
  const Row* row = rowOfReduction(reduction);
  require(row != nullptr, "a reduction inside of an expression has a name");
  return &row->inside;
}

Expr reducedOperand(const ReducedOperand& operand, Location where) {
  require(!operand.reduced.empty(), "a reduction is over a variable");
  const Op inside = operatorOfReduced(operand.op);
  Expr expr = operand.term;
  for (auto var = operand.reduced.rbegin(); var != operand.reduced.rend(); ++var)
    expr = call(inside, {indexValue("index_" + *var, *var), expr}, where);
  return expr;
}

bool isReducedOperand(const Call& call) { return rowOf(call.op) != nullptr; }

std::optional<ReducedOperand> asReducedOperand(const Expr& expr) {
  const auto* call = std::get_if<Call>(&expr->kind);
  const Row* row = call ? rowOf(call->op) : nullptr;
  if (!row) return std::nullopt;
  ReducedOperand operand{row->reduction, std::get<Access>(call->operands[0]->kind).indices, call->operands[1]};
  if (auto inner = asReducedOperand(operand.term); inner && inner->op == operand.op) {
    operand.reduced.insert(operand.reduced.end(), inner->reduced.begin(), inner->reduced.end());
    operand.term = std::move(inner->term);
  }
  return operand;
}

bool hasReducedOperands(const Expr& expr) {
  const auto* call = std::get_if<Call>(&expr->kind);
  return call &&
         (isReducedOperand(*call) || std::any_of(call->operands.begin(), call->operands.end(), hasReducedOperands));
}

ValueType typeOfReduced(const Expr& term, const Assignment& declared) {
  const ValueType type = expressionType(declared);
  return isComplex(type) && isRealValued(term) ? realOf(type) : type;
}

namespace {

Expr renamed(const Expr& expr, const IndexVar& from, const IndexVar& to) {
  return rewrite(expr, [&](const Expr& e) {
    const auto* read = std::get_if<Access>(&e->kind);
    if (!read || !contains(read->indices, from)) return Expr();
    Access other = *read;
    std::replace(other.indices.begin(), other.indices.end(), from, to);
    if (other.tensor.isIndexValue) other.tensor.name = "index_" + to;
    return access(std::move(other), e->where);
  });
}

// Equal reductions get equal names.
Expr distinct(const Expr& expr, const std::vector<IndexVar>& around, const std::vector<IndexVar>& used,
              std::map<IndexVar, IndexVar>& names) {
  return rewrite(expr, [&](const Expr& e) {
    auto reduction = asReducedOperand(e);
    if (!reduction) return Expr();
    std::vector<IndexVar> inside = around;
    for (IndexVar& var : reduction->reduced) {
      IndexVar own = var;
      while (contains(inside, own) || (own != var && contains(used, own))) own += "_";
      if (own != var) {
        reduction->term = renamed(reduction->term, var, own);
        names.emplace(own, var);
        var = own;
      }
      inside.push_back(var);
    }
    reduction->term = distinct(reduction->term, inside, used, names);
    return reducedOperand(*reduction, e->where);
  });
}

}  // namespace

Assignment withDistinctVariables(Assignment assignment, std::map<IndexVar, IndexVar>* renamed) {
  if (!hasReducedOperands(assignment.rhs)) return assignment;
  std::vector<IndexVar> used = variables(assignment.rhs);
  used.insert(used.end(), assignment.lhs.indices.begin(), assignment.lhs.indices.end());
  std::map<IndexVar, IndexVar> names;
  std::vector<IndexVar> around = assignment.lhs.indices;
  for (const IndexVar& var : freeVariables(assignment.rhs))
    if (!contains(around, var)) around.push_back(var);
  assignment.rhs = distinct(assignment.rhs, around, used, names);
  if (renamed) *renamed = std::move(names);
  return assignment;
}

std::vector<IndexVar> freeVariables(const Expr& expr) {
  std::vector<IndexVar> bound, found;
  addFree(expr, bound, found);
  return found;
}

}  // namespace stardust::notation
