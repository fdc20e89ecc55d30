// From C text to a library in this process: out of the cache, or through the compiler.
#pragma once

#include <string>

#include "backend/cpu/cache.h"
#include "backend/cpu/compiler.h"
#include "backend/cpu/library.h"

namespace stardust::cpu {

struct Built {
  Library library;
  bool cached = false;  ///< it was there already
  double seconds = 0;   ///< in the compiler; 0 if cached
  std::string unkept;   ///< why the cache does not have it; empty if it does
};

/// The hash of all that the library depends on: the text, the compiler, the flags, the processor.
std::string keyOf(const Compiler& compiler, const CompileFlags& flags, const std::string& text);

/// Safe to call from several threads. Throws as compileLibrary.
Built build(const Compiler& compiler, const Cache& cache, const CompileFlags& flags, const std::string& text,
            const ProcessLimits& limits = {});

}  // namespace stardust::cpu
