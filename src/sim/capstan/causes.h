// The causes to which the cycles of a Capstan unit are attributed: the table of activities, with the words that reports
// use.
#pragma once

#include <array>

#include "sim/engine/activity.h"
#include "sim/engine/cycle.h"

namespace stardust::sim {

/// Rows of the table; `causeOf` describes each.
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
  const char* means;   ///< subject is a unit in such a cycle: "waits for the banks of a sparse memory"
  const char* remedy;  ///< advice for a run that spends much time on it
};
const CauseText& causeOf(Activity activity);
const char* toString(Activity activity);  ///< "active", "load/store", "bank conflict"

}  // namespace stardust::sim
