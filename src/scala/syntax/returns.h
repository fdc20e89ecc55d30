// return in methods.
#pragma once

#include "scala/syntax/tree.h"

namespace stardust::scala {

/// The body of a method with each `return` that ends it replaced by its value: what stands behind `if (c) return a`
/// becomes the other branch. A return that leaves a loop or a function stays.
Tree withoutReturns(const Tree& body);

}  // namespace stardust::scala
