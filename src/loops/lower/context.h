// State shared by the parts of the lowering of one statement: facts of the statement, and the generated function.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "loops/lower/arrays.h"
#include "loops/lower/chunk_plan.h"
#include "loops/lower/executions.h"
#include "loops/lower/lower.h"
#include "loops/lower/narrow.h"
#include "loops/lower/operators.h"
#include "loops/lower/scope.h"
#include "loops/lower/statement.h"

namespace stardust::loops {

using notation::AssignOp;
using notation::TensorVar;

/// One for each function. Members refer to each other, so it is not movable.
struct Context {
  Context(const cin::Stmt& stmt, const LoweringOptions& wanted)
      : facts(factsOf(stmt)),
        options(wanted),
        arrays(names, facts.tensors(), typeOf(rowOf(facts.typeOfResult()).computed)) {}
  /// For a function whose outermost loops are partitioned into chunks where the plan allows it.
  Context(const cin::Stmt& stmt, const LoweringOptions& wanted, ChunkPlan seen) : Context(stmt, wanted) {
    inChunks = true;
    plan = std::move(seen);
  }
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;

  StatementFacts facts;
  LoweringOptions options;
  Names names;
  Arrays arrays;
  Body prologue;
  std::map<IndexVar, Expr> extents;  ///< extents with a name in the prologue
  bool inChunks = false;             ///< outermost loops are partitioned into chunks
  ChunkPlan plan;                    ///< built by the lowering without chunks
  Executions executions;             ///< of the loops lowered so far
  bool chunksAreIndependent = true;  ///< the chunks of all loops are independent
};

/// A part of the lowering, with the operations common to all parts.
class Part {
 public:
  explicit Part(Context& context)
      : context_(context),
        facts_(context.facts),
        options_(context.options),
        names_(context.names),
        arrays_(context.arrays),
        prologue_(context.prologue) {}

 protected:
  Expr extent(const IndexVar& var);                      ///< a name, declared in the prologue
  Expr extent(const IndexVar& var, const Scope& scope);  ///< includes variables that iterate over positions
  /// Whether coordinates may need 64 bits.
  bool isWide() const;
  Expr dimOf(const Access& access, int level) { return extent(varOfLevel(access, level)); }
  /// The number of positions of dense levels [from, to) below one position of the level above.
  Expr denseSize(const Access& access, int from, int to);
  /// Fails in the prologue if the product of the extents exceeds maxPositions.
  void requireFits(const std::vector<IndexVar>& vars);
  /// The same for arbitrary sizes.
  void requirePositions(const std::vector<Expr>& sizes, Body& out) const;
  /// The number of positions of the level below the first `x` positions of the outermost level.
  Expr positionsBefore(const Access& access, int level, const Expr& x);
  /// The number of all positions of the level.
  Expr positionsOf(const Access& access, int level);
  /// The number of positions of the level below the first positions of the level above it.
  Expr positionsBelow(const Access& access, int level, const Expr& above);
  /// The type of arithmetic of the result: values of narrow types are widened.
  Type type() const { return typeOf(rowOf(facts_.typeOfResult()).computed); }
  /// That of real numbers: of the parts of complex ones.
  Type realType() const { return partOf(typeOf(rowOf(facts_.type).computed)); }
  /// That of the values of the result or a workspace.
  Type typeIn(const TensorVar& tensor) const {
    return isComplex(facts_.type) && tensor.workspace ? typeOf(tensor.type) : type();
  }
  /// The value as an element of the result keeps it: wrapped or rounded.
  Expr asStored(const Expr& value) const { return widened(narrowed(value, facts_.result.tensor.type), type()); }
  /// The reduction of elements. The sum of truth values is their maximum.
  AssignOp ofElements(AssignOp op) const {
    const bool isTruth = facts_.result.tensor.type == ValueType::Bool && op != AssignOp::Set;
    return isTruth ? AssignOp(operators::ofTruths(op.reduction())) : op;
  }
  bool isResult(const Access& access) const { return facts_.isResult(access); }
  /// The initial value of an element that is reduced into.
  Expr identityOf(const TensorVar& tensor) const;
  /// A counted loop, unrolled and vectorised as scheduled.
  Stmt counted(const cin::Forall& loop, const Scope& outer, const std::string& var, const Expr& begin, const Expr& end,
               Body inside);
  /// The body for arrays that are reused across iterations.
  Body& allocations(const Scope& scope) { return scope.allocations ? *scope.allocations : prologue_; }

  Context& context_;
  StatementFacts& facts_;
  const LoweringOptions& options_;
  Names& names_;
  Arrays& arrays_;
  Body& prologue_;

 private:
  Expr newExtent(const IndexVar& var);
};

}  // namespace stardust::loops
