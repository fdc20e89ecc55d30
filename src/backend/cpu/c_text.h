// Kernels in C: what the compiler is given, and what stands alone in an artifact.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "backend/cpu/prelude.h"
#include "loops/nodes.h"

namespace stardust::cpu {

/// The tensors of a function in the order of its parameters; this is also their order in calls.
std::vector<std::string> tensorsOf(const loops::Function& function);

/// The function's own name and its tensors' names as identifiers of C.
struct Signature {
  std::string function;
  std::vector<std::string> tensors;  ///< parallel to tensorsOf
  std::string declaration;           ///< "stardust_status spmv(const stardust_tensor* A, …, int32_t threads,
                                     /// stardust_runner* run)"
};
Signature signatureOf(const loops::Function& function);

inline constexpr const char* abiHeader = "stardust_kernel.h";  ///< its file name in an artifact
/// Its text: src/backend/cpu/runtime/stardust_kernel.h.
std::string abiText();
/// The pool of threads by file name, for an artifact: stardust_threads.h and stardust_threads.c.
std::map<std::string, std::string> threadsTexts();

/// A C99 file in parts, and what it was printed from.
struct PrintedC {
  loops::Function function;  ///< with the idioms that have no C as the loops that they mean
  std::string prelude;       ///< the runtime that it needs
  std::string functions;     ///< what threads share, and the kernel
  std::string entry;
  std::map<std::string, std::string> meanings;  ///< by a name in `functions` that in the loops

  std::string text() const { return prelude + "\n" + functions + entry; }
};
/// `abi`: the header's text, or an #include of it. The kernel is told the number of threads and what runs them; null:
/// the calling thread does all. Deterministic; strict arithmetic if compiled with argumentsOf(CompileFlags). The
/// function must be verified.
PrintedC printedC(const loops::Function& function, const std::string& abi = abiText(),
                  Runtime runtime = Runtime::Inlined);
/// Its text.
std::string printC(const loops::Function& function, const std::string& abi = abiText(),
                   Runtime runtime = Runtime::Inlined);

/// The name of the function that every file exports beside its own: stardust_status(stardust_tensor* const* tensors,
/// int32_t threads, stardust_runner* run).
inline constexpr const char* entryName = "stardust_entry";

}  // namespace stardust::cpu
