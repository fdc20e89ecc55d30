// Operators and functions of other systems that index notation lacks. Each is refused by name, with an equivalent legal
// form.
#pragma once

#include "notation/expr.h"
#include "support/lexer.h"

namespace stardust::notation {

/// "there are + - * / and unary -, min(a,b) and max(a,b)".
std::string legalOperators();

/// Each throws Error (unsupported) if the lexer is at such an operator, and has no effect otherwise.
void refusePrefix(const Lexer& lexer);                     ///< in operand position: !a, +a, |a|
void refusePostfix(const Lexer& lexer, const Expr& base);  ///< binds tighter than *: a^2, A', A.T
void refuseFactor(const Lexer& lexer, const Expr& left);   ///< precedence of *: a % b, A @ B, a .* b
void refuseTerm(const Lexer& lexer, const Expr& left);     ///< looser than +: a < b, a && b, a ? b : c

/// Throws Error (unsupported) if the lexer is at a call of an unknown function. A name with only index variables as
/// arguments is an access, unless it is a well-known mathematical function.
void refuseCall(const Lexer& lexer);

}  // namespace stardust::notation
