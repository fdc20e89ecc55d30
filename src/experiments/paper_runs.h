// The runs that repeat the paper: every kernel on its inputs and memory systems, with the published parallelisation or
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

/// What a run of the paper's tables wants.
struct PaperRequest {
  std::string data;  ///< the folder of data sets; empty: kernels whose inputs are files are not timed
  std::set<Part> parts;
  PoolOptions pool;
};

/// The memory systems of the table "perf", in its order: what it calls them, and what we do.
struct PaperMemory {
  const char* label;
  const char* name;
};
inline constexpr PaperMemory paperMemories[] = {{"HBM2E", "hbm2e"}, {"Ideal", "ideal"}, {"DDR4", "ddr4-2133x4"}};

/// What a report says. Of a kernel in several programs, which run one after the other: the sum of the cycles, the most
/// of all else.
struct Measured {
  int spatialLines = 0;
  capstan::Units units;
  std::optional<std::int64_t> cycles{};  ///< none if it was not simulated
  double seconds = 0;                    ///< on the machine
  std::string refusal{};  ///< why a part of it ran on the host, where nothing is measured; empty if none did
};
/// Throws Error (internal) if the text is no report.
Measured readReport(const std::string& json);

/// How a run went.
struct PaperRun {
  int outerPar = 0;     ///< the last that was tried; 0: none
  std::string refusal;  ///< why the published outerPar was not taken, if it was not
  std::string failure;  ///< why there is no measurement, if there is none
  std::optional<Measured> measured;
};

struct KernelRuns {
  PaperRun own;  ///< on the inputs that the kernel file makes; not simulated
  std::map<std::string, std::map<std::string, PaperRun>> timed;  ///< by input and name of the memory system
};

/// By kernel, or program by hand. What was cancelled or could not be tried has a failure that says so.
using PaperRuns = std::map<std::string, KernelRuns>;

PaperRuns runPaper(const Published& published, const PaperRequest& request);

/// The name of a memory system with another bandwidth: "hbm2e@200".
std::string sweptMemory(const Sweep& sweep, double gbPerSecond);

/// The kernel with every expression's outerPar set.
std::string withOuterPar(const std::string& kernelFile, int outerPar);

/// Lines that say something.
int linesOf(const std::string& kernelFile);

}  // namespace stardust::experiments
