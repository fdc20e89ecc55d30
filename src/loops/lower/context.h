// What the parts of the lowering of one statement share: its facts, and the function that they write.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "loops/lower/arrays.h"
#include "loops/lower/chunk_plan.h"
#include "loops/lower/executions.h"
#include "loops/lower/lower.h"
#include "loops/lower/operators.h"
#include "loops/lower/scope.h"
#include "loops/lower/statement.h"

namespace stardust::loops {

using notation::AssignOp;
using notation::TensorVar;

/// One for each function. Its members refer to each other: it stays where it is made.
struct Context {
  Context(const cin::Stmt& stmt, const LoweringOptions& wanted)
      : facts(factsOf(stmt)), options(wanted), arrays(names, facts.tensors()) {}
  /// Of a function with its outermost loops in chunks, where the plan allows it.
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
  std::map<IndexVar, Expr> extents;  ///< those that the prologue has names for
  bool inChunks = false;             ///< outermost loops are cut into chunks
  ChunkPlan plan;                    ///< made while the statement is lowered without chunks
  Executions executions;             ///< of the loops that were lowered
  bool chunksAreIndependent = true;  ///< the chunks of all loops share nothing
};

/// A part of the lowering, and what all parts use.
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
  Expr extent(const IndexVar& var);                      ///< a name, made in the prologue
  Expr extent(const IndexVar& var, const Scope& scope);  ///< also of variables that count positions
  Expr dimOf(const Access& access, int level) { return extent(varOfLevel(access, level)); }
  /// How many positions the levels from `from` until `to` have below one of the level above, if they are dense.
  Expr denseSize(const Access& access, int from, int to);
  /// Fails, in the prologue, where the product of the extents is no number of positions.
  void requireFits(const std::vector<IndexVar>& vars);
  /// The same of any sizes.
  void requirePositions(const std::vector<Expr>& sizes, Body& out) const;
  /// How many positions of the level are below the first `x` ones of the outermost level.
  Expr positionsBefore(const Access& access, int level, const Expr& x);
  /// How many positions of the level are below the first ones of the level above it.
  Expr positionsBelow(const Access& access, int level, const Expr& above);
  Type type() const { return typeOf(facts_.result.tensor.type); }
  bool isResult(const Access& access) const { return facts_.isResult(access); }
  /// What an element holds that nothing was reduced into.
  Expr identityOf(const TensorVar& tensor) const;
  /// A loop that counts, as the schedule wants it.
  Stmt counted(const cin::Forall& loop, const Scope& outer, const std::string& var, const Expr& begin, const Expr& end,
               Body inside);
  /// Where arrays are made that are used again and again.
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
