// Execution of another program, without a shell, zombies or unbounded waiting.
#pragma once

#include <atomic>
#include <string>
#include <vector>

namespace stardust::cpu {

struct ProcessLimits {
  double seconds = 120;                          ///< wall time, after which the program and its children are killed
  std::size_t outputBytes = 1 << 20;             ///< retained output; the rest is read and dropped
  const std::atomic<bool>* cancelled = nullptr;  ///< once true, the program and its children are killed
};

struct Finished {
  bool started = true;  ///< false: missing or not executable; `output` holds the reason
  bool timedOut = false;
  bool cancelled = false;
  int status = 0;      ///< exit code; 128 + the number of the terminating signal
  std::string output;  ///< of stdout and stderr combined, in order
  bool succeeded() const { return started && !timedOut && !cancelled && status == 0; }
};

/// Runs the program arguments[0] (looked up in PATH if it has no '/') and waits for it. Its input is empty and its
/// locale is C (LC_ALL=C). `temporaries`: the folder for its temporary files (TMPDIR), to be removed by the caller,
/// which also covers the files of a killed program; empty: unchanged. Throws Error (unsupported) if the system is out
/// of processes or files.
Finished run(const std::vector<std::string>& arguments, const ProcessLimits& limits = {},
             const std::string& temporaries = {});

}  // namespace stardust::cpu
