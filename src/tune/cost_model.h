// Predicts the cycles of a mapped program from the work of its statements, without simulating it.
#pragma once

#include <string>
#include <vector>

#include "capstan/machine/machine.h"
#include "capstan/mapping/mapping.h"
#include "machine/memory.h"
#include "tune/work_counts.h"

namespace stardust::tune {

struct Prediction {
  double cycles = 0;
  double bytes = 0;   ///< of DRAM bursts
  std::string limit;  ///< of the longest phase: "memory bandwidth", or a unit
};

/// `counts`: by Statements(mapping.program), of all operands; `share`: of the operands, from which they are scaled.
///
/// The statements of Accel's body are phases; a phase waits for those that use the same memories, and a run takes as
/// long as the longest chain of them. A phase takes as long as the slowest of
///   - its units: firings, each with the cycles that its memory, address generator, scanner or network needs for it,
///     divided between the bodies, and longer where the bodies have unequal work;
///   - the rounds of its buffers: a writer and a reader of a tile wait for each other after as many tiles as there are
///     buffers;
///   - the DRAM: bursts at the peak bandwidth, and activations of rows;
/// and the latency of its longest path from unit to unit once. All numbers are those of the machine and the memory;
/// none is fitted. O(contexts and channels).
Prediction predicted(const capstan::Mapping& mapping, const Counts& counts, double share,
                     const capstan::Machine& machine, const machine::MemorySystem& memory);

/// The mean of the greatest number of balls in a bin, of `balls` in `bins` at random: the cycles in which the lanes of
/// a vector get their words from banks.
double meanOfFullestBin(int balls, int bins);

/// Spearman's rank correlation of two lists of equal length, with mean ranks for equal values; 0 if one is constant.
double rankCorrelation(const std::vector<double>& a, const std::vector<double>& b);

}  // namespace stardust::tune
