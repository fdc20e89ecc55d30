// Expansion of idioms to plain loops, for processors without them.
#pragma once

#include <functional>

#include "loops/idioms/idiom.h"

namespace stardust::loops {

/// Replaces each call by its meaning, and tiled loops by serial ones. Equivalent, except that floating-point sums may
/// be reassociated.
Function withoutIdioms(const Function& function);
/// The same for the idioms that do not satisfy `isKept`. Loops stay tiled where legal.
Function withoutIdioms(const Function& function, const std::function<bool(const Idiom&)>& isKept);

}  // namespace stardust::loops
