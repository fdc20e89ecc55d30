// Merges of ascending sequences.
#pragma once

#include "sim/capstan/multi_cycle_unit.h"
#include "spatial/merger.h"

namespace stardust::sim {

/// Takes a vector of each input per cycle while it holds less than one. It emits a vector per cycle, provided that each
/// input holds a vector, or all the elements that it has left.
class MergeUnit final : public MultiCycleUnit {
 public:
  MergeUnit(Chip& chip, capstan::Id context, const Arguments& arguments, Cycle latency);

 protected:
  void begin() override;
  bool work(Engine& engine, Cycle now) override;

 private:
  bool take(Engine& engine, std::size_t way, Cycle now);
  bool give(Engine& engine, Cycle now);
  template <class Lacks>
  void waitForWays(Engine& engine, const Lacks& lacks);

  spatial::Merger merger_;
};

}  // namespace stardust::sim
