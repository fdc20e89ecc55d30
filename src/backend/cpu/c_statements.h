// Prints the statements of one C function: a kernel, or the outlined body of a parallel loop.
#pragma once

#include <string>

#include "backend/cpu/c_arrays.h"

namespace stardust::cpu {

class Tile;

/// The C file of a kernel.
struct KernelFile {
  const loops::Function& function;
  std::string name;  ///< name of the C function
  Symbols& words;
  std::string parts{};  ///< outlined functions, which precede the kernel
};

class Statements {
 public:
  /// `mayShare`: parallel loops may be distributed to threads; inside an outlined function, they are serial.
  Statements(KernelFile& file, Lines& lines, Exit& exit, bool mayShare)
      : file_(file),
        words_(file.words),
        lines_(lines),
        arrays_(file.function.parameters, words_, lines, exit),
        mayShare_(mayShare) {}

  /// Prints inside a block.
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
  Symbols& words_;
  Lines& lines_;
  ArrayStatements arrays_;
  bool mayShare_;
  const Tile* tile_ = nullptr;  // the tile whose statements are being printed
  bool saysNotes_ = true;       // false in the further copies of a body
};

}  // namespace stardust::cpu
