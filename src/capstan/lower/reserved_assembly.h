// Assembly of results in one pass. Before a fiber is filled, a scan counts it, and it takes that many positions, in
// iteration order. No DRAM array is read twice, and no pass waits for another.
#pragma once

#include <optional>

#include "capstan/lower/presence.h"
#include "capstan/lower/result_arrays.h"

namespace stardust::spatial {

class ReservedAssembly {
 public:
  ReservedAssembly(Context& context, Positions& positions, Presence& presence, ResultArrays& arrays)
      : context_(context),
        positions_(positions),
        presence_(presence),
        arrays_(arrays),
        result_(context.plan.result()) {}

  /// Declares the memories of positions, before all loops.
  void begin();
  /// The compressed level that a loop fills; none if its fibers are not reserved.
  std::optional<int> filledBy(const std::string& loop) const;
  /// Takes positions for the fiber that the loop is about to fill.
  void reserve(const cin::Forall& forall, int ordinal);
  /// In an iteration of that loop: emits its coordinate, and records the parent of the fiber below.
  void pass(const Domain& domain, int ordinal);

 private:
  Context& context_;
  Positions& positions_;
  Presence& presence_;
  ResultArrays& arrays_;
  const AccessPlan& result_;
};

}  // namespace stardust::spatial
