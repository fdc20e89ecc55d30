// The file of kept schedules.
#pragma once

#include <string>

#include "tune/winners.h"

namespace stardust::tune {

/// stardust/tuned.json in XDG_CACHE_HOME, or in ~/.cache; empty if neither is defined.
std::string defaultWinnersFile();

/// Those of the file; none if there is no file. Throws Error (user): it cannot be read, or is no such file.
Winners readWinners(const std::string& file);

/// Adds one to the file, which is made if it is missing. Several processes may do so at the same time: none loses what
/// another one adds, and a reader sees a whole file. Throws Error (user): as readWinners, and for a file that cannot be
/// written.
void keepWinner(const std::string& file, const Winner& winner);

}  // namespace stardust::tune
