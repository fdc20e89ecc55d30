// Symmetric matrices of which one triangle is stored, as the CPU reads them.
#pragma once

#include "driver/problem.h"

namespace stardust::driver {

/// The problem on the stored triangles, without a copy: y(i) = A(i,j) * x(j) becomes
///   y(i) = A(i,j) * x(j) + select(i != j, A(j,i) * x(j), 0)
/// in which A has the lower triangle only. Each of the two sums follows the rows of A. Unchanged if a term has A in
/// another place than a factor, twice, or without a sum; if the result is sparse, its type does not
/// hold the indices that are compared, or values are complex; and if a schedule names loops.
Problem onTriangles(Problem problem);

}  // namespace stardust::driver
