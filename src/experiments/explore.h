// `stardust explore`: a kernel in all combinations of what is varied, and which of them are worth their units.
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
  std::string version;  ///< of the program, for the results
  std::string command;  ///< that makes them again
  PoolOptions pool;
};

/// One combination.
struct Point {
  enum class State {
    Measured,
    Refused,  ///< it does not fit the chip, or cannot be compiled so
    Wrong,    ///< the result was not the reference's, or the tool broke
    Missing   ///< interrupted before its end
  };
  std::vector<std::size_t> values = {};  ///< by axis
  driver::Invocation invocation = {};
  std::string job = {};  ///< the name of its run: a hash of the arguments
  State state = State::Missing;
  std::string reason = {};  ///< of what is not measured
  std::int64_t cycles = 0;
  capstan::Units units = {};
  bool isOnFront =
      false;  ///< no other of its front has fewer cycles with as few units, or fewer units with as few cycles
  std::int64_t total() const { return units.pcu + units.pmu + units.mc + units.shuffle; }
};

/// All combinations, the last axis fastest. Throws Error (user): what no combination can have, before anything runs.
std::vector<Point> pointsOf(const ExploreCommand& command);

/// Marks the Pareto fronts of cycles and units: one for each combination of the axes that units do not count
/// (isOfChip).
void markFronts(std::vector<Point>& points, const std::vector<Axis>& axes);

/// The values of a point: "innerPar=4 memory=hbm2e".
std::string label(const Point& point, const std::vector<Axis>& axes);
/// Those of its front: "memory=hbm2e"; empty if there is one front.
std::string frontOf(const Point& point, const std::vector<Axis>& axes);

/// All combinations, and the runs that measure them.
struct Exploration {
  std::vector<Point> points;
  std::vector<Job> jobs;
};

/// Reads all files of the kernel, which takes its time where they are large. Throws Error (user): a folder that cannot
/// be written, what no combination can have.
Exploration explorationOf(const ExploreCommand& command);

struct Explored {
  std::vector<Point> points;  ///< with their fronts
  std::string unkept;         ///< why not all reports are in the folder; empty if they are
};

/// Runs what is not known yet.
Explored explore(const ExploreCommand& command, const Exploration& exploration);

/// Writes the results to the folder. Throws Error (user).
void writeResults(const ExploreCommand& command, const std::vector<Point>& points);

}  // namespace stardust::experiments
