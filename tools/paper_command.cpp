#include "paper_command.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <thread>

#include "experiments/paper.h"
#include "progress_line.h"
#include "stardust_version.h"
#include "support/diagnostic.h"

namespace stardust::tools {
namespace {

namespace fs = std::filesystem;

constexpr const char* version = "stardust " STARDUST_VERSION " (" STARDUST_GIT_ID ")";

// A build with changes that are not committed is told from others by its time.
std::string identityOf(const fs::path& program) {
  if (std::string(version).find("-dirty") == std::string::npos) return version;
  return fmt::format("{} {}", version, fs::last_write_time(program).time_since_epoch().count());
}

// As it is typed, with the folder of data sets left to the reader: results name no path of one machine.
std::string commandOf(const PaperFlags& flags) {
  const PaperFlags usual;
  std::string command = "stardust paper";
  if (!flags.data.empty()) command += " --data=DIR";
  if (flags.only != usual.only) command += " --only=" + flags.only;
  return command;
}

std::string shown(const experiments::Advance& advance) {
  const std::string runs = fmt::format("{} of {} runs", advance.finished, advance.known);
  if (advance.secondsLeft < 0) return runs;
  return advance.secondsLeft < 90 ? fmt::format("{}, {:.0f} s left", runs, advance.secondsLeft)
                                  : fmt::format("{}, {:.0f} min left", runs, advance.secondsLeft / 60);
}

}  // namespace

void PaperFlags::addTo(CLI::App& app) {
  app.add_option("--data", data, "the folder of the paper's data sets; without it, kernels that need files are not timed")->type_name("DIR");
  app.add_option("--out", out, "the folder of the results; without it docs/results")->type_name("DIR");
  app.add_option("--only", only, "what to measure: loc, resources, perf, bandwidth; without it all")->type_name("PART,…");
  app.add_option("--jobs", jobs, "how many runs at a time; without it one for each processor")->check(CLI::Range(1, 1024))->type_name("N");
  app.add_flag("-q,--quiet", quiet, "no progress line");
}

int measurePaper(const PaperFlags& flags, const std::atomic<bool>& cancelled) {
  ProgressLine line(flags.quiet);
  experiments::PaperCommand command;
  command.out = flags.out;
  command.version = version;
  command.command = commandOf(flags);
  command.request.data = flags.data;
  command.request.parts = experiments::parseParts(flags.only);
  experiments::PoolOptions& pool = command.request.pool;
  const fs::path program = fs::read_symlink("/proc/self/exe");
  pool.program = program.string();
  pool.identity = identityOf(program);
  pool.folder = (fs::path(flags.out) / "runs").string();
  pool.width = flags.jobs > 0 ? flags.jobs : static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
  pool.cancelled = &cancelled;
  pool.progress = [&](const experiments::Advance& advance) { line.told(shown(advance)); };
  const std::string told = experiments::measurePaper(command);
  line.finish();
  if (cancelled) failUnsupported("the measurements were interrupted; the page has what is known so far", {}, {}, "the same command takes up the finished runs");
  std::cout << told;
  return 0;
}

}  // namespace stardust::tools
