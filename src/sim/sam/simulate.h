// Simulates a stream graph cycle by cycle, on the values of its operands.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "sam/interpret.h"
#include "sam/machine.h"
#include "sam/nodes.h"
#include "sam/operands.h"

namespace stardust::sim_sam {

using Cycle = std::int64_t;

/// Tokens by kind.
struct TokenCounts {
  std::int64_t data = 0, stops = 0, absent = 0, done = 0;
  std::int64_t all() const { return data + stops + absent + done; }
};

/// A block of the graph over the run. `worked` + `full` + the cycles of `waited` + `ended` are the cycles of the run.
struct BlockReport {
  Cycle worked = 0;           ///< it took or gave a token
  Cycle full = 0;             ///< a queue behind it was full, or its memory was busy
  Cycle ended = 0;            ///< after its last token
  std::vector<Cycle> waited;  ///< by input: its queue was empty
  TokenCounts given;          ///< over all its outputs
  std::int64_t longest = 0;   ///< the most tokens in a queue in front of it
};

/// Tokens that no block took, in front of a block.
struct Leftover {
  std::int32_t block;
  std::int32_t input;
  std::int64_t tokens;
};

struct Report {
  Cycle cycles = 0;        ///< until every writer has taken D
  std::int64_t steps = 0;  ///< in which a block worked
  std::int64_t bytes = 0;  ///< moved by the memory, on a machine that has one
  std::vector<BlockReport> blocks;
  sam::Written written;
  std::vector<Leftover> leftover;
  /// The chain of waits that leads to the last writer, from the block where the time went: docs/internals/sam.md.
  std::vector<std::int32_t> criticalPath;
  std::vector<double> blame;  ///< by block: the share of the cycles that is due to it; the shares add up to 1
};

struct Options {
  std::function<bool()> cancelled;  ///< asked now and then; the run ends with Error (user)
};

/// Throws Error (wrong): the graph deadlocks, with the blocks that wait and their reasons; streams do not fit together;
/// a reference is out of range. Equal inputs give equal reports.
Report simulate(const sam::Graph& graph, const sam::Operands& operands, ValueType type, const sam::Machine& machine,
                const Options& options = {});

}  // namespace stardust::sim_sam
