// What the parts of a function are called in C.
#pragma once

#include <string>

#include "loops/nodes.h"

namespace stardust::cpu {

/// STARDUST_OUT_OF_MEMORY
std::string statusWord(loops::Status status);
/// Where an array of a tensor is in the structures of stardust_kernel.h: levels[1].pos
std::string memberOf(const loops::Role& role);
/// A comment that nothing in the text ends.
std::string comment(const std::string& text);

}  // namespace stardust::cpu
