// Reductions that users declare: reduction lexmin(a, b) = select(a < b, a, b) identity inf.
#pragma once

#include "notation/definitions.h"

namespace stardust::notation {

/// Parses "NAME(a, b) = EXPRESSION identity NUMBER" into the definitions, as a reduction and as a function. Throws
/// Error (user) as parseDefinition, and for a reduction that is not of two operands, or that violates a law of
/// reductions on sample values: f(a, b) = f(b, a), f(f(a, b), c) = f(a, f(b, c)) and f(identity, a) = a. On other
/// values the laws are the user's promise.
void parseReduction(Lexer& lexer, Definitions& definitions);

}  // namespace stardust::notation
