#include "experiments/explore.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <map>

#include "driver/factored.h"
#include "driver/machines.h"
#include "driver/outputs.h"
#include "driver/sequence.h"
#include "experiments/explore_report.h"
#include "experiments/paper_runs.h"
#include "files/output_folder.h"
#include "support/sha256.h"

namespace stardust::experiments {
namespace {

const std::vector<std::string> resultFiles = {"explore.json", "explore.svg", "targets.svg", "README.md"};
constexpr std::size_t mostPoints = 100'000;  // more than a machine can run in a day

// Reports errors in single values, which do not depend on the others, before any run.
void checkValues(const ExploreCommand& command) {
  driver::Invocation onCapstan = command.kernel;
  onCapstan.flags.emplace_back("target", "capstan");
  const auto asSaid = driver::requestOf(driver::specOf(onCapstan), command.kernel.strict);
  const int lanes = driver::loadMachine(asSaid.machine, asSaid.settings).pcu.lanes;
  for (const Axis& axis : command.axes)
    for (std::size_t n = 0; n < axis.values.size(); ++n) {
      if (axis.name == "innerPar") driver::requireLanes({{axis.name, axis.values[n]}}, lanes);
      driver::Invocation invocation = axis.name == "target" ? command.kernel : onCapstan;
      withPlace(axis.values[n].where, [&] {
        vary(invocation, axis, n);
        driver::requestOf(driver::specOf(invocation), invocation.strict);
      });
    }
}

void checkAxes(const std::vector<Axis>& axes) {
  if (axes.empty()) failUser("nothing is varied", {}, axisForms(), "add --vary NAME=VALUE,…");
  std::size_t points = 1;
  for (std::size_t n = 0; n < axes.size(); ++n) {
    for (std::size_t m = 0; m < n; ++m)
      if (axes[m].name == axes[n].name)
        failUser(fmt::format("{} is varied twice", axes[n].name), axes[n].nameAt, {}, "write its values in one --vary");
    points = std::min(points * axes[n].values.size(), mostPoints + 1);
  }
  if (points > mostPoints)
    failUser(fmt::format("there are more than {} combinations", mostPoints), {}, {}, "vary fewer things at a time");
}

// A combination of valid values may still be invalid: its run reports the error.
std::string contentOf(const driver::Invocation& invocation, driver::FileHashes& files) {
  try {
    return driver::contentHash(invocation, files);
  } catch (const Error&) {
    return {};
  }
}

Job jobOf(const Point& point, driver::FileHashes& files) {
  Job job;
  job.name = point.job;
  job.arguments = driver::argumentsOf(point.invocation);
  job.arguments.emplace_back("--quiet");
  job.content = contentOf(point.invocation, files);
  return job;
}

void take(Point& point, const Outcome& outcome) {
  if (outcome.state == Outcome::State::Missing) {
    point.reason = "did not finish";
  } else if (outcome.state == Outcome::State::Done) {
    const Measured measured = readReport(outcome.report);
    point.state = measured.refusal.empty() ? Point::State::Measured : Point::State::Refused;
    point.reason = measured.refusal;
    point.cycles = measured.cycles.value_or(0);
    point.seconds = measured.seconds;
    point.bytes = measured.bytes;
    point.blocks = measured.blocks;
    point.entries = measured.entries;
    point.units = measured.units;
  } else {
    const bool refused =
        outcome.exitCode == exitCode(Family::User) || outcome.exitCode == exitCode(Family::Unsupported);
    point.state = refused ? Point::State::Refused : Point::State::Wrong;
    point.reason = firstLine(outcome.message);
  }
}

// The input files of the runs, as far as they are known.
std::vector<driver::InputFile> inputsOf(const ExploreCommand& command, const std::vector<Point>& points) {
  std::map<std::string, std::string> whatByPath;
  for (const Point& point : points) try {
      const auto steps = driver::steps(driver::factored(driver::specOf(point.invocation)));
      for (auto& [what, path] :
           driver::inputsOf(point.invocation, steps, driver::requestOf(steps.back(), point.invocation.strict)))
        whatByPath.emplace(path, what);
    } catch (const Error&) {  // its run reports the error
    }
  for (const Axis& axis : command.axes)
    for (const auto& value : axis.values)
      if (axis.name == "schedule") whatByPath.emplace(value.value, "a schedule");
  std::vector<driver::InputFile> inputs;
  for (const auto& [path, what] : whatByPath) inputs.push_back({what, path});
  return inputs;
}

void requireNoInput(const ExploreCommand& command, const std::vector<Point>& points) {
  std::vector<driver::Output> outputs;
  for (const std::string& file : resultFiles)
    outputs.push_back({"the result of explore", (std::filesystem::path(command.out) / file).string()});
  driver::requireApart(outputs, inputsOf(command, points));
}

bool beats(const Point& a, const Point& b) {
  return a.cycles <= b.cycles && a.total() <= b.total() && (a.cycles < b.cycles || a.total() < b.total());
}

}  // namespace

std::vector<Point> pointsOf(const ExploreCommand& command) {
  checkAxes(command.axes);
  const driver::KernelSpec spec = driver::specOf(command.kernel);
  if (!spec.outputs.empty())
    failUser("a kernel that writes files cannot be explored", spec.outputs.begin()->second.where, {},
             "take the output away");
  checkValues(command);
  std::vector<Point> points = {{{}, command.kernel}};
  for (const Axis& axis : command.axes) {
    std::vector<Point> all;
    for (const Point& shorter : points)
      for (std::size_t n = 0; n < axis.values.size(); ++n) {
        Point point = shorter;
        point.values.push_back(n);
        vary(point.invocation, axis, n);
        all.push_back(std::move(point));
      }
    points = std::move(all);
  }
  for (Point& point : points) {
    if (!comparesTargets(command.axes))
      point.invocation.flags.emplace_back("target", "capstan");  // overrides the kernel
    point.job = sha256(fmt::format("{}", fmt::join(driver::argumentsOf(point.invocation), "\n"))).substr(0, 16);
  }
  return points;
}

bool comparesTargets(const std::vector<Axis>& axes) {
  return std::any_of(axes.begin(), axes.end(), [](const Axis& axis) { return axis.name == "target"; });
}

std::string label(const Point& point, const std::vector<Axis>& axes) {
  std::string text;
  for (std::size_t n = 0; n < axes.size(); ++n)
    text += fmt::format("{}{}={}", text.empty() ? "" : " ", axes[n].name, axes[n].values.at(point.values.at(n)).value);
  return text;
}

std::string labelWithout(const Point& point, const std::vector<Axis>& axes, bool (*isLeftOut)(const Axis& axis)) {
  Point part;
  std::vector<Axis> kept;
  for (std::size_t n = 0; n < axes.size(); ++n) {
    if (isLeftOut(axes[n])) continue;
    kept.push_back(axes[n]);
    part.values.push_back(point.values.at(n));
  }
  return label(part, kept);
}

std::string frontOf(const Point& point, const std::vector<Axis>& axes) { return labelWithout(point, axes, isOfChip); }

void markFronts(std::vector<Point>& points, const std::vector<Axis>& axes) {
  std::map<std::string, std::vector<Point*>> fronts;
  for (Point& point : points)
    if (point.state == Point::State::Measured) fronts[frontOf(point, axes)].push_back(&point);
  for (auto& entry : fronts)
    for (Point* point : entry.second)
      point->isOnFront = std::none_of(entry.second.begin(), entry.second.end(),
                                      [&](const Point* other) { return beats(*other, *point); });
}

Exploration explorationOf(const ExploreCommand& command) {
  Exploration exploration{pointsOf(command), {}};
  requireNoInput(command, exploration.points);
  checkOutputFolder(command.out, StaleFiles::Keep, resultFiles);
  driver::FileHashes files;
  for (const Point& point : exploration.points) exploration.jobs.push_back(jobOf(point, files));
  return exploration;
}

Explored explore(const ExploreCommand& command, const Exploration& exploration) {
  writeOutputFolder(command.out, {},
                    StaleFiles::Keep);  // marks the folder as ours before the first run is stored in it
  const Outcomes outcomes = runJobs(exploration.jobs, command.pool);
  Explored explored{exploration.points, {}};
  for (Point& point : explored.points) {
    const Outcome& outcome = outcomes.at(point.job);
    take(point, outcome);
    if (explored.unkept.empty()) explored.unkept = outcome.unkept;
  }
  markFronts(explored.points, command.axes);
  return explored;
}

void writeResults(const ExploreCommand& command, const std::vector<Point>& points) {
  std::map<std::string, std::string> files = {{"explore.json", exploredJson(command, points).dump(2) + "\n"},
                                              {"explore.svg", frontPlot(command, points)},
                                              {"README.md", exploredPage(command, points)}};
  if (comparesTargets(command.axes)) files["targets.svg"] = targetPlot(command, points);
  writeOutputFolder(command.out, files, StaleFiles::Keep);
}

}  // namespace stardust::experiments
