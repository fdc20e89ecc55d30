#include "notation/expr.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "notation/inner_reductions.h"

namespace stardust::notation {

bool contains(const std::vector<IndexVar>& vars, const IndexVar& var) {
  return std::find(vars.begin(), vars.end(), var) != vars.end();
}

Expr access(TensorVar tensor, std::vector<IndexVar> indices, Location where) {
  return Expr(ExprNode{Access{std::move(tensor), std::move(indices)}, std::move(where)});
}
Expr indexValue(std::string name, IndexVar var, Location where) {
  TensorVar tensor;
  tensor.name = std::move(name);
  tensor.format = denseFormat(1);
  tensor.isIndexValue = true;
  return access(std::move(tensor), {std::move(var)}, std::move(where));
}
Expr withIndexValuesOf(ValueType result, const Expr& expr) {
  const ValueType type =
      rowOf(result).bytes < 4 ? ValueType::Int64 : realOf(result);  // small types do not hold every index
  return rewrite(expr, [&](const Expr& e) {
    const auto* read = std::get_if<Access>(&e->kind);
    if (!read || !read->tensor.isIndexValue || read->tensor.type == type) return Expr();
    TensorVar typed = read->tensor;
    typed.type = type;
    return access(std::move(typed), read->indices, e->where);
  });
}
TensorVar declaredAs(const TensorVar& read, TensorVar declared) {
  declared.isIndexValue = read.isIndexValue;
  return declared;
}
Expr access(Access access, Location where) { return Expr(ExprNode{std::move(access), std::move(where)}); }

Access withTensor(Access access, TensorVar tensor) {
  access.tensor = std::move(tensor);
  return access;
}

Access undeclaredAccess(std::string tensor, std::vector<Index> indices) {
  Access access;
  access.tensor.name = std::move(tensor);
  access.tensor.format = denseFormat(static_cast<int>(indices.size()));
  const auto isVariable = [](const Index& index) { return index.isVariable; };
  if (std::all_of(indices.begin(), indices.end(), isVariable)) {
    for (const Index& index : indices) access.indices.push_back(index.terms[0].name);
    return access;
  }
  access.indices = variablesOf(indices);
  access.computed = std::move(indices);
  return access;
}

Expr literal(std::int64_t value, Location where) { return Expr(ExprNode{Literal{value}, std::move(where)}); }
Expr literal(double value, Location where) { return Expr(ExprNode{Literal{value}, std::move(where)}); }
Expr literal(Imaginary value, Location where) { return Expr(ExprNode{Literal{value}, std::move(where)}); }
std::optional<double> realNumber(const Literal& literal) {
  using Number = std::optional<double>;
  return match(
      literal.value, [](std::int64_t v) { return Number(static_cast<double>(v)); }, [](double v) { return Number(v); },
      [](const Imaginary&) { return Number(); });
}
Expr call(Op op, std::vector<Expr> operands, Location where) {
  require(operands.size() == op->arity, "an operator has its operands");
  return op == operators::negate ? negate(std::move(operands[0]), std::move(where))
                                 : Expr(ExprNode{Call{op, std::move(operands)}, std::move(where)});
}
// Folds a negated literal to a negative literal; both print alike.
Expr negate(Expr operand, Location where) {
  if (const auto* l = std::get_if<Literal>(&operand->kind)) {
    const auto* whole = std::get_if<std::int64_t>(&l->value);
    if (const auto* imaginary = std::get_if<Imaginary>(&l->value))
      return literal(Imaginary{-imaginary->value}, std::move(where));
    if (!whole) return literal(-std::get<double>(l->value), std::move(where));
    if (*whole != std::numeric_limits<std::int64_t>::min()) return literal(-*whole, std::move(where));
  }
  return Expr(ExprNode{Call{operators::negate, {std::move(operand)}}, std::move(where)});
}
Expr binary(Op op, Expr left, Expr right, Location where) {
  return call(op, {std::move(left), std::move(right)}, std::move(where));
}

const Call* callOf(const Expr& expr, Op op) {
  const auto* c = std::get_if<Call>(&expr->kind);
  return c && c->op == op ? c : nullptr;
}

bool equal(const Access& a, const Access& b) {
  const auto isSame = [](const Index& x, const Index& y) { return equal(x, y); };
  return a.tensor.name == b.tensor.name && a.indices == b.indices &&
         std::equal(a.computed.begin(), a.computed.end(), b.computed.begin(), b.computed.end(), isSame);
}

bool equal(const Expr& a, const Expr& b) {
  if (a.same(b)) return true;
  if (a->kind.index() != b->kind.index()) return false;
  return match(
      a->kind, [&](const Access& x) { return equal(x, std::get<Access>(b->kind)); },
      [&](const Literal& x) { return x.value == std::get<Literal>(b->kind).value; },
      [&](const Call& x) {
        const auto& y = std::get<Call>(b->kind);
        return x.op == y.op && std::equal(x.operands.begin(), x.operands.end(), y.operands.begin(), y.operands.end(),
                                          [](const Expr& l, const Expr& r) { return equal(l, r); });
      });
}

namespace {

// Visits the access, and the tensors in its indices.
template <class Visit>
void eachAccess(const Access& access, const Location& where, Visit&& visit) {
  visit(access, where);
  for (const Index& index : access.computed)
    for (const IndexTerm& term : index.terms) {
      if (!term.isGather()) continue;
      std::vector<Index> indices;
      for (const IndexVar& var : term.indices) indices.push_back(plainIndex(var));
      visit(undeclaredAccess(term.name, std::move(indices)), index.where ? index.where : where);
    }
}

template <class Visit>
void eachAccess(const Expr& expr, Visit&& visit) {
  match(
      expr->kind, [&](const Access& a) { eachAccess(a, expr->where, visit); }, [&](const Literal&) {},
      [&](const Call& c) {
        if (isReducedOperand(c)) return eachAccess(c.operands.back(), visit);  // the variable is no operand
        for (const Expr& operand : c.operands) eachAccess(operand, visit);
      });
}

void addTerms(const Expr& expr, bool negative, std::vector<Term>& terms) {
  if (const Call* n = callOf(expr, operators::negate)) return addTerms(n->operands[0], !negative, terms);
  const Call *sum = callOf(expr, operators::add), *difference = callOf(expr, operators::subtract);
  if (!sum && !difference) return terms.push_back({negative, expr});
  const std::vector<Expr>& operands = (sum ? sum : difference)->operands;
  addTerms(operands[0], negative, terms);
  addTerms(operands[1], difference ? !negative : negative, terms);
}

}  // namespace

std::vector<Access> accesses(const Expr& expr) {
  std::vector<Access> found;
  eachAccess(expr, [&](const Access& a, const Location&) { found.push_back(a); });
  return found;
}

std::vector<PlacedAccess> placedAccesses(const Assignment& assignment) {
  std::vector<PlacedAccess> found;
  const auto take = [&](const Access& a, const Location& where) { found.push_back({a, where}); };
  eachAccess(assignment.lhs, assignment.lhsWhere, take);
  eachAccess(assignment.rhs, take);
  return found;
}

bool hasComputedIndices(const Expr& expr) {
  const std::vector<Access> all = accesses(expr);
  return std::any_of(all.begin(), all.end(), [](const Access& access) { return !access.computed.empty(); });
}

bool hasComputedIndices(const Assignment& assignment) {
  return !assignment.lhs.computed.empty() || hasComputedIndices(assignment.rhs);
}

std::vector<IndexVar> variables(const Expr& expr) {
  std::vector<IndexVar> found;
  eachAccess(expr, [&](const Access& a, const Location&) {
    for (const IndexVar& var : a.indices)
      if (std::find(found.begin(), found.end(), var) == found.end()) found.push_back(var);
  });
  return found;
}

std::vector<Term> additiveTerms(const Expr& expr) {
  std::vector<Term> terms;
  addTerms(expr, false, terms);
  return terms;
}

}  // namespace stardust::notation
