#include "schedule/subexpressions.h"

#include <algorithm>

namespace stardust::schedule {
namespace {

using notation::Call;
using notation::callOf;
using notation::Expr;
using notation::Op;

// An operand of a chain: a factor, a signed term, or an operand of another associative and commutative operator.
struct Operand {
  Expr expr;
  bool negative = false;
  std::string text;  // canonical text, including the sign
};

// The operator of a chain; a difference counts as a sum. Null: not a chain.
Op chainOf(const Expr& expr) {
  const auto* c = std::get_if<Call>(&expr->kind);
  if (!c || c->op->arity != 2) return nullptr;
  if (c->op == operators::subtract) return operators::add;
  return c->op->associates && c->op->commutes ? c->op : nullptr;
}

void addOperands(const Expr& expr, Op op, bool negative, std::vector<Operand>& all) {
  if (chainOf(expr) == op) {
    const auto& c = std::get<Call>(expr->kind);
    addOperands(c.operands[0], op, negative, all);
    addOperands(c.operands[1], op, negative != (c.op == operators::subtract), all);
    return;
  }
  const Call* n = callOf(expr, operators::negate);
  if (n && op == operators::add) return addOperands(n->operands[0], op, !negative, all);
  all.push_back({expr, negative, (negative ? "-" : "+") + canonical(expr)});
}

std::vector<Operand> operandsOf(const Expr& expr, Op op) {
  std::vector<Operand> all;
  addOperands(expr, op, false, all);
  return all;
}

Expr chain(const std::vector<Operand>& operands, Op op, const Location& where) {
  Expr result;
  for (const Operand& operand : operands) {
    if (!operand.expr) continue;
    if (!result) result = operand.negative ? notation::negate(operand.expr, where) : operand.expr;
    else result = notation::binary(operand.negative ? operators::subtract : op, result, operand.expr, where);
  }
  return result;
}

std::string flipped(const std::string& text) { return (text[0] == '-' ? "+" : "-") + text.substr(1); }

// Removes the operands of `want` from `have`, with multiplicity. The replacement takes the place of the first.
bool removeOperands(std::vector<Operand>& have, const std::vector<Operand>& want, bool flip, const Expr& replacement) {
  std::vector<Operand> left = have;
  std::size_t place = have.size();
  for (const Operand& operand : want) {
    const std::string text = flip ? flipped(operand.text) : operand.text;
    const auto at = std::find_if(left.begin(), left.end(), [&](const Operand& o) { return o.expr && o.text == text; });
    if (at == left.end()) return false;
    place = std::min(place, static_cast<std::size_t>(at - left.begin()));
    at->expr = Expr();
  }
  left[place] = {replacement, flip, (flip ? "-" : "+") + canonical(replacement)};
  have = std::move(left);
  return true;
}

// Null if an operand of `part` is missing.
Expr replaceOperands(const Expr& expr, const Expr& part, const Expr& replacement) {
  const Op op = chainOf(expr);
  if (!op || chainOf(part) != op) return Expr();
  std::vector<Operand> have = operandsOf(expr, op);
  const std::vector<Operand> want = operandsOf(part, op);
  bool found = false;
  while (removeOperands(have, want, false, replacement)) found = true;
  while (op == operators::add && removeOperands(have, want, true, replacement)) found = true;
  return found ? chain(have, op, expr->where) : Expr();
}

}  // namespace

std::string canonical(const Expr& expr) {
  if (const Op op = chainOf(expr)) {
    std::vector<Operand> operands = operandsOf(expr, op);
    std::sort(operands.begin(), operands.end(), [](const Operand& a, const Operand& b) { return a.text < b.text; });
    std::string text = std::string(op->name) + "(";
    for (const Operand& operand : operands) text += operand.text + ",";
    return text + ")";
  }
  return match(
      expr->kind, [&](const notation::Access&) { return notation::print(expr); },
      [&](const notation::Literal&) { return notation::print(expr); },
      [](const Call& c) {
        std::string text = std::string(c.op->name) + "(";
        for (const Expr& operand : c.operands) text += canonical(operand) + ",";
        return text + ")";
      });
}

Replaced replaceParts(const Expr& expr, const Expr& part, const Expr& replacement) {
  const std::string wanted = canonical(part);
  if (canonical(expr) == wanted) return {replacement, true};
  bool found = false;
  const Expr result = notation::rewrite(expr, [&](const Expr& e) {
    Expr replaced = canonical(e) == wanted ? replacement : replaceOperands(e, part, replacement);
    found = found || replaced;
    return replaced;
  });
  if (!found) return {};
  Replaced done{result, false};
  // A factor of the whole expression, regardless of its sign.
  const Expr* whole = &expr;
  while (const Call* n = callOf(*whole, operators::negate)) whole = &n->operands[0];
  if (canonical(*whole) == wanted) done.isFactor = true;
  if (chainOf(*whole) == operators::multiply) {
    std::vector<Operand> have = operandsOf(*whole, operators::multiply);
    done.isFactor = removeOperands(have, operandsOf(part, operators::multiply), false, replacement);
  }
  return done;
}

std::vector<Expr> subExpressions(const Expr& expr) {
  std::vector<Expr> all = {expr};
  if (const auto* c = std::get_if<Call>(&expr->kind))
    for (const Expr& operand : c->operands)
      for (const Expr& part : subExpressions(operand)) all.push_back(part);
  std::stable_sort(all.begin(), all.end(),
                   [](const Expr& a, const Expr& b) { return notation::print(a).size() > notation::print(b).size(); });
  return all;
}

}  // namespace stardust::schedule
