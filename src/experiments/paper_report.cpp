#include "experiments/paper_report.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "experiments/dram_calibration.h"
#include "experiments/markdown.h"
#include "experiments/plot.h"
#include "experiments/recorded.h"
#include "experiments/statistics.h"

namespace stardust::experiments {
namespace {

using Row = std::vector<std::string>;

constexpr const char* unitKinds[] = {"PCU", "PMU", "MC", "shuffle"};
constexpr const char* compared[] = {"Ideal", "DDR4"};  // with HBM2E

bool isExact(const std::string& kind) { return kind == "MC" || kind == "shuffle"; }

std::string number(const Json& value) {
  if (value.is_null()) return "–";
  return value.is_number_float() ? fmt::format("{:.3f}", value.get<double>())
                                 : fmt::format("{}", value.get<std::int64_t>());
}

std::string ratio(const Json& ours, const Json& paper) {
  return ours.is_null() ? "–" : fmt::format("{:.2f}", ours.get<double>() / paper.get<double>());
}

Json field(const Json& object, const char* name) { return object.contains(name) ? object.at(name) : Json(nullptr); }

// Reasons for missing or deviating results, once for each kernel and reason.
class Notes {
 public:
  void add(const std::string& about, const Json& row) {
    if (row.contains("refused"))
      say(fmt::format("{}: measured with outerPar {}; the published one is refused: {}", about,
                      number(field(row, "outerPar")), row.at("refused").get<std::string>()));
    const Json failed = field(row, "failed");
    if (failed.is_string()) say(fmt::format("{}: {}", about, failed.get<std::string>()));
    if (failed.is_object())
      for (const auto& item : failed.items())
        say(fmt::format("{}, {}: {}", about, item.key(), item.value().get<std::string>()));
  }
  std::string str() const { return lines_.empty() ? "" : fmt::format("- {}\n\n", fmt::join(lines_, "\n- ")); }

