// Supervision of a running command: Ctrl-C (SIGINT), SIGTERM, SIGHUP (a closed terminal) and the time-out stop it, and
// the progress line is drawn.
#pragma once

#include <atomic>
#include <csignal>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "progress_line.h"

namespace stardust::tools {

inline constexpr int interruptedCode = 130;  // as in a shell: 128 + SIGINT

/// A thread of its own. Stopped work is first asked to end: `isStopped` becomes true, and the work polls it. Work that
/// does not respond within a second (a blocked file, a native kernel) ends with the process, after the same message.
class Watch {
 public:
  /// Blocks the signals in this thread and all threads that it starts later. A SIGHUP that is ignored at the start
  /// (nohup) stays ignored.
  Watch();
  ~Watch();
  Watch(const Watch&) = delete;
  Watch& operator=(const Watch&) = delete;

  const std::atomic<bool>& isStopped() const { return isStopped_; }
  /// `said`: the number as the user wrote it.
  void limitTime(double seconds, const std::string& said);
  ProgressLine& progress() { return line_; }

  /// Sets the text to print if the work is stopped: all results so far; replaces the previous text.
  void keep(std::string known);
  /// Prints the kept text.
  void tellKnown();
  /// Disables forced termination: files are being written, or children are supervised, and the work polls `isStopped`.
  void onlyAsk();

  /// Prints the kept text and the reason for the stop, with optional details and help. Returns the exit code.
  int tell(const std::string& more = "", const std::string& help = "");

 private:
  using Clock = ProgressLine::Clock;
  enum class Reason { None, Interrupted, TimeIsOver };

  void watch(const sigset_t& signals);
  void ask(Reason reason, Clock::time_point now);
  void endOverdue(Clock::time_point now);
  void waitIfEnding();
  int print(const std::string& more, const std::string& help);

  std::atomic<bool> isStopped_{false}, isDone_{false};
  ProgressLine line_;
  std::mutex mutex_;  // guards the members up to the thread
  Reason reason_ = Reason::None;
  std::string doing_;  // the phase at the stop
  std::string known_;
  std::optional<Clock::time_point> deadline_, askedAt_;
  std::string limit_;
  bool onlyAsks_ = false, isEnding_ = false;
  std::thread thread_;
};

}  // namespace stardust::tools
