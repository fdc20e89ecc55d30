// Prints array statements (allocation, resizing) as C.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "backend/cpu/c_lines.h"
#include "backend/cpu/c_symbols.h"

namespace stardust::cpu {

/// The target of failures: a label after the statements, printed if one of them can fail.
struct Exit {
  std::string label;
  bool isUsed = false;
};

class ArrayStatements {
 public:
  /// `parameters`: of the function.
  ArrayStatements(const std::vector<loops::Parameter>& parameters, Symbols& words, Lines& lines, Exit& exit)
      : parameters_(parameters), words_(words), lines_(lines), exit_(exit) {}

  /// Declarations before the first statement of a body, and deallocation after the last one.
  void declare(const std::vector<Array>& arrays);
  void release(const std::vector<Array>& arrays);

  void print(const loops::Allocate& s);
  void print(const loops::Resize& s) { sized("RESIZE", s.array, s.size, s.fill); }
  void print(const loops::Grow& s);
  void print(const loops::Sort& s);
  void print(const loops::Move& s);
  void print(const loops::Insert& s);
  void print(const loops::Clear& s);
  void print(const loops::Fail& s);

  /// The label of the exit; `helper` is the macro that jumps to it.
  const std::string& leaving(const std::string& helper);

 private:
  void sized(const std::string& macro, const std::string& array, const loops::Expr& size, const loops::Expr& fill);
  std::string summand(const loops::Expr& e);
  bool hasLength(const std::string& array) const;

  const std::vector<loops::Parameter>& parameters_;
  Symbols& words_;
  Lines& lines_;
  Exit& exit_;
  std::set<std::string> lengths_;  // local arrays with a tracked length
};

}  // namespace stardust::cpu
