// What C does not tell apart.
#pragma once

#include "loops/nodes.h"

namespace stardust::cpu {

/// The expression as C reads it where a value of the type is wanted: integer literals, and selections of them, take the
/// type; anything else of another type is converted.
loops::Expr valueOf(loops::Type type, const loops::Expr& expr);
/// Whether an expression is nothing but literals whose type C takes from around them.
bool takesTypeOf(const loops::Expr& expr, loops::Type type);

/// A function that has the same C: orders of loops that are printed as serial ones, conversions of literals, and notes
/// as comments have them, are written in one way. Two functions with the same C have the same form.
loops::Function formInC(const loops::Function& function);

}  // namespace stardust::cpu
