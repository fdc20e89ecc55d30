// Names of a plan as the user wrote them: passes generate names of loops and workspaces.
#pragma once

#include "capstan/plan/plan.h"

namespace stardust::placement {

/// j for j_2: loops over the same variable have distinct names, but the user has a single one.
const notation::IndexVar& userName(const Copies& copies, const notation::IndexVar& var);
inline const notation::IndexVar& userName(const Plan& plan, const notation::IndexVar& var) {
  return userName(plan.copies, var);
}
/// "C(k,j)" for C(k,j_2); "workspace of A(i,j)" for an unnamed workspace.
std::string userName(const Plan& plan, const notation::Access& access);

}  // namespace stardust::placement
