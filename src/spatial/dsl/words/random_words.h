// random[T] and random[T](max); internal to the room.
#pragma once

#include "spatial/dsl/dsl.h"

namespace stardust::dsl {

/// A random number of the host, reproducible across runs. Without `most`, all bits of a fixed-point number are random,
/// and a floating-point number is below 1.
Value randomOfHost(Dsl& e, const DataType& type, const Value& most, const Location& where);
/// The same in Accel: a different number in each iteration of the surrounding loops.
Value randomOfAccel(Dsl& e, const DataType& type, const Value& most, const Location& where);
/// Replaces the placeholders of `randomOfAccel` by a hash of the surrounding iterators.
spatial::Body withRandomWords(const spatial::Body& accel);

}  // namespace stardust::dsl
