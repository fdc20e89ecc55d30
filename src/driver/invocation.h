// A call of the tool on a kernel, as a value: what `run` and `compile` make of their arguments, and `explore` makes of
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

/// What the flags say, over what the kernel says. Throws Error (user).
KernelSpec specOf(const Invocation& invocation);

/// Where and on what to run it. Throws Error (user): a machine, memory system or parameter that is not there, whatever
/// the target.
RunRequest requestOf(const KernelSpec& spec, bool strict);

/// The same call as the arguments of `stardust run`.
std::vector<std::string> argumentsOf(const Invocation& invocation);

/// Hashes of files that were read, by path.
using FileHashes = std::map<std::string, std::string>;

/// A hash of all that the call reads from files; those in `known` are not read again. Throws Error (user) if one cannot
/// be read.
std::string contentHash(const Invocation& invocation, FileHashes& known);

}  // namespace stardust::driver
