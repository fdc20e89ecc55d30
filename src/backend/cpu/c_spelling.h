// C spellings of the parts of a function.
#pragma once

#include <cstddef>
#include <string>

#include "loops/nodes.h"

namespace stardust::cpu {

/// STARDUST_OUT_OF_MEMORY
std::string statusWord(loops::Status status);
/// The place of an array in the structs of stardust_kernel.h: levels[1].pos
std::string memberOf(const loops::Role& role);
/// A comment with this text, made safe and truncated to this number of columns.
std::string comment(const std::string& text, std::size_t columns);
/// The minimal number of columns of a comment, at any nesting depth.
inline constexpr std::size_t leastComment = 40;

}  // namespace stardust::cpu
