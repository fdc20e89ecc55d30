// Results assembled in one pass: where a fiber is about to be filled, a scan counts it, and it takes that many of the
// next positions, in the order of the iterations. Nothing is read twice from DRAM, and no pass waits for another.
#pragma once

#include <optional>

#include "capstan/lower/presence.h"
#include "capstan/lower/result_arrays.h"

namespace stardust::spatial {

class Reserving {
 public:
  Reserving(Context& context, Positions& positions, Presence& presence, ResultArrays& arrays)
      : context_(context),
        positions_(positions),
        presence_(presence),
        arrays_(arrays),
        result_(context.plan.result()) {}

  /// The memories of positions, before all loops.
  void begin();
  /// Which of the compressed levels a loop fills; none, if their fibers are not reserved.
  std::optional<int> filledBy(const std::string& loop) const;
  /// The fiber that the loop is going to fill takes its positions.
  void reserve(const cin::Forall& forall, int ordinal);
  /// In an iteration of that loop: its coordinate goes out, and the fiber below it knows whose it is.
  void pass(const Domain& domain, int ordinal);

 private:
  Context& context_;
  Positions& positions_;
  Presence& presence_;
  ResultArrays& arrays_;
  const AccessPlan& result_;
};

}  // namespace stardust::spatial
