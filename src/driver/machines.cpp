#include "driver/machines.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <optional>

#include "built_in_machines.h"
#include "files/descriptions.h"
#include "machine/bandwidth.h"
#include "support/sha256.h"

namespace stardust::driver {
namespace {

machine::Description find(const std::string& kind, const std::string& nameOrPath) {
  for (const BuiltIn& entry : builtIns) {
    if (kind != entry.kind || nameOrPath != entry.name) continue;
    const std::string path = fmt::format("machines/{}{}.toml", machine::folderOf(kind), entry.name);
    return {entry.name, path, makeSource(path, entry.text), sha256(entry.text)};
  }
  std::error_code ignored;
  if (std::filesystem::is_regular_file(nameOrPath, ignored)) return machine::findDescription(kind, nameOrPath, {});
  const auto names = builtInNames(kind);
  auto similar = nearest(nameOrPath, names);
  const auto longer = std::find_if(names.begin(), names.end(), [&](const std::string& name) {
    return !nameOrPath.empty() && name.compare(0, nameOrPath.size(), nameOrPath) == 0;
  });
  if (!similar && longer != names.end()) similar = *longer;
  failUser(fmt::format("there is no {} {}",
                       kind == "memory" ? "memory system"
                       : kind == "sam"  ? "machine for stream graphs"
                                        : kind,
                       nameOrPath),
           {}, fmt::format("there are {}, and any TOML file by its path", fmt::join(names, ", ")),
           similar ? fmt::format("did you mean {}?", *similar) : "");
}

// "hbm2e@200" → "hbm2e", 200. An existing file of that name takes precedence.
struct MemoryName {
  std::string memory;
  std::optional<double> gbPerSecond;
};

MemoryName memoryName(const std::string& said) {
  std::error_code ignored;
  const auto at = said.rfind('@');
  if (at == std::string::npos || std::filesystem::is_regular_file(said, ignored)) return {said, std::nullopt};
  double gbPerSecond = 0;
  const char* const end = said.data() + said.size();
  const auto read = std::from_chars(said.data() + at + 1, end, gbPerSecond);
  if (read.ec != std::errc() || read.ptr != end)
    failUser(fmt::format("'{}' is no bandwidth", said.substr(at + 1)), {}, {},
             "the @ is followed by a bandwidth in GB/s: hbm2e@200");
  return {said.substr(0, at), gbPerSecond};
}

constexpr const char* tunedFor = "xeon-avx512";  // default of Processor without a description

}  // namespace

std::vector<std::string> builtInNames(const std::string& kind) {
  std::vector<std::string> names;
  for (const BuiltIn& entry : builtIns)
    if (kind == entry.kind) names.emplace_back(entry.name);
  std::sort(names.begin(), names.end());
  return names;
}

std::optional<std::string> descriptionFile(const std::string& kind, const std::string& name) {
  const std::string file = kind == "memory" ? memoryName(name).memory : name;
  const auto names = builtInNames(kind);
  std::error_code ignored;
  const bool isFile =
      std::find(names.begin(), names.end(), file) == names.end() && std::filesystem::is_regular_file(file, ignored);
  return isFile ? std::optional(file) : std::nullopt;
}

capstan::Machine loadMachine(const std::string& machine, const Settings& settings) {
  return capstan::parseMachine(withSettings(find("machine", machine), "machine", settings).text);
}

machine::Processor loadProcessor(const std::optional<std::string>& processor, const Settings& settings) {
  if (!processor && !setsAny(settings, "processor")) return {};
  const machine::Description found = find("processor", processor.value_or(tunedFor));
  return machine::parseProcessor(withSettings(found, "processor", settings).text);
}

SamHardware loadSamMachine(const std::string& machine, const Settings& settings) {
  SamHardware hardware;
  hardware.file = withSettings(find("sam", machine), "sam", settings);
  hardware.machine = sam::parseMachine(hardware.file.text);
  return hardware;
}

Hardware loadHardware(const std::string& machine, const std::string& memory, const Settings& settings) {
  Hardware hardware;
  hardware.machineFile = withSettings(find("machine", machine), "machine", settings);
  hardware.machine = capstan::parseMachine(hardware.machineFile.text);
  const MemoryName said = memoryName(memory);
  hardware.memoryFile = withSettings(find("memory", said.memory), "memory", settings);
  hardware.memory = machine::parseMemorySystem(hardware.memoryFile.text);
  if (!said.gbPerSecond) return hardware;
  hardware.memory = machine::withBandwidth(hardware.memory, *said.gbPerSecond);
  hardware.memoryFile.name = memory;
  return hardware;
}

}  // namespace stardust::driver
