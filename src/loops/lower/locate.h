// Where coordinates are stored: the positions that loops do not find are computed or searched, and levels that loops
// walk along get cursors.
#pragma once

#include <memory>
#include <utility>

#include "loops/lower/levels/level.h"
#include "loops/lower/workspaces.h"

namespace stardust::loops {

class Locator : public Part {
 public:
  Locator(Context& context, Workspaces& workspaces) : Part(context), workspaces_(workspaces) {}

  /// All levels of the accesses in the statement whose coordinates and parents are known: their positions come into the
  /// scope.
  void locate(const cin::Stmt& stmt, Scope& scope, Body& out);
  void locate(const Access& access, Scope& scope, Body& out);
  std::unique_ptr<Cursor> cursorFor(const iteration::LevelIterator& level, const Scope& scope);
  /// Begin and end of the positions below the parent; those of an absent one are empty.
  std::pair<Expr, Expr> fiber(const Access& access, int level, const Position& parent);

 private:
  void locateWorkspace(const Access& access, Scope& scope, Body& out);
  OperandLevel operandLevel(const Access& access, int level);

  Workspaces& workspaces_;
};

}  // namespace stardust::loops
