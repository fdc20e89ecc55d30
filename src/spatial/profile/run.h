// Hand-written Spatial programs: the host's part is run, the body of Accel becomes a Spatial program.
//
// A program is Scala in which `Accel { … }` is staged: what is known there (constants, parameters, loops over Scala's
// own lists, methods) is carried out once, and what depends on the accelerator's data becomes the program that runs on
// it.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "spatial/host_data.h"
#include "spatial/nodes.h"

namespace stardust::profile {

/// Runs what Accel became; its DRAMs and arguments are set by the program itself.
using Accelerator = std::function<spatial::RunOutput(const spatial::Program&, const spatial::HostFiles&)>;

struct Request {
  std::string instance;                    ///< the class to run; empty: the only one, or the first concrete one
  std::vector<std::string> arguments;      ///< of the command line; empty: the program's own runtimeArgs
  std::uint64_t maxSteps = 4'000'000'000;  ///< of the host's part, until it is taken to run forever
  Accelerator
      interpreter{};  ///< tells how long loops are that end by the accelerator's data; null: the accelerator does
  std::function<std::string(const std::string& path)> readFile{};  ///< throws Error (user); null: there are no files
};

/// Why an Accel is staged as it is, for people.
struct Explanation {
  struct Row {
    Location where;
    std::string what, how, why;  ///< the FIFO f; counted; several places take from it
  };
  int stagings = 0, trialRuns = 0;
  std::vector<Row> rows;  ///< in the order of the source
};

struct Outcome {
  std::string name;                          ///< of the class
  std::vector<spatial::Program> programs;    ///< one for each Accel, in the order in which they ran
  std::string printed;                       ///< by println and its siblings
  std::map<std::string, std::string> files;  ///< by path: what writeCSV1D and writeCSV2D wrote
  std::vector<std::pair<std::string, Diagnostic>>
      warnings;     ///< of what the host does; first a name for it, as rules have
  int asserts = 0;  ///< that held: after the first Accel, if there is one; before it they are of its data
  std::vector<std::string> failed;        ///< a sentence for each that did not
  std::vector<Explanation> explanations;  ///< one for each Accel
};

/// Throws Error: user (with a caret) for what is wrong with the program, unsupported for what of Spatial this compiler
/// lacks; and what the accelerator throws.
Outcome run(const Source& source, const Request& request, const Accelerator& accelerator);

}  // namespace stardust::profile
