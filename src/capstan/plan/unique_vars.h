// Every loop its own variable, so that plan and program can name a loop by it.
#pragma once

#include <map>

#include "cin/nodes.h"

namespace stardust::placement {

struct UniqueVars {
  cin::Stmt stmt;
  std::map<notation::IndexVar, notation::IndexVar> copies;  ///< each new name and the one it stands for: j_2, j
};

/// forall(j, S1) beside forall(j, S2) becomes forall(j, S1) beside forall(j_2, S2[j_2/j]); the same node if all are
/// different already. Example: y(i) = A(i,j) * x(j) + B(i,j) * z(j) sums over j twice.
UniqueVars withUniqueVars(const cin::Stmt& stmt);

}  // namespace stardust::placement
