#include "reduce_command.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <chrono>
#include <filesystem>
#include <iostream>
#include <sstream>

#include "backend/cpu/process.h"
#include "backend/cpu/temporary_directory.h"
#include "driver/reduce.h"
#include "driver/sequence.h"
#include "files/files.h"
#include "files/output_folder.h"

namespace stardust::tools {
namespace {

namespace fs = std::filesystem;

/// The end of a command: equal for two failures of the same kind.
struct Ending {
  int status = 0;
  bool isEndless = false;
  std::string message;  ///< the first line, with all numbers replaced by 0

  bool fails() const { return isEndless || status != 0; }
  friend bool operator==(const Ending& a, const Ending& b) {
    return a.status == b.status && a.isEndless == b.isEndless && a.message == b.message;
  }
};

std::string withoutNumbers(const std::string& text) {
  std::string out;
  for (const char c : text.substr(0, text.find('\n'))) {
    const bool isDigit = std::isdigit(static_cast<unsigned char>(c));
    if (!isDigit || out.empty() || out.back() != '0') out += isDigit ? '0' : c;
  }
  return out;
}

std::string describe(const Ending& ending) {
  if (ending.isEndless) return "does not end";
  return fmt::format("exit code {}{}{}", ending.status, ending.message.empty() ? "" : ": ", ending.message);
}

/// Runs the command on candidates, in a temporary folder.
class Trials {
 public:
  Trials(const ReduceFlags& flags, std::vector<std::string> settings, Watch& watch)
      : settings_(std::move(settings)), watch_(watch) {
    std::istringstream words(flags.command);
    for (std::string word; words >> word;) command_.push_back(word);
    if (command_.empty()) command_ = {fs::read_symlink("/proc/self/exe").string(), "run", "--quiet"};
    if (flags.kernel.strict && flags.command.empty()) command_.push_back("--strict");
  }

  Ending of(const driver::Reducible& kernel) {
    if (watch_.isStopped()) failUnsupported("the reduction was stopped");
    for (const auto& [name, text] : driver::filesOf(kernel, "kernel", folder_.path(), settings_))
      writeFile(folder_.file(name), text);
    std::vector<std::string> arguments = command_;
    arguments.push_back(folder_.file("kernel.sd"));
    cpu::ProcessLimits limits;
    limits.seconds = seconds_;
    limits.cancelled = &watch_.isStopped();
    const auto start = std::chrono::steady_clock::now();
    const cpu::Finished finished = cpu::run(arguments, limits);
    if (!finished.started) failUser(fmt::format("cannot run {}", arguments[0]), {}, finished.output);
    if (count_++ == 0 && !finished.timedOut)
      seconds_ = 1 + 10 * std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    advancePhase(&watch_.progress(), static_cast<std::uint64_t>(count_));
    return {finished.status, finished.timedOut, finished.timedOut ? "" : withoutNumbers(finished.output)};
  }

  int count() const { return count_; }

 private:
  static constexpr double firstSeconds = 60;

  std::vector<std::string> command_, settings_;
  cpu::TemporaryDirectory folder_;
  Watch& watch_;
  double seconds_ = firstSeconds;
  int count_ = 0;
};

}  // namespace

void ReduceFlags::addTo(CLI::App& app) {
  kernel.addTo(app, {"print", "json", "output", "name", "time", "tuned"});
  app.add_option("--out", out, "the folder for the smaller kernel and its data")->type_name("DIR");
  app.add_option("--command", command,
                 "the command that must fail, followed by the kernel file (default: stardust run)")
      ->type_name("COMMAND");
}

int reduceKernel(const ReduceFlags& flags, Watch& watch) {
  const driver::Invocation invocation = flags.kernel.invocation();
  const driver::KernelSpec spec = driver::specOf(invocation);
  if (driver::steps(spec).size() > 1 || !spec.repeats.empty())
    failUser("the kernel has several expressions, and one is reduced", {}, {}, "a file with the one that fails");
  checkOutputFolder(flags.out, StaleFiles::Remove);
  if (!flags.kernel.quiet) watch.progress().show();
  const driver::Reducible whole = driver::reducible(driver::loadProblem(spec, &watch.progress()));
  const std::vector<std::string> settings = driver::settingsOf(spec);
  Trials trials(flags, settings, watch);
  beginPhase(&watch.progress(), {"reducing", "trials"});
  const Ending ending = trials.of(whole);
  if (!ending.fails())
    failUser("the kernel does not fail", {}, "the command on the whole kernel had exit code 0",
             "the flags with which it fails, or --command=COMMAND");
  const driver::Reducible small =
      driver::reduced(whole, [&](const driver::Reducible& candidate) { return trials.of(candidate) == ending; });
  const auto files = driver::filesOf(small, "reduced", flags.out, settings);
  watch.onlyAsk();
  watch.progress().finish();
  writeOutputFolder(flags.out, files, StaleFiles::Remove);
  std::cout << fmt::format("{}\n{}/reduced.sd, after {} trials:\n\n{}", describe(ending), flags.out, trials.count(),
                           files.at("reduced.sd"));
  return 0;
}

}  // namespace stardust::tools
