// Reads index notation: "y(i) = b(i) - A(i,j) * x(j)". The grammar is in docs/guide/grammar.md.
#pragma once

#include <map>
#include <vector>

#include "notation/expr.h"
#include "support/lexer.h"

namespace stardust::notation {

/// Reads a whole source. Every tensor gets the default declaration: dense in natural mode order, off chip, float (as in TACO);
/// `resolve` puts the user's in. Throws Error: syntax (user), operators and functions we do not have (unsupported), and what verify finds.
Assignment parseAssignment(const Source& source);

/// The same from the middle of a larger grammar. `depth` is how deep the caller has nested already. Not verified.
Assignment parseAssignment(Lexer& lexer, int depth = 0);
Expr parseExpr(Lexer& lexer, int depth = 0);
Access parseAccess(Lexer& lexer);

/// "tensor A: ds", and where the user said so.
struct Declaration {
  TensorVar tensor;
  Location where;
};

/// The assignment with its tensors as declared; those that are not declared keep what they have.
/// Throws Error (user) at a declared tensor that the assignment does not use, and what verify finds.
Assignment resolve(const Assignment& assignment, const std::vector<Declaration>& declarations);

/// The assignment with the extents of all modes filled in: from `extents`, from dims already known, and from each other.
/// Throws Error (user) where two disagree or one is missing.
Assignment withExtents(const Assignment& assignment, const std::map<IndexVar, std::int64_t>& extents);

/// A number that a literal holds; a decimal one iff it was written with a point or an exponent.
Expr parseLiteral(Lexer& lexer);

}  // namespace stardust::notation
