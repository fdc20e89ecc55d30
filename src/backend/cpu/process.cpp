#include "backend/cpu/process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <string_view>
#include <thread>

#include "support/diagnostic.h"

namespace stardust::cpu {
namespace {

using Clock = std::chrono::steady_clock;

/// Close-on-exec: concurrently started programs do not inherit either end.
struct Pipe {
  std::array<int, 2> end{-1, -1};
  Pipe() {
    if (pipe2(end.data(), O_CLOEXEC) != 0)
      failUnsupported(fmt::format("no pipe to another program: {}", std::strerror(errno)));
  }
  ~Pipe() { closeEnd(0), closeEnd(1); }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  void closeEnd(std::size_t n) {
    if (end[n] >= 0) close(end[n]);
    end[n] = -1;
  }
};

/// Parameters of posix_spawn: output into the pipe, no input, and an own process group, which a time-out kills as a
/// whole.
struct Setup {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  explicit Setup(int output) {
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, output, STDERR_FILENO);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK);
    sigset_t none;
    sigemptyset(&none);
    posix_spawnattr_setsigmask(&attributes, &none);
  }
  ~Setup() {
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
  }
  Setup(const Setup&) = delete;
  Setup& operator=(const Setup&) = delete;
};

std::vector<std::string> environmentWith(const std::string& temporaries) {
  std::vector<std::string> variables = {"LC_ALL=C"};
  if (!temporaries.empty()) variables.push_back("TMPDIR=" + temporaries);
  for (char** variable = environ; *variable; ++variable) {
    const std::string_view name(*variable, std::strcspn(*variable, "="));
    if (name != "LC_ALL" && (temporaries.empty() || name != "TMPDIR")) variables.push_back(*variable);
  }
  return variables;
}

std::vector<char*> pointersTo(std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  for (std::string& text : texts) pointers.push_back(text.data());
  pointers.push_back(nullptr);
  return pointers;
}

int spawn(pid_t& pid, std::vector<std::string> arguments, int output, const std::string& temporaries) {
  const Setup setup(output);
  auto environment = environmentWith(temporaries);
  return posix_spawnp(&pid, arguments[0].c_str(), &setup.actions, &setup.attributes, pointersTo(arguments).data(),
                      pointersTo(environment).data());
}

/// The deadline of a wait.
struct Deadline {
  Clock::time_point end;
  const std::atomic<bool>* cancelled;

  bool isCancelled() const { return cancelled && *cancelled; }
  bool isOver() const { return isCancelled() || Clock::now() >= end; }
  /// Until the next check of the flag.
  int milliseconds() const {
    constexpr long look = 20;
    return static_cast<int>(
        std::clamp<long>(std::chrono::ceil<std::chrono::milliseconds>(end - Clock::now()).count(), 0, look));
  }
};

/// Reads until all writers have closed the pipe; false if the deadline passes first.
bool drain(int from, std::string& output, std::size_t most, const Deadline& deadline) {
  std::array<char, 1 << 14> buffer;
  while (true) {
    if (deadline.isOver()) return false;
    pollfd ready{from, POLLIN, 0};
    const int readable = poll(&ready, 1, deadline.milliseconds());
    if (readable == 0 || (readable < 0 && errno == EINTR)) continue;
    if (readable < 0) return false;
    const ssize_t count = read(from, buffer.data(), buffer.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return true;
    output.append(buffer.data(), std::min(static_cast<std::size_t>(count), most - output.size()));
  }
}

/// Waits for a program that has closed its output, and so is about to exit; false if the deadline passes first.
bool reap(pid_t pid, int& status, const Deadline& deadline) {
  auto pause = std::chrono::microseconds(20);
  while (waitpid(pid, &status, WNOHANG) == 0) {
    if (deadline.isOver()) return false;
    std::this_thread::sleep_for(pause);
    pause = std::min(pause * 2, std::chrono::microseconds(10'000));
  }
  return true;
}

}  // namespace

Finished run(const std::vector<std::string>& arguments, const ProcessLimits& limits, const std::string& temporaries) {
  require(!arguments.empty() && !arguments[0].empty(), "a program to run has a name");
  const Deadline deadline{
      Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(limits.seconds)),
      limits.cancelled};
  Finished finished;
  Pipe pipe;
  pid_t pid = 0;
  if (const int error = spawn(pid, arguments, pipe.end[1], temporaries)) {
    if (error == EAGAIN || error == ENOMEM)
      failUnsupported(fmt::format("cannot start {}: {}", arguments[0], std::strerror(error)));
    finished.started = false;
    finished.output = std::strerror(error);
    return finished;
  }
  pipe.closeEnd(1);
  int status = 0;
  const bool ended = drain(pipe.end[0], finished.output, limits.outputBytes, deadline) && reap(pid, status, deadline);
  finished.cancelled = !ended && deadline.isCancelled();
  finished.timedOut = !ended && !finished.cancelled;
  if (!ended) {
    kill(-pid, SIGKILL);
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
    }
  }
  finished.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return finished;
}

}  // namespace stardust::cpu
