// The parts of the report that every way of compiling has.
#pragma once

#include <string>
#include <vector>

#include "cin/nodes.h"
#include "driver/run.h"
#include "driver/stopwatch.h"
#include "schedule/schedule.h"

namespace stardust::driver {

std::string cinText(const cin::Stmt& concrete, const cin::Stmt& scheduled,
                    const std::vector<schedule::Command>& commands);
std::string scheduleText(const std::vector<schedule::Command>& commands);
std::string timesText(const std::vector<PassTime>& times);
/// Why the statement ran on the host, what was converted there, and what crossed between its memory and the
/// accelerator's.
std::string hostText(const Run& run);

}  // namespace stardust::driver
