#include "experiments/jobs.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <set>
#include <thread>
#include <utility>

#include "experiments/folder_lock.h"
#include "files/files.h"
#include "files/output_folder.h"
#include "support/diagnostic.h"

namespace stardust::experiments {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

constexpr auto pause = std::chrono::milliseconds(20);  // polling interval: jobs take seconds
constexpr auto patience = std::chrono::seconds(5);     // after SIGINT

std::string readIfThere(const std::string& path) {
  std::error_code ignored;
  return fs::is_regular_file(path, ignored) ? readFile(path) : std::string();
}

void removeFile(const std::string& path) {
  std::error_code ignored;  // a missing file is no error
  fs::remove(path, ignored);
}

double secondsSince(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

// A file in memory, for a child's output.
class MemoryFile {
 public:
  explicit MemoryFile(const char* name) : file_(memfd_create(name, MFD_CLOEXEC)) {
    if (file_ < 0) failUnsupported(fmt::format("no file in memory for a run: {}", std::strerror(errno)));
  }
  ~MemoryFile() {
    if (file_ >= 0) close(file_);
  }
  MemoryFile(MemoryFile&& other) noexcept : file_(std::exchange(other.file_, -1)) {}
  MemoryFile& operator=(MemoryFile&& other) noexcept {
    std::swap(file_, other.file_);
    return *this;
  }
  int descriptor() const { return file_; }
  std::string contents() const {
    std::string text;
    std::array<char, 1 << 16> piece;
    for (ssize_t count = 0; (count = pread(file_, piece.data(), piece.size(), static_cast<off_t>(text.size()))) > 0;)
      text.append(piece.data(), static_cast<std::size_t>(count));
    return text;
  }

 private:
  int file_;
};

struct Child {
  Job job;
  MemoryFile report{"report"}, errors{"errors"};
  pid_t pid = 0;
  Clock::time_point start = Clock::now();
};

// Attributes of posix_spawn: the report is the standard output, and the child does not inherit the signals that this
// process blocks to handle them in one thread.
class Setup {
 public:
  explicit Setup(const Child& child) {
    posix_spawn_file_actions_init(&actions_);
    posix_spawn_file_actions_addopen(&actions_, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions_, child.report.descriptor(), STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions_, child.errors.descriptor(), STDERR_FILENO);
    posix_spawnattr_init(&attributes_);
    posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETSIGMASK);
    sigset_t none;
    sigemptyset(&none);
    posix_spawnattr_setsigmask(&attributes_, &none);
  }
  ~Setup() {
    posix_spawn_file_actions_destroy(&actions_);
    posix_spawnattr_destroy(&attributes_);
  }
  Setup(const Setup&) = delete;
  Setup& operator=(const Setup&) = delete;
  const posix_spawn_file_actions_t* actions() const { return &actions_; }
  const posix_spawnattr_t* attributes() const { return &attributes_; }

 private:
  posix_spawn_file_actions_t actions_;
  posix_spawnattr_t attributes_;
};

// Limits the data memory of processes started in the scope. A child inherits its parent's limits; there is no other way
// to limit it from its first instruction on.
class MemoryForChildren {
 public:
  explicit MemoryForChildren(std::uint64_t bytes) {
    if (bytes == 0 || getrlimit(RLIMIT_DATA, &own_) != 0) return;
    rlimit limit = own_;
    limit.rlim_cur = std::min<rlim_t>(own_.rlim_cur, bytes);
    isSet_ = setrlimit(RLIMIT_DATA, &limit) == 0;
  }
  ~MemoryForChildren() {
    if (isSet_) setrlimit(RLIMIT_DATA, &own_);
  }
  MemoryForChildren(const MemoryForChildren&) = delete;
  MemoryForChildren& operator=(const MemoryForChildren&) = delete;

 private:
  rlimit own_{};
  bool isSet_ = false;
};

class Pool {
 public:
  Pool(const PoolOptions& options, const Follow& follow)
      : options_(options), follow_(follow), start_(Clock::now()), lock_(lockFolder(made(options.folder))) {}
  ~Pool() {  // children remain only after an error
    for (const Child& child : running_) kill(child.pid, SIGKILL);
    for (const Child& child : running_) waitpid(child.pid, nullptr, 0);
  }
  Pool(const Pool&) = delete;
  Pool& operator=(const Pool&) = delete;

  Outcomes run(const std::vector<Job>& jobs) {
    add(jobs);
    while (!(waiting_.empty() && running_.empty())) {
      if (cancelled()) {
        stop();
        break;
      }
      while (!waiting_.empty() && running_.size() < static_cast<std::size_t>(std::max(1, options_.width))) startNext();
      collect();
      tell();
      if (!running_.empty()) std::this_thread::sleep_for(pause);
    }
    return std::move(outcomes_);
  }

 private:
  static const std::string& made(const std::string& folder) {
    claimFolder(folder);
    return folder;
  }

  bool cancelled() const { return options_.cancelled && *options_.cancelled; }

  std::string file(const Job& job, const char* extension) const {
    return fmt::format("{}/{}{}", options_.folder, job.name, extension);
  }

  std::vector<std::string> commandOf(const Job& job) const {
    std::vector<std::string> words = {options_.program};
    words.insert(words.end(), job.arguments.begin(), job.arguments.end());
    words.emplace_back("--json=/dev/stdout");
    return words;
  }

