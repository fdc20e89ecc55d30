// Unions of dense enough rows: scattered into a row of values with occupancy flags and then compacted, instead of
// merged.
#pragma once

#include <vector>

#include "loops/lower/merge.h"
#include "loops/lower/packing.h"
#include "loops/lower/statement_lowering.h"

namespace stardust::loops {

/// The terms of a sum of sparse rows, A(i,j) = B(i,j) + C(i,j) * x(j), one for each leader. Empty for any other form.
std::vector<notation::Expr> scatteredTerms(const Merge& merge, const StatementFacts& facts);

class ScatteredRows : public Part {
 public:
  ScatteredRows(Context& context, StatementLowering& statements, Result& result, Workspaces& workspaces)
      : Part(context), packing_(context, result, workspaces), statements_(statements), workspaces_(workspaces) {}

  Stmt scatteredOrMerged(const Merge& merge, const std::vector<notation::Expr>& terms, const Scope& scope, Body merged);

 private:
  Packing packing_;
  StatementLowering& statements_;
  Workspaces& workspaces_;
};

}  // namespace stardust::loops
