// Reads printed C back as loops, to verify the printer.
#pragma once

#include <map>
#include <string>

#include "loops/nodes.h"

namespace stardust::cpu {

/// Maps a name in C to its name in the loops.
using Meanings = std::map<std::string, std::string>;

/// Parses the functions of a kernel: the outlined bodies of parallel loops, followed by the kernel. Accepts the output
/// of c_text.cpp. Throws Error (internal) for any other text.
loops::Function readC(const std::string& functions, const Meanings& meanings);

/// Throws Error (internal), with both versions as loops and the C text, unless the text denotes the function, up to
/// distinctions that C does not make (same_in_c.h).
void verifyC(const loops::Function& function, const std::string& functions, const Meanings& meanings);

}  // namespace stardust::cpu
