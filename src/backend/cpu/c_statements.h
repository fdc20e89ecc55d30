// The statements of one function of C: a kernel's own, or one that threads call.
#pragma once

#include <string>

#include "backend/cpu/c_arrays.h"

namespace stardust::cpu {

class Tile;

/// The file that a kernel is printed to.
struct KernelFile {
  const loops::Function& function;
  std::string name;  ///< of the function, in C
  Vocabulary& words;
  std::string parts{};  ///< the functions that threads call, which come before the kernel's own
};

class Statements {
 public:
  /// `mayShare`: threads may share its loops; those of a function that threads call already run one after the other.
  Statements(KernelFile& file, Lines& lines, Exit& exit, bool mayShare)
      : file_(file),
        words_(file.words),
        lines_(lines),
        arrays_(file.function.parameters, words_, lines, exit),
        mayShare_(mayShare) {}

  /// Inside a block.
  void print(const loops::Body& body);
  ArrayStatements& arrays() { return arrays_; }

 private:
  void print(const loops::Stmt& s);
  void plain(const loops::Stmt& s);
  void block(const std::string& head, const loops::Body& body);
  void print(const loops::Assign& s);
  void print(const loops::Store& s);
  void print(const loops::Note& s);
  void print(const loops::IdiomCall& s);
  void branch(const loops::If& s, const char* word);
  void print(const loops::For& s);
  void vectorLoop(const loops::For& s);
  void countingLoop(const loops::For& s);
  void tiledLoop(const loops::For& s);
  void sharedLoop(const loops::For& s);

  KernelFile& file_;
  Vocabulary& words_;
  Lines& lines_;
  ArrayStatements arrays_;
  bool mayShare_;
  const Tile* tile_ = nullptr;  // whose statements are printed
  bool saysNotes_ = true;       // not in the copies of a body that was printed before
};

}  // namespace stardust::cpu
