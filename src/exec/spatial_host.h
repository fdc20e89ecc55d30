// What the host of a Spatial program puts into the machine and takes out of it; internal to the interpreter.
#pragma once

#include "exec/spatial_machine.h"
#include "exec/spatial_scope.h"
#include "spatial/host.h"

namespace stardust::spatial::run {

class HostSide {
 public:
  /// Runs the statements before Accel: fills the DRAMs of the machine and defines what Accel may name.
  HostSide(const Program& program, const HostFiles& files, Machine& machine, Scopes& scopes);
  /// Runs the checks after Accel and gathers the output.
  RunOutput finish();
  /// How many symbols the host's names take.
  Symbol symbols() const { return static_cast<Symbol>(host_.drams().size() + host_.argOuts().size()); }

 private:
  HostRun host_;
  Machine& machine_;
  std::uint32_t firstDram_, firstArgOut_;  ///< the memory and the scalar of the first; the others follow
};

}  // namespace stardust::spatial::run
