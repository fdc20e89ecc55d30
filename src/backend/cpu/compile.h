// From C text to a loaded library: from the cache, or through the compiler.
#pragma once

#include <string>

#include "backend/cpu/cache.h"
#include "backend/cpu/compiler.h"
#include "backend/cpu/library.h"

namespace stardust::cpu {

struct Built {
  Library library;
  bool cached = false;         ///< from the cache
  double seconds = 0;          ///< time in the compiler; 0 if cached
  std::string uncachedReason;  ///< reason why it was not cached; empty if it was
};

/// Hash of all inputs of the library: text, compiler, flags, processor.
std::string keyOf(const Compiler& compiler, const CompileFlags& flags, const std::string& text);

/// Thread-safe. Throws like compileLibrary.
Built build(const Compiler& compiler, const Cache& cache, const CompileFlags& flags, const std::string& text,
            const ProcessLimits& limits = {});

}  // namespace stardust::cpu
