// `stardust reduce`: a smaller kernel that fails as this one does.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "kernel_flags.h"
#include "watch.h"

namespace stardust::tools {

struct ReduceFlags {
  KernelFlags kernel;
  std::string out = "reduced";
  std::string command;  ///< what has to fail, of which the last argument is the kernel file; empty: stardust run

  void addTo(CLI::App& app);
};

/// Writes the smallest kernel file found, with its data, and prints it. Throws Error (user): a kernel that does not
/// fail, or that cannot be read.
int reduceKernel(const ReduceFlags& flags, Watch& watch);

}  // namespace stardust::tools
