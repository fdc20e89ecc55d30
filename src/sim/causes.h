// What the cycles of a unit go to: the words for them, in every report.
#pragma once

#include "sim/recording.h"

namespace stardust::sim {

struct CauseText {
  const char* name;    ///< "bank conflict"
  const char* means;   ///< of a unit, in such a cycle: "waits for the banks of a sparse memory"
  const char* remedy;  ///< what to try where much time goes to it
};
const CauseText& causeOf(Activity activity);

}  // namespace stardust::sim
