// One task, computed by us and by every library that has its kernel, side by side.
#pragma once

#include <nlohmann/json.hpp>

#include "tasks.h"

namespace stardust::bench {

/// Bytes a second that `threads` threads read from an array of so many bytes, over and over: the best of several
/// sweeps, as STREAM counts.
double readBandwidth(double bytes, int threads);

/// Reads so many bytes once, each thread its part.
Work reading(double bytes, int threads);

/// A row of the results: the seconds of each contender (median, least, quartiles), whether all agree with us, and what
/// reading the bytes that must move takes, in turn with them: what memory gives depends on who had the caches before.
/// Rounds in which each contender runs twice and the second time counts, so that all find the caches as they left them;
/// `seconds` for all rounds, but 9 at the least.
nlohmann::json measure(const Task& task, int threads, const std::vector<Peer>& peers, double seconds);

}  // namespace stardust::bench
