// What the cycles of a unit of Capstan go to: the table of activities, with the words for them in every report.
#pragma once

#include <array>

#include "sim/engine/activity.h"
#include "sim/engine/cycle.h"

namespace stardust::sim {

/// Rows of the table; `causeOf` says what each means.
namespace activity {
inline constexpr Activity active{0}, scan{1}, loadStore{2}, bankConflict{3}, shuffle{4}, turn{5}, busyUnit{6},
    network{7}, dram{8}, imbalance{9}, ended{10};
}
inline constexpr std::size_t activities = 11;
inline constexpr Activities capstanActivities{activities, activity::active, activity::network, activity::imbalance,
                                              activity::ended};
using CyclesBy = std::array<Cycle, activities>;

struct CauseText {
  const char* name;    ///< "bank conflict"
  const char* means;   ///< of a unit, in such a cycle: "waits for the banks of a sparse memory"
  const char* remedy;  ///< what to try where much time goes to it
};
const CauseText& causeOf(Activity activity);
const char* toString(Activity activity);  ///< "active", "load/store", "bank conflict"

}  // namespace stardust::sim
