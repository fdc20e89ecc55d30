// The work of the statements of a Spatial program on given data: iterations, vectors, words. No cycles.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "exec/spatial_interpreter.h"
#include "spatial/nodes.h"

namespace stardust::spatial {

/// The work of a loop, a transfer, or a builder of bit vectors, over all of its executions and copies.
struct Work {
  std::int64_t executions = 0;
  std::int64_t empty = 0;       ///< executions without an iteration or a word
  std::int64_t iterations = 0;  ///< of a loop; of a builder: coordinates
  std::int64_t vectors = 0;     ///< of a loop over primitives: of up to `par` iterations each
  std::int64_t words = 0;       ///< of a transfer: moved; of a scan or a builder: of each bit vector
  // Of a transfer, with bursts of `burstWords` words:
  std::int64_t touched = 0;  ///< bursts of each execution
  std::int64_t bursts = 0;   ///< the same without the one in which the execution before ended
  std::int64_t jumps = 0;    ///< executions that do not go on where the one before ended
  /// A loop that is executed once: the steps of the interpreter before each of its iterations (or groups of `par`
  /// iterations, if its body has controllers), and at its end. Otherwise empty.
  std::vector<std::uint64_t> steps = {};
};
using WorkByStatement = std::unordered_map<const StmtNode*, Work>;
struct ProgramWork {
  WorkByStatement statements;  ///< without those that did not run
  /// Accesses with random addresses, by the name of the memory or, of a SparseDRAM, of its DRAM: `words`, and `bursts`
  /// and `jumps` relative to the access before at the same place of the program.
  std::map<std::string, Work> accesses;
};

/// Interprets the program, and counts. `burstWords`: > 0. Throws Error as interpret.
ProgramWork workOf(const Program& program, const HostFiles& files, const Limits& limits, int burstWords,
                   const InterpreterOptions& options = {});

}  // namespace stardust::spatial
