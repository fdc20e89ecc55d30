// What the parts of the lowering of one statement share: its facts, and the function that they write.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "loops/lower/arrays.h"
#include "loops/lower/lower.h"
#include "loops/lower/operators.h"
#include "loops/lower/statement.h"

namespace stardust::loops {

using notation::Access;
using notation::AssignOp;
using notation::IndexVar;
using notation::TensorVar;

/// One for each function. Its members refer to each other: it stays where it is made.
struct Context {
  Context(const cin::Stmt& stmt, const LoweringOptions& wanted)
      : facts(factsOf(stmt)), options(wanted), arrays(names, facts.tensors()) {}
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;

  StatementFacts facts;
  LoweringOptions options;
  Names names;
  Arrays arrays;
  Body prologue;
  std::map<IndexVar, Expr> extents;  ///< those that the prologue has names for
};

/// A part of the lowering, and what all parts use.
class Part {
 public:
  explicit Part(Context& context)
      : facts_(context.facts),
        options_(context.options),
        names_(context.names),
        arrays_(context.arrays),
        prologue_(context.prologue),
        extents_(context.extents) {}

 protected:
  Expr extent(const IndexVar& var);  ///< a name, made in the prologue
  Expr dimOf(const Access& access, int level) { return extent(varOfLevel(access, level)); }
  /// Fails where there are more elements than coordinates can be: the product of their extents; in the prologue.
  void requireFits(const std::vector<IndexVar>& vars);
  /// How many positions of the level are below the first `x` ones of the outermost level.
  Expr positionsBefore(const Access& access, int level, const Expr& x);
  /// How many positions of the level are below the first ones of the level above it.
  Expr positionsBelow(const Access& access, int level, const Expr& above);
  Type type() const { return typeOf(facts_.result.tensor.type); }
  bool isResult(const Access& access) const { return access.tensor.name == facts_.result.tensor.name; }
  /// What an element holds that nothing was reduced into.
  Expr identityOf(const TensorVar& tensor) const;

  StatementFacts& facts_;
  const LoweringOptions& options_;
  Names& names_;
  Arrays& arrays_;
  Body& prologue_;

 private:
  Expr newExtent(const IndexVar& var);

  std::map<IndexVar, Expr>& extents_;
};

}  // namespace stardust::loops
