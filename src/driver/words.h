// Value types on the accelerator, whose words hold `int` and `float`: the host widens operands of narrower types, and
// narrows the result.
#pragma once

#include "driver/problem.h"

namespace stardust::driver {

/// The problem with all values in words, if a tensor has another type than int, long, float and double, and the
/// statement means the same in words; `finally` then narrows the result. Otherwise the problem as it is, which may be
/// refused later. Throws Error: user if `strict`; unsupported for an operator that needs wrapped values.
Problem inWords(Problem problem, bool strict);

/// The values in another type: integers wrap, floating point rounds, and any number but 0 is true.
Storage wrappedTo(const Storage& storage, ValueType type);

}  // namespace stardust::driver
