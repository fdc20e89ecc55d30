// Operators and functions that other systems have and this notation has not: each is refused by its name, with
// something legal that means the same.
#pragma once

#include "notation/expr.h"
#include "support/lexer.h"

namespace stardust::notation {

/// "there are + - * / and unary -, min(a,b) and max(a,b)".
std::string legalOperators();

/// Each throws Error (unsupported) if the lexer is at such an operator, and does nothing otherwise.
void refusePrefix(const Lexer& lexer);                     ///< in place of an operand: !a, +a, |a|
void refusePostfix(const Lexer& lexer, const Expr& base);  ///< binds tighter than *: a^2, A', A.T
void refuseFactor(const Lexer& lexer, const Expr& left);   ///< binds like *: a % b, A @ B, a .* b
void refuseTerm(const Lexer& lexer, const Expr& left);     ///< binds less than +: a < b, a && b, a ? b : c

/// Throws Error (unsupported) if the lexer is at the name and the parenthesis of a call that is none of our functions.
/// A name with index variables alone is an access, unless mathematics has a function of that name.
void refuseCall(const Lexer& lexer);

}  // namespace stardust::notation
