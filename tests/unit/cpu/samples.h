// A compiler, tiny kernels, and a temporary directory.
#pragma once

#include <string>

#include "backend/cpu/compile.h"
#include "backend/cpu/temporary_directory.h"

namespace stardust::samples {

/// Found once: it does not change while the tests run.
inline const cpu::Compiler& compiler() {
  static const cpu::Compiler found = cpu::findCompiler();
  return found;
}

/// int answer(void), which returns `n`.
inline std::string answering(int n) { return "int answer(void) { return " + std::to_string(n) + "; }\n"; }

inline int answerOf(const cpu::Library& library) { return library.function<int()>("answer")(); }

}  // namespace stardust::samples
