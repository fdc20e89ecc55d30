// Reductions inside of random expressions.
#pragma once

#include <random>
#include <string>
#include <vector>

#include "driver/generated.h"
#include "kernels.h"
#include "notation/inner_reductions.h"

namespace stardust::tests {

/// All parts of an expression.
inline void addParts(const notation::Expr& expr, std::vector<notation::Expr>& parts) {
  parts.push_back(expr);
  if (const auto* call = std::get_if<notation::Call>(&expr->kind))
    for (const notation::Expr& operand : call->operands) addParts(operand, parts);
}

/// The case with a part of its expression reduced over some of its variables; the same if the types do not allow it.
inline Case withReducedPart(Case c, std::mt19937_64 random) {
  std::vector<notation::Expr> parts;
  addParts(c.assignment.rhs, parts);
  const notation::Expr part = parts[random() % parts.size()];
  std::vector<notation::IndexVar> reduced;
  for (const notation::IndexVar& var : notation::variables(part))
    if (random() % 2) reduced.push_back(var);
  if (reduced.empty()) return c;
  static const char* names[] = {"sum", "sum", "sum", "max", "min", "prod", "any", "all"};
  const notation::Op op = operators::reductionInside(names[random() % 8]);
  const bool isSum = op == operators::add && notation::additiveTerms(part).size() > 1;
  const notation::Expr term =
      isSum ? notation::binary(operators::multiply, notation::literal(std::int64_t{1}), part) : part;
  bool isDone = false;
  notation::Assignment other = c.assignment;
  other.rhs = notation::rewrite(c.assignment.rhs, [&](const notation::Expr& e) {
    if (isDone || !e.same(part)) return notation::Expr();
    isDone = true;
    return notation::reducedOperand({op, reduced, term}, e->where);
  });
  other.rhs = notation::withIndexValuesOf(other.lhs.tensor.type, other.rhs);
  other = notation::withDistinctVariables(std::move(other));
  try {
    notation::verify(other);
    notation::requireValueType(other);
  } catch (const Error&) {
    return c;
  }
  c.assignment = std::move(other);
  driver::addIndexValues(c.assignment, c.operands);
  return c;
}

}  // namespace stardust::tests
