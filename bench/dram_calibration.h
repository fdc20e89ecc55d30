// The rows of the calibration data (measured with Ramulator 2.1) and the model's answer to each.
#pragma once

#include <fstream>
#include <map>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "dram_traffic.h"

namespace stardust::bench {

struct CalibrationRow {
  std::string config, pattern;
  Traffic traffic;
  double gbPerSecond = 0, readNs = 0;  ///< measured; readNs is 0 where no read was served: writers starved the readers
  bool saturated() const { return traffic.offeredLoad == 0 && traffic.streams * traffic.outstanding > 1; }
  bool starved() const { return readNs == 0 && traffic.writePercent < 100; }
};

/// The rows for the two memories that the project ships. Empty if there is no such file.
inline std::vector<CalibrationRow> readCalibration(const std::string& path) {
  std::ifstream file(path);
  std::vector<CalibrationRow> rows;
  std::string line;
  std::getline(
      file,
      line);  // config,pattern,streams,outstanding,write %,load,tCK,tx bytes,GB/s,%,peak,read ns,max read ns,clocks
  while (std::getline(file, line)) {
    std::istringstream cells(line);
    std::vector<std::string> cell;
    for (std::string text; std::getline(cells, text, ',');) cell.push_back(text);
    if (cell.size() < 12 || (cell[0] != "ddr4p" && cell[0] != "hbm2e_ro_q128_i256")) continue;
    CalibrationRow row{cell[0], cell[1], {}, std::stod(cell[8]), std::stod(cell[11])};
    using Pattern = Traffic::Pattern;
    row.traffic.pattern = cell[1] == "seq" ? Pattern::sequential : cell[1] == "mix" ? Pattern::mixed : Pattern::random;
    row.traffic.streams = std::stoi(cell[2]);
    row.traffic.outstanding = std::stoi(cell[3]);
    row.traffic.writePercent = std::stoi(cell[4]);
    row.traffic.offeredLoad = std::stod(cell[5]);
    rows.push_back(row);
  }
  return rows;
}

/// The shipped description that a row's set-up is compared with; the measurements have no PHY.
inline capstan::MemorySystem memoryOf(const CalibrationRow& row, const std::string& machines) {
  const auto name = row.config == "ddr4p" ? "ddr4-2133x4" : "hbm2e";
  auto memory = capstan::parseMemorySystem(capstan::findDescription("memory", name, {machines}).text);
  memory.fixedLatencyNs = 0;
  return memory;
}

}  // namespace stardust::bench
