#include "experiments/explore_report.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>

#include "driver/targets/shown.h"
#include "experiments/markdown.h"
#include "experiments/paper_json.h"
#include "experiments/plot.h"
#include "support/plural.h"
#include "support/text_table.h"

namespace stardust::experiments {
namespace {

using State = Point::State;

const char* toString(State state) {
  return state == State::Measured  ? "measured"
         : state == State::Refused ? "refused"
         : state == State::Wrong   ? "wrong"
                                   : "missing";
}

std::size_t count(const std::vector<Point>& points, State state) {
  return static_cast<std::size_t>(
      std::count_if(points.begin(), points.end(), [&](const Point& point) { return point.state == state; }));
}

std::string summary(const std::vector<Point>& points) {
  std::string text =
      fmt::format("{} of {} measured", count(points, State::Measured), counted(points.size(), "combination"));
  const std::pair<State, const char*> others[] = {
      {State::Refused, "refused"}, {State::Wrong, "wrong"}, {State::Missing, "not run"}};
  for (const auto& [state, name] : others)
    if (const std::size_t n = count(points, state)) text += fmt::format(", {} {}", n, name);
  return text;
}

std::vector<std::string> headerOf(const ExploreCommand& command) {
  std::vector<std::string> header = {"front"};
  for (const Axis& axis : command.axes) header.push_back(axis.name);
  if (comparesTargets(command.axes)) header.insert(header.end(), {"cycles", "time", "bytes", "units", "blocks"});
  else header.insert(header.end(), {"cycles", "PCU", "PMU", "MC", "shuffle", "units"});
  return header;
}

std::vector<std::vector<std::string>> rowsOf(const ExploreCommand& command, const std::vector<Point>& points) {
  std::vector<std::vector<std::string>> rows;
  for (const Point& point : points) {
    if (point.state != State::Measured) continue;
    std::vector<std::string> row = {point.isOnFront ? "*" : ""};
    for (std::size_t n = 0; n < command.axes.size(); ++n) row.push_back(command.axes[n].values[point.values[n]].value);
    row.push_back(fmt::format("{}", point.cycles));
    if (comparesTargets(command.axes)) {
      const bool isGraph = point.blocks > 0;
      row.insert(row.end(),
                 {driver::secondsText(point.seconds), fmt::format("{}", point.bytes),
                  isGraph ? "" : fmt::format("{}", point.total()), isGraph ? fmt::format("{}", point.blocks) : ""});
      rows.push_back(std::move(row));
      continue;
    }
    for (const std::int64_t units :
         {point.units.pcu, point.units.pmu, point.units.mc, point.units.shuffle, point.total()})
      row.push_back(fmt::format("{}", units));
    rows.push_back(std::move(row));
  }
  return rows;
}

/// Combinations that differ in the target only: their times, and the fastest.
struct Comparison {
  std::string label;
  std::vector<double> seconds;  ///< by value of the axis; 0: not measured
};

std::size_t targetAxis(const ExploreCommand& command) {
  const auto& axes = command.axes;
  return static_cast<std::size_t>(
      std::find_if(axes.begin(), axes.end(), [](const Axis& axis) { return axis.name == "target"; }) - axes.begin());
}

std::vector<Comparison> comparisonsOf(const ExploreCommand& command, const std::vector<Point>& points) {
  const std::size_t axis = targetAxis(command);
  std::vector<Comparison> comparisons;
  std::map<std::string, std::size_t> known;
  for (const Point& point : points) {
    const std::string name = labelWithout(point, command.axes, [](const Axis& a) { return a.name == "target"; });
    const auto [entry, isNew] = known.emplace(name, comparisons.size());
    if (isNew) comparisons.push_back({name, std::vector<double>(command.axes[axis].values.size(), 0)});
    if (point.state == State::Measured) comparisons[entry->second].seconds[point.values[axis]] = point.seconds;
  }
  return comparisons;
}

/// A row for each comparison: the time of each target, the fastest, and by how much.
std::pair<std::vector<std::string>, std::vector<std::vector<std::string>>> comparisonTable(
    const ExploreCommand& command, const std::vector<Point>& points) {
  const auto& targets = command.axes[targetAxis(command)].values;
  std::vector<std::string> header = {"combination"};
  for (const auto& target : targets) header.push_back(target.value);
  header.insert(header.end(), {"fastest", "times as fast as the next"});
  std::vector<std::vector<std::string>> rows;
  for (const Comparison& comparison : comparisonsOf(command, points)) {
    std::vector<std::string> row = {comparison.label};
    std::vector<std::pair<double, std::string>> ranked;
    for (std::size_t n = 0; n < targets.size(); ++n) {
      const double seconds = comparison.seconds[n];
      row.push_back(seconds > 0 ? driver::secondsText(seconds) : "-");
      if (seconds > 0) ranked.emplace_back(seconds, targets[n].value);
    }
    std::sort(ranked.begin(), ranked.end());
    const bool isCompared = ranked.size() > 1;
    row.push_back(isCompared ? ranked[0].second : "-");
    row.push_back(isCompared ? fmt::format("{:.2f}", ranked[1].first / ranked[0].first) : "-");
    rows.push_back(std::move(row));
  }
  return {header, rows};
}

std::string comparisonText(const ExploreCommand& command, const std::vector<Point>& points) {
  const auto [header, rows] = comparisonTable(command, points);
  std::set<std::size_t> numbers;
  for (std::size_t n = 1; n < header.size(); ++n) numbers.insert(n);
  TextTable table(header, numbers);
  for (const auto& row : rows) table.row(row);
  return table.str() + "\n";
}

// The reasons why combinations were not measured, grouped.
std::string reasons(const ExploreCommand& command, const std::vector<Point>& points, const char* bullet) {
  constexpr std::size_t named = 3;
  std::vector<std::pair<std::string, std::vector<std::string>>> groups;  // by reason
  for (const Point& point : points) {
    if (point.state == State::Measured) continue;
    auto group =
        std::find_if(groups.begin(), groups.end(), [&](const auto& known) { return known.first == point.reason; });
    if (group == groups.end()) group = groups.insert(groups.end(), {point.reason, {}});
    group->second.push_back(label(point, command.axes));
  }
  std::string text;
  for (auto& [reason, labels] : groups) {
    const std::size_t all = labels.size();
    labels.resize(std::min(all, named));
    text += fmt::format("{}{}{}: {}\n", bullet, fmt::join(labels, "; "),
                        all > named ? fmt::format("; and {} more", all - named) : "", reason);
  }
  return text;
}

}  // namespace

Json exploredJson(const ExploreCommand& command, const std::vector<Point>& points) {
  Json json = header(command.version, command.command);
  json["kernel"] = command.kernel.kernel;
  json["axes"] = Json::array();
  for (const Axis& axis : command.axes) {
    Json values = Json::array();
    for (const auto& value : axis.values) values.push_back(value.value);
    json["axes"].push_back({{"name", axis.name}, {"values", values}});
  }
  json["points"] = Json::array();
  for (const Point& point : points) {
    Json row = {{"values", Json::object()}, {"state", toString(point.state)}};
    for (std::size_t n = 0; n < command.axes.size(); ++n)
      row["values"][command.axes[n].name] = command.axes[n].values[point.values[n]].value;
    if (point.state == State::Measured) {
      row["cycles"] = point.cycles;
      row["seconds"] = point.seconds;
      row["bytes"] = point.bytes;
      row["entries"] = point.entries;
      if (point.blocks > 0) row["blocks"] = point.blocks;
      row["units"] = {{"PCU", point.units.pcu},
                      {"PMU", point.units.pmu},
                      {"MC", point.units.mc},
                      {"shuffle", point.units.shuffle},
                      {"all", point.total()}};
      row["pareto"] = point.isOnFront;
      row["report"] = fmt::format("runs/{}.json", point.job);
    } else {
      row["reason"] = point.reason;
    }
    json["points"].push_back(std::move(row));
  }
  return json;
}

std::string frontPlot(const ExploreCommand& command, const std::vector<Point>& points) {
  LinePlot plot{"Cycles against units: every combination, and the Pareto front",
                "units (PCU + PMU + MC + shuffle)",
                "cycles",
                {}};
  std::map<std::string, std::size_t> lines;
  for (const Point& point : points) {
    if (point.state != State::Measured) continue;
    const std::string front = frontOf(point, command.axes);
    const auto [entry, isNew] = lines.emplace(front, plot.lines.size());
    if (isNew) plot.lines.push_back({front.empty() ? "Pareto front" : front, {}, {}});
    Line& line = plot.lines[entry->second];
    (point.isOnFront ? line.points : line.beside).emplace_back(point.total(), static_cast<double>(point.cycles));
  }
  for (Line& line : plot.lines) std::sort(line.points.begin(), line.points.end());
  return svg(plot);
}

std::string targetPlot(const ExploreCommand& command, const std::vector<Point>& points) {
  LinePlot plot{"Time against the entries of the operands", "stored entries", "microseconds", {}};
  std::map<std::string, std::size_t> lines;
  for (const Point& point : points) {
    if (point.state != State::Measured) continue;
    const std::string name = labelWithout(point, command.axes, isOfInput);
    const auto [entry, isNew] = lines.emplace(name, plot.lines.size());
    if (isNew) plot.lines.push_back({name, {}, {}});
    plot.lines[entry->second].points.emplace_back(static_cast<double>(point.entries), 1e6 * point.seconds);
  }
  for (Line& line : plot.lines) std::sort(line.points.begin(), line.points.end());
  return svg(plot);
}

std::string exploredText(const ExploreCommand& command, const std::vector<Point>& points) {
  const auto header = headerOf(command);
  std::set<std::size_t> numbers;
  for (std::size_t n = command.axes.size() + 1; n < header.size(); ++n) numbers.insert(n);
  TextTable table(header, numbers);
  const auto rows = rowsOf(command, points);
  for (const auto& row : rows) table.row(row);
  return (rows.empty() ? "" : table.str() + "\n") +
         (comparesTargets(command.axes) && !rows.empty() ? comparisonText(command, points) : "") +
         reasons(command, points, "") + summary(points) + "\n";
}

std::string exploredPage(const ExploreCommand& command, const std::vector<Point>& points) {
  std::string page = fmt::format("# {}, explored\n\n{}. A star marks the Pareto front of cycles and units",
                                 command.kernel.kernel, summary(points));
  const bool apart =
      std::any_of(command.axes.begin(), command.axes.end(), [](const Axis& axis) { return !isOfChip(axis); });
  const bool isOfTargets = comparesTargets(command.axes);
  page += isOfTargets ? ", one for each target and input: units of a Capstan are no blocks of a stream graph.\n\n"
          : apart     ? ", one for each memory system and input.\n\n"
                      : ".\n\n";
  if (isOfTargets) {
    const auto [header, rows] = comparisonTable(command, points);
    page += "![Time by target](targets.svg)\n\n" + markdownTable(header, rows);
  }
  page += "![Cycles against units](explore.svg)\n\n" +
          markdownTable(headerOf(command), rowsOf(command, points), command.axes.size() + 1);
  const std::string missing = reasons(command, points, "- ");
  return page + (missing.empty() ? "" : missing + "\n") +
         fmt::format("Made by {} with `{}`.\n", command.version, command.command);
}

}  // namespace stardust::experiments
