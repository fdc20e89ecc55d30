// Grouping of scattered stores by array.
#pragma once

#include "loops/nodes.h"
#include "machine/processor.h"

namespace stardust::loops {

/// Unrolls loops that scatter into several arrays (processor.unrolled.stores) and groups the stores by array. A store
/// buffer can merge two consecutive stores to one cache line, but not stores to alternating lines.
///     for p from begin until end { let j = i64(crd[p])   row[j] = values[p]   stored[j] = true }   becomes
///     while four are left {
///       let j = …   let j_2 = …   row[j] = …   row[j_2] = …   stored[j] = true   stored[j_2] = true … }
///     for the tail { the same }
/// 640,000 entries into rows of 800, each with its flag: 0.76 → 0.43 ms.
Function withGroupedStores(const Function& function, const machine::Processor& processor);

}  // namespace stardust::loops
