// The texts of einsum, as in NumPy and PyTorch: "ij,j->i".
#pragma once

#include "support/lexer.h"

namespace stardust::notation {

/// Throws Error (user) if the whole text is one of einsum, with or without quotes, blanks, names of operands and the
/// call around it: the same in our notation. Does nothing at any other text.
void refuseEinsum(const Lexer& lexer);

}  // namespace stardust::notation
