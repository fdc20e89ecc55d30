// The expressions of a kernel, one after the other: the result of each is an operand of those that follow.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "driver/kernel_spec.h"
#include "driver/run.h"

namespace stardust::driver {

struct Session {
  std::string name;               ///< of the kernel
  std::vector<KernelSpec> steps;  ///< of its expressions (sequence.h)
  RunRequest request;             ///< of each; what is called after a step is filled in
  std::string programFile = {};   ///< where programs are written that look for their data beside them; empty: nowhere
};

/// Is told each run once it has ended, and the number of its step.
using Ended = std::function<void(const Run& run, std::size_t step)>;

/// Loads, compiles, runs and compares each step; ends after the first whose result is wrong. `outOfMemory` is told
/// before the error that says so. Throws as loadProblem and run.
std::vector<Run> runAll(const Session& session, const Ended& ended = {}, const std::function<void()>& outOfMemory = {});

/// Compiles each step without its data. Throws as describeProblem and compileOnly.
std::vector<Run> compileAll(const Session& session);

/// Compiles each step for an artifact, with its data: results are those of the reference. Throws as loadProblem and
/// compileWithData.
std::vector<Run> compileAllWithData(const Session& session);

}  // namespace stardust::driver
