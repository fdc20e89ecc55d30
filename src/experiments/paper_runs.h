// The runs that repeat the paper: every kernel on its inputs and memory systems, with the published parallelization or
// the largest that fits.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "experiments/jobs.h"
#include "experiments/published.h"

namespace stardust::experiments {

enum class Part { Loc, Resources, Perf, Bandwidth, Dram, Recorded };

/// Parameters of the paper's measurements.
struct PaperRequest {
  std::string data;  ///< the folder of data sets; empty: kernels with input files are not timed
  std::set<Part> parts;
  PoolOptions pool;
};

/// The memory systems of the table "perf", in its order: its names and ours.
struct PaperMemory {
  const char* label;
  const char* name;
};
inline constexpr PaperMemory paperMemories[] = {{"HBM2E", "hbm2e"}, {"Ideal", "ideal"}, {"DDR4", "ddr4-2133x4"}};

/// Measurements in a report. A kernel with several programs in sequence has the sum of the cycles, and the maximum of
/// all other values.
struct Measured {
  int spatialLines = 0;
  capstan::Units units;
  std::optional<std::int64_t> cycles{};  ///< none without a simulation
  double seconds = 0;                    ///< on the machine
  std::int64_t bytes = 0;                ///< that the memory moved
  std::int64_t blocks = 0;               ///< of a stream graph, in place of units
  std::int64_t entries = 0;              ///< stored in the operands
  std::string refusal{};                 ///< why a part ran on the host, which is not measured; empty if none did
};
/// Throws Error (internal) if the text is not a report.
Measured readReport(const std::string& json);

/// The outcome of a run.
struct PaperRun {
  int outerPar = 0;     ///< the last one tried; 0: none
  std::string refusal;  ///< why the published outerPar was not used; empty if it was
  std::string failure;  ///< why there is no measurement; empty if there is one
  std::optional<Measured> measured;
};

struct KernelRuns {
  PaperRun own;  ///< on the inputs that the kernel file generates; not simulated
  std::map<std::string, std::map<std::string, PaperRun>> timed;  ///< by input and name of the memory system
};

/// By kernel, or hand-written program. A cancelled or impossible run has a failure with the reason.
using PaperRuns = std::map<std::string, KernelRuns>;

PaperRuns runPaper(const Published& published, const PaperRequest& request);

/// The name of a memory system with another bandwidth: "hbm2e@200".
std::string sweptMemory(const Sweep& sweep, double gbPerSecond);

/// Sets the outerPar of every expression of the kernel.
std::string withOuterPar(const std::string& kernelFile, int outerPar);

/// Number of lines that are neither empty nor comments.
int linesOf(const std::string& kernelFile);

}  // namespace stardust::experiments
