// Default formats of operands.
#pragma once

#include "driver/operand_files.h"

namespace stardust::driver {

/// Gives each operand with sparse contents and without a format the sparse one (sparseFormat), with a note: contents
/// from a file that omits coordinates, from a generator of a fraction of the entries, or from a rotation of a sparse
/// tensor. The result has the format of its old contents, unless it is computed everywhere. Given tensors keep their
/// formats. All others stay dense.
KernelSpec withDefaultFormats(KernelSpec spec, const Files& files, const exec::Operands& given);

/// A note if the result is dense only by default, and large compared to its computation; otherwise none. `assignment`
/// has all dimensions.
std::optional<std::string> noteOfDenseResult(const KernelSpec& spec, const notation::Assignment& assignment);

}  // namespace stardust::driver
