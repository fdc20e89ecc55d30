// The expressions of a kernel in sequence: the result of each is an operand of later ones.
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
  RunRequest request;             ///< for each step; fields named after a step are filled in
  std::string programFile = {};   ///< path of written programs, which look for their data next to them; empty: none
  exec::Operands given = {};      ///< operands of the caller, by name, in the types that the steps declare
};

/// Called with each completed run, and the number of its step.
using Ended = std::function<void(const Run& run, std::size_t step)>;

/// Loads, compiles, runs and compares each step; stops after the first wrong result. Of a block that is repeated, the
/// runs are those of the last round. `outOfMemory` is called before the
/// corresponding error. Throws as loadProblem and run.
std::vector<Run> runAll(const Session& session, const Ended& ended = {}, const std::function<void()>& outOfMemory = {});

/// Compiles each step without its data. Throws as describeProblem and compileOnly.
std::vector<Run> compileAll(const Session& session);

/// Compiles each step for an artifact, with its data: results are those of the reference. Throws as loadProblem and
/// compileWithData.
std::vector<Run> compileAllWithData(const Session& session);

}  // namespace stardust::driver
