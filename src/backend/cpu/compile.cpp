#include "backend/cpu/compile.h"

#include <fmt/format.h>

#include <chrono>

#include "backend/cpu/temporary_directory.h"
#include "support/sha256.h"

namespace stardust::cpu {

std::string keyOf(const Compiler& compiler, const CompileFlags& flags, const std::string& text) {
  // Newlines separate the parts and the text is last, so distinct inputs give distinct concatenations.
  return sha256(fmt::format("{}\n{}\n{}\n\n{}", compiler.identity, fmt::join(argumentsOf(flags), "\n"),
                            processorFeatures(), text));
}

Built build(const Compiler& compiler, const Cache& cache, const CompileFlags& flags, const std::string& text,
            const ProcessLimits& limits) {
  const std::string key = keyOf(compiler, flags, text);
  if (auto library = cache.find(key)) return {std::move(*library), true, 0, {}};
  const TemporaryDirectory folder;
  const std::string made = folder.file("kernel.so");
  const auto start = std::chrono::steady_clock::now();
  compileLibrary(compiler, flags, text, folder.path(), made, limits);
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  std::string uncachedReason = cache.add(key, made);
  return {Library(made), false, seconds, std::move(uncachedReason)};
}

}  // namespace stardust::cpu
