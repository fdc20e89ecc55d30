// C of kernels, read back: what its functions say, as the loops that they were printed from.
#pragma once

#include <map>
#include <string>

#include "loops/nodes.h"

namespace stardust::cpu {

/// By a name in C what it means in the loops.
using Meanings = std::map<std::string, std::string>;

/// The function that a kernel's functions say: the parts of loops that threads share, and then the kernel itself. Reads
/// what c_text.cpp prints. Throws Error (internal) at anything else.
loops::Function readC(const std::string& functions, const Meanings& meanings);

/// Throws Error (internal) unless that is the function, but for what C does not tell apart (same_in_c.h); shows both as
/// loops, and the C.
void verifyC(const loops::Function& function, const std::string& functions, const Meanings& meanings);

}  // namespace stardust::cpu
