// Machines by name: which descriptions the program carries, and what they say.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "capstan/machine/machine.h"
#include "driver/settings.h"
#include "machine/memory.h"
#include "machine/processor.h"

namespace stardust::driver {

/// A machine with its memory, and the descriptions they came from.
struct Hardware {
  machine::Description machineFile, memoryFile;
  capstan::Machine machine;
  machine::MemorySystem memory;
};

/// Names of the built-in descriptions of a kind ("machine", "memory" or "processor"), sorted: those of machines/ when
/// the program was built.
std::vector<std::string> builtInNames(const std::string& kind);

/// The TOML file that a name of a machine, memory system ("hbm2e@200") or processor stands for; none if it is built in
/// or is not there.
std::optional<std::string> descriptionFile(const std::string& kind, const std::string& name);

/// Each a built-in name ("capstan", "hbm2e") or the path of a TOML file; after a memory there may be another peak
/// bandwidth in GB/s: "hbm2e@200". With the parameters as they are set. Throws Error (user).
Hardware loadHardware(const std::string& machine, const std::string& memory, const Settings& settings = {});
capstan::Machine loadMachine(const std::string& machine, const Settings& settings = {});
/// Without a name the processor that the loops were tuned for.
machine::Processor loadProcessor(const std::optional<std::string>& processor, const Settings& settings = {});

}  // namespace stardust::driver
