// The state of the walk over a program: the units made so far, what names mean, and the loops around the statement.
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
  std::vector<Frame> frames;                                    ///< the loops around, outermost first
  std::vector<Id> stages;                                       ///< by body around: the number of the stage
  std::deque<Leaf> leaves;                                      ///< they stay where they are
  std::unordered_map<const spatial::ExprNode*, Leaf*> hoisted;  ///< bounds of loops that are more than arithmetic

  Id depth() const { return static_cast<Id>(frames.size()); }
  Leaf& newLeaf(Origin origin) { return leaves.emplace_back(*this, std::move(origin), frames); }
  /// Adds a context that is no part of a leaf of primitives.
  ContextBuilder& newUnit(Leaf& leaf, Role role);
};

// Statements. Each adds units, and throws Error (user) for names and types that are wrong, (unsupported) for what the
// mapper cannot lay out.

/// Returns the number of its stages.
Id mapBody(Walk& walk, const spatial::Body& statements);
/// A run of primitives outside of loops over primitives.
void mapPrimitives(Walk& walk, const std::vector<const spatial::Stmt*>& run);
/// One primitive of a leaf.
void mapPrimitive(Walk& walk, Leaf& leaf, const spatial::StmtNode& stmt);
/// A Foreach or Reduce.
void mapLoop(Walk& walk, const spatial::StmtNode& stmt);
/// A load or a store, of a memory or of a FIFO.
void mapTransfer(Walk& walk, const spatial::StmtNode& stmt);
void mapBitVector(Walk& walk, const spatial::StmtNode& stmt, const spatial::GenBitVector& n);
void mapMerge(Walk& walk, const spatial::StmtNode& stmt, const spatial::Merge& n);

/// Bounds that read memories or FIFOs are computed once, by a leaf in front of the loop.
void hoist(Walk& walk, const std::vector<spatial::Expr>& bounds, const Origin& origin);

}  // namespace stardust::capstan
