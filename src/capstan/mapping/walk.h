// The state of the walk over a program: units so far, names in scope, and the enclosing loops.
#pragma once

#include <deque>
#include <unordered_map>
#include <vector>

#include "capstan/mapping/leaf.h"
#include "capstan/mapping/names.h"
#include "capstan/mapping/unit_graph.h"

namespace stardust::capstan {

struct Walk {
  Walk(const spatial::Program& program, const Machine& machine) : units(program, machine), names(units.program()) {}

  UnitGraph units;
  Names names;
  std::vector<Frame> frames;                                    ///< enclosing loops, outermost first
  std::vector<Id> stages;                                       ///< stage number in each enclosing body
  std::deque<Leaf> leaves;                                      ///< a deque, for stable addresses
  std::unordered_map<const spatial::ExprNode*, Leaf*> hoisted;  ///< loop bounds that need more than arithmetic

  Id depth() const { return static_cast<Id>(frames.size()); }
  Leaf& newLeaf(Origin origin) { return leaves.emplace_back(*this, std::move(origin), frames); }
  /// Adds a context that is not part of a leaf of primitives.
  ContextBuilder& newUnit(Leaf& leaf, Role role);
};

// Statements. Each function adds units. Throws Error: user for wrong names and types, unsupported for statements that
// the mapper cannot lay out.

/// Returns the number of stages.
Id mapBody(Walk& walk, const spatial::Body& statements);
/// Maps a run of primitives outside of leaf loops.
void mapPrimitives(Walk& walk, const std::vector<const spatial::Stmt*>& run);
/// Maps one primitive of a leaf.
void mapPrimitive(Walk& walk, Leaf& leaf, const spatial::StmtNode& stmt);
/// Maps a Foreach or Reduce.
void mapLoop(Walk& walk, const spatial::StmtNode& stmt);
/// Maps a load or store, of a memory or FIFO.
void mapTransfer(Walk& walk, const spatial::StmtNode& stmt);
void mapBitVector(Walk& walk, const spatial::StmtNode& stmt, const spatial::GenBitVector& n);
void mapMerge(Walk& walk, const spatial::StmtNode& stmt, const spatial::Merge& n);

/// A leaf in front of the loop computes bounds that read memories or FIFOs.
void hoist(Walk& walk, const std::vector<spatial::Expr>& bounds, const Origin& origin);

}  // namespace stardust::capstan
