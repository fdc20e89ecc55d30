// Compaction of result rows: the contents of a workspace are appended by a single statement.
#pragma once

#include <vector>

#include "loops/lower/chunks.h"
#include "loops/lower/result.h"
#include "loops/lower/workspaces.h"

namespace stardust::loops {

/// Whether the consumer copies exactly one sparse workspace, among those of this where, into a row of the result:
/// where(forall(j, A(i,j) = w(j)), …), and the last level of A is compressed.
bool isPacked(const cin::Where& s, const std::vector<Access>& made, const StatementFacts& facts);

class Packing : public Part {
 public:
  Packing(Context& context, Result& result, Workspaces& workspaces)
      : Part(context), result_(result), workspaces_(workspaces) {}

  /// The condition that the row is dense enough to need no coordinate list. Null: the workspace is not compacted, or
  /// its size cannot be estimated.
  Expr isDenselyFilled(const cin::Where& s, const std::vector<Access>& made, const Scope& scope) const;
  /// Appends the workspace as a row of the result: by a scan of the occupancy flags, or by sorting the coordinate list.
  void packRow(const cin::Forall& loop, const Access& workspace, const Scope& scope, Body& out);
  /// Appends by the occupancy flags, at a level of the result.
  Stmt packFrom(const Workspace& w, int level);

 private:
  Expr packed(const Workspace& w, const Expr& at) const;
  Stmt packedByLoop(const Workspace& w, int level);
  Body sortedRow(const cin::Forall& loop, const Access& workspace, int level);

  Result& result_;
  Workspaces& workspaces_;
};

}  // namespace stardust::loops
