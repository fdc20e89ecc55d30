// Which coordinates of an expression are stored, and the number of terms of a statement.
#pragma once

#include <optional>
#include <string>

#include "capstan/lower/domains.h"

namespace stardust::spatial {

/// A condition on stored coordinates; empty: always true.
using Condition = std::optional<Expr>;

/// The terms of a statement: whether one exists, and the number of a loop's iterations that have one.
struct Terms {
  bool always = false;  ///< a term always exists
  Expr stored;          ///< otherwise a Bit: whether one exists
  Expr count;           ///< of a loop, an Int
};

/// Whether the statement is a loop nest without variables of the left-hand side: it reduces to one value.
bool isReduction(const placement::Plan& plan, const cin::Stmt& stmt);

class Presence {
 public:
  Presence(Context& context, Positions& positions, Workspaces& workspaces, Domains& domains)
      : context_(context), positions_(positions), workspaces_(workspaces), domains_(domains) {}

  /// The condition that an expression is stored. `asksAll`: that all its operands are.
  Condition present(const notation::Expr& expr, bool asksAll);
  Condition present(const Access& access);
  /// The condition that a statement has a term.
  Condition found(const cin::Stmt& stmt);
  /// The same as a named value of the innermost body, recorded under the key. `var` is the variable of its loop.
  Expr storedIn(const cin::Stmt& body, const notation::IndexVar& var, const known::Key& key);
  /// The number of iterations of a loop that have a term.
  Terms termsOfLoop(const cin::Forall& forall, const std::string& note);

  /// Records the producer of a scalar workspace, whose terms are counted on demand.
  void define(const cin::Stmt& producer);
  /// Emits only the flags of the coordinates that a producer fills.
  void flag(const cin::Stmt& producer);
  /// Flags the coordinates that `stmt` stores in open workspaces.
  void flagStored(const cin::Stmt& stmt);

 private:
  Condition presentWithin(const notation::Expr& expr, bool asksAll);
  Condition hasTerm(const notation::TensorVar& scalar);
  Terms terms(const cin::Stmt& stmt);
  std::string termsNote(const cin::Forall& forall) const;
  void flagLoop(const cin::Forall& forall);
  void flagProduced(const cin::Stmt& producer);
  void flagWorkspace(const Access& target, const cin::Stmt& producer);

  Context& context_;
  Positions& positions_;
  Workspaces& workspaces_;
  Domains& domains_;
};

}  // namespace stardust::spatial
