// Fill values of kernels: fill A:inf.
#pragma once

#include "driver/kernel_spec.h"
#include "exec/reference.h"

namespace stardust::driver {

/// Checks the fills against the formats that are known, and gives the dense format to each operand whose absent
/// entries count, with a note. Others stay sparse: their absent entries are skipped, as the result allows. Throws Error
/// (user) for the fill of a scalar, for a number that the type of the tensor lacks, and for a fill of the result that
/// is not the value of its absent entries.
KernelSpec withFills(KernelSpec spec);

/// The fill of an operand in the values of its type; 0 without one.
double fillOf(const KernelSpec& spec, const std::string& tensor);

/// A result as a file of this name holds it: an array of NumPy has every coordinate, and thus the fill of the tensor
/// where the result stores nothing. Other files have the stored entries.
Storage asWritten(const KernelSpec& spec, const std::string& tensor, const std::string& path, const Storage& result);

/// The tensor in this format. Coordinates that the entries leave out, but the format stores, have the fill.
Storage packFilled(const Coordinates& entries, const Format& format, double fill);

}  // namespace stardust::driver
