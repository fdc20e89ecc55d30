// The host's part of a program: files, arguments, DRAMs and checks.
#pragma once

#include "sim/loop_unit.h"

namespace stardust::sim {

class Host {
 public:
  Host(const capstan::Mapping& mapping, const spatial::HostFiles& files);
  Arguments arguments;
  /// The DRAM arrays as they are before Accel, in the order of the mapping; call once.
  std::vector<Store> drams() { return std::move(drams_); }
  /// Runs the checks.
  spatial::RunOutput finish(const std::vector<Store>& drams, const std::map<std::string, Word>& argumentsOut) const;

 private:
  const spatial::HostArray& array(const std::string& name, const Location& where) const;
  const capstan::Mapping& mapping_;
  const spatial::HostFiles& files_;
  std::map<std::string, spatial::HostArray> arrays_;
  std::vector<Store> drams_;
};

}  // namespace stardust::sim
