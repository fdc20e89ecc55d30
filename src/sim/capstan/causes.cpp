#include "sim/capstan/causes.h"

namespace stardust::sim {

const CauseText& causeOf(Activity activity) {
  static constexpr std::array<CauseText, activities> causes{{
      {"active", "fires, moves words, or processes an empty iteration",
       "more outerPar or innerPar, if units are left; a longer innermost loop, if lanes are idle"},
      {"scan", "waits for an active scanner or bit-vector builder",
       "more outerPar, or a dense format for one of the scanned operands"},
      {"load/store", "waits for an address generator that moves words between a FIFO or an SRAM and its bursts",
       "more outerPar, because each body has its own address generators; or keep reused data on chip (precompute)"},
      {"bank conflict", "waits for the banks of a sparse memory",
       "a loop order that reads this operand in order, or more outerPar, which adds partitions to its memory"},
      {"shuffle", "waits for the network between the bodies and the partitions of a sparse memory",
       "less outerPar, or a loop order that reads this operand in order"},
      {"turn", "waits for its turn among ordered updates of one memory",
       "less outerPar, or a result with fewer compressed levels"},
      {"busy unit", "waits for another active unit",
       "more innerPar or outerPar for the loop of that unit, or less work in it (reorder, precompute)"},
      {"network", "waits for a word in flight: in the pipeline of its producer, or in switches and links",
       "longer inner loops, which keep the pipelines full (reorder, fuse)"},
      {"DRAM", "waits for bursts", "fewer bytes (formats), more outerPar, another memory (--memory)"},
      {"imbalance", "has ended, while copies of it are active", "another outerPar, or rows of more equal length"},
      {"ended", "has ended, as have all its copies; other parts of the program run",
       "fewer passes (a dense result needs no counting), or more outerPar for the part that runs then"},
  }};
  return causes[static_cast<std::size_t>(activity)];
}

const char* toString(Activity activity) { return causeOf(activity).name; }

}  // namespace stardust::sim
