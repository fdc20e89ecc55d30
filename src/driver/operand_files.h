// The operands of a problem that are read from files.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "driver/kernel_spec.h"
#include "exec/reference.h"
#include "io/read.h"
#include "support/progress.h"

namespace stardust::driver {

/// By tensor.
using Files = std::map<std::string, TensorFile>;

/// The operands in order of first appearance, each once.
std::vector<notation::PlacedAccess> operandsOf(const notation::Assignment& assignment);

/// Reads the file of each operand that is not given. Dimensions that a file does not state are as large as those of the
/// same index variables elsewhere. Throws Error (user): anything wrong with a file, or a number for a tensor that is no
/// scalar.
Files readFiles(const KernelSpec& spec, const notation::Assignment& assignment, const exec::Operands& given,
                Progress* progress);

/// Whether a file leaves no coordinate of its tensor out: an array, or a list of them all. O(entries).
bool listsEveryCoordinate(const TensorFile& file);

}  // namespace stardust::driver
