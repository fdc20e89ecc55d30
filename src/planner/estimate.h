// The steps that a nest of loops takes: an estimate, before anything is lowered.
#pragma once

#include <optional>
#include <vector>

#include "planner/facts.h"

namespace stardust::planner {

/// An assignment with its formats, one nest of loops, and the facts of its operands.
///
/// A loop visits the coordinates that its expression stores: a fiber that is the next level of an operand, all
/// coordinates where there is none. A merge of several fibers visits the coordinates of all. Coordinates are taken to
/// be independent of each other. A step is one visited coordinate. A fiber of a sparse result that is computed out of
/// order goes through a workspace, which takes `collected` steps more for each coordinate that is put into it.
class Estimate {
 public:
  Estimate(const notation::Assignment& assignment, const Facts& facts);

  /// Infinite if the loops cannot run so: an operand would be searched, or the result needs a workspace of more than
  /// one sparse level. O(loops * operands).
  double steps(const std::vector<notation::IndexVar>& order) const;
  /// The expected number of coordinates that the result stores.
  double results() const;

 private:
  struct Operand {
    std::string printed;
    std::vector<int> vars;        ///< by level
    std::vector<bool> isStored;   ///< by level: no position without looking
    std::vector<Modes> prefixes;  ///< the modes of the levels up to each one
    const TensorFacts* facts;
  };
  struct Node {  ///< of the expression, by how it is stored
    int operand = -1;
    bool isAll = true;
    std::vector<Node> parts;
  };
  using Bound = std::uint32_t;  ///< a set of variables

  static constexpr double collected = 3;

  Node nodeOf(const notation::Expr& expr);
  Operand operandOf(const notation::Access& access, const TensorFacts* facts);
  int indexOf(const notation::IndexVar& var);
  bool isBound(const Operand& operand, std::size_t levels, Bound bound) const;
  double share(const Operand& operand, Bound bound) const;
  double share(const Node& node, Bound bound) const;
  struct Visited {
    bool isEverything;
    double steps;
  };
  Visited visited(const Node& node, int var, Bound bound, double times) const;
  bool isSearched(int var, Bound bound) const;
  std::optional<std::size_t> collectedAt(const std::vector<int>& order) const;
  double tuples(Bound bound) const;

  std::vector<notation::IndexVar> vars_;
  std::vector<double> extents_;  ///< by variable
  std::vector<Operand> operands_;
  Node whole_;
  Operand result_;
  Bound kept_ = 0;  ///< the variables of the result
};

}  // namespace stardust::planner
