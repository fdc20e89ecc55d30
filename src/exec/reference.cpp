#include "exec/reference.h"

#include <cmath>
#include <limits>

#include "exec/coordinate_oracle.h"
#include "exec/dense_oracle.h"
#include "exec/reference_problem.h"

namespace stardust::exec {

double errorBound(ValueType type, double magnitude, double operations) {
  if (isInteger(type)) return 0;
  const bool narrow = type == ValueType::Float32;
  const double epsilon =
      narrow ? double{std::numeric_limits<float>::epsilon()} : std::numeric_limits<double>::epsilon();
  const double smallest = narrow ? double{std::numeric_limits<float>::min()} : std::numeric_limits<double>::min();
  const double roundings = operations + 1;
  return std::expm1(roundings * std::log1p(epsilon)) * magnitude + roundings * smallest;
}

Evaluated evaluateReference(const notation::Assignment& assignment, const Operands& operands, const Dimensions& dims,
                            const ReferenceOptions& options) {
  const Problem problem = makeProblem(assignment, operands, dims);
  return options.method == Method::Dense ? evaluateDense(problem, options.densePoints)
                                         : evaluateCoordinates(problem, options.coordinateSteps);
}

}  // namespace stardust::exec
