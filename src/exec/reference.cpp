#include "exec/reference.h"

#include "exec/coordinate_oracle.h"
#include "exec/dense_oracle.h"
#include "exec/reference_problem.h"

namespace stardust::exec {

Evaluated evaluateReference(const notation::Assignment& assignment, const Operands& operands, const Dimensions& dims,
                            const ReferenceOptions& options) {
  const Problem problem = makeProblem(assignment, operands, dims);
  return options.method == Method::Dense ? evaluateDense(problem, options.densePoints)
                                         : evaluateCoordinates(problem, options.coordinateSteps);
}

}  // namespace stardust::exec
