// `stardust explore`: runs a kernel in all combinations of the axes, and finds the Pareto-optimal ones.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "capstan/resources/resources.h"
#include "experiments/axes.h"
#include "experiments/jobs.h"

namespace stardust::experiments {

struct ExploreCommand {
  driver::Invocation kernel;
  std::vector<Axis> axes;
  std::string out;      ///< the folder of the results
  std::string version;  ///< of the program, recorded in the results
  std::string command;  ///< the command that reproduces the results
  PoolOptions pool;
};

/// One combination.
struct Point {
  enum class State {
    Measured,
    Refused,  ///< it does not fit the chip, or cannot be compiled
    Wrong,    ///< the result differs from the reference, or the tool failed
    Missing   ///< interrupted before its end
  };
  std::vector<std::size_t> values = {};  ///< indexed by axis
  driver::Invocation invocation = {};
  std::string job = {};  ///< the name of its run: a hash of the arguments
  State state = State::Missing;
  std::string reason = {};  ///< why it was not measured
  std::int64_t cycles = 0;
  double seconds = 0;        ///< on the machine, at its clock
  std::int64_t bytes = 0;    ///< that its memory moved
  std::int64_t blocks = 0;   ///< of a stream graph, in place of units
  std::int64_t entries = 0;  ///< stored in the operands
  capstan::Units units = {};
  bool isOnFront = false;  // Pareto-optimal: no other point of its front is better in cycles or units without being
                           // worse in the other
  std::int64_t total() const { return units.pcu + units.pmu + units.mc + units.shuffle + blocks; }
};

/// Whether targets are compared: by time, because their clocks differ.
bool comparesTargets(const std::vector<Axis>& axes);

/// All combinations, the last axis varying fastest. Throws Error (user), before any run, for values that are invalid in
/// every combination.
std::vector<Point> pointsOf(const ExploreCommand& command);

/// Marks the Pareto fronts of cycles and units: one front for each combination of the axes whose cost is not in units
/// (isOfChip).
void markFronts(std::vector<Point>& points, const std::vector<Axis>& axes);

/// The values of a point: "innerPar=4 memory=hbm2e".
std::string label(const Point& point, const std::vector<Axis>& axes);
/// The same without those of some axes.
std::string labelWithout(const Point& point, const std::vector<Axis>& axes, bool (*isLeftOut)(const Axis& axis));
/// The values that identify its front: "memory=hbm2e"; empty if there is a single front.
std::string frontOf(const Point& point, const std::vector<Axis>& axes);

/// All combinations, and the runs that measure them.
struct Exploration {
  std::vector<Point> points;
  std::vector<Job> jobs;
};

/// Reads all files of the kernel, which takes time if they are large. Throws Error (user) for a folder that cannot be
/// written, and for values that are invalid in every combination.
Exploration explorationOf(const ExploreCommand& command);

struct Explored {
  std::vector<Point> points;  ///< with their fronts
  std::string unkept;         ///< why reports are missing in the folder; empty if none is
};

/// Runs the combinations without results.
Explored explore(const ExploreCommand& command, const Exploration& exploration);

/// Writes the results to the folder. Throws Error (user).
void writeResults(const ExploreCommand& command, const std::vector<Point>& points);

}  // namespace stardust::experiments
