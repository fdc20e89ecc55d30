// Unions of rows that are dense enough are scattered into a row of values with a flag each, and packed, instead of
// merged.
#pragma once

#include <vector>

#include "loops/lower/merge.h"
#include "loops/lower/packing.h"
#include "loops/lower/walker.h"

namespace stardust::loops {

/// The terms of a sum of sparse rows, A(i,j) = B(i,j) + C(i,j) * x(j), each with one of the leaders. Empty if it is
/// anything else.
std::vector<notation::Expr> scatteredTerms(const Merge& merge, const StatementFacts& facts);

class ScatteredRows : public Part {
 public:
  ScatteredRows(Context& context, Walker& walker, Result& result, Workspaces& workspaces)
      : Part(context), packing_(context, result, workspaces), walker_(walker), workspaces_(workspaces) {}

  Stmt scatteredOrMerged(const Merge& merge, const std::vector<notation::Expr>& terms, const Scope& scope, Body merged);

 private:
  Packing packing_;
  Walker& walker_;
  Workspaces& workspaces_;
};

}  // namespace stardust::loops
