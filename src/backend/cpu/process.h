// Running another program: no shell, no zombie, never without end.
#pragma once

#include <string>
#include <vector>

namespace stardust::cpu {

struct ProcessLimits {
  double seconds = 120;              ///< wall time; then the program and all it started are killed
  std::size_t outputBytes = 1 << 20;  ///< kept of the output; what follows is read and dropped
};

struct Finished {
  bool started = true;    ///< false: there is no such program, or it may not be run; `output` says why
  bool timedOut = false;
  int status = 0;         ///< what it returned; 128 + the signal that ended it
  std::string output;     ///< of both stdout and stderr, in the order written
  bool succeeded() const { return started && !timedOut && status == 0; }
};

/// Runs the program arguments[0] (looked up in PATH if it has no '/') and waits for it. Its input is empty and it speaks English (LC_ALL=C).
/// Throws Error (unsupported) where the system has no more processes or files to give.
Finished run(const std::vector<std::string>& arguments, const ProcessLimits& limits = {});

}  // namespace stardust::cpu
