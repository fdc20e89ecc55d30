// The reports of a search: text, JSON, and the winner as a kernel file.
#pragma once

#include <string>
#include <utility>

#include "tune/tuner.h"

namespace stardust::tune {

/// The rank correlation of the predicted cycles with those of the first round of simulations, and their number.
std::pair<double, std::size_t> correlationOf(const Tuned& tuned);
/// The `top` fastest schedules, those that were kept, and how far the best one is from the bytes that must move.
/// `isShort`: the search was ended early by the user, not by its budget.
std::string text(const Tuned& tuned, std::size_t top, bool isShort);
/// All trials, and the Pareto front of cycles and units. `version`: of the program.
std::string json(const Tuned& tuned, const std::string& version);
/// The lines of a kernel file without its schedule, with that of the winner.
std::string withSchedule(const std::string& kernelText, const Tuned& tuned);

}  // namespace stardust::tune
