// What a run changes of the environment and of the hardware, whatever kernel and descriptions say: --set.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "machine/description.h"
#include "schedule/schedule.h"

namespace stardust::driver {

inline constexpr int maxThreads = 1024;  ///< of the CPU, for one kernel

/// A value, and where the user said it.
template <class T>
struct Said {
  T value;
  Location where;
};

/// By name: a variable of the environment ("innerPar"), or a parameter of the machine ("machine.ag.outstandingBursts"),
/// of the memory system ("memory.timing.tCL") or of the processor ("processor.unrolled.sums").
using Settings = std::map<std::string, Said<std::string>>;

/// Throws Error (user), at `nameAt` or at the value: no such variable, or a value that it cannot have. Parameters are
/// judged when the description is at hand, and so is what depends on it.
void requireSetting(const std::string& name, const Said<std::string>& value, const Location& nameAt);
/// The same of the variables of the environment, once the lanes of the machine are known.
void requireLanes(const Settings& settings, int lanes);

/// The schedule with the variables of the environment as they are set.
std::vector<schedule::Command> withSettings(std::vector<schedule::Command> commands, const Settings& settings);

/// The description ("machine", "memory" or "processor") with the parameters as they are set. Throws Error (user): a
/// parameter that it does not have.
machine::Description withSettings(machine::Description description, const std::string& kind, const Settings& settings);

/// Whether any parameter of the kind is set.
bool setsAny(const Settings& settings, const std::string& kind);

}  // namespace stardust::driver
