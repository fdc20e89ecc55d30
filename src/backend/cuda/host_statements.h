// Prints the host function of a CUDA text, and the kernels that it launches.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "backend/cpu/c_lines.h"
#include "backend/cpu/c_symbols.h"

namespace stardust::cuda {

class HostStatements {
 public:
  HostStatements(const loops::Function& function, std::string name, cpu::Symbols& words);

  /// Prints the body of the function, inside of a block.
  void print(const loops::Body& body);

  /// The arrays that the host function allocates.
  const std::vector<cpu::Array>& arrays() const { return arrays_; }
  const std::string& kernels() const { return kernels_; }
  /// The types of what travels between the host function and kernels of one thread.
  const std::string& structures() const { return structures_; }
  const std::string& lines() const { return lines_.text(); }
  int grids() const { return grids_; }
  int serialKernels() const { return serialKernels_; }

 private:
  /// The variables and arrays that a body uses from outside.
  struct Outside {
    std::map<std::string, loops::Type> variables;  ///< read or assigned
    std::set<std::string> assigned;
    std::set<std::string> arrays;
    std::set<std::string> lengths;  ///< of operands
    bool threads = false;
  };
  Outside outsideOf(const loops::Body& body) const;

  void body(const loops::Body& stmts, const loops::Body& after);
  void onHost(const loops::Stmt& s, const loops::Body& after);
  void flush(loops::Body& group, const loops::Body& rest, const loops::Body& after);
  void grid(const loops::For& loop);
  void serial(const loops::Body& group, const std::set<std::string>& later);
  void allocate(const loops::Allocate& s);
  bool isOperand(const std::string& array) const;
  bool hasLength(const std::string& array) const { return withLength_.count(array) != 0; }
  std::string parameterOf(const std::string& array);

  const loops::Function& function_;
  std::string name_;
  cpu::Symbols& words_;
  cpu::Lines lines_;
  std::string kernels_, structures_;
  std::vector<cpu::Array> arrays_;
  std::set<std::string> withLength_;
  int grids_ = 0, serialKernels_ = 0;
};

}  // namespace stardust::cuda
