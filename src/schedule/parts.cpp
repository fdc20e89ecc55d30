#include "schedule/parts.h"

#include <algorithm>
#include <optional>

namespace stardust::schedule {
namespace {

using notation::Binary;
using notation::BinaryOp;
using notation::Expr;

// Factors, signed terms, or operands of one associative and commutative operator.
struct Operand {
  Expr expr;
  bool negative = false;
  std::string text;  // canonical, with the sign
};

bool isChain(BinaryOp op) {
  return op == BinaryOp::Add || op == BinaryOp::Mul || op == BinaryOp::Min || op == BinaryOp::Max;
}

// The operator of an expression that is a chain; a difference is a sum.
std::optional<BinaryOp> chainOf(const Expr& expr) {
  const auto* b = std::get_if<Binary>(&expr->kind);
  if (!b) return std::nullopt;
  if (b->op == BinaryOp::Sub) return BinaryOp::Add;
  return isChain(b->op) ? std::optional(b->op) : std::nullopt;
}

void addOperands(const Expr& expr, BinaryOp op, bool negative, std::vector<Operand>& all) {
  const auto* b = std::get_if<Binary>(&expr->kind);
  if (b && chainOf(expr) == op) {
    addOperands(b->left, op, negative, all);
    addOperands(b->right, op, negative != (b->op == BinaryOp::Sub), all);
    return;
  }
  const auto* n = std::get_if<notation::Negate>(&expr->kind);
  if (n && op == BinaryOp::Add) return addOperands(n->operand, op, !negative, all);
  all.push_back({expr, negative, (negative ? "-" : "+") + canonical(expr)});
}

std::vector<Operand> operandsOf(const Expr& expr, BinaryOp op) {
  std::vector<Operand> all;
  addOperands(expr, op, false, all);
  return all;
}

Expr chain(const std::vector<Operand>& operands, BinaryOp op, const Location& where) {
  Expr result;
  for (const Operand& operand : operands) {
    if (!operand.expr) continue;
    if (!result) result = operand.negative ? notation::negate(operand.expr, where) : operand.expr;
    else result = notation::binary(operand.negative ? BinaryOp::Sub : op, result, operand.expr, where);
  }
  return result;
}

std::string flipped(const std::string& text) { return (text[0] == '-' ? "+" : "-") + text.substr(1); }

// Takes the operands of `want` out of `have`, once; the first of their places gets the replacement.
bool takeOut(std::vector<Operand>& have, const std::vector<Operand>& want, bool flip, const Expr& replacement) {
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

// Null if some operand of `part` is missing.
Expr replaceOperands(const Expr& expr, const Expr& part, const Expr& replacement) {
  const auto op = chainOf(expr);
  if (!op || chainOf(part) == std::nullopt || chainOf(part) != op) return Expr();
  std::vector<Operand> have = operandsOf(expr, *op);
  const std::vector<Operand> want = operandsOf(part, *op);
  bool found = false;
  while (takeOut(have, want, false, replacement)) found = true;
  while (*op == BinaryOp::Add && takeOut(have, want, true, replacement)) found = true;
  return found ? chain(have, *op, expr->where) : Expr();
}

}  // namespace

std::string canonical(const Expr& expr) {
  const auto op = chainOf(expr);
  if (op) {
    std::vector<Operand> operands = operandsOf(expr, *op);
    std::sort(operands.begin(), operands.end(), [](const Operand& a, const Operand& b) { return a.text < b.text; });
    static const char* const names[] = {"sum", "", "product", "", "min", "max"};
    std::string text = std::string(names[static_cast<int>(*op)]) + "(";
    for (const Operand& operand : operands) text += operand.text + ",";
    return text + ")";
  }
  return match(
      expr->kind, [&](const notation::Access&) { return notation::print(expr); },
      [&](const notation::Literal&) { return notation::print(expr); },
      [](const notation::Negate& n) { return "neg(" + canonical(n.operand) + ")"; },
      [](const Binary& b) { return "ratio(" + canonical(b.left) + "," + canonical(b.right) + ")"; });
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
  // A factor among the factors of the whole, whatever its sign.
  const Expr* whole = &expr;
  while (const auto* n = std::get_if<notation::Negate>(&(*whole)->kind)) whole = &n->operand;
  if (canonical(*whole) == wanted) done.isFactor = true;
  if (chainOf(*whole) == BinaryOp::Mul) {
    std::vector<Operand> have = operandsOf(*whole, BinaryOp::Mul);
    done.isFactor = takeOut(have, operandsOf(part, BinaryOp::Mul), false, replacement);
  }
  return done;
}

std::vector<Expr> subExpressions(const Expr& expr) {
  std::vector<Expr> all = {expr};
  const auto add = [&](const Expr& e) {
    for (const Expr& part : subExpressions(e)) all.push_back(part);
  };
  match(
      expr->kind, [](const notation::Access&) {}, [](const notation::Literal&) {},
      [&](const notation::Negate& n) { add(n.operand); },
      [&](const Binary& b) {
        add(b.left);
        add(b.right);
      });
  std::stable_sort(all.begin(), all.end(),
                   [](const Expr& a, const Expr& b) { return notation::print(a).size() > notation::print(b).size(); });
  return all;
}

}  // namespace stardust::schedule
