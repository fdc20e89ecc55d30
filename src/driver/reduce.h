// Smaller kernels that fail as a large one does.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "driver/kernel_spec.h"
#include "driver/problem.h"

namespace stardust::driver {

/// A kernel with all that it reads, which can lose any part.
struct Reducible {
  notation::Assignment assignment;  ///< with formats, types and extents
  std::vector<schedule::Command> commands;
  std::map<std::string, Coordinates> contents;  ///< of the operands
};

Reducible reducible(const Problem& problem);
exec::Operands operandsOf(const Reducible& kernel);

/// The kernel file `name`.sd, and the tensors that it reads from `folder`, by the names of their files. `settings` are
/// lines that the file keeps: its target, its machine.
std::map<std::string, std::string> filesOf(const Reducible& kernel, const std::string& name, const std::string& folder,
                                           const std::vector<std::string>& settings = {});
/// What a kernel file says of the run, beside the kernel: lines for its target, machine, memory systems and settings.
std::vector<std::string> settingsOf(const KernelSpec& spec);

/// Whether a kernel still fails in the same way. What it throws ends the reduction.
using Fails = std::function<bool(const Reducible&)>;

/// The smallest kernel that was found: without any of its commands, terms, factors, index variables, levels that are
/// not dense, orders of modes, entries, or coordinates it does not fail. `kernel` itself fails. Takes a number of
/// trials that grows with the size of the statement and with the logarithm of the data.
Reducible reduced(Reducible kernel, const Fails& fails);

}  // namespace stardust::driver
