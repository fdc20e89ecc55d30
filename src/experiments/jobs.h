// A pool of runs in child processes: a crash costs one result, and finished runs are reused by later calls.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace stardust::experiments {

/// One run of the program, which writes its report to the file in the last argument, `--json=FILE`. The pool adds that
/// argument. The file is in memory, so that a full disk loses no result.
struct Job {
  std::string name;  ///< unique; used as a file name, so only letters, digits and "-._@"
  std::vector<std::string> arguments;
  double cost = 1;           ///< estimated time in any unit: cheap jobs run first, and calibrate the estimate
  std::string content = {};  ///< a hash of the files that it reads: part of its identity
};

struct Outcome {
  enum class State { Done, Failed, Missing };  ///< Missing: cancelled before its end
  State state = State::Missing;
  bool reused = false;  ///< taken from an earlier call
  int exitCode = 0;     ///< as in a shell: 128 + n if signal n ended the program
  std::string message;  ///< of a failed job: its stderr
  std::string report;   ///< of a finished job: the text of its report
  double seconds = 0;   ///< wall time; 0 if reused
  std::string unkept;   ///< why the report is not in the folder, such as a full disk; empty if it is
};
using Outcomes = std::map<std::string, Outcome>;  ///< by name of the job

/// The message of a failed job: "error: what\n --> …" → "what".
std::string firstLine(const std::string& message);

/// Progress of the pool.
struct Advance {
  std::size_t finished = 0, known = 0;  ///< jobs; more may become known as others end
  double secondsLeft = -1;              ///< an estimate; negative before the first measurement
};

struct PoolOptions {
  std::string program;       ///< path
  std::string identity;      ///< of the program: a finished job is reused if this and the arguments are unchanged
  std::string folder;        ///< of the reports; created if necessary
  int width = 1;             ///< jobs in parallel
  std::uint64_t memory = 0;  ///< data memory limit of each job in bytes; 0: that of this process
  const std::atomic<bool>* cancelled = nullptr;       ///< stops the running jobs with SIGINT, after 5 s with SIGKILL
  std::function<void(const Advance&)> progress = {};  ///< called several times per second
};

/// The jobs that follow a completed one: a smaller job after a failure, or jobs that depend on it.
using Follow = std::function<std::vector<Job>(const Job&, const Outcome&)>;

/// Runs the jobs and all that follow, and stores the reports in the folder. A failed job is an outcome, not an error; a
/// job with the name of an earlier one is skipped. Throws Error (user) if the folder cannot be written, or the program
/// cannot be started.
Outcomes runJobs(const std::vector<Job>& jobs, const PoolOptions& options, const Follow& follow = {});

}  // namespace stardust::experiments
