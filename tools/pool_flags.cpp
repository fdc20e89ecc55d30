#include "pool_flags.h"

#include <fmt/format.h>

#include <charconv>
#include <filesystem>

#include "files/processors.h"
#include "memory_limit.h"
#include "stardust_version.h"
#include "support/diagnostic.h"
#include "support/plural.h"

namespace stardust::tools {
namespace {

namespace fs = std::filesystem;

constexpr int mostJobs = 1024;

// The modification time distinguishes builds with uncommitted changes.
std::string identityOf(const fs::path& program) {
  if (versionText().find("-dirty") == std::string::npos) return versionText();
  return fmt::format("{} {}", versionText(), fs::last_write_time(program).time_since_epoch().count());
}

std::string shown(const experiments::Advance& advance) {
  const std::string runs = fmt::format("{} of {}", advance.finished, counted(advance.known, "run"));
  return advance.secondsLeft < 0 ? runs : fmt::format("{}, {} left", runs, durationText(advance.secondsLeft));
}

}  // namespace

std::string versionText() { return "stardust " STARDUST_VERSION " (" STARDUST_GIT_ID ")"; }

void PoolFlags::addTo(CLI::App& app) {
  app.add_option("--jobs", jobs, "the number of simultaneous runs (default: one for each processor)")->type_name("N");
}

int PoolFlags::width() const {
  if (jobs.empty()) return usableProcessors();
  int number = 0;
  const auto [end, failure] = std::from_chars(jobs.data(), jobs.data() + jobs.size(), number);
  if (failure != std::errc() || end != jobs.data() + jobs.size() || number < 1 || number > mostJobs)
    failUser(fmt::format("--jobs cannot be '{}'", jobs), {}, "it is the number of simultaneous runs",
             fmt::format("a number from 1 to {}", mostJobs));
  return number;
}

experiments::PoolOptions PoolFlags::options(const std::string& folder, Watch& watch) const {
  experiments::PoolOptions pool;
  const fs::path program = fs::read_symlink("/proc/self/exe");
  pool.program = program.string();
  pool.identity = identityOf(program);
  pool.folder = (fs::path(folder) / "runs").string();
  const Share share = shareMemory(width());
  pool.width = share.runs;
  pool.memory = share.bytes;
  pool.cancelled = &watch.isStopped();
  pool.progress = [&watch](const experiments::Advance& advance) { watch.progress().told(shown(advance)); };
  return pool;
}

}  // namespace stardust::tools
