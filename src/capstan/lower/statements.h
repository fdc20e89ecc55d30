// The walk over the planned statement that emits its computation.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "capstan/lower/counting.h"
#include "capstan/lower/expressions.h"
#include "capstan/lower/reserving.h"

namespace stardust::spatial {

/// The parts of lowering, in dependence order: each uses those above it. They refer to each other, so they must not
/// move.
struct Answers {
  explicit Answers(Context& context)
      : positions(context),
        workspaces(context, positions),
        domains(context, positions, workspaces),
        presence(context, positions, workspaces, domains),
        transfers(context, positions),
        expressions(context, workspaces, presence, transfers),
        arrays(context, positions),
        reserving(context, positions, presence, arrays),
        counting(context, positions, domains, presence, arrays) {}
  Answers(const Answers&) = delete;
  Answers& operator=(const Answers&) = delete;

  Positions positions;
  Workspaces workspaces;
  Domains domains;
  Presence presence;
  Transfers transfers;
  Expressions expressions;
  ResultArrays arrays;
  Reserving reserving;
  Counting counting;
};

class Statements {
 public:
  Statements(Context& context, Answers& answers) : context_(context), answers_(answers) {}

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
  Answers& answers_;
  std::ptrdiff_t scalarWrites_ = 0;  ///< assignments to a scalar result so far
};

}  // namespace stardust::spatial
