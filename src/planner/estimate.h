// The steps that a nest of loops takes: an estimate, before anything is lowered.
#pragma once

#include <optional>
#include <vector>

#include "planner/facts.h"
#include "planner/meetings.h"
#include "planner/tasks.h"

namespace stardust::planner {

/// The steps of an assignment as one nest of loops, for any order of the loops and any formats.
///
/// A loop visits the coordinates that its expression stores: a fiber of an operand, or all coordinates if no operand
/// restricts them. A merge of several fibers visits the coordinates of all. The coordinates of different operands are
/// taken to be independent, but where the degrees of several factors along a variable are known, they meet as often as
/// the sum of the products of their degrees says (meetings.h). A step is one visited coordinate. A fiber of a sparse
/// result that is computed out of order goes through a workspace, which takes `collected` steps more for each
/// different coordinate that is put into it. If lines of memory count (Abilities), a dense tensor that the innermost
/// loop reads or writes across its lines takes `strided` steps more for each iteration. This is left out of statements
/// without sparse operands, whose loops are tiled.
class Estimate {
 public:
  /// `facts` of all tensors; they must outlive the estimate.
  Estimate(const notation::Assignment& assignment, const Facts& facts, Abilities abilities = {});

  /// The different accesses of the operands, in the order of their first appearance.
  const std::vector<notation::Access>& operands() const { return accesses_; }

  /// Infinite if the loops cannot run in this order: an operand would be searched, or the result would need a workspace
  /// with more than one sparse level. `formats`: by operand. O(loops * operands).
  double steps(const std::vector<notation::IndexVar>& order, const std::vector<Format>& formats,
               const Format& result) const;
  /// The same with the formats of the assignment.
  double steps(const std::vector<notation::IndexVar>& order) const;
  /// The symbolic sets of the iterations that `steps` counts, and the positions of the outer dense levels of the
  /// result, which are all filled. Copies are left out: they read each operand once. Nothing if there are too many
  /// sets.
  std::optional<Tasks> tasks(const std::vector<notation::IndexVar>& order, const std::vector<Format>& formats) const;
  /// The expected number of coordinates that the result stores.
  double results() const;

 private:
  struct Operand {
    std::vector<int> vars;  ///< by mode
    const TensorFacts* facts;
  };
  /// The stored form of the expression: an operand, or the intersection or union of parts. No parts: everywhere.
  struct Node {
    int operand = -1;
    bool isIntersection = true;
    std::vector<Node> parts;
  };
  class Loops;

  static constexpr double collected = 3;
  static constexpr double strided = 4;

  Operand operandOf(const notation::Access& access, const Facts& facts);
  void addExtents(const Operand& operand);
  Node nodeOf(const notation::Expr& expr) const;
  void markFactors(const Node& node);
  void markMeetings();
  int indexOf(const notation::IndexVar& var);

  std::vector<notation::IndexVar> vars_;
  std::vector<double> extents_;  ///< by variable
  std::vector<notation::Access> accesses_;
  std::vector<Operand> operands_;
  Node whole_;
  Format resultFormat_;
  Abilities abilities_;
  Operand result_;
  std::vector<bool> isFactor_;                   ///< by operand: whether each stored coordinate needs it
  std::vector<std::vector<std::size_t>> meets_;  ///< by variable: the factors with degrees along it, if several
  mutable Meetings meetings_;
};

}  // namespace stardust::planner