  // The identity of a finished job, stored next to its report.
  std::string keyOf(const Job& job) const {
    std::string key = options_.identity + "\n" + job.content + "\n";
    for (const std::string& argument : job.arguments) key += argument + "\n";
    return key;
  }

  void add(const std::vector<Job>& jobs) {
    for (const Job& job : jobs) {
      if (!outcomes_.emplace(job.name, Outcome{}).second) continue;
      Outcome kept;
      kept.reused = true;
      if (readIfThere(file(job, ".key")) == keyOf(job)) kept.report = readIfThere(file(job, ".json"));
      if (kept.report.empty()) {
        const auto dearer = [](double cost, const Job& other) { return cost < other.cost; };
        waiting_.insert(std::upper_bound(waiting_.begin(), waiting_.end(), job.cost, dearer), job);
      } else {
        kept.state = Outcome::State::Done;
        finish(job, std::move(kept));
      }
    }
  }

  int spawn(Child& child, const std::vector<char*>& arguments) const {
    const Setup setup(child);
    const MemoryForChildren limited(options_.memory);
    return posix_spawn(&child.pid, options_.program.c_str(), setup.actions(), setup.attributes(), arguments.data(),
                       environ);
  }

  void startNext() {
    Child child{waiting_.front()};
    waiting_.erase(waiting_.begin());
    removeFile(file(child.job, ".key"));  // first: a report without its key is never reused
    removeFile(file(child.job, ".json"));
    std::vector<std::string> words = commandOf(child.job);
    std::vector<char*> arguments;
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    const int error = spawn(child, arguments);
    if (error) failUser(fmt::format("cannot run {}: {}", options_.program, std::strerror(error)));
    running_.push_back(std::move(child));
  }

  void collect() {
    for (std::size_t n = 0; n < running_.size();) {
      int status = 0;
      if (waitpid(running_[n].pid, &status, WNOHANG) == 0) {
        ++n;
        continue;
      }
      const Child child = std::move(running_[n]);
      running_.erase(running_.begin() + static_cast<std::ptrdiff_t>(n));
      ended(child, status);
    }
  }

  void ended(const Child& child, int status) {
    if (cancelled()) return;  // Ctrl-C also reaches the children: their failure means nothing
    Outcome outcome;
    outcome.exitCode = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
    outcome.seconds = secondsSince(child.start);
    outcome.message = child.errors.contents();
    outcome.report = child.report.contents();
    const bool done = outcome.exitCode == 0 && !outcome.report.empty();
    outcome.state = done ? Outcome::State::Done : Outcome::State::Failed;
    if (done) keep(child.job, outcome);
    else if (outcome.message.empty())
      outcome.message = outcome.exitCode ? fmt::format("exit code {}", outcome.exitCode) : "no report was written";
    measuredCost_ += child.job.cost;
    finish(child.job, std::move(outcome));
  }

  // A report that cannot be stored is a valid result nevertheless.
  void keep(const Job& job, Outcome& outcome) const {
    try {
      writeFile(file(job, ".json"), outcome.report);
      writeFile(file(job, ".key"), keyOf(job));
    } catch (const Error& error) {
      outcome.unkept = error.diagnostic().what;
    }
  }

  void finish(const Job& job, Outcome outcome) {
    ++finished_;
    const std::vector<Job> next = follow_ ? follow_(job, outcome) : std::vector<Job>();
    outcomes_[job.name] = std::move(outcome);
    add(next);
  }

  // Running and waiting children stay Missing.
  void stop() {
    for (const Child& child : running_) kill(child.pid, SIGINT);
    const auto asked = Clock::now();
    while (!running_.empty()) {
      for (std::size_t n = 0; n < running_.size();) {
        if (Clock::now() - asked > patience) kill(running_[n].pid, SIGKILL);
        if (waitpid(running_[n].pid, nullptr, WNOHANG) == 0) {
          ++n;
          continue;
        }
        running_.erase(running_.begin() + static_cast<std::ptrdiff_t>(n));
      }
      std::this_thread::sleep_for(pause);
    }
  }

  void tell() const {
    if (!options_.progress) return;
    double left = 0;
    for (const Job& job : waiting_) left += job.cost;
    for (const Child& child : running_) left += child.job.cost / 2;  // half done on average
    Advance advance{finished_, outcomes_.size(), -1};
    if (measuredCost_ > 0) advance.secondsLeft = secondsSince(start_) / measuredCost_ * left;
    options_.progress(advance);
  }

  const PoolOptions& options_;
  const Follow& follow_;
  const Clock::time_point start_;
  const FileLock lock_;
  Outcomes outcomes_;         // of every known job
  std::vector<Job> waiting_;  // sorted by cost
  std::vector<Child> running_;
  std::size_t finished_ = 0;
  double measuredCost_ = 0;
};

}  // namespace

std::string firstLine(const std::string& message) {
  const std::string line = message.substr(0, message.find('\n'));
  const auto label = line.find(": ");
  return label == std::string::npos ? line : line.substr(label + 2);
}

Outcomes runJobs(const std::vector<Job>& jobs, const PoolOptions& options, const Follow& follow) {
  return Pool(options, follow).run(jobs);
}

}  // namespace stardust::experiments
