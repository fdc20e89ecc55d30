// Many runs of one program in child processes: a crash of one costs one result, and what is finished is kept from one
// call to the next.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace stardust::experiments {

/// One run of the program, which writes its report to the file that the last argument, `--json=FILE`, names. The pool
/// adds that argument; the file is in memory, so that a full disk loses no result.
struct Job {
  std::string name;  ///< unique; names the files that are kept, so letters, digits and "-._@" only
  std::vector<std::string> arguments;
  double cost = 1;  ///< the time it takes, in any unit: cheap jobs run first, and tell how long the others will take
  std::string content = {};  ///< a hash of the files that it reads: part of what it is
};

struct Outcome {
  enum class State { Done, Failed, Missing };  ///< Missing: cancelled before it ended
  State state = State::Missing;
  bool reused = false;  ///< it was there already
  int exitCode = 0;     ///< as a shell has it: 128 + n where signal n ended the program
  std::string message;  ///< of a failed job: what it wrote to stderr
  std::string report;   ///< of a finished job: the text of its report
  double seconds = 0;   ///< wall time; 0 if reused
  std::string unkept;   ///< why the report is not in the folder: a full disk; empty if it is
};
using Outcomes = std::map<std::string, Outcome>;  ///< by name of the job

/// Of the message of a failed job: "error: what\n --> …" → "what".
std::string firstLine(const std::string& message);

/// How far the pool has come.
struct Advance {
  std::size_t finished = 0, known = 0;  ///< jobs; more may become known as others end
  double secondsLeft = -1;              ///< an estimate; negative while nothing has been measured
};

struct PoolOptions {
  std::string program;   ///< a path
  std::string identity;  ///< of the program: a finished job is reused where this and the arguments are what they were
  std::string folder;    ///< of the reports; made if need be
  int width = 1;         ///< jobs at a time
  std::uint64_t memory = 0;                      ///< bytes of data that each job may take; 0: as much as this process
  const std::atomic<bool>* cancelled = nullptr;  ///< ends the running jobs with SIGINT, after 5 s with SIGKILL
  std::function<void(const Advance&)> progress = {};  ///< told several times a second
};

/// What a job that has ended leads to: a smaller one if it failed, others that build on it.
using Follow = std::function<std::vector<Job>(const Job&, const Outcome&)>;

/// Runs the jobs and all that follow, and keeps the reports in the folder. A job that fails is an outcome, not an
/// error; a job of the name of an earlier one is left out. Throws Error (user) if the folder cannot be written or the
/// program not started.
Outcomes runJobs(const std::vector<Job>& jobs, const PoolOptions& options, const Follow& follow = {});

}  // namespace stardust::experiments
