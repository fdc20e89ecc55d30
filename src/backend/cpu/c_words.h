// What the parts of a function are called in C.
#pragma once

#include <cstddef>
#include <string>

#include "loops/nodes.h"

namespace stardust::cpu {

/// STARDUST_OUT_OF_MEMORY
std::string statusWord(loops::Status status);
/// Where an array of a tensor is in the structures of stardust_kernel.h: levels[1].pos
std::string memberOf(const loops::Role& role);
/// A comment that nothing in the text ends; its text is cut behind so many columns.
std::string comment(const std::string& text, std::size_t columns);
/// A comment has room for so many columns of text at least, however deep in loops it is.
inline constexpr std::size_t leastComment = 40;

}  // namespace stardust::cpu
