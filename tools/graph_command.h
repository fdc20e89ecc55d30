// `exec` and `check` of stream graphs.
#pragma once

#include <string>
#include <vector>

#include "watch.h"

namespace stardust::tools {

struct GraphFlags {
  std::string program, machine, json;
  std::vector<std::string> inputs;  ///< "B:FILE"
  bool interprets = false, quiet = false;
};

/// Prints the report, and writes the files that the flags name. Throws Error of every family.
int execGraph(const GraphFlags& flags, Watch& watch);

/// Prints the findings. Returns the exit code.
int checkGraph(const std::string& path);

}  // namespace stardust::tools
