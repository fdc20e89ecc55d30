#include "sim/capstan/causes.h"

namespace stardust::sim {

const CauseText& causeOf(Activity activity) {
  static constexpr std::array<CauseText, activities> causes{{
      {"active", "fires, moves words, or walks an empty iteration",
       "more outerPar or innerPar, if units are left; where lanes are idle, a longer loop innermost"},
      {"scan", "waits for a scanner, or a builder of bit vectors, at work",
       "more outerPar, or a dense format for one of the operands that are scanned together"},
      {"load/store", "waits for an address generator that moves words between a FIFO or an SRAM and its bursts",
       "more outerPar, as each body has address generators of its own, or keep on chip what is read again (precompute)"},
      {"bank conflict", "waits for the banks of a sparse memory",
       "a loop order that reads this operand in order, or more outerPar, which gives its memory more parts"},
      {"shuffle", "waits for the network between the bodies and the parts of a sparse memory",
       "less outerPar, or a loop order that reads this operand in order"},
      {"turn", "waits for its turn among updates of one memory that are carried out in order",
       "less outerPar, or a result with fewer compressed levels"},
      {"busy unit", "waits for another unit that is at work",
       "more innerPar or outerPar for the loop that is waited for, or less work in it (reorder, precompute)"},
      {"network", "waits for a word on its way, in the pipeline of the unit that sent it or in switches and links",
       "longer inner loops, which keep the pipelines full (reorder, fuse)"},
      {"DRAM", "waits for bursts", "fewer bytes (formats), more outerPar, another memory (--memory)"},
      {"imbalance", "has ended, while copies of it are at work", "another outerPar, or rows of more equal length"},
      {"ended", "has ended, as have all its copies: other parts of the program run",
       "fewer passes (a dense result needs no counting), or more outerPar for the part that runs then"},
  }};
  return causes[static_cast<std::size_t>(activity)];
}

const char* toString(Activity activity) { return causeOf(activity).name; }

}  // namespace stardust::sim
