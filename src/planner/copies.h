// The formats in which an operand may be copied for an order of loops, and the cost of a copy.
#pragma once

#include <vector>

#include "planner/facts.h"

namespace stardust::planner {

/// The modes of an access in the order in which the loops bind their variables, with the same levels.
Format inOrder(const notation::Access& access, const std::vector<notation::IndexVar>& order);

/// A format for its modes' order: levels that would pad other coordinates than before become compressed.
Format compressedInOrder(const Format& format);

/// The formats worth an estimate: in the order of the loops, that with compressed levels, and that with a dense first
/// level (an array of fibers instead of a list). All store the same coordinates: a dense copy of a sparse operand would
/// not, and 0 * inf is no number. The stored format is not among them.
std::vector<Format> candidateFormats(const notation::Access& access, const std::vector<notation::IndexVar>& order);

/// Whether a tensor in this format can be converted to another order of its modes and back.
bool isConvertible(const Format& format);

/// Steps of making a copy: entries are sorted, and dense levels are filled.
double stepsOf(const Format& to, const TensorFacts& facts);

}  // namespace stardust::planner
