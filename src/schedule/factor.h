// Shared code of map and accelerate.
#pragma once

#include "schedule/schedule.h"

namespace stardust::schedule {

/// Throws Error (user) for a negative number of lanes. `lanes`: lanes of the target; 0: not known yet.
void requireFactor(const Factor& factor, const Location& where, int lanes = 0);

/// Throws Error (user) for an unknown function, or a statement that the function does not compute.
void requireMappable(const Stmt& stmt, const MapTo& command, const Location& where);
/// The value of a factor. Throws Error (user) for an environment variable that is unknown or unset.
int resolveFactor(const Stmt& stmt, const Factor& factor, const Location& where);
[[noreturn]] void failNoStatement(const Stmt& stmt, const Stmt& wanted, const Location& where);

}  // namespace stardust::schedule
