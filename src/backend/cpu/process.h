// Running another program: no shell, no zombie, never without end.
#pragma once

#include <atomic>
#include <string>
#include <vector>

namespace stardust::cpu {

struct ProcessLimits {
  double seconds = 120;                          ///< wall time; then the program and all it started are killed
  std::size_t outputBytes = 1 << 20;             ///< kept of the output; what follows is read and dropped
  const std::atomic<bool>* cancelled = nullptr;  ///< once it is true, the program and all it started are killed
};

struct Finished {
  bool started = true;  ///< false: there is no such program, or it may not be run; `output` says why
  bool timedOut = false;
  bool cancelled = false;
  int status = 0;      ///< what it returned; 128 + the signal that ended it
  std::string output;  ///< of both stdout and stderr, in the order written
  bool succeeded() const { return started && !timedOut && !cancelled && status == 0; }
};

/// Runs the program arguments[0] (looked up in PATH if it has no '/') and waits for it. Its input is empty and it
/// speaks English (LC_ALL=C). `temporaries`: the folder for its temporary files (TMPDIR), so that whoever removes it
/// has what a killed program left; empty: as it is. Throws Error (unsupported) where the system has no more processes
/// or files to give.
Finished run(const std::vector<std::string>& arguments, const ProcessLimits& limits = {},
             const std::string& temporaries = {});

}  // namespace stardust::cpu
