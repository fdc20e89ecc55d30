// Report parts shared by several targets, as text and as JSON.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "capstan/resources/resources.h"
#include "cin/nodes.h"
#include "driver/cpu.h"
#include "driver/host_fallback.h"
#include "driver/run.h"
#include "driver/run_timing.h"
#include "driver/stopwatch.h"
#include "schedule/schedule.h"

namespace stardust::driver {

/// The candidates of the plan, the chosen one first; empty if the formats decide.
std::string planText(const std::vector<PlanRow>& plan);

std::string cinText(const cin::Stmt& concrete, const cin::Stmt& scheduled,
                    const std::vector<schedule::Command>& commands);
std::string scheduleText(const std::vector<schedule::Command>& commands);
/// "983.1 ns", "32.475 ms"
std::string secondsText(double seconds);
/// "time  2.1 ms (median of 20 runs, the least 2 ms) on 1 thread", and why the runs are uneven. `where`: behind the
/// numbers; of one run: also what it is.
std::string timeText(const CpuTiming& timing, const std::string& where);
/// The median, the least and all of the seconds.
nlohmann::ordered_json json(const CpuTiming& timing);
/// Why compiled code was not kept; empty without a reason.
std::string notKeptText(const std::string& refusal);
std::string timesText(const std::vector<PassTime>& times);
/// The reason for a host fallback, conversions on the host, and transfers between its memory and the accelerator's.
std::string hostText(const Run& run);

/// "B  uq -> ss, 12 entries, 1,024 bytes in 0.05 ms: …": a row for each receipt.
std::string print(const std::vector<Receipt>& receipts);
/// "x  to the host  4,096 bytes: …": a row for each transfer.
std::string print(const std::vector<Transfer>& transfers);

/// --artifact, for targets with programs.
Flag artifactFlag();
/// --report, for targets that show where the time went.
Flag reportFlag();

using Json = nlohmann::ordered_json;

Json stardustVersion();

/// A number; "inf", "-inf" or "nan" for values that JSON cannot represent.
Json number(double value);
Json json(const std::vector<PlanRow>& plan);
Json json(const capstan::Units& units);
/// The measurements of one simulation: the fields at the top of the report of one memory system.
Json json(const Timing& timing);
Json json(const std::vector<Receipt>& receipts);
Json json(const std::vector<Transfer>& transfers);

}  // namespace stardust::driver
