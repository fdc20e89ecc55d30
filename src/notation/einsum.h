// Recognises einsum strings of NumPy and PyTorch: "ij,j->i".
#pragma once

#include "support/lexer.h"

namespace stardust::notation {

/// Throws Error (user) if the whole text is an einsum expression, with or without quotes, blanks, operand names and the
/// surrounding call; the remedy is the equivalent index notation. No effect on any other text.
void refuseEinsum(const Lexer& lexer);

}  // namespace stardust::notation
