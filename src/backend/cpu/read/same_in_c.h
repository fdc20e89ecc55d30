// Normalisation of distinctions that C does not make.
#pragma once

#include "loops/nodes.h"

namespace stardust::cpu {

/// The expression as C interprets it where a value of the type is expected: integer literals, and selections of them,
/// take the type; any other expression of another type is converted.
loops::Expr valueOf(loops::Type type, const loops::Expr& expr);
/// Whether an expression consists only of literals, whose type C infers from the context.
bool takesTypeOf(const loops::Expr& expr, loops::Type type);

/// The canonical form of a function with respect to its C text: loop orders that print as serial loops, conversions of
/// literals, and notes in the form of comments are unified. Two functions with the same C text have the same form.
loops::Function formInC(const loops::Function& function);

}  // namespace stardust::cpu
