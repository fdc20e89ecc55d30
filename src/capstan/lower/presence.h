// Which coordinates of an expression are stored, and how many terms a statement has.
#pragma once

#include <optional>
#include <string>

#include "capstan/lower/domains.h"

namespace stardust::spatial {

/// A condition on stored coordinates; empty: it holds for certain.
using Condition = std::optional<Expr>;

/// Which terms there are: whether there is one, and how many iterations of a loop have one.
struct Terms {
  bool always = false;  ///< one for certain
  Expr stored;          ///< else a Bit: whether there is one
  Expr count;           ///< of a loop, an Int
};

/// A nest of loops none of which is over a variable of the left-hand side: it reduces to one value.
bool isReduction(const placement::Plan& plan, const cin::Stmt& stmt);

class Presence {
 public:
  Presence(Context& context, Positions& positions, Workspaces& workspaces, Domains& domains)
      : context_(context), positions_(positions), workspaces_(workspaces), domains_(domains) {}

  /// Where an expression is stored. `asksAll`: where all of its operands are.
  Condition present(const notation::Expr& expr, bool asksAll);
  Condition present(const Access& access);
  /// Where a statement has a term.
  Condition found(const cin::Stmt& stmt);
  /// The same as a value of the innermost body, which knows it under the key: `var` is the variable of its loop.
  Expr storedIn(const cin::Stmt& body, const notation::IndexVar& var, const known::Key& key);
  /// How many iterations of a loop have a term.
  Terms termsOfLoop(const cin::Forall& forall, const std::string& note);

  /// Notes what fills a scalar workspace, whose terms are counted where they are asked for.
  void define(const cin::Stmt& producer);
  /// Fills only the flags of what a producer fills.
  void flag(const cin::Stmt& producer);
  /// Flags what `stmt` stores of workspaces that have begun.
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
