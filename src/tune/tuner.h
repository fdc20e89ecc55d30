// `stardust tune`: the search for a schedule of a kernel on the accelerator, with the simulator as judge.
#pragma once

#include <functional>
#include <string>

#include "driver/kernel_spec.h"
#include "driver/run.h"
#include "tune/search.h"
#include "tune/winners.h"

namespace stardust::tune {

struct TuneRequest {
  driver::KernelSpec spec;     ///< of one expression
  driver::RunRequest request;  ///< the machine, one memory system, the observers
  bool converts = false;       ///< also try plans that convert tensors on the host, which takes no cycles
  double budget = 60;          ///< seconds after which no other candidate is tried
};

struct Tuned {
  driver::KernelSpec spec;
  notation::Assignment assignment;  ///< with extents
  Subject subject;                  ///< for which its best schedule is kept
  Outcome outcome;
  std::size_t automatic = 0;    ///< the trial of the best predicted schedule; it is among those that are kept
  std::size_t kept = 0;         ///< the candidates at the front that are measured whatever happens
  std::string machine, memory;  ///< their names
  std::string sampled;          ///< the variable of the samples; empty: there are none
  std::vector<double> shares;   ///< of the rounds
  std::int64_t leastBytes = 0;  ///< of all operands and the result, moved once
  double leastCycles = 0;       ///< for these at the peak bandwidth of the memory; 0: ideal memory
  double predictedIn = 0;       ///< seconds
  double seconds = 0;           ///< that the search took
  const Trial& best() const { return outcome.trials[outcome.best]; }
};

/// The best schedule, to be kept. `version`: of the program. Precondition: it ran on all operands.
Winner winnerOf(const Tuned& tuned, const std::string& version);

/// Every run is compared with the reference in full. The result depends on the kernel, its operands, the machine and
/// the memory alone, unless the budget or `request.cancelled` ends the search (Outcome::isComplete).
/// `request.cancelled` may leave runs on samples only. Throws Error: as loadProblem, for several expressions
/// (unsupported), for a target without a simulator (user), if no candidate runs (unsupported), and for a wrong result
/// (wrong).
Tuned tune(const TuneRequest& request);

}  // namespace stardust::tune
