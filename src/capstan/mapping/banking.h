// Whether the lanes of a vector meet in a bank of an SRAM.
#pragma once

#include "capstan/mapping/graph.h"

namespace stardust::capstan {

/// Whether the compiler can bank the memory so that the lanes never meet: the index is a sum of what all lanes have in
/// common and multiples of the innermost iterator. Else it is known only when the program runs. Linear in the
/// operations.
bool isBankedApart(const Context& context, Register index);

}  // namespace stardust::capstan