 private:
  void say(const std::string& line) {
    if (std::find(lines_.begin(), lines_.end(), line) == lines_.end()) lines_.push_back(line);
  }
  std::vector<std::string> lines_;
};

std::string section(const char* title, const Json& document, const std::string& body) {
  return fmt::format("## {}\n\n{}Made by {} with `{}`.\n\n", title, body, document.at("stardust").get<std::string>(),
                     document.at("command").get<std::string>());
}

std::string loc(const Json& document) {
  std::vector<Row> rows;
  Notes notes;
  for (const auto& item : document.at("kernels").items()) {
    const Json &input = item.value().at("input"), &spatial = item.value().at("spatial");
    rows.push_back({item.key(), number(input.at("ours")), number(input.at("paper")), number(spatial.at("ours")),
                    number(spatial.at("paper"))});
    notes.add(item.key(), item.value());
  }
  const std::string text =
      "Lines of the kernel file without blank lines and comments; all lines of the generated Spatial program.\n\n";
  return section("Lines of code", document,
                 text + markdownTable({"kernel", "input", "paper", "Spatial", "paper"}, rows) + notes.str());
}

Tally unitsWithin(const Json& document, bool exact) {
  Tally tally;
  for (const auto& item : document.at("kernels").items())
    for (const char* kind : unitKinds) {
      if (isExact(kind) != exact || !item.value().contains(kind)) continue;
      const double ours = item.value().at(kind).get<double>(),
                   paper = item.value().at("published").at(kind).get<double>();
      tally.count(isWithin(ours, paper, exact ? 0 : unitTolerance));
    }
  return tally;
}

std::string resources(const Json& document) {
  Row header = {"kernel", "outerPar", "paper"};
  for (const char* kind : unitKinds) header.insert(header.end(), {kind, "paper"});
  std::vector<Row> rows;
  Notes notes;
  for (const auto& item : document.at("kernels").items()) {
    const Json &ours = item.value(), &paper = ours.at("published");
    Row row = {item.key(), number(ours.at("outerPar")), number(paper.at("outerPar"))};
    for (const char* kind : unitKinds) row.insert(row.end(), {number(field(ours, kind)), number(paper.at(kind))});
    rows.push_back(std::move(row));
    notes.add(item.key(), ours);
  }
  const std::string text = "Units of the machine that the program needs, on the inputs that the kernel file makes.\n\n";
  return section("Resources", document, text + markdownTable(header, rows) + notes.str());
}

Tally runtimesWithin(const Json& document) {
  Tally tally;
  for (const auto& item : document.at("kernels").items())
    for (const char* memory : compared)
      if (const Json& ours = item.value().at(memory); !ours.is_null())
        tally.count(
            isWithin(ours.get<double>(), item.value().at("published").at(memory).get<double>(), runtimeTolerance));
  return tally;
}

Row perfRow(const std::string& name, const Json& ours) {
  Row row = {name};
  for (const char* memory : compared) {
    const Json& paper = ours.at("published").at(memory);
    row.insert(row.end(), {number(ours.at(memory)), number(paper), ratio(ours.at(memory), paper)});
  }
  return row;
}

std::string byHand(const Json& document, Notes& notes) {
  if (!document.contains("handwritten")) return "";
  std::vector<Row> rows;
  for (const auto& item : document.at("handwritten").items()) {
    const Json& run = item.value();
    rows.push_back({run.at("program").get<std::string>(), run.at("machine").get<std::string>(), number(run.at("HBM2E")),
                    number(run.at("published")), ratio(run.at("HBM2E"), run.at("published"))});
    notes.add(item.key(), run);
  }
  return "Hand-written programs, time with HBM2E relative to the compiled program:\n\n" +
         markdownTable({"program", "machine", "by hand / compiled", "paper", "ratio"}, rows, 2);
}

std::string perf(const Json& document) {
  std::vector<Row> rows, cycles;
  Notes notes;
  for (const auto& item : document.at("kernels").items()) {
    rows.push_back(perfRow(item.key(), item.value()));
    for (const auto& input : item.value().at("cycles").items()) {
      const Json& run = input.value();
      cycles.push_back({item.key(), input.key(), number(run.at("outerPar")), number(run.at("HBM2E")),
                        number(run.at("Ideal")), number(run.at("DDR4"))});
      notes.add(fmt::format("{} on {}", item.key(), input.key()), run);
    }
  }
  rows.push_back(perfRow("geometric mean", document.at("gmean")));
  std::string body =
      "Runtime relative to HBM2E, geometric mean over the inputs; ratio: ours to the paper's.\n\n![Runtime relative to HBM2E](perf.svg)\n\n";
  body += markdownTable({"kernel", "Ideal / HBM2E", "paper", "ratio", "DDR4 / HBM2E", "paper", "ratio"}, rows);
  body += byHand(document, notes);
  body +=
      "Cycles:\n\n" + markdownTable({"kernel", "input", "outerPar", "HBM2E", "Ideal", "DDR4"}, cycles, 2) + notes.str();
  return section("Runtime", document, body);
}

std::string bandwidth(const Json& document) {
  Row header = {"kernel", "input"};
  for (const Json& gbPerSecond : document.at("gbPerSecond"))
    header.push_back(fmt::format("{:g} GB/s", gbPerSecond.get<double>()));
  std::vector<Row> rows;
  Notes notes;
  for (const auto& item : document.at("kernels").items()) {
    Row row = {item.key(), item.value().at("input").get<std::string>()};
    for (const Json& speedup : item.value().at("speedup"))
      row.push_back(speedup.is_null() ? "–" : fmt::format("{:.2f}", speedup.get<double>()));
    rows.push_back(std::move(row));
    notes.add(item.key(), item.value());
  }
  const std::string text = fmt::format(
      "Speedup over the slowest memory, {} with its bandwidth scaled.\n\n![Speedup by bandwidth](bandwidth.svg)\n\n",
      document.at("memory").get<std::string>());
  return section("Bandwidth", document, text + markdownTable(header, rows, 2) + notes.str());
}

std::string dram(const Json& document) { return section("DRAM", document, dramSection(document)); }

Row recordedRow(const Json& row) {
  const Json cycles = field(row, "cycles"), units = field(row, "units");
  Row cells = {row.at("app").get<std::string>(), number(row.at("recordedCycles")), number(cycles),
               ratio(cycles, row.at("recordedCycles"))};
  for (const char* kind : {"PCU", "PMU", "MC"}) {
    cells.push_back(number(row.at("recordedUnits").at(kind)));
    cells.push_back(units.is_null() ? "–" : number(units.at(kind)));
  }
  return cells;
}

std::string summaryOfRecorded(const Json& document) {
  const Agreement agreement = agreementOf(document);
  return fmt::format(
      "recorded runs within {:.0f} % of the recorded cycles: {} of {} measured, mean ratio {:.3f}; PCU + PMU: mean ratio {:.2f}\n",
      100 * recordedTolerance, agreement.close, agreement.measured, agreement.meanRatio, agreement.meanUnits);
}

std::string recorded(const Json& document) {
  std::vector<Row> rows;
  Notes notes;
  for (const Json& row : document) {
    rows.push_back(recordedRow(row));
    notes.add(row.at("app").get<std::string>(), row);
  }
  std::string body =
      "Cycles and units of public Spatial programs as the original simulator printed them, and those of our programs with the same parameters (`stardust exec`, machine `recorded`). [The differences](recorded-runs.md) are explained program by program.\n\n![Cycles relative to the recorded ones](recorded.svg)\n\n";
  body += markdownTable({"program", "recorded", "cycles", "ratio", "PCU recorded", "PCU", "PMU recorded", "PMU",
                         "MC recorded", "MC"},
                        rows) +
          notes.str();
  return fmt::format("## Recorded runs\n\n{}Made with `stardust paper --only=recorded`.\n\n", body);
}

std::string recordedPlot(const Json& document) {
  Line cycles{"cycles", {}}, units{"PCU + PMU", {}};
  for (const Json& row : document) {
    if (!row.contains("cycles")) continue;
    const double theirs = row.at("recordedCycles").get<double>();
    cycles.points.emplace_back(theirs, row.at("cycles").get<double>() / theirs);
    units.points.emplace_back(theirs, computeAndMemory(row.at("units")) / computeAndMemory(row.at("recordedUnits")));
  }
  return svg(ScatterPlot{"Ours relative to the recorded",
                         "recorded cycles",
                         "ratio",
                         1 - recordedTolerance,
                         1 + recordedTolerance,
                         {units, cycles}});
}

std::string perfPlot(const Json& document) {
  BarPlot plot{"Runtime relative to HBM2E (lower is faster)",
               "times the runtime with HBM2E",
               "published",
               {compared[0], compared[1]},
               {}};
  for (const auto& item : document.at("kernels").items()) {
    std::vector<Bar> bars;
    for (const char* memory : compared)
      bars.push_back({item.value().at(memory).is_null() ? 0 : item.value().at(memory).get<double>(),
                      item.value().at("published").at(memory).get<double>()});
    plot.groups.emplace_back(item.key(), std::move(bars));
  }
  return svg(plot);
}

std::string bandwidthPlot(const Json& document) {
  LinePlot plot{"Speedup by memory bandwidth", "GB/s", "speedup", {}};
  for (const auto& item : document.at("kernels").items()) {
    Line line{item.key(), {}};
    for (std::size_t n = 0; n < document.at("gbPerSecond").size(); ++n)
      if (const Json& speedup = item.value().at("speedup").at(n); !speedup.is_null())
        line.points.emplace_back(document.at("gbPerSecond").at(n).get<double>(), speedup.get<double>());
    plot.lines.push_back(std::move(line));
  }
  return svg(plot);
}

std::string told(const Tally& tally) { return fmt::format("{} of {}", tally.holds, tally.of); }

std::string summaryOfPerf(const Json& document) {
  const Json& mean = document.at("gmean");
  std::string out;
  for (const char* memory : compared)
    if (!mean.at(memory).is_null())
      out +=
          fmt::format("geometric mean of {} kernels, {} / HBM2E: {} (paper {}, ratio {})\n",
                      number(mean.at("kernels").at(memory)), memory, number(mean.at(memory)),
                      number(mean.at("published").at(memory)), ratio(mean.at(memory), mean.at("published").at(memory)));
  return out + fmt::format("runtimes within {:.0f} % of the published: {} measured\n", 100 * runtimeTolerance,
                           told(runtimesWithin(document)));
}

}  // namespace

std::string summary(const Documents& documents) {
  std::string out;
  if (const auto found = documents.find("resources"); found != documents.end())
    out += fmt::format(
        "PCU and PMU within {:.0f} % of the published: {} measured\nMC and shuffle as published: {} measured\n",
        100 * unitTolerance, told(unitsWithin(found->second, false)), told(unitsWithin(found->second, true)));
  if (const auto found = documents.find("perf"); found != documents.end()) out += summaryOfPerf(found->second);
  if (const auto found = documents.find("dram"); found != documents.end()) out += dramSummary(found->second);
  if (const auto found = documents.find("recorded"); found != documents.end()) out += summaryOfRecorded(found->second);
  return out;
}

std::string markdown(const Documents& documents) {
  std::string out =
      "# The paper's tables, measured here\n\n`stardust paper` writes this page, its data and its plots; edit none of them.\n\n";
  if (const std::string sums = summary(documents); !sums.empty()) out += "```\n" + sums + "```\n\n";
  const std::pair<const char*, std::string (*)(const Json&)> sections[] = {{"loc", loc},   {"resources", resources},
                                                                           {"perf", perf}, {"bandwidth", bandwidth},
                                                                           {"dram", dram}, {"recorded", recorded}};
  for (const auto& entry : sections)
    if (const auto found = documents.find(entry.first); found != documents.end()) out += entry.second(found->second);
  out.pop_back();  // one newline at the end
  return out;
}

std::map<std::string, std::string> plots(const Documents& documents) {
  std::map<std::string, std::string> files;
  if (const auto found = documents.find("perf"); found != documents.end()) files["perf.svg"] = perfPlot(found->second);
  if (const auto found = documents.find("bandwidth"); found != documents.end())
    files["bandwidth.svg"] = bandwidthPlot(found->second);
  if (const auto found = documents.find("dram"); found != documents.end()) files["dram.svg"] = dramPlot(found->second);
  if (const auto found = documents.find("recorded"); found != documents.end())
    files["recorded.svg"] = recordedPlot(found->second);
  return files;
}

}  // namespace stardust::experiments
