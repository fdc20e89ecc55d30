// `stardust reduce`: reduces a failing kernel to a smaller one that fails in the same way.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "kernel_flags.h"
#include "watch.h"

namespace stardust::tools {

struct ReduceFlags {
  KernelFlags kernel;
  std::string out = "reduced";
  std::string command;  ///< the failing command, whose last argument is the kernel file; empty: stardust run

  void addTo(CLI::App& app);
};

/// Writes the smallest kernel file found, with its data, and prints it. Throws Error (user) for a kernel that does not
/// fail, or cannot be read.
int reduceKernel(const ReduceFlags& flags, Watch& watch);

}  // namespace stardust::tools
