// Stores to several arrays, some iterations at a time.
#pragma once

#include "loops/nodes.h"
#include "machine/processor.h"

namespace stardust::loops {

/// Loops that store into several arrays where coordinates say do so array by array, for some
/// iterations at a time (processor.unrolled.stores): a store buffer writes two elements
/// of a line at once, but none of two lines that take turns.
///     for p from begin until end { let j = i64(crd[p])   row[j] = values[p]   stored[j] = true }   is
///     while four are left {
///       let j = …   let j_2 = …   row[j] = …   row[j_2] = …   stored[j] = true   stored[j_2] = true … }
///     for the rest { the same }
/// 640,000 entries into rows of 800, each with its flag: 0.76 → 0.43 ms.
Function withGroupedStores(const Function& function, const machine::Processor& processor);

}  // namespace stardust::loops
