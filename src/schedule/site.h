// An assignment with its context; internal to the room.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "cin/nodes.h"

namespace stardust::schedule {

struct Site {
  std::vector<cin::Stmt> trail;           ///< from the body of the root to the assignment
  std::vector<notation::IndexVar> loops;  ///< outermost first
  std::vector<std::size_t> places;        ///< indices of the loops in the trail
  std::size_t nest = 0;                   ///< number of loops that do not directly enclose the assignment

  const cin::Assign& assign() const { return std::get<cin::Assign>(trail.back()->kind); }
};

/// The assignments of a statement in order, consumers before their producers.
std::vector<Site> sitesIn(const cin::Stmt& stmt);

/// The loops of a site on which the variables depend, in loop order, as indices of site.loops.
std::set<std::size_t> loopsBehind(const Site& site, const std::vector<cin::Relation>& relations,
                                  const std::vector<notation::IndexVar>& vars);

/// The number of loops outside the where whose consumer reads the tensor: 0 for an operand.
std::size_t readableFrom(const Site& site, const std::string& tensor);
/// The number of loops outside the where whose producer fills the tensor, which starts empty there.
std::size_t beginsAt(const Site& site, const notation::Access& tensor);

/// Rebuilds the trail below `at`, without the `dropped` loops (indices of site.loops), and with another assignment at
/// its end.
cin::Stmt rebuilt(const Site& site, std::size_t at, const std::set<std::size_t>& dropped, const cin::Stmt& assign);

}  // namespace stardust::schedule
