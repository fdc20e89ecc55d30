// The host's part of a Spatial program: files, arguments, DRAMs and checks; internal to the interpreter.
#pragma once

#include "exec/spatial_machine.h"
#include "exec/spatial_scope.h"
#include "spatial/constants.h"

namespace stardust::spatial::run {

class Host {
 public:
  /// Runs the statements before Accel: fills the DRAMs of the machine and defines what Accel may name.
  Host(const Program& program, const HostFiles& files, Machine& machine, Scopes& scopes);
  /// Runs the checks after Accel and gathers the output.
  RunOutput finish();
  /// How many symbols the host's names take.
  Symbol symbols() const { return static_cast<Symbol>(dramNames_.size() + argOutNames_.size()); }

 private:
  void before(const HostStmt& stmt);
  void argument(const ArgIn& arg, const Location& where);
  void argumentOut(const ArgOut& arg, const Location& where);
  void file(const HostLoad& load, const Location& where);
  void dram(const Dram& dram, const Location& where);
  void setMem(const SetMem& copy, const Location& where);
  void check(const CheckGold& check, const Location& where, RunOutput& output) const;
  const HostArray& array(const std::string& name, const Location& where) const;

  const Program& program_;
  const HostFiles& files_;
  Machine& machine_;
  Scopes& scopes_;
  Constants constants_;
  std::unordered_map<std::string, HostArray> arrays_;
  std::vector<std::string> dramNames_, argOutNames_;
};

}  // namespace stardust::spatial::run
