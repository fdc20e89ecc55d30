// Kernels as CUDA text: the kernels of a function of the loops, and the host function that launches them.
#pragma once

#include <string>

#include "backend/cpu/compiler.h"
#include "backend/cpu/prelude.h"
#include "loops/nodes.h"

namespace stardust::cuda {

/// A CUDA text, in parts.
struct PrintedCuda {
  std::string prelude;     ///< the ABI of kernels, the runtime, and functions of operators
  std::string structures;  ///< types of the host function and the device
  std::string kernels;     ///< the functions of the device
  std::string host;        ///< the function of the host, and its uniform entry point `stardust_entry`
  int grids = 0;           ///< kernels whose iterations are spread over the device
  int serialKernels = 0;   ///< kernels of one thread

  /// Without the functions of the device.
  std::string hostText() const { return prelude + "\n" + structures + host; }
  std::string text() const { return prelude + "\n" + structures + kernels + "\n" + host; }
};

/// Grids (loops::Order) become kernels. The host function has loops and branches around them, and computations
/// with scalars alone. Consecutive other statements are a kernel of one thread. The function must be verified, and
/// without idioms and parallel loops other than grids (loops::withGrids). Deterministic. Throws Error (unsupported): a
/// function of complex numbers that the device lacks.
PrintedCuda printedCuda(const loops::Function& function, cpu::Runtime runtime = cpu::Runtime::Inlined);

/// The flags with which the host's compiler takes a text.
cpu::CompileFlags hostFlags(cpu::CompileFlags flags);

/// The runtime of emulated texts: a preamble, the text between, and the entry point `stardust_emulate`.
std::string emulatedText(const PrintedCuda& printed);

}  // namespace stardust::cuda
