// Functions in which plain loops stand for idioms: what a processor without them carries out.
#pragma once

#include <functional>

#include "loops/idioms/idiom.h"

namespace stardust::loops {

/// The function with the meaning of each call in its place, and serial loops for tiled ones. The result is the same,
/// but for sums of floating-point numbers in another order.
Function withoutIdioms(const Function& function);
/// The same for those idioms only for which `isKept` does not hold; tiled loops stay where they still may.
Function withoutIdioms(const Function& function, const std::function<bool(const Idiom&)>& isKept);

}  // namespace stardust::loops
