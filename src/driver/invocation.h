// A command line for a kernel, as a value: `run` and `compile` parse their arguments into it, and `explore` generates
// its variations.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "driver/kernel_spec.h"
#include "driver/run.h"

namespace stardust::driver {

struct Invocation {
  std::string kernel = {};                                      ///< a kernel file, or an expression
  std::vector<std::pair<std::string, std::string>> flags = {};  ///< keyword and value
  bool strict = false;
};

bool isKernelFile(const std::string& kernel);

/// The kernel's specification, overridden by the flags. Throws Error (user).
KernelSpec specOf(const Invocation& invocation);

/// The target and machine of the run. Throws Error (user) for an unknown machine, memory system or parameter, whatever
/// the target.
RunRequest requestOf(const KernelSpec& spec, bool strict);

/// The equivalent arguments of `stardust run`.
std::vector<std::string> argumentsOf(const Invocation& invocation);

/// Hashes of read files, by path.
using FileHashes = std::map<std::string, std::string>;

/// A hash of the contents of all files that the command reads; those in `known` are not read again. Throws Error (user)
/// if a file cannot be read.
std::string contentHash(const Invocation& invocation, FileHashes& known);

}  // namespace stardust::driver
