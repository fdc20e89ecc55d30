// What map and accelerate share.
#pragma once

#include "schedule/schedule.h"

namespace stardust::schedule {

/// Throws Error (user) at a negative number of lanes. `lanes`: of the target; 0: it is not known yet.
void requireFactor(const Factor& factor, const Location& where, int lanes = 0);

/// Throws Error (user) if the function is unknown or does not compute statements of this form.
void requireMappable(const Stmt& stmt, const MapTo& command, const Location& where);
/// The number behind a factor. Throws Error (user) if it names a variable that is unknown or not set.
int resolveFactor(const Stmt& stmt, const Factor& factor, const Location& where);
[[noreturn]] void failNoStatement(const Stmt& stmt, const Stmt& wanted, const Location& where);

}  // namespace stardust::schedule
