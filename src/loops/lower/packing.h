// Rows of the result that are collected where their coordinates say, and then packed: what a workspace holds is
// appended in one statement.
#pragma once

#include <vector>

#include "loops/lower/chunks.h"
#include "loops/lower/result.h"
#include "loops/lower/workspaces.h"

namespace stardust::loops {

/// Whether what the statement reads is one sparse workspace, of those that it makes, and becomes a row of the result:
/// where(forall(j, A(i,j) = w(j)), …), and A's last level is compressed.
bool isPacked(const cin::Where& s, const std::vector<Access>& made, const StatementFacts& facts);

class Packing : public Part {
 public:
  Packing(Context& context, Result& result, Workspaces& workspaces)
      : Part(context), result_(result), workspaces_(workspaces) {}

  /// The condition that so much is put into the workspace that it needs no list. Null: the workspace is not packed, or
  /// the amount is not known before.
  Expr storesMuch(const cin::Where& s, const std::vector<Access>& made, const Scope& scope) const;
  /// What the workspace holds becomes a row of the result: all flags are looked at, or what is listed is sorted.
  void packRow(const cin::Forall& loop, const Access& workspace, const Scope& scope, Body& out);
  /// The same by its flags, at a level of the result.
  Stmt packFrom(const Workspace& w, int level);

 private:
  Body sortedRow(const cin::Forall& loop, const Access& workspace, int level);

  Result& result_;
  Workspaces& workspaces_;
};

}  // namespace stardust::loops
