// random[T] and random[T](max); internal to the room.
#pragma once

#include "spatial/dsl/dsl.h"

namespace stardust::dsl {

/// A random number of the host; the same ones in every run. Without `most` all bits of a fixed-point number are random,
/// and a floating-point one is below 1.
Value randomOfHost(Dsl& e, const DataType& type, const Value& most, const Location& where);
/// The same in Accel: another number in each iteration of the loops around it.
Value randomOfAccel(Dsl& e, const DataType& type, const Value& most, const Location& where);
/// What the words are that `randomOfAccel` left open: a hash of the iterators around each.
spatial::Body withRandomWords(const spatial::Body& accel);

}  // namespace stardust::dsl
