#include "experiments/dram_calibration.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <sstream>

#include "driver/machines.h"
#include "experiments/markdown.h"
#include "experiments/plot.h"
#include "files/files.h"

namespace stardust::experiments {
namespace {

constexpr int bases = 3;  // number of base sets

// Configurations in the data that match our memories. The others have other queues, for comparison.
constexpr std::pair<const char*, const char*> matching[] = {{"ddr4p", "ddr4-2133x4"}, {"hbm2e_ro_q128_i256", "hbm2e"}};

// A line: configuration, pattern, streams, outstanding, write %, load, clock ns, bytes, GB/s, % of peak, peak, read ns,
// …
class DataLine {
 public:
  DataLine(const std::string& path, std::size_t number, const std::string& text) : path_(path), number_(number) {
    std::istringstream in(text);
    for (std::string cell; std::getline(in, cell, ',');) cells_.push_back(cell);
    if (cells_.size() < 12) fail("has fewer than 12 columns");
  }
  const std::string& text(std::size_t column) const { return cells_[column]; }
  double number(std::size_t column) const {
    double value = 0;
    const std::string& cell = cells_[column];
    const auto read = std::from_chars(cell.data(), cell.data() + cell.size(), value);
    if (read.ec != std::errc() || read.ptr != cell.data() + cell.size() || !(value >= 0 && value < 1e9))
      fail(fmt::format("has no number in column {}", column + 1));
    return value;
  }
  int count(std::size_t column) const { return static_cast<int>(number(column)); }
  [[noreturn]] void fail(const std::string& what) const {
    failUser(fmt::format("{}: line {} {}", path_, number_, what));
  }

