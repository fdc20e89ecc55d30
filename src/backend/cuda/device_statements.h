// Prints the statements of a kernel as CUDA.
#pragma once

#include <set>
#include <string>

#include "backend/cpu/c_lines.h"
#include "backend/cpu/c_symbols.h"

namespace stardust::cuda {

/// The statements that one thread runs.
class DeviceStatements {
 public:
  /// `outside`: variables declared outside of the kernel, whose declarations assign.
  DeviceStatements(cpu::Symbols& words, cpu::Lines& lines, std::string label, std::set<std::string> outside = {},
                   std::set<std::string> withLength = {})
      : words_(words),
        lines_(lines),
        label_(std::move(label)),
        outside_(std::move(outside)),
        withLength_(std::move(withLength)) {}

  /// Declares the local arrays of the body.
  void declareArrays(const loops::Body& body);
  /// Prints inside of a block.
  void print(const loops::Body& body);
  /// Whether a statement jumps to the label.
  bool mayFail() const { return mayFail_; }

 private:
  void print(const loops::Stmt& s);
  void block(const std::string& head, const loops::Body& body);
  void define(const std::string& name, const loops::Expr& value, const char* constant);
  void print(const loops::Store& s);
  void print(const loops::For& s);
  void branch(const loops::If& s, const char* word);
  void sized(const std::string& macro, const std::string& array, const loops::Expr& size, const loops::Expr& fill);
  void print(const loops::Allocate& s);
  void print(const loops::Grow& s);
  void print(const loops::Insert& s);
  void print(const loops::Clear& s);
  std::string typeOf(const std::string& array);
  const std::string& leaving();

  cpu::Symbols& words_;
  cpu::Lines& lines_;
  std::string label_;
  std::set<std::string> outside_, withLength_;
  bool mayFail_ = false;
};

}  // namespace stardust::cuda
