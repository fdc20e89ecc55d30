// Stream graphs in files: they are read, verified, interpreted and simulated.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "driver/hooks.h"
#include "driver/machines.h"
#include "sam/interpret.h"
#include "sam/nodes.h"
#include "sim/sam/simulate.h"

namespace stardust::driver {

struct GraphRequest {
  std::map<std::string, std::string> inputs = {};  ///< by tensor: a file, or a number for a scalar
  std::string machine = "sam-ideal";
  bool simulates = true;  ///< false: the graph is only interpreted
  Hooks hooks = {};
};

struct GraphRun {
  sam::Graph graph;
  std::map<std::string, Storage> operands;  ///< packed as the graph says
  SamHardware hardware;
  std::vector<std::string> notes;  ///< a sentence for each operand that was not given
  sim_sam::Report report;          ///< without cycles if it was only interpreted
  Coordinates result;
  double wallSeconds = 0;  ///< of the simulator
};

/// Whether a path is that of a graph: .gv or .dot.
bool isGraphFile(const std::string& path);

/// Runs a graph; values are float64. The simulator's streams of the result are compared with the interpreter's. Throws
/// Error (user): the graph is malformed, an operand is missing or does not fit; (wrong): a deadlock, tokens that no
/// block took, or streams that do not fit together.
GraphRun execGraph(const Source& source, const GraphRequest& request);

/// Throws Error (internal) unless the interpreter and the simulator write the same streams of the result.
void requireSameStreams(const sam::Written& interpreted, const sam::Written& simulated);

/// Throws Error (wrong) for tokens that no block has taken, with the blocks.
void refuseLeftover(const sam::Graph& graph, const sim_sam::Report& report);

}  // namespace stardust::driver
