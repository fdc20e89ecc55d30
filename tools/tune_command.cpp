#include "tune_command.h"

#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <set>

#include "command_line.h"
#include "driver/source_files.h"
#include "files/files.h"
#include "pool_flags.h"
#include "tune/tuned_report.h"
#include "tune/winners_file.h"

namespace stardust::tools {
namespace {

// Flags that are no part of a kernel file: the winner is saved without them.
bool isOfRun(const std::string& keyword) {
  static const std::set<std::string> ofRuns = {"schedule", "machine", "memory", "set"};
  return ofRuns.count(keyword) != 0;
}

std::string kernelText(const driver::Invocation& kernel) {
  if (driver::isKernelFile(kernel.kernel)) return driver::readSource(kernel.kernel, "a kernel")->text;
  std::string text = kernel.kernel + "\n";
  for (const auto& [keyword, value] : kernel.flags)
    if (!isOfRun(keyword)) text += fmt::format("{} {}\n", keyword, value);
  return text;
}

void requireSavable(const driver::Invocation& kernel) {
  const auto flag =
      std::find_if(kernel.flags.begin(), kernel.flags.end(), [](const auto& one) { return !isOfRun(one.first); });
  if (driver::isKernelFile(kernel.kernel) && flag != kernel.flags.end())
    failUser(fmt::format("--save with --{}", flag->first), {},
             "the file that is written has the lines of the kernel file, and flags are no part of it",
             fmt::format("write the line `{} {}` into {}", flag->first, flag->second, kernel.kernel));
}

// Keeps the winner in the file of the user, or in the one that the user named. Returns a line about it.
std::string kept(const tune::Tuned& tuned, const std::string& named) {
  if (!tuned.best().isWhole()) return "kept        nothing: no schedule ran on all operands\n";
  const tune::Winner winner = tune::winnerOf(tuned, versionText());
  const auto keptIn = [](const std::string& place, const std::string& flag) {
    return fmt::format(
        "kept        {}; stardust run takes it with {}, for operands whose facts differ {:g} times at most\n", place,
        flag, tune::nearFactor);
  };
  if (!named.empty()) {
    tune::keepWinner(named, winner);
    return keptIn("in " + named, "--tuned=" + named);
  }
  const std::string file = tune::defaultWinnersFile();
  if (file.empty()) return "kept        nothing: neither HOME nor XDG_CACHE_HOME is set\n";
  try {
    tune::keepWinner(file, winner);
    return keptIn("for the user", "-s=tuned");
  } catch (const Error& error) {  // the search was long: its winner is printed
    if (error.diagnostic().family != Family::User) throw;
    return fmt::format("kept        nothing: {}\n", error.diagnostic().what);
  }
}

}  // namespace

void TuneFlags::addTo(CLI::App& app) {
  kernel.addTo(app, {"output", "json", "print", "target", "name", "time", "threads", "processor", "tuned"});
  app.add_option("--budget", budget, "after this time, no other schedule is tried (default: 60)")->type_name("SECONDS");
  app.add_option("--top", top, "the number of schedules to print (default: 5)")
      ->type_name("NUMBER")
      ->check(CLI::Range(1, 1000));
  app.add_flag("--formats", formats, "also try schedules that convert tensors on the host, which takes no cycles");
  app.add_option("--save", save, "write the kernel with the fastest schedule")->type_name("FILE.sd");
  app.add_option("--tuned", tuned,
                 "keep the fastest schedule in this file, in place of that of the user (run --tuned=FILE takes it)")
      ->type_name("FILE");
  app.add_option("--json", json, "write all schedules that were tried, and their runs")->type_name("FILE.json");
}

int tuneKernel(const TuneFlags& flags, Watch& watch) {
  if (!(flags.budget > 0))
    failUser(fmt::format("--budget is {:g}", flags.budget), {}, {}, "a number of seconds above 0, such as --budget=30");
  const driver::Invocation kernel = flags.kernel.invocation();
  if (!flags.save.empty()) {
    requireSavable(kernel);
    checkWritable(flags.save);
  }
  if (!flags.json.empty()) checkWritable(flags.json);
  if (!flags.tuned.empty()) {
    checkWritable(flags.tuned);
    tune::readWinners(flags.tuned);  // another file is refused before the search
  }
  if (!flags.kernel.quiet) watch.progress().show();
  tune::TuneRequest request;
  request.spec = driver::specOf(kernel);
  request.request = driver::requestOf(request.spec, kernel.strict);
  request.request.progress = &watch.progress();
  request.request.cancelled = &watch.isStopped();
  request.budget = flags.budget;
  request.converts = flags.formats;
  watch.onlyAsk();
  const tune::Tuned tuned = tune::tune(request);
  watch.progress().finish();
  std::cout << tune::text(tuned, static_cast<std::size_t>(flags.top), watch.isStopped()) << std::flush;
  std::cout << kept(tuned, flags.tuned) << std::flush;
  if (!flags.json.empty()) writeFile(flags.json, tune::json(tuned, versionText()));
  if (!flags.save.empty()) writeFile(flags.save, tune::withSchedule(kernelText(kernel), tuned));
  return watch.isStopped() ? watch.tell("the table has the schedules that were tried") : 0;
}

}  // namespace stardust::tools
