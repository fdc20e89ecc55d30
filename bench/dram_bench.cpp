// How fast the DRAM model is, and how near it comes to the calibration data.
//   dram_bench [FILE.json]           simulated bursts for each second of processor time
//   dram_bench --curves=FILE.csv     JSON: each row of the calibration data, measured and modelled
//   dram_bench --table=FILE.csv      the same as the table of docs/internals/dram.md
#include <fmt/format.h>

#include <cmath>
#include <cstdio>
#include <ctime>

#include "dram_calibration.h"
#include "report.h"
#include "stardust_version.h"

namespace {

using namespace stardust;
using namespace stardust::bench;

const std::string machines = STARDUST_SOURCE_DIR "/machines";
constexpr std::int64_t curveBursts = 400000;

std::string header() {
  std::string memories;
  for (const std::string name : {"ddr4-2133x4", "hbm2e"})
    memories += fmt::format("{}\"{}\": \"{}\"", memories.empty() ? "" : ", ", name,
                            capstan::findDescription("memory", name, {machines}).hash);
  return fmt::format("\"schema\": 1, \"git\": \"{}\", \"seed\": {}, \"memories\": {{{}}}", STARDUST_GIT_ID,
                     Traffic{}.seed, memories);
}

int speed(int argc, char** argv) {
  using Pattern = Traffic::Pattern;
  Report report("dram", Traffic{}.seed);
  for (const std::string name : {"ddr4-2133x4", "hbm2e"})
    for (const auto pattern : {Pattern::sequential, Pattern::random})
      for (const double load : {0.0, 0.3}) {
        const auto memory = capstan::parseMemorySystem(capstan::findDescription("memory", name, {machines}).text);
        Traffic traffic;
        traffic.pattern = pattern;
        traffic.streams = 4;
        traffic.outstanding = name == "hbm2e" ? 1024 : 64;
        traffic.offeredLoad = load;
        traffic.bursts = 2'000'000;
        const auto begin = std::clock();
        const auto result = runTraffic(memory, traffic);
        const double seconds = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
        report.add(fmt::format("{} {}{}", name, pattern == Pattern::random ? "random" : "sequential", load > 0 ? " 30 % load" : ""),
                   {{"gbPerSecond", result.gbPerSecond}, {"burstsPerSecond", static_cast<double>(traffic.bursts) / seconds}});
      }
  return report.finish(argc, argv);
}

TrafficResult model(const CalibrationRow& row) {
  auto traffic = row.traffic;
  traffic.bursts = traffic.streams * traffic.outstanding == 1 ? curveBursts / 10 : curveBursts;
  return runTraffic(memoryOf(row, machines), traffic);
}

void curves(const std::vector<CalibrationRow>& rows) {
  std::string out;
  for (const auto& row : rows) {
    const auto m = model(row);
    out += fmt::format(
        "{}\n  {{\"config\": \"{}\", \"pattern\": \"{}\", \"streams\": {}, \"outstanding\": {}, \"writePercent\": {}, "
        "\"offeredLoad\": {}, \"measured\": {{\"gbPerSecond\": {}, \"readNs\": {}}}, \"model\": {{\"gbPerSecond\": "
        "{:.1f}, "
        "\"readNs\": {:.1f}}}}}",
        out.empty() ? "" : ",", row.config, row.pattern, row.traffic.streams, row.traffic.outstanding,
        row.traffic.writePercent, row.traffic.offeredLoad, row.gbPerSecond, row.readNs, m.gbPerSecond, m.readNs);
  }
  fmt::print("{{{}, \"curves\": [{}\n]}}\n", header(), out);
}

void table(const std::vector<CalibrationRow>& rows) {
  fmt::print(
      "| memory | traffic | streams × outstanding | writes % | offered load % | GB/s measured | model | | read ns "
      "measured | model | |\n");
  fmt::print("|---|---|---|---|---|---|---|---|---|---|---|\n");
  const auto off = [](double value, double measured) { return fmt::format("{:+.0f} %", (value / measured - 1) * 100); };
  for (const auto& row : rows) {
    const auto m = model(row);
    const bool compareReads = row.readNs > 0;
    fmt::print("| {} | {} | {} × {} | {} | {} | {:.1f} | {:.1f} | {} | {} | {} | {} |\n",
               row.config == "ddr4p" ? "DDR4" : "HBM2E", row.pattern, row.traffic.streams, row.traffic.outstanding,
               row.traffic.writePercent,
               row.traffic.offeredLoad > 0 ? fmt::format("{:.0f}", row.traffic.offeredLoad * 100) : "–",
               row.gbPerSecond, m.gbPerSecond, off(m.gbPerSecond, row.gbPerSecond),
               compareReads    ? fmt::format("{:.0f}", row.readNs)
               : row.starved() ? "starved"
                               : "–",
               m.readNs > 0 ? fmt::format("{:.0f}", m.readNs) : "–", compareReads ? off(m.readNs, row.readNs) : "");
  }
}

}  // namespace

int main(int argc, char** argv) {
  const std::string argument = argc > 1 ? argv[1] : "";
  if (argument.rfind("--", 0) != 0) return speed(argc, argv);
  const auto path = argument.substr(std::min(argument.size(), argument.find('=') + 1));
  const auto rows = readCalibration(path);
  if (rows.empty()) return fmt::print(stderr, "no calibration data in \"{}\"\n", path), 1;
  argument.rfind("--table", 0) == 0 ? table(rows) : curves(rows);
}
