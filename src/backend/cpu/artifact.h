// A kernel that stands alone: its C, a program that runs it on files, and how to build both.
#pragma once

#include <map>
#include <string>

#include "backend/cpu/c_text.h"

namespace stardust::cpu {

/// Files by name: KERNEL.c and KERNEL.h, stardust_kernel.h, main.c and CMakeLists.txt. main.c reads the arrays of the operands, and the dimensions of
/// all tensors, from files of one directory and writes the arrays of the results there: see dataFileOf.
std::map<std::string, std::string> sourcesOf(const loops::Function& function);

/// The file of an array of a tensor: "A2_crd.bin" for the coordinates of the second level of A, "A_vals.bin"; for a Dim "A_dims.bin", which holds the
/// extents of all levels as int64. Each is the array's elements and nothing else, in this machine's byte order.
std::string dataFileOf(const loops::Function& function, const loops::Role& role);

/// What those files hold for a tensor with these arrays, as far as the function takes them.
std::map<std::string, std::string> dataOf(const loops::Function& function, const std::string& tensor, const Storage& storage);

}  // namespace stardust::cpu
