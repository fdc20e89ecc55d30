// Overrides of the environment and the hardware by --set, independent of kernel and descriptions.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "machine/description.h"
#include "schedule/schedule.h"

namespace stardust::driver {

inline constexpr int maxThreads = 1024;  ///< on the CPU, for one kernel

/// A value, with its place in the user's text.
template <class T>
struct Said {
  T value;
  Location where;
};

/// By name: a variable of the environment ("innerPar"), or a parameter of the machine ("machine.ag.outstandingBursts"),
/// of the memory system ("memory.timing.tCL") or of the processor ("processor.unrolled.sums").
using Settings = std::map<std::string, Said<std::string>>;

/// Throws Error (user), at `nameAt` or at the value, for an unknown variable and for an illegal value. Parameters, and
/// variables that depend on them, are checked when the description is available.
void requireSetting(const std::string& name, const Said<std::string>& value, const Location& nameAt);
/// The same for the variables of the environment, once the machine's lanes are known.
void requireLanes(const Settings& settings, int lanes);

/// The schedule with the overridden variables of the environment.
std::vector<schedule::Command> withSettings(std::vector<schedule::Command> commands, const Settings& settings);

/// The description ("machine", "memory" or "processor") with the overridden parameters. Throws Error (user) for an
/// unknown parameter.
machine::Description withSettings(machine::Description description, const std::string& kind, const Settings& settings);

/// Whether any parameter of the kind is overridden.
bool setsAny(const Settings& settings, const std::string& kind);

}  // namespace stardust::driver
