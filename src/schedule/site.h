// An assignment with all that stands around it; internal to the room.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "cin/nodes.h"

namespace stardust::schedule {

struct Site {
  std::vector<cin::Stmt> trail;           ///< from the root's body to the assignment itself
  std::vector<notation::IndexVar> loops;  ///< outermost first
  std::vector<std::size_t> places;        ///< of the loops in the trail
  std::size_t nest = 0;                   ///< how many loops are not directly around the assignment

  const cin::Assign& assign() const { return std::get<cin::Assign>(trail.back()->kind); }
};

/// The assignments below a statement in order, consumers before their producers.
std::vector<Site> sitesIn(const cin::Stmt& stmt);

/// The loops of a site that the variables depend on, in loop order, as places in site.loops.
std::set<std::size_t> loopsBehind(const Site& site, const std::vector<cin::Relation>& relations,
                                  const std::vector<notation::IndexVar>& vars);

/// How many loops are outside the where whose consumer reads the tensor: 0 for what the user gave.
std::size_t readableFrom(const Site& site, const std::string& tensor);
/// How many loops are outside the where whose producer fills the tensor: it starts empty there.
std::size_t beginsAt(const Site& site, const notation::Access& tensor);

/// The part of the trail from `at` down, without the `dropped` loops (places in site.loops), and with another
/// assignment at its end.
cin::Stmt rebuilt(const Site& site, std::size_t at, const std::set<std::size_t>& dropped, const cin::Stmt& assign);

}  // namespace stardust::schedule
