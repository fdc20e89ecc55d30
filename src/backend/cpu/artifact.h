// Standalone kernels: the C code, a main program that runs it on files, and build instructions.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "backend/cpu/c_text.h"

namespace stardust::cpu {

/// The metadata of a tensor for main.c. Functions of loops do not record unused levels or equality of extents.
struct ArtifactTensor {
  Format format;
  ValueType type;
  std::vector<std::vector<std::string>> indices;   ///< the variables of each access, by mode
  Widths widths = {Width::Bits64, Width::Bits32};  ///< of the arrays
  std::int64_t mostExtent = mostNarrow;            ///< the greatest extent for which the function is compiled
};
using ArtifactTensors = std::map<std::string, ArtifactTensor>;

/// Files by name: KERNEL.c and KERNEL.h, stardust_kernel.h, stardust_threads.h and .c, main.c and CMakeLists.txt.
/// main.c reads the dimensions of all tensors and the arrays of the operands from files of one directory, checks them,
/// and writes the arrays of the results there: see dataFileOf. `tensors`: all tensors of the function.
std::map<std::string, std::string> sourcesOf(const loops::Function& function, const ArtifactTensors& tensors);

/// The file of an array of a tensor: "A2_crd.bin" for the coordinates of the second level of A, "A_vals.bin"; for a Dim
/// "A_dims.bin", which holds the extents of all levels as int64. A file holds the raw elements in native byte order.
std::string dataFileOf(const loops::Function& function, const loops::Role& role);

/// The contents of these files for a tensor with these arrays.
std::map<std::string, std::string> dataOf(const loops::Function& function, const std::string& tensor,
                                          const Storage& storage);

}  // namespace stardust::cpu
