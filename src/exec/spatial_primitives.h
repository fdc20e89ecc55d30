// Compiles statements without a body: the action of one firing. Internal to the interpreter.
#pragma once

#include "exec/spatial_declarations.h"

namespace stardust::spatial::run {

class Primitives {
 public:
  Primitives(Expressions& expressions, Declarations& declarations, Scopes& scopes)
      : expressions_(expressions), declarations_(declarations), scopes_(scopes) {}

  /// Appends the statement to the actions of the firing.
  void add(const StmtNode& stmt, Firing& firing, Uses& uses);

 private:
  using Site = Expressions::Site;
  Action action(const Val& n, const StmtNode& stmt, Site site);
  Action action(const Set& n, const StmtNode& stmt, Site site);
  Action action(const Write& n, const StmtNode& stmt, Site site);
  Action action(const SparseWrite& n, const StmtNode& stmt, Site site);
  Action action(const Enq& n, const StmtNode& stmt, std::vector<Give>& gives, Site site);

  Expressions& expressions_;
  Declarations& declarations_;
  Scopes& scopes_;
};

}  // namespace stardust::spatial::run
