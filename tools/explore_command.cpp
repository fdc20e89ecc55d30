#include "explore_command.h"

#include <fmt/format.h>

#include <algorithm>
#include <iostream>

#include "experiments/explore.h"
#include "experiments/explore_report.h"
#include "support/diagnostic.h"

namespace stardust::tools {
namespace {

using experiments::Point;

// Quotes a word for the shell.
std::string quoted(const std::string& word) {
  constexpr const char* plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./:=,@+";
  return !word.empty() && word.find_first_not_of(plain) == std::string::npos ? word : fmt::format("\"{}\"", word);
}

std::string exploreCommandOf(const ExploreFlags& flags) {
  const driver::Invocation kernel = flags.kernel.invocation();
  std::string command = "stardust explore " + quoted(kernel.kernel);
  for (const auto& [keyword, value] : kernel.flags) command += " " + quoted(fmt::format("--{}={}", keyword, value));
  if (kernel.strict) command += " --strict";
  for (const std::string& axis : flags.vary) command += " --vary " + quoted(axis);
  return command;
}

const Point* find(const std::vector<Point>& points, Point::State state) {
  const auto found =
      std::find_if(points.begin(), points.end(), [&](const Point& point) { return point.state == state; });
  return found == points.end() ? nullptr : &*found;
}

}  // namespace

void ExploreFlags::addTo(CLI::App& app) {
  kernel.addTo(app, {"output", "json", "print", "target", "name", "tuned"});
  app.add_option(
         "--vary", vary,
         "the values of a variable of the environment, target, schedule, machine, memory, a parameter (machine.PATH, memory.PATH), or an input: generate=A:s:0.1:20,30,A:s:0.2 has two values")
      ->type_name("NAME=VALUE,…")
      ->allow_extra_args(false);
  app.add_option("--out", out, "the folder of the results (default: explore)")->type_name("DIR");
  pool.addTo(app);
}

int exploreKernel(const ExploreFlags& flags, Watch& watch) {
  if (!flags.kernel.quiet) watch.progress().show();
  experiments::ExploreCommand command;
  command.kernel = flags.kernel.invocation();
  for (const std::string& axis : flags.vary) command.axes.push_back(experiments::parseAxis(axis));
  command.out = flags.out;
  command.version = versionText();
  command.command = exploreCommandOf(flags);
  command.pool = flags.pool.options(flags.out, watch);
  watch.progress().begin({"reading the kernel's files"});
  const experiments::Exploration exploration = experiments::explorationOf(command);
  watch.onlyAsk();
  watch.progress().begin({"running the combinations"});
  const auto [points, unkept] = experiments::explore(command, exploration);
  watch.progress().finish();
  const Point* const wrong = find(points, Point::State::Wrong);
  const bool isStopped = watch.isStopped();
  if (!isStopped && !wrong && !find(points, Point::State::Measured))
    failUnsupported("no combination can run", {}, points.front().reason);
  std::cout << experiments::exploredText(command, points) << std::flush;  // first: a full disk must not lose the output
  if (!unkept.empty())
    failUser(unkept, {}, "the table above is all that there is", "free space, or name another folder with --out=DIR");
  experiments::writeResults(command, points);
  std::cout << fmt::format("written to {}/README.md\n", flags.out) << std::flush;
  if (wrong)
    failWrong(fmt::format("{}: {}", experiments::label(*wrong, command.axes), wrong->reason), {}, {},
              "please report this with the command that caused it");
  if (isStopped)
    return watch.tell("the table has the finished runs", "the same command continues from the finished runs");
  return 0;
}

}  // namespace stardust::tools
