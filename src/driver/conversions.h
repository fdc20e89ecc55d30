// Conversions on the host: of operands to formats that the accelerator reads, and of results from the format that it
// assembles.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "driver/problem.h"
#include "exec/reference.h"
#include "planner/copies.h"

namespace stardust::driver {

/// The conversions that make copies of operands, as `make` gives them, each once: of the tensor if all its accesses
/// need the same copy, else of the access.
std::vector<Conversion> conversionsOf(const notation::Assignment& assignment, const std::vector<planner::Copy>& copies,
                                      const std::function<Conversion(const planner::Copy&)>& make);

/// Applies conversions to a problem: to its assignment and, for operands with data, to their storage. For the result,
/// `finally` records the conversion after the run.
///
/// A tensor that occurs twice is converted once, for all its accesses, unless the conversion names the indices of one
/// access: A(i,j) * A(j,i) may need A in two mode orders, and a copy then becomes an operand of its own (A_copy). A
/// tensor that already has the format stays the same. Each converted operand adds a receipt to the problem. Throws
/// Error: user if `strict`, at the place of the user's format; unsupported for a result whose padding the conversion
/// would change, because a dense level below a sparse one stores zeros that the other format lacks.
Problem applyConversions(Problem problem, const std::vector<Conversion>& conversions, bool strict = false);

/// Size of a tensor's arrays on the accelerator: 32 bits for a position, a coordinate or a word of a bit vector.
/// O(levels).
std::int64_t bytesOf(const Storage& storage);

/// Converts the data of an operand as the receipt of its conversion says, and completes the receipt.
void convertAsPlanned(Problem& problem, Receipt& receipt);

/// Whether an operand can be converted: the new format stores the same coordinates, or leaves out the order of the
/// padding. A sparse operand has no dense copy, since zero times infinity is not a number.
bool keepsPadding(const Format& from, const Format& to);

/// An operand's entries in another format, including the padding zeros of dense levels. Throws Error (internal) for a
/// format that would store other coordinates: a dense tensor as a sparse one, or new dense levels below sparse ones.
/// O(stored log stored).
Storage converted(const Storage& operand, const Format& format);

/// The reference result in the wanted format. The reference is stored coordinate by coordinate, even if the format
/// merges equal values.
Storage stored(const exec::Evaluated& reference, const Format& wanted);

/// The reference result in another format, including error bounds. O(stored).
exec::Evaluated inFormat(const exec::Evaluated& reference, const Format& format);

/// A run's result in the user's format, with the receipt of its conversion.
struct Finished {
  Storage result;
  Receipt receipt;
};
/// `runs`: see Problem::conversionRuns.
Finished finish(const Conversion& finally, const Storage& result, int runs = 1);

}  // namespace stardust::driver
