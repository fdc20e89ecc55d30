// The index variables of a running statement; internal to the interpreter of cin.
#pragma once

#include <map>
#include <unordered_map>
#include <utility>
#include <vector>

#include "cin/derived.h"
#include "exec/reference.h"

namespace stardust::exec {

/// The type in which the statement is computed (stardust::expressionType). An operand without data is ignored.
ValueType expressionTypeOf(const cin::Stmt& stmt, const Operands& operands, const notation::TensorVar& result);

/// The extents of all variables, from `known` and the operands that the statement reads. Throws Error (user) if
/// operands disagree, or an operand exceeds the result.
Dimensions dimensionsIn(const cin::Stmt& stmt, const Operands& operands, const notation::TensorVar& result,
                        Dimensions known);

struct Variable {
  std::int64_t value = 0;
  bool bound = false;
};

/// A variable derived from loop variables (cin/derived.h) by sums and divisions.
struct Follower {
  Variable* variable;
  const Variable* first;             ///< outer or fused variable; null: a computed index
  const Variable* second = nullptr;  ///< inner variable
  std::int64_t number;               ///< stride or divisor; of a computed index: the constant
  bool quotient = false;
  std::int64_t extent;
  std::vector<std::pair<const Variable*, std::int64_t>> terms = {};  ///< of a computed index: variables and factors

  /// Computes the value. Returns false beyond the extent: the rest of a partial tile.
  bool follow() const {
    if (!first) {
      variable->value = number;
      for (const auto& [term, factor] : terms) variable->value += factor * term->value;
    } else if (second) variable->value = first->value * number + second->value;
    else variable->value = quotient ? first->value / number : first->value % number;
    return variable->value < extent;
  }
};

class Variables {
 public:
  Variables(const std::vector<cin::Relation>& relations, Dimensions dims);

  /// The reference is stable.
  Variable& at(const notation::IndexVar& var) { return variables_.at(var); }
  /// Throws Error (user) if it is unknown.
  std::int64_t dim(const notation::IndexVar& var) const;
  /// Enters or leaves a loop, which binds its variable and those derived from it. The body starts with the followers.
  const std::vector<Follower>& enter(const cin::Forall& loop, const cin::StmtNode* node);
  void leave(const cin::Forall& loop, const std::vector<Follower>& followers);

 private:
  /// The derived variables computed at the start of a loop body, for one path of loops.
  struct Followers {
    std::vector<notation::IndexVar> path;
    std::vector<Follower> all;
  };
  const std::vector<Follower>& followersHere(const cin::StmtNode* node);
  Follower follower(const cin::Derived& derived);

  const std::vector<cin::Relation>& relations_;
  Dimensions dims_;
  std::map<notation::IndexVar, Variable> variables_;
  std::vector<notation::IndexVar> path_;                           // the enclosing loops, outermost first
  std::unordered_map<const cin::StmtNode*, Followers> followers_;  // by forall
};

}  // namespace stardust::exec
