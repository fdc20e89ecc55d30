// Data of the host in the machine of a Spatial program, before and after Accel; internal to the interpreter.
#pragma once

#include "exec/spatial_machine.h"
#include "exec/spatial_scope.h"
#include "spatial/host.h"

namespace stardust::spatial::run {

class HostSide {
 public:
  /// Runs the statements before Accel: fills the DRAMs of the machine, and defines the names visible in Accel.
  HostSide(const Program& program, const HostFiles& files, Machine& machine, Scopes& scopes);
  /// Runs the checks after Accel and collects the output.
  RunOutput finish();
  /// The number of symbols of the host's names.
  Symbol symbols() const { return static_cast<Symbol>(host_.drams().size() + host_.argOuts().size()); }

 private:
  HostRun host_;
  Machine& machine_;
  std::uint32_t firstDram_, firstArgOut_;  ///< index of the first memory and scalar; the others follow
};

}  // namespace stardust::spatial::run
