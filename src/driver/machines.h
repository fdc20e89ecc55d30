// Machines by name: the built-in descriptions and their contents.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "capstan/machine/machine.h"
#include "driver/settings.h"
#include "machine/memory.h"
#include "machine/processor.h"
#include "sam/machine.h"

namespace stardust::driver {

/// A machine with its memory, and their descriptions.
struct Hardware {
  machine::Description machineFile, memoryFile;
  capstan::Machine machine;
  machine::MemorySystem memory;
};

/// A machine for stream graphs, and its description.
struct SamHardware {
  machine::Description file;
  sam::Machine machine;
};

/// Names of the built-in descriptions of a kind ("machine", "memory", "processor" or "sam"), sorted: the contents of
/// machines/ at build time.
std::vector<std::string> builtInNames(const std::string& kind);

/// The TOML file named as a machine, memory system ("hbm2e@200") or processor; none for a built-in or missing one.
std::optional<std::string> descriptionFile(const std::string& kind, const std::string& name);

/// Each argument is a built-in name ("capstan", "hbm2e") or the path of a TOML file. A memory may be followed by
/// another peak bandwidth in GB/s: "hbm2e@200". Applies the settings. Throws Error (user).
Hardware loadHardware(const std::string& machine, const std::string& memory, const Settings& settings = {});
capstan::Machine loadMachine(const std::string& machine, const Settings& settings = {});
/// A built-in name ("sam-ideal") or the path of a TOML file. Throws Error (user).
SamHardware loadSamMachine(const std::string& machine, const Settings& settings = {});
/// Without a name: the processor for which the loops were tuned.
machine::Processor loadProcessor(const std::optional<std::string>& processor, const Settings& settings = {});

}  // namespace stardust::driver
