// Bank conflicts between the lanes of a vector at an SRAM.
#pragma once

#include "capstan/mapping/graph.h"

namespace stardust::capstan {

/// Whether the compiler can bank the memory without conflicts: the index is a uniform value plus multiples of the
/// innermost iterator. Otherwise conflicts are known only at run time. Linear in the operations.
bool isConflictFree(const Context& context, Register index);

}  // namespace stardust::capstan
