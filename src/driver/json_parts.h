// The parts that the JSON reports of `run` and `exec` have in common; internal to the room.
#pragma once

#include <nlohmann/json.hpp>

#include "capstan/resources/resources.h"
#include "driver/host_fallback.h"
#include "driver/run_timing.h"

namespace stardust::driver {

using Json = nlohmann::ordered_json;

/// A number; where JSON has none, "inf", "-inf" or "nan".
Json number(double value);
Json json(const capstan::Units& units);
/// What one simulation measured: the fields that the report of one memory system has at its top.
Json json(const Timing& timing);
Json json(const std::vector<Receipt>& receipts);
Json json(const std::vector<Transfer>& transfers);
Json stardustVersion();

}  // namespace stardust::driver
