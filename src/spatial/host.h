// Execution of the statements outside Accel: files, arguments, DRAMs and checks. All executors of Accel share it.
#pragma once

#include <deque>
#include <functional>
#include <string>
#include <unordered_map>
#include <vector>

#include "spatial/constants.h"
#include "spatial/host_data.h"

namespace stardust::spatial {

class HostRun {
 public:
  /// Runs the statements before Accel. Both outlive the host. Throws Error:
  ///   User   a file is missing or has the wrong type, a value is not known to the host, a name is not there
  ///   Wrong  an array is longer than its DRAM
  ///   Unsupported  a DRAM with more words than an Int can index
  HostRun(const Program& program, const HostFiles& files);

  struct Argument {
    std::string name;
    Type type;
    Word value;
    Location where;
  };
  struct Array {
    std::string name;
    Type type;
    std::uint64_t size;            ///< declared size in words
    const std::vector<Word>* set;  ///< contents from setMem, from word 0 on; null if there is none
    Location where;
  };
  struct Result {
    std::string name;
    Type type;
    Location where;
  };
  const std::vector<Argument>& arguments() const { return arguments_; }  ///< the ArgIns
  const std::vector<Array>& drams() const { return drams_; }
  const std::vector<Result>& argOuts() const { return argOuts_; }

  /// Results of Accel; DRAMs and ArgOuts are numbered as above.
  struct Left {
    std::function<const Word*(std::size_t dram, std::uint64_t index)> word;  ///< null if the word was never written
    std::function<std::vector<Word>(std::size_t dram)> contents;             ///< see RunOutput::drams
    std::function<Word(std::size_t argOut)> argOut;
  };
  /// Runs the checks after Accel and collects the output. Throws Error (user) as above.
  RunOutput finish(const Left& left);

 private:
  void before(const HostStmt& stmt);
  void argument(const ArgIn& arg, const Location& where);
  void file(const HostLoad& load, const Location& where);
  void dram(const Dram& dram, const Location& where);
  void setMem(const SetMem& copy, const Location& where);
  void check(const CheckLength& check, const Location& where) const;
  template <class Check>
  void check(const Check& check, const Location& where, const Left& left, RunOutput& output) const;
  const HostArray& array(const std::string& name, const Location& where) const;
  const HostArray& converted(const HostArray& array, Type type, const std::string& file, const Location& where);

  const Program& program_;
  const HostFiles& files_;
  Constants constants_;
  std::unordered_map<std::string, const HostArray*> arrays_;  ///< from files, possibly converted
  std::deque<HostArray> converted_;
  std::deque<std::vector<Word>> merged_;  ///< contents of DRAMs with several setMems
  std::vector<Argument> arguments_;
  std::vector<Array> drams_;
  std::vector<Result> argOuts_;
};

}  // namespace stardust::spatial