 private:
  const std::string& path_;
  std::size_t number_;
  std::vector<std::string> cells_;
};

CalibrationRow rowOf(const DataLine& line, const char* memory) {
  using Pattern = Traffic::Pattern;
  CalibrationRow row;
  row.memory = memory;
  row.pattern = line.text(1);
  row.traffic.pattern = row.pattern == "seq"   ? Pattern::sequential
                        : row.pattern == "mix" ? Pattern::mixed
                                               : Pattern::random;
  row.traffic.streams = line.count(2);
  row.traffic.outstanding = line.count(3);
  row.traffic.writePercent = line.count(4);
  row.traffic.offeredLoad = line.number(5);
  row.gbPerSecond = line.number(8);
  row.readNs = line.number(11);
  if (row.traffic.streams < 1 || row.traffic.outstanding < 1 || row.gbPerSecond <= 0)
    line.fail("has no streams or no bandwidth");
  return row;
}

double deviation(const Json& row, const char* what) {
  return row.at("model").at(what).get<double>() / row.at("measured").at(what).get<double>() - 1;
}

struct Within {
  int bandwidth = 0, ofBandwidth = 0, latency = 0, ofLatency = 0;
};

Within withinOf(const Json& rows) {
  Within within;
  for (const Json& row : rows) {
    if (row.at("model").is_null()) continue;
    ++within.ofBandwidth;
    within.bandwidth += std::abs(deviation(row, "gbPerSecond")) <= bandwidthTolerance;
    if (row.at("measured").at("readNs").is_null()) continue;
    ++within.ofLatency;
    within.latency += std::abs(deviation(row, "readNs")) <= latencyTolerance;
  }
  return within;
}

std::string percent(double off) { return fmt::format("{:+.0f} %", off * 100); }

}  // namespace

std::vector<CalibrationRow> readCalibration(const std::string& path) {
  std::istringstream in(readFile(path));
  std::vector<CalibrationRow> rows;
  std::string text;
  std::getline(in, text);  // skips the column names
  for (std::size_t number = 2; std::getline(in, text); ++number) {
    const DataLine line(path, number, text);
    for (const auto& [setUp, memory] : matching)
      if (line.text(0) == setUp) rows.push_back(rowOf(line, memory));
  }
  return rows;
}

TrafficResult modelOf(const CalibrationRow& row, std::int64_t bursts, int seeds) {
  machine::MemorySystem memory = driver::loadHardware("capstan", row.memory).memory;
  memory.fixedLatencyNs = 0;
  TrafficResult mean;
  for (int seed = 1; seed <= seeds; ++seed) {
    Traffic traffic = row.traffic;
    traffic.bursts = bursts;
    traffic.seed = static_cast<std::uint64_t>(seed);
    const TrafficResult result = runTraffic(memory, traffic);
    mean.gbPerSecond += result.gbPerSecond / seeds;
    mean.readNs += result.readNs / seeds;
  }
  return mean;
}

Json dramTable(Json document, const std::vector<CalibrationRow>& rows, const PoolOptions& pool) {
  Json& list = document["rows"] = Json::array();
  for (const CalibrationRow& row : rows) {
    const bool cancelled = pool.cancelled && *pool.cancelled;
    Json model;
    if (!cancelled) {
      const TrafficResult result = modelOf(row, row.bursts(), bases);
      model = {{"gbPerSecond", result.gbPerSecond},
               {"readNs", result.readNs > 0 ? Json(result.readNs) : Json(nullptr)}};
    }
    list.push_back({{"memory", row.memory},
                    {"pattern", row.pattern},
                    {"streams", row.traffic.streams},
                    {"outstanding", row.traffic.outstanding},
                    {"writePercent", row.traffic.writePercent},
                    {"offeredLoad", row.traffic.offeredLoad},
                    {"measured",
                     {{"gbPerSecond", row.gbPerSecond}, {"readNs", row.readNs > 0 ? Json(row.readNs) : Json(nullptr)}}},
                    {"starved", row.starved()},
                    {"model", model}});
    if (pool.progress) pool.progress({list.size(), rows.size(), -1});
  }
  const Within within = withinOf(list);
  document["within"] = {
      {"gbPerSecond", {{"tolerance", bandwidthTolerance}, {"rows", within.bandwidth}, {"of", within.ofBandwidth}}},
      {"readNs", {{"tolerance", latencyTolerance}, {"rows", within.latency}, {"of", within.ofLatency}}}};
  return document;
}

std::string dramSummary(const Json& document) {
  const Json &bandwidth = document.at("within").at("gbPerSecond"), &latency = document.at("within").at("readNs");
  return fmt::format(
      "DRAM: bandwidth within {:.0f} % of the measured: {} of {} loads; read latency within {:.0f} %: {} of {}\n",
      100 * bandwidth.at("tolerance").get<double>(), bandwidth.at("rows").get<int>(), bandwidth.at("of").get<int>(),
      100 * latency.at("tolerance").get<double>(), latency.at("rows").get<int>(), latency.at("of").get<int>());
}

std::string dramSection(const Json& document) {
  std::vector<std::vector<std::string>> rows;
  for (const Json& row : document.at("rows")) {
    const Json &measured = row.at("measured"), &model = row.at("model");
    const double load = row.at("offeredLoad").get<double>();
    const bool reads = !measured.at("readNs").is_null(), modelled = !model.is_null();
    rows.push_back(
        {row.at("memory").get<std::string>(), row.at("pattern").get<std::string>(),
         fmt::format("{} × {}", row.at("streams").get<int>(), row.at("outstanding").get<int>()),
         fmt::format("{}", row.at("writePercent").get<int>()), load > 0 ? fmt::format("{:.0f}", load * 100) : "–",
         fmt::format("{:.1f}", measured.at("gbPerSecond").get<double>()),
         modelled ? fmt::format("{:.1f}", model.at("gbPerSecond").get<double>()) : "–",
         modelled ? percent(deviation(row, "gbPerSecond")) : "",
         reads                           ? fmt::format("{:.0f}", measured.at("readNs").get<double>())
         : row.at("starved").get<bool>() ? "starved"
                                         : "–",
         modelled && !model.at("readNs").is_null() ? fmt::format("{:.0f}", model.at("readNs").get<double>()) : "–",
         modelled && reads ? percent(deviation(row, "readNs")) : ""});
  }
  return "The DRAM model beside Ramulator 2.1 under the same loads: S streams with K bursts on their way each, sequential (seq), sequential with writes mixed in "
         "(mix), or anywhere (rand).\n\n![DRAM latency by bandwidth](dram.svg)\n\n" +
         markdownTable({"memory", "traffic", "S × K", "writes %", "offered load %", "GB/s measured", "model", "",
                        "read ns measured", "model", ""},
                       rows, 3);
}

std::string dramPlot(const Json& document) {
  LinePlot plot{"Model over measured, by measured bandwidth (1: equal)", "GB/s measured", "model / measured", {}};
  for (const auto& entry : matching)
    for (const char* what : {"gbPerSecond", "readNs"}) {
      Line line{fmt::format("{}, {}", entry.second == std::string("hbm2e") ? "HBM2E" : "DDR4",
                            what == std::string("readNs") ? "latency" : "bandwidth"),
                {},
                {}};
      for (const Json& row : document.at("rows"))
        if (row.at("memory") == entry.second && !row.at("model").is_null() && !row.at("measured").at(what).is_null())
          line.beside.emplace_back(row.at("measured").at("gbPerSecond").get<double>(), 1 + deviation(row, what));
      plot.lines.push_back(std::move(line));
    }
  return svg(plot);
}

}  // namespace stardust::experiments
