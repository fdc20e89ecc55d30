// A kernel that stands alone: its C, a program that runs it on files, and how to build both.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "backend/cpu/c_text.h"

namespace stardust::cpu {

/// A tensor as main.c has to know it: the loops say nothing of levels that they do not look at, nor which extents are
/// the same.
struct ArtifactTensor {
  Format format;
  ValueType type;
  std::vector<std::vector<std::string>> indices;  ///< the variables of each access, by mode
};
using ArtifactTensors = std::map<std::string, ArtifactTensor>;

/// Files by name: KERNEL.c and KERNEL.h, stardust_kernel.h, stardust_threads.h and .c, main.c and CMakeLists.txt.
/// main.c reads the dimensions of all tensors (`tensors`: all of the function) and the arrays of the operands from
/// files of one directory, checks them, and writes the arrays of the results there: see dataFileOf.
std::map<std::string, std::string> sourcesOf(const loops::Function& function, const ArtifactTensors& tensors);

/// The file of an array of a tensor: "A2_crd.bin" for the coordinates of the second level of A, "A_vals.bin"; for a Dim
/// "A_dims.bin", which holds the extents of all levels as int64. Each is the array's elements and nothing else, in this
/// machine's byte order.
std::string dataFileOf(const loops::Function& function, const loops::Role& role);

/// What those files hold for a tensor with these arrays.
std::map<std::string, std::string> dataOf(const loops::Function& function, const std::string& tensor,
                                          const Storage& storage);

}  // namespace stardust::cpu
