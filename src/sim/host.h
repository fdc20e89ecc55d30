// The host's part of a program: files, arguments, DRAMs and checks.
#pragma once

#include <deque>

#include "sim/loop_unit.h"

namespace stardust::sim {

class Host {
 public:
  Host(const capstan::Mapping& mapping, const spatial::HostFiles& files);
  Arguments arguments;
  /// The DRAM arrays as they are before Accel, in the order of the mapping; call once. They refer to arrays of the
  /// files and of this.
  std::vector<Store> drams() { return std::move(drams_); }
  /// Runs the checks.
  spatial::RunOutput finish(const std::vector<Store>& drams, const std::map<std::string, Word>& argumentsOut);

 private:
  const spatial::HostArray& loaded(const spatial::HostLoad& load, spatial::Type type, const Location& where);
  const spatial::HostArray& array(const std::string& name, const Location& where) const;
  const capstan::Mapping& mapping_;
  const spatial::HostFiles& files_;
  std::map<std::string, const spatial::HostArray*> arrays_;
  std::deque<spatial::HostArray> converted_;  // arrays whose type is not the file's
  std::vector<Store> drams_;
};

}  // namespace stardust::sim
