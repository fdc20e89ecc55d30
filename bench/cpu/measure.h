// One task, computed by our kernel and by every library that supports it, side by side.
#pragma once

#include <nlohmann/json.hpp>

#include "tasks.h"

namespace stardust::bench {

/// The bandwidth, in bytes per second, at which `threads` threads repeatedly read an array of this size: the best of
/// several sweeps, as in STREAM.
double readBandwidth(double bytes, int threads);

/// Reads this many bytes once, divided among the threads.
Work reading(double bytes, int threads);

/// A row of the results: the seconds of each contender (median, minimum, quartiles), whether all agree with ours, and
/// the time to read the bytes that must move, interleaved with the contenders, because the bandwidth depends on the
/// previous contents of the caches. In each round each contender runs twice and the second time counts, so that all
/// find the caches as they left them. `seconds` for all rounds, but at least 9 rounds.
nlohmann::json measure(const Task& task, int threads, const std::vector<Peer>& peers, double seconds);

}  // namespace stardust::bench
