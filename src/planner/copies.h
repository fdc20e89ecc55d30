// The formats in which an operand may be copied for an order of loops, and the cost of a copy.
#pragma once

#include <set>
#include <vector>

#include "planner/facts.h"

namespace stardust::planner {

/// An operand as the loops read it, or the result as they assemble it, in another format than the stored one.
struct Copy {
  notation::Access access;
  Format to;
};

/// The modes of the full levels below the last level that leaves coordinates out: all their coordinates are stored
/// below each position of the levels above. Formats of one tensor with the same padded modes store the same
/// coordinates, in any order of the modes. Empty for a format of full levels only.
std::set<int> paddedModes(const Format& format);

/// A format like `stored` with its modes in the order of `inOrder`. Innermost modes that are padded in `stored` remain
/// dense; other levels that would pad other coordinates than before become compressed.
Format compressedInOrder(const Format& stored, const Format& inOrder);

/// The formats worth an estimate: in the order of the loops, that with compressed levels, and that with a dense first
/// level (an array of fibers instead of a list). All store the same coordinates: a dense copy of a sparse operand would
/// not, and 0 * inf is no number. A dense operand is copied only to be read by lines (Abilities). The stored format is
/// not among them.
std::vector<Format> candidateFormats(const notation::Access& access, const std::vector<notation::IndexVar>& order,
                                     Abilities abilities);

/// Steps of making a copy: entries are sorted, and dense levels are filled. The values of a dense tensor are moved.
/// Infinite for a dense level of a wide extent (2^31 and more), which memory cannot hold.
double stepsOf(const Format& to, const TensorFacts& facts);

}  // namespace stardust::planner
