#include "exec/reference.h"

#include <cmath>
#include <limits>

#include "exec/coordinate_oracle.h"
#include "exec/dense_oracle.h"
#include "exec/reference_problem.h"

namespace stardust::exec {

namespace {

struct Limits {
  double epsilon, smallest, largest;
};
template <class T>
constexpr Limits limitsOf = {std::numeric_limits<T>::epsilon(), std::numeric_limits<T>::min(),
                             std::numeric_limits<T>::max()};
const Limits& limits(ValueType type) { return type == ValueType::Float32 ? limitsOf<float> : limitsOf<double>; }

}  // namespace

double errorBound(ValueType type, double magnitude, double operations) {
  if (isInteger(type)) return 0;
  const auto& [epsilon, smallest, largest] = limits(type);
  const double roundings = operations + 1;
  return std::expm1(roundings * std::log1p(epsilon)) * magnitude + roundings * smallest;
}

double magnitudeOfProduct(ValueType type, double magnitude, double growth) {
  const auto& [epsilon, smallest, largest] = limits(type);
  if (mayOverflow(type, growth)) return std::numeric_limits<double>::quiet_NaN();
  return growth <= 1 || std::isinf(magnitude) ? magnitude : magnitude + growth * smallest / epsilon;
}

bool mayOverflow(ValueType type, double magnitude) { return !isInteger(type) && !(magnitude <= limits(type).largest); }

bool mayUnderflow(ValueType type, double magnitude) { return !isInteger(type) && magnitude < limits(type).smallest; }

Evaluated evaluateReference(const notation::Assignment& assignment, const Operands& operands, const Dimensions& dims,
                            const ReferenceOptions& options) {
  const Problem problem = makeProblem(assignment, operands, dims);
  return options.method == Method::Dense ? evaluateDense(problem, options.densePoints)
                                         : evaluateCoordinates(problem, options.coordinateSteps);
}

}  // namespace stardust::exec
