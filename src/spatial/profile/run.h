// Hand-written Spatial programs: the host's part is interpreted, and the body of Accel becomes a Spatial program.
//
// A program is Scala in which `Accel { … }` is staged. Known values (constants, parameters, loops over Scala's own
// lists, methods) are evaluated during staging; operations that depend on the accelerator's data become the staged
// program.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "spatial/host_data.h"
#include "spatial/nodes.h"

namespace stardust::profile {

/// Runs a staged Accel; the program itself sets its DRAMs and arguments.
using Accelerator = std::function<spatial::RunOutput(const spatial::Program&, const spatial::HostFiles&)>;

struct Request {
  std::string instance;                    ///< the class to run; empty: the only one, or the first concrete one
  std::vector<std::string> arguments;      ///< command-line arguments; empty: the program's own runtimeArgs
  std::uint64_t maxSteps = 4'000'000'000;  // limit on the host's steps, against infinite loops
  Accelerator interpreter{};               ///< runs trial runs, which measure trip counts; null: the accelerator does
  std::function<std::string(const std::string& path)> readFile{};  ///< throws Error (user); null: there are no files
};

/// Explains the staging of an Accel to the user.
struct Explanation {
  struct Row {
    Location where;
    std::string what, how, why;  ///< for example: the FIFO f; counted; several places take from it
  };
  int stagings = 0, trialRuns = 0;
  std::vector<Row> rows;  ///< in source order
};

struct Outcome {
  std::string name;                                          ///< of the class
  std::vector<spatial::Program> programs;                    ///< one per Accel, in execution order
  std::string printed;                                       ///< output of println and similar functions
  std::map<std::string, std::string> files;                  ///< files written by writeCSV1D and writeCSV2D, by path
  std::vector<std::pair<std::string, Diagnostic>> warnings;  ///< about the host's part, each with the name of its rule
  int asserts = 0;  ///< passed assertions: after the first Accel, if there is one; earlier ones concern its inputs
  std::vector<std::string> failed;        ///< a sentence for each failed assertion
  std::vector<Explanation> explanations;  ///< one per Accel
};

/// Throws Error: user (with a caret) for mistakes in the program, unsupported for constructs of Spatial that this
/// compiler lacks, and the accelerator's errors.
Outcome run(const Source& source, const Request& request, const Accelerator& accelerator);

}  // namespace stardust::profile
