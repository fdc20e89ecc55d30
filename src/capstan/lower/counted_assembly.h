// Assembly of counted results. For each compressed level, one pass counts its coordinates, and a prefix sum of the
// counts yields the positions. A final pass fills coordinates and values in order. The scheme is the same for every
// parallelization.
#pragma once

#include "capstan/lower/presence.h"
#include "capstan/lower/result_arrays.h"

namespace stardust::spatial {

class CountedAssembly {
 public:
  CountedAssembly(Context& context, Positions& positions, Domains& domains, Presence& presence, ResultArrays& arrays)
      : context_(context),
        positions_(positions),
        domains_(domains),
        presence_(presence),
        arrays_(arrays),
        result_(context.plan.result()) {}

  /// Emits the passes of all levels.
  void run(const cin::Stmt& stmt);

 private:
  void pass(const cin::Stmt& stmt, int ordinal);
  void loop(const cin::Forall& forall, int ordinal);
  void record(const Expr& count, int ordinal);
  void recordOutermost(const Expr& count);
  void sum(int ordinal);
  std::string countsOf(int ordinal, const std::string& note);
  void endPass();

  Context& context_;
  Positions& positions_;
  Domains& domains_;
  Presence& presence_;
  ResultArrays& arrays_;
  const AccessPlan& result_;
};

}  // namespace stardust::spatial
