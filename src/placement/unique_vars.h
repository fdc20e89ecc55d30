// Every loop its own variable, so that plan and program can name a loop by it.
#pragma once

#include <map>

#include "cin/nodes.h"

namespace stardust::placement {

/// forall(j, S1) beside forall(j, S2) becomes forall(j, S1) beside forall(j_2, S2[j_2/j]); the same node if all are
/// different already. Example: y(i) = A(i,j) * x(j) + B(i,j) * z(j) sums over j twice.
struct UniqueVars {
  cin::Stmt stmt;
  std::map<notation::IndexVar, notation::IndexVar> written;  ///< new names, and what the statement had
};
UniqueVars withUniqueVars(const cin::Stmt& stmt);

}  // namespace stardust::placement
