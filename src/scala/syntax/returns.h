// `return` in methods.
#pragma once

#include "scala/syntax/tree.h"

namespace stardust::scala {

/// Replaces each `return` that ends the method by its value: the code after `if (c) return a` becomes the other branch.
/// A return out of a loop or function stays.
Tree withoutReturns(const Tree& body);

}  // namespace stardust::scala
