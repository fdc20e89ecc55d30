// The speed of the DRAM model, and its agreement with the calibration data.
//   dram_bench [FILE.json]           simulated bursts per second of processor time
//   dram_bench --table=FILE.csv      each row of the calibration data, measured and modelled
#include <fmt/format.h>

#include <cstdio>
#include <ctime>

#include "experiments/dram_calibration.h"
#include "files/descriptions.h"
#include "machine/description.h"
#include "report.h"
#include "stardust_version.h"

namespace {

using namespace stardust;
using namespace stardust::bench;
using namespace stardust::experiments;

const std::string machines = STARDUST_SOURCE_DIR "/machines";
int speed(int argc, char** argv) {
  using Pattern = Traffic::Pattern;
  Report report("dram", Traffic{}.seed);
  for (const std::string name : {"ddr4-2133x4", "hbm2e"})
    for (const auto pattern : {Pattern::sequential, Pattern::random})
      for (const double load : {0.0, 0.3}) {
        const auto memory = machine::parseMemorySystem(machine::findDescription("memory", name, {machines}).text);
        Traffic traffic;
        traffic.pattern = pattern;
        traffic.streams = 4;
        traffic.outstanding = name == "hbm2e" ? 1024 : 64;
        traffic.offeredLoad = load;
        traffic.bursts = 2'000'000;
        const auto begin = std::clock();
        const auto result = runTraffic(memory, traffic);
        const double seconds = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
        report.add(
            fmt::format("{} {}{}", name, pattern == Pattern::random ? "random" : "sequential",
                        load > 0 ? " 30 % load" : ""),
            {{"gbPerSecond", result.gbPerSecond}, {"burstsPerSecond", static_cast<double>(traffic.bursts) / seconds}});
      }
  return report.finish(argc, argv);
}

int curves(const std::string& path) {
  const Json document = dramTable(header("dram_bench", "dram_bench --table=FILE.csv"), readCalibration(path), {});
  fmt::print("{}{}", dramSection(document), dramSummary(document));
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  constexpr std::string_view table = "--table=";
  const std::string argument = argc > 1 ? argv[1] : "";
  try {
    return argument.rfind(table, 0) == 0 ? curves(argument.substr(table.size())) : speed(argc, argv);
  } catch (const Error& error) {
    return fmt::print(stderr, "{}", error.what()), 1;
  }
}
