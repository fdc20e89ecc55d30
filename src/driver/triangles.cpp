#include "driver/triangles.h"

#include <algorithm>

#include "driver/generated.h"
#include "driver/planned.h"
#include "levels/index_array.h"
#include "notation/accumulate.h"

namespace stardust::driver {
namespace {

using notation::Access;
using notation::Expr;

bool isSymmetric(const Access& access) { return access.tensor.format.isSymmetric(); }

// Whether the term is 0 where the access is, and otherwise in proportion to it.
bool isFactor(const Expr& term, const Access& access) {
  const auto* call = std::get_if<notation::Call>(&term->kind);
  if (!call) {
    const auto* own = std::get_if<Access>(&term->kind);
    return own && notation::equal(*own, access);
  }
  if (call->op == operators::negate || call->op == operators::divide) return isFactor(call->operands.front(), access);
  return call->op == operators::multiply &&
         (isFactor(call->operands[0], access) || isFactor(call->operands[1], access));
}

std::vector<Access> symmetricIn(const Expr& expr) {
  std::vector<Access> found = notation::accesses(expr);
  std::erase_if(found, [](const Access& access) { return !isSymmetric(access); });
  return found;
}

// The access of the symmetric matrix in a term; null: the term has none, or cannot be split.
std::optional<Access> splitBy(const Expr& term, const Access& result) {
  const std::vector<Access> found = symmetricIn(term);
  if (found.size() != 1 || found[0].indices[0] == found[0].indices[1]) return std::nullopt;
  if (!isFactor(term, found[0]) || notation::reductionVariables(term, result).empty()) return std::nullopt;
  return found[0];
}

Expr onTriangle(const Expr& expr, bool isMirrored) {
  return notation::rewrite(expr, [&](const Expr& e) {
    const auto* access = std::get_if<Access>(&e->kind);
    if (!access || !isSymmetric(*access)) return Expr();
    Access stored = *access;
    stored.tensor.format = expanded(stored.tensor.format);
    if (isMirrored) std::swap(stored.indices[0], stored.indices[1]);
    return notation::access(std::move(stored), e->where);
  });
}

Expr indexOf(const Access& access, std::size_t mode) {
  Expr value = notation::indexValue(access.indices[mode], access.indices[mode]);
  Access of = std::get<Access>(value->kind);
  if (mode < access.tensor.dims.size()) of.tensor.dims = {access.tensor.dims[mode]};
  return notation::access(std::move(of));
}

Expr inBothTriangles(const Expr& term, const Access& access) {
  const Expr isOff = notation::call(operators::infix("!="), {indexOf(access, 0), indexOf(access, 1)});
  const Expr mirrored = notation::call(operators::function("select"),
                                       {isOff, onTriangle(term, true), notation::literal(std::int64_t{0})});
  return notation::binary(operators::add, onTriangle(term, false), mirrored);
}

// Whether i != j may be compared in this type. Unknown extents: those that coordinates of 32 bits have.
bool holdsIndices(ValueType type, const std::vector<std::int64_t>& dims) {
  const std::int64_t most = dims.empty() ? mostNarrow : dims[0];
  return most <= std::int64_t{1} << std::min(rowOf(type).digits, 62);
}

}  // namespace

Problem onTriangles(Problem problem) {
  notation::Assignment& assignment = problem.assignment;
  const std::vector<Access> symmetric = symmetricIn(assignment.rhs);
  if (symmetric.empty() || !leavesChoice(problem.commands)) return problem;
  if (assignment.op != notation::AssignOp::Set || !assignment.lhs.tensor.format.isDense()) return problem;
  const auto isComplexTensor = [](const Access& access) { return isComplex(access.tensor.type); };
  const std::vector<Access> read = notation::accesses(assignment.rhs);
  if (isComplexTensor(assignment.lhs) || std::any_of(read.begin(), read.end(), isComplexTensor)) return problem;
  if (!std::all_of(symmetric.begin(), symmetric.end(),
                   [&](const Access& access) { return holdsIndices(assignment.lhs.tensor.type, access.tensor.dims); }))
    return problem;
  const std::vector<notation::Term> terms = notation::additiveTerms(assignment.rhs);
  const auto canBeSplit = [&](const notation::Term& term) {
    return symmetricIn(term.expr).empty() || splitBy(term.expr, assignment.lhs);
  };
  if (!std::all_of(terms.begin(), terms.end(), canBeSplit)) return problem;
  const Expr split = notation::rewrite(assignment.rhs, [&](const Expr& e) {
    const bool isTerm =
        std::any_of(terms.begin(), terms.end(), [&](const notation::Term& term) { return term.expr.same(e); });
    const auto access = isTerm ? splitBy(e, assignment.lhs) : std::nullopt;
    return access ? inBothTriangles(e, *access) : Expr();
  });
  assignment.rhs = notation::withIndexValuesOf(assignment.lhs.tensor.type, split);
  for (const Access& access : symmetric)
    if (const auto operand = problem.operands.find(access.tensor.name); operand != problem.operands.end())
      operand->second.format = expanded(access.tensor.format);
  if (!problem.operands.empty()) addIndexValues(assignment, problem.operands);
  return problem;
}

}  // namespace stardust::driver
