#include "watch.h"

#include <fmt/format.h>
#include <unistd.h>

#include <csignal>
#include <string_view>
#include <system_error>

#include "support/diagnostic.h"

namespace stardust::tools {
namespace {

constexpr auto patienceAfterStop = std::chrono::seconds(1);  // for work that was asked to stop
constexpr long look = 50'000'000;                            // polling interval in nanoseconds

bool isIgnored(int signal) {
  struct sigaction action {};
  return sigaction(signal, nullptr, &action) == 0 && action.sa_handler == SIG_IGN;
}

sigset_t watchedSignals() {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGINT);
  sigaddset(&signals, SIGTERM);
  if (!isIgnored(SIGHUP)) sigaddset(&signals, SIGHUP);
  return signals;
}

// Bypasses all buffers and their locks, which unresponsive work may hold.
void write(int file, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(file, text.data(), text.size());
    if (written <= 0) return;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
}

}  // namespace

Watch::Watch() {
  const sigset_t signals = watchedSignals();
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  try {
    thread_ = std::thread([this, signals] { watch(signals); });
  } catch (const std::system_error&) {  // no thread is available: signals keep their default actions
    pthread_sigmask(SIG_UNBLOCK, &signals, nullptr);
  }
}

Watch::~Watch() {
  if (!thread_.joinable()) return;
  isDone_ = true;
  pthread_kill(thread_.native_handle(), SIGTERM);  // wakes it
  thread_.join();
}

void Watch::limitTime(double seconds, const std::string& said) {
  const std::lock_guard lock(mutex_);
  deadline_ = Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
  limit_ = said;
}

void Watch::keep(std::string known) {
  const std::lock_guard lock(mutex_);
  known_ = std::move(known);
}

void Watch::tellKnown() {
  waitIfEnding();
  line_.finish();
  const std::lock_guard lock(mutex_);
  write(STDOUT_FILENO, known_);
  known_.clear();
}

void Watch::onlyAsk() {
  waitIfEnding();
  const std::lock_guard lock(mutex_);
  onlyAsks_ = true;
}

int Watch::tell(const std::string& more, const std::string& help) {
  waitIfEnding();
  return print(more, help);
}

// The watching thread is ending the process: further output of the working thread would be duplicate.
void Watch::waitIfEnding() {
  std::unique_lock lock(mutex_);
  if (!isEnding_) return;
  lock.unlock();
  while (true) pause();
}

int Watch::print(const std::string& more, const std::string& help) {
  line_.finish();
  const std::lock_guard lock(mutex_);
  write(STDOUT_FILENO, known_);
  known_.clear();
  if (reason_ == Reason::TimeIsOver) {
    const std::string what =
        fmt::format("the work is not done within --timeout={}{}{}", limit_, doing_.empty() ? "" : ": stopped", doing_);
    const std::string remedy = help.empty() ? "allow more time, or leave out --timeout" : help;
    write(STDERR_FILENO, render({Family::Unsupported, what, {}, more, remedy}));
    return exitCode(Family::Unsupported);
  }
  write(STDERR_FILENO, fmt::format("interrupted{}{}{}\n", doing_, more.empty() ? "" : ": ", more));
  if (!help.empty()) write(STDERR_FILENO, fmt::format("  help: {}\n", help));
  return interruptedCode;
}

void Watch::watch(const sigset_t& signals) {
  const timespec pause{0, look};
  while (true) {
    const int signal = sigtimedwait(&signals, nullptr, &pause);
    if (isDone_) return;
    const auto now = Clock::now();
    if (signal > 0) ask(Reason::Interrupted, now);
    bool isOver = false;
    {
      const std::lock_guard lock(mutex_);
      isOver = deadline_ && now >= *deadline_;
    }
    if (isOver) ask(Reason::TimeIsOver, now);
    endOverdue(now);
    line_.draw(now);
  }
}

void Watch::ask(Reason reason, Clock::time_point now) {
  const std::string phase = line_.phase();
  const std::lock_guard lock(mutex_);
  if (reason_ != Reason::None) return;
  reason_ = reason;
  doing_ = phase.empty() ? "" : " while " + phase;
  askedAt_ = now;
  isStopped_ = true;
}

void Watch::endOverdue(Clock::time_point now) {
  {
    const std::lock_guard lock(mutex_);
    if (!askedAt_ || onlyAsks_ || now < *askedAt_ + patienceAfterStop) return;
    isEnding_ = true;
  }
  _exit(print("", ""));
}

}  // namespace stardust::tools
