// Location of coordinates: positions that no loop provides are computed or searched, and iterated levels get cursors.
#pragma once

#include <memory>
#include <utility>

#include "loops/lower/levels/level_lowering.h"
#include "loops/lower/workspaces.h"

namespace stardust::loops {

class Locator : public Part {
 public:
  Locator(Context& context, Workspaces& workspaces) : Part(context), workspaces_(workspaces) {}

  /// Adds the positions of all levels of the statement's accesses with known coordinates and parents to the scope.
  void locate(const cin::Stmt& stmt, Scope& scope, Body& out);
  void locate(const Access& access, Scope& scope, Body& out);
  std::unique_ptr<Cursor> cursorFor(const iteration::LevelIterator& level, const Scope& scope);
  /// The range of positions below the parent; empty if the parent is absent.
  std::pair<Expr, Expr> fiber(const Access& access, int level, const Position& parent);

  OperandLevel operandLevel(const Access& access, int level);

 private:
  void locateWorkspace(const Access& access, Scope& scope, Body& out);

  Workspaces& workspaces_;
};

}  // namespace stardust::loops
