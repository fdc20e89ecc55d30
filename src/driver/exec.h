// Spatial programs written by hand: the host's part is run here, Accel is interpreted, mapped and simulated.
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
  bool simulates = true;             ///< else Accel is interpreted only
  bool explains = false;             ///< the text says why Accel is staged as it is
  std::string machine = "recorded";  ///< of which it is known how long such programs take (docs/internals/recorded.md)
  std::string memory = "ddr4-2133x8";
  std::vector<Output> outputs = {};  ///< what is written of the run: files of the program's are others
  bool records = false;              ///< keep what each unit does in each cycle (sim::Report::recording)
  Hooks hooks;
  std::function<void(const ExecRun&)> known;  ///< is told the run after each Accel, before its end
};

/// One Accel.
struct ExecPart {
  spatial::Program program;
  std::vector<spatial::Finding> warnings;           ///< what costs time for no need, and writes outside memories
  std::shared_ptr<const capstan::Mapping> mapping;  ///< none if it was interpreted only, like the next two
  capstan::Resources resources;
  std::shared_ptr<const Timing> timing;
};

struct ExecRun {
  ExecRequest request;
  profile::Outcome outcome;
  std::vector<ExecPart> parts;
  bool verified() const { return outcome.failed.empty(); }
};

/// The files that the program writes are in `outcome`, and written by writeFiles. Throws Error of every family. What
/// the simulator leaves in DRAM and in the arguments is compared with what the interpreter does, word by word; an
/// assertion of the program that does not hold is not thrown but said in `outcome`.
ExecRun exec(const Source& source, const ExecRequest& request);

/// Writes the files of the program. Throws Error (user).
void writeFiles(const ExecRun& run);

}  // namespace stardust::driver
