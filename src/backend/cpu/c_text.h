// Kernels as C text, for the compiler and for standalone artifacts.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "backend/cpu/prelude.h"
#include "loops/nodes.h"

namespace stardust::cpu {

/// The tensors of a function in parameter order, which is also their order in calls.
std::vector<std::string> tensorsOf(const loops::Function& function);

/// The C identifiers of a function and its tensors.
struct Signature {
  std::string function;
  std::vector<std::string> tensors;  ///< parallel to tensorsOf
  std::string declaration;           ///< "stardust_status spmv(const stardust_tensor* A, …, int32_t threads,
                                     /// stardust_runner* run)"
};
Signature signatureOf(const loops::Function& function);

inline constexpr const char* abiHeader = "stardust_kernel.h";  ///< file name in an artifact
/// Its text: src/backend/cpu/runtime/stardust_kernel.h.
std::string abiText();
/// The thread pool for an artifact, by file name: stardust_threads.h and stardust_threads.c.
std::map<std::string, std::string> threadsTexts();

/// The parts of a C99 file, and its source function.
struct PrintedC {
  loops::Function function;  ///< idioms without C code are expanded to loops
  std::string prelude;       ///< the required runtime
  std::string functions;     ///< outlined functions, and the kernel
  std::string entry;
  std::map<std::string, std::string> meanings;  ///< maps names in `functions` to names in the loops

  std::string text() const { return prelude + "\n" + functions + entry; }
};
/// `abi`: the text of the header, or an #include of it. The kernel takes the number of threads and a runner for
/// parallel loops; with a null runner, the calling thread executes all iterations. Deterministic. Strict arithmetic if
/// compiled with argumentsOf(CompileFlags). The function must be verified.
PrintedC printedC(const loops::Function& function, const std::string& abi = abiText(),
                  Runtime runtime = Runtime::Inlined);
/// The complete text.
std::string printC(const loops::Function& function, const std::string& abi = abiText(),
                   Runtime runtime = Runtime::Inlined);

/// The uniform entry point of every kernel file: stardust_status(stardust_tensor* const* tensors, int32_t threads,
/// stardust_runner* run).
inline constexpr const char* entryName = "stardust_entry";

}  // namespace stardust::cpu
