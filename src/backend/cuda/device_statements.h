// Prints the statements of a kernel as CUDA.
#pragma once

#include <set>
#include <string>

#include "backend/cpu/c_lines.h"
#include "backend/cpu/c_symbols.h"

namespace stardust::cuda {

/// The threads that run an iteration together: their number, and the suffix of their functions in the runtime.
struct Group {
  int threads = 1;
  const char* name = "";
};
Group groupOf(loops::Order order);

/// The statements of one thread, or of a group.
class DeviceStatements {
 public:
  /// `outside`: variables declared outside of the kernel, whose declarations assign.
  DeviceStatements(cpu::Symbols& words, cpu::Lines& lines, std::string label, std::set<std::string> outside = {},
                   std::set<std::string> withLength = {}, Group group = {})
      : words_(words),
        lines_(lines),
        label_(std::move(label)),
        outside_(std::move(outside)),
        withLength_(std::move(withLength)),
        group_(group) {}

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
  void update(const loops::Store& s);
  std::string inParentheses(const loops::Expr& e);
  void meet();
  void lanes(const loops::For& s);
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
  Group group_;
  bool mayFail_ = false;
};

}  // namespace stardust::cuda
