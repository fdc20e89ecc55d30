// Names of a plan as the user wrote them: passes make up names of loops and of workspaces.
#pragma once

#include "capstan/plan/plan.h"

namespace stardust::placement {

/// j of j_2: loops over the same variable have names of their own, and the user has one for all of them.
const notation::IndexVar& written(const Copies& copies, const notation::IndexVar& var);
inline const notation::IndexVar& written(const Plan& plan, const notation::IndexVar& var) {
  return written(plan.copies, var);
}
/// "C(k,j)" of C(k,j_2); "workspace of A(i,j)" of one that the user did not name.
std::string written(const Plan& plan, const notation::Access& access);

}  // namespace stardust::placement
