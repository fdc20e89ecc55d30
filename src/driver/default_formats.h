// How operands are stored for which the user gave no format.
#pragma once

#include "driver/operand_files.h"

namespace stardust::driver {

/// The format of a sparse tensor that has none said: a vector compressed, a matrix csr, more modes csf, in their
/// natural order.
Format sparseFormat(int order);

/// The spec with a format for each operand whose contents are sparse and that has none, and a note that says so: a file
/// that leaves coordinates out, a generator of a part of the entries, a rotation of a tensor that is stored so. The
/// result has the format of its old contents, unless it is computed everywhere. Tensors that are given keep the format
/// that they have. All others stay dense.
KernelSpec withDefaultFormats(KernelSpec spec, const Files& files, const exec::Operands& given);

/// A note of a result that is dense only because nobody gave it a format, and large for what there is to compute.
/// `assignment` has all dimensions. Nothing if it is not so.
std::optional<std::string> noteOfDenseResult(const KernelSpec& spec, const notation::Assignment& assignment);

}  // namespace stardust::driver
