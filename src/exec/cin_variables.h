// The index variables of a running statement; internal to the interpreter of cin.
#pragma once

#include <map>
#include <unordered_map>
#include <vector>

#include "cin/derived.h"
#include "exec/reference.h"

namespace stardust::exec {

/// The extents of all variables, from `known` and the operands that the statement reads. Throws Error (user): operands
/// disagree, or one holds what the result cannot.
Dimensions dimensionsIn(const cin::Stmt& stmt, const Operands& operands, const notation::TensorVar& result,
                        Dimensions known);

struct Variable {
  std::int64_t value = 0;
  bool bound = false;
};

/// A variable that follows from those of the loops (cin/derived.h), as sums and divisions of their values.
struct Follower {
  Variable* variable;
  const Variable* first;             ///< outer, or fused
  const Variable* second = nullptr;  ///< inner
  std::int64_t number;               ///< the stride, or the divisor
  bool quotient = false;
  std::int64_t extent;

  /// False beyond the extent: the rest of a partial tile.
  bool follow() const {
    if (second) variable->value = first->value * number + second->value;
    else variable->value = quotient ? first->value / number : first->value % number;
    return variable->value < extent;
  }
};

class Variables {
 public:
  Variables(const std::vector<cin::Relation>& relations, Dimensions dims);

  /// Stays where it is.
  Variable& at(const notation::IndexVar& var) { return variables_.at(var); }
  /// Throws Error (user) if it is not known.
  std::int64_t dim(const notation::IndexVar& var) const;
  /// Into a loop, and out of it: its variable, and those that follow from it, are bound. The body starts with the
  /// followers.
  const std::vector<Follower>& enter(const cin::Forall& loop, const cin::StmtNode* node);
  void leave(const cin::Forall& loop, const std::vector<Follower>& followers);

 private:
  /// What the body of a loop starts with, on one path of loops.
  struct Followers {
    std::vector<notation::IndexVar> path;
    std::vector<Follower> all;
  };
  const std::vector<Follower>& followersHere(const cin::StmtNode* node);
  Follower follower(const cin::Derived& derived);

  const std::vector<cin::Relation>& relations_;
  Dimensions dims_;
  std::map<notation::IndexVar, Variable> variables_;
  std::vector<notation::IndexVar> path_;                           // the loops around, outermost first
  std::unordered_map<const cin::StmtNode*, Followers> followers_;  // of a forall
};

}  // namespace stardust::exec
