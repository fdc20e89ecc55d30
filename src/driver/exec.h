// Hand-written Spatial programs: the host's part is executed; Accel is interpreted, mapped and simulated.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "capstan/resources/resources.h"
#include "driver/outputs.h"
#include "driver/run_timing.h"
#include "spatial/profile/run.h"
#include "spatial/spatial.h"

namespace stardust::driver {

struct ExecRun;

struct ExecRequest {
  profile::Request program;
  bool simulates = true;             ///< false: Accel is only interpreted
  bool explains = false;             ///< print the reasons for the staging of Accel
  std::string machine = "recorded";  ///< the machine of the recorded runs (docs/internals/recorded.md)
  std::string memory = "ddr4-2133x8";
  std::vector<Output> outputs = {};  ///< outputs of the run, besides the program's own files
  bool records = false;              ///< record the activity of each unit in each cycle (sim::Report::recording)
  Hooks hooks;
  std::function<void(const ExecRun&)> known;  ///< called with the run after each Accel, before the end of the program
};

/// One Accel.
struct ExecPart {
  spatial::Program program;
  std::vector<spatial::Finding> warnings;           ///< needless costs, and writes outside memories
  std::shared_ptr<const capstan::Mapping> mapping;  ///< null if it was only interpreted, like the next two
  capstan::Resources resources;
  std::shared_ptr<const Timing> timing;
};

struct ExecRun {
  ExecRequest request;
  profile::Outcome outcome;
  std::vector<ExecPart> parts;
  bool verified() const { return outcome.failed.empty(); }
};

/// Runs a program. Its files are in `outcome`; writeFiles writes them. Throws Error of every family. The simulator's
/// results, in DRAM and in arguments, are compared word by word with the interpreter's. A failed assertion of the
/// program is reported in `outcome`, not thrown.
ExecRun exec(const Source& source, const ExecRequest& request);

/// Writes the files of the program. Throws Error (user).
void writeFiles(const ExecRun& run);

}  // namespace stardust::driver
