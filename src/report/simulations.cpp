#include "report/simulations.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "schedule/schedule.h"

namespace stardust::report {
namespace {

using Settings = std::vector<std::pair<std::string, std::string>>;

void addHardware(Settings& settings, const driver::Hardware& hardware) {
  const auto describe = [](const machine::Description& file) {
    return fmt::format("{} ({})", file.name, file.hash.substr(0, 12));
  };
  settings.emplace_back("machine", describe(hardware.machineFile));
  settings.emplace_back("clock", fmt::format("{} GHz", hardware.machine.clockGhz));
  settings.emplace_back("memory", describe(hardware.memoryFile));
  const double peak = hardware.memory.peakGbPerSecond();
  settings.emplace_back("peak bandwidth", peak > 0 ? fmt::format("{:.1f} GB/s", peak) : "unlimited");
}

Settings settingsOf(const driver::Run& run, const driver::AcceleratorProduct& made, const driver::Timing& timing) {
  Settings settings;
  settings.emplace_back("expression", run.expression());
  for (const auto& summary : run.tensors) {
    const auto& tensor = summary.tensor;
    const auto extents = tensor.dims.empty() ? "scalar" : fmt::format("{}", fmt::join(tensor.dims, " × "));
    settings.emplace_back(tensor.name, fmt::format("{}, {}, {}, {} stored", toString(tensor.format),
                                                   toString(tensor.type), extents, summary.stored));
  }
  settings.emplace_back("schedule", schedule::print(made.compiled.commands));
  settings.emplace_back("seed", std::to_string(run.seed));
  addHardware(settings, timing.hardware);
  return settings;
}

}  // namespace

namespace {

// `name`: distinguishes the run from others; empty: it is the only one.
void add(std::vector<Simulation>& simulations, const driver::Run& run, const std::string& name) {
  const auto* made = driver::acceleratorIn(run);
  if (!made) return;
  for (const auto& timing : made->timings) {
    std::string label = name;
    if (made->timings.size() > 1) label += (label.empty() ? "" : ", ") + timing->hardware.memoryFile.name;
    simulations.push_back({label, run.name, run.expression(), &made->compiled.mapping, &made->compiled.resources,
                           timing.get(), settingsOf(run, *made, *timing), timing->checked.verified()});
  }
}

}  // namespace

std::vector<Simulation> simulationsOf(const std::vector<driver::Run>& runs) {
  std::vector<Simulation> simulations;
  for (const auto& run : runs) add(simulations, run, runs.size() > 1 ? run.name : "");
  return simulations;
}

std::vector<Simulation> simulationsOf(const driver::Run& run) {
  std::vector<Simulation> simulations;
  add(simulations, run, "");
  return simulations;
}

std::vector<Simulation> simulationsOf(const driver::ExecRun& run) {
  std::vector<Simulation> simulations;
  for (std::size_t n = 0; n < run.parts.size(); ++n) {
    const auto& part = run.parts[n];
    if (!part.timing) continue;
    Settings settings = {{"program", run.outcome.name}};
    addHardware(settings, part.timing->hardware);
    simulations.push_back({run.parts.size() > 1 ? fmt::format("Accel {}", n + 1) : "", run.outcome.name, "",
                           part.mapping.get(), &part.resources, part.timing.get(), std::move(settings),
                           run.verified()});
  }
  return simulations;
}

}  // namespace stardust::report
