// Reduction of a failing kernel to a smaller one that fails in the same way.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "driver/kernel_spec.h"
#include "driver/problem.h"

namespace stardust::driver {

/// A kernel with all its inputs, from which any part can be removed.
struct Reducible {
  notation::Assignment assignment;  ///< with formats, types and extents
  std::vector<schedule::Command> commands;
  std::map<std::string, Coordinates> contents;  ///< of the operands
};

Reducible reducible(const Problem& problem);
exec::Operands operandsOf(const Reducible& kernel);

/// The kernel file `name`.sd, and the tensors that it reads from `folder`, by file name. `settings`: lines that the
/// file keeps, such as its target and machine.
std::map<std::string, std::string> filesOf(const Reducible& kernel, const std::string& name, const std::string& folder,
                                           const std::vector<std::string>& settings = {});
/// The run settings of a kernel file: lines for its target, machine, memory systems and settings.
std::vector<std::string> settingsOf(const KernelSpec& spec);

/// Whether a kernel still fails in the same way. An exception from it ends the reduction.
using Fails = std::function<bool(const Reducible&)>;

/// The smallest kernel found. It is 1-minimal: without any one of its commands, terms, factors, index variables,
/// non-dense levels, mode orders, entries, or coordinates it does not fail. Precondition: `kernel` fails. The number of
/// trials grows with the size of the statement and with the logarithm of the data.
Reducible reduced(Reducible kernel, const Fails& fails);

}  // namespace stardust::driver
