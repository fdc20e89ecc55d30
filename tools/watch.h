// Looks after a command while it works: Ctrl-C (SIGINT), SIGTERM, SIGHUP (of a terminal that is closed) and the
// time-out stop it, and the progress line is drawn.
#pragma once

#include <atomic>
#include <csignal>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "progress_line.h"

namespace stardust::tools {

inline constexpr int interruptedCode = 130;  // as a shell says it: 128 + SIGINT

/// A thread of its own. Work that is stopped is asked first: `isStopped` is true, and whoever looks at it ends early.
/// Work that does not look at it within a second (a file that does not come, a kernel that runs natively) is ended with
/// the process, after the same message.
class Watch {
 public:
  /// From here on no thread of this process, and none that it starts, takes one of the signals itself. A SIGHUP that
  /// whoever started the tool has it ignore (nohup) stays ignored.
  Watch();
  ~Watch();
  Watch(const Watch&) = delete;
  Watch& operator=(const Watch&) = delete;

  const std::atomic<bool>& isStopped() const { return isStopped_; }
  /// `said` is the number as the user wrote it.
  void limitTime(double seconds, const std::string& said);
  ProgressLine& progress() { return line_; }

  /// What is printed if the work is stopped: all that is known by now, in place of what was known before.
  void keep(std::string known);
  /// Prints what is known.
  void tellKnown();
  /// From here on nothing is ended: files are being written, or children looked after, and the flag is looked at.
  void onlyAsk();

  /// Prints what is known and says why the work was stopped, with more about it and a help, if there are any. Returns
  /// the exit code.
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
  std::mutex mutex_;  // guards what follows up to the thread
  Reason reason_ = Reason::None;
  std::string doing_;  // when it was stopped
  std::string known_;
  std::optional<Clock::time_point> deadline_, askedAt_;
  std::string limit_;
  bool onlyAsks_ = false, isEnding_ = false;
  std::thread thread_;
};

}  // namespace stardust::tools
