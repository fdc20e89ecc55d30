// The host of a simulated program: its arguments, its DRAM arrays as stores, and its checks.
#pragma once

#include "sim/capstan/loop_unit.h"
#include "spatial/host.h"

namespace stardust::sim {

class Host {
 public:
  Host(const capstan::Mapping& mapping, const spatial::HostFiles& files);
  Arguments arguments;
  /// The DRAM arrays before Accel, in the order of the mapping. They refer to arrays of the files and of this object.
  std::vector<Store> drams() const;
  /// Runs the checks.
  spatial::RunOutput finish(const std::vector<Store>& drams, const std::map<std::string, Word>& argumentsOut);

 private:
  spatial::HostRun host_;
};

}  // namespace stardust::sim
