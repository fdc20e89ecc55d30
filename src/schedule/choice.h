// The schedule `auto`: a schedule that is chosen for the operands before the statement is compiled (tune/automatic.h).
// It is written as a command, and is a variable of the environment that no statement accepts.
#pragma once

#include <vector>

#include "schedule/schedule.h"

namespace stardust::schedule {

inline constexpr const char* automatic = "auto";

/// The command `auto` among the commands; null if there is none.
const Command* automaticAmong(const std::vector<Command>& commands);

}  // namespace stardust::schedule
