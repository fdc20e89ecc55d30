// Operands that are read from files.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "driver/kernel_spec.h"
#include "exec/reference.h"
#include "io/read.h"
#include "support/progress.h"

namespace stardust::driver {

/// Indexed by tensor.
using Files = std::map<std::string, TensorFile>;

/// The operands in order of first appearance, each once.
std::vector<notation::PlacedAccess> operandsOf(const notation::Assignment& assignment);

/// Reads the file of each operand that is not given. A dimension that a file does not state equals that of the same
/// index variable elsewhere. Throws Error (user) for any error in a file, and for a number as the value of a tensor
/// that is not a scalar.
Files readFiles(const KernelSpec& spec, const notation::Assignment& assignment, const exec::Operands& given,
                Progress* progress);

/// Whether a file lists every coordinate of its tensor: it is an array, or a complete list. O(entries).
bool listsEveryCoordinate(const TensorFile& file);

}  // namespace stardust::driver
