// Renaming of loop variables, so that a variable identifies its loop in plan and program.
#pragma once

#include <map>

#include "cin/nodes.h"

namespace stardust::placement {

struct UniqueVars {
  cin::Stmt stmt;
  std::map<notation::IndexVar, notation::IndexVar> copies;  ///< each new name with the original one: j_2, j
};

/// forall(j, S1) beside forall(j, S2) becomes forall(j, S1) beside forall(j_2, S2[j_2/j]). The same node if all
/// variables are distinct. Example: y(i) = A(i,j) * x(j) + B(i,j) * z(j) sums over j twice.
UniqueVars withUniqueVars(const cin::Stmt& stmt);

}  // namespace stardust::placement
