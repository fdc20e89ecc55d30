// Conversions on the host: operands brought into a format that the accelerator reads, results brought back from the one
// it assembles.
#pragma once

#include <string>
#include <vector>

#include "driver/problem.h"
#include "exec/reference.h"

namespace stardust::driver {

/// The problem with these tensors in these formats, in the assignment and, for operands with data, in memory. For the
/// result, the problem's `finally` says what to convert it to. A tensor that occurs twice is converted once, for all
/// its accesses, unless the conversion names the indices of one: A(i,j) * A(j,i) may need A in two mode orders, and a
/// copy then becomes an operand of its own (A_copy). A tensor that already has the format is left alone. A receipt is
/// added to the problem for each operand. Throws Error (user) if `strict`, at the place where the user gave the format,
/// and (unsupported) for a result whose padding the conversion would change: a dense level below a sparse one stores
/// zeros that the other format does not have.
Problem applyConversions(Problem problem, const std::vector<Conversion>& conversions, bool strict = false);

/// Of the arrays of a tensor, as the accelerator stores them: 32 bits for a position, a coordinate or a piece of a bit
/// vector. O(levels).
std::int64_t bytesOf(const Storage& storage);

/// An operand's entries in another format, the padding zeros of dense levels among them. Throws Error (internal) for
/// formats that would store other coordinates: a dense tensor as a sparse one, or dense levels below sparse ones that
/// the operand does not have so. O(stored log stored).
Storage converted(const Storage& operand, const Format& format);

/// The reference result as it is stored in the format that is wanted: the reference is told coordinate by coordinate,
/// also where that merges equal values.
Storage stored(const exec::Evaluated& reference, const Format& wanted);

/// The reference result in another format, error bounds and all. O(stored).
exec::Evaluated inFormat(const exec::Evaluated& reference, const Format& format);

/// A run's result in the format that the user asked for, with its receipt.
struct Finished {
  Storage result;
  Receipt receipt;
};
Finished finish(const Conversion& finally, const Storage& result);

}  // namespace stardust::driver
