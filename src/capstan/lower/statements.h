// The walk over the planned statement that emits its computation.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "capstan/lower/counted_assembly.h"
#include "capstan/lower/expressions.h"
#include "capstan/lower/reserved_assembly.h"

namespace stardust::spatial {

/// The parts of lowering, in dependence order: each uses those above it. They refer to each other, so they must not
/// move.
struct LoweringParts {
  explicit LoweringParts(Context& context)
      : positions(context),
        workspaces(context, positions),
        domains(context, positions, workspaces),
        presence(context, positions, workspaces, domains),
        transfers(context, positions),
        expressions(context, workspaces, presence, transfers),
        arrays(context, positions),
        reserving(context, positions, presence, arrays),
        counting(context, positions, domains, presence, arrays) {}
  LoweringParts(const LoweringParts&) = delete;
  LoweringParts& operator=(const LoweringParts&) = delete;

  Positions positions;
  Workspaces workspaces;
  Domains domains;
  Presence presence;
  Transfers transfers;
  Expressions expressions;
  ResultArrays arrays;
  ReservedAssembly reserving;
  CountedAssembly counting;
};

class Statements {
 public:
  Statements(Context& context, LoweringParts& answers) : context_(context), answers_(answers) {}

  void statement(const cin::Stmt& stmt);

 private:
  void loop(const cin::Forall& forall);
  /// Emits a producer: it fills a workspace, or yields a value.
  void produce(const cin::Stmt& producer);
  void fill(const Access& target, const cin::Stmt& producer);
  /// The value of a reduction, emitted into the innermost body.
  Expr sum(const cin::Stmt& stmt);
  Expr sumOverLoop(const cin::Forall& forall);
  Expr summand(const cin::Assign& assign);
  /// Delivers the value of `stmt` to the storage of the left-hand side.
  void deliver(const cin::Assign& assign, const Expr& computed, const cin::Stmt& stmt);
  void deliverScalar(const cin::Assign& assign, const Expr& computed);
  void deliverInto(const Access& workspace, const Expr& computed, Condition stored, const cin::Stmt& stmt);
  bool isAroundBlocks(const cin::Forall& forall) const;
  void fillBlock(const cin::Forall& forall);

  Context& context_;
  LoweringParts& answers_;
  std::ptrdiff_t scalarWrites_ = 0;  ///< assignments to a scalar result so far
};

}  // namespace stardust::spatial
