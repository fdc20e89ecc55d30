#include "exec/reference.h"

#include <algorithm>

#include "exec/coordinate_oracle.h"
#include "exec/dense_oracle.h"
#include "exec/reference_problem.h"
#include "exec/reference_tables.h"

namespace stardust::exec {

Evaluated evaluateReference(const notation::Assignment& assignment, const Operands& operands, const Dimensions& dims,
                            const ReferenceOptions& options) {
  if (notation::hasComputedIndices(assignment.rhs)) {
    const Tabled plain = tabled(assignment, operands, dims);
    return evaluateReference(plain.assignment, plain.operands, dims, options);
  }
  const auto merges = [](const auto& operand) { return expanded(operand.second.format) != operand.second.format; };
  if (std::any_of(operands.begin(), operands.end(), merges)) {
    Operands all;
    for (const auto& [name, storage] : operands) all.emplace(name, expanded(storage));
    return evaluateReference(assignment, all, dims, options);
  }
  notation::Assignment told = assignment;
  told.lhs.tensor.format = expanded(told.lhs.tensor.format);
  const Problem problem = makeProblem(told, operands, dims);
  return options.method == Method::Dense ? evaluateDense(problem, options.densePoints)
                                         : evaluateCoordinates(problem, options.coordinateSteps);
}

}  // namespace stardust::exec
