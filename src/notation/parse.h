// Reads index notation: "y(i) = b(i) - A(i,j) * x(j)". The grammar is in docs/guide/grammar.md.
#pragma once

#include <map>
#include <vector>

#include "notation/expr.h"
#include "support/lexer.h"

namespace stardust::notation {

/// Reads a whole text. Every tensor gets the default declaration: dense in natural mode order, off chip, float (as in
/// TACO); `declare` puts the user's in. Throws Error: syntax (user), operators and functions we do not have
/// (unsupported), and what verify finds.
Assignment parseAssignment(const Source& source);
/// The same with the whole text of the lexer, which is at its beginning. Not verified.
Assignment parseAssignment(Lexer& lexer);

/// The parts of it, from the middle of a larger grammar. Not verified.
Expr parseExpr(Lexer& lexer);
Access parseAccess(Lexer& lexer, Location& where);
/// `result`: where the left side begins, for the message.
AssignOp parseAssignOp(Lexer& lexer, const Lexer& result);

/// What the user says of one tensor, and where.
struct Declaration {
  Format format;
  bool formatGiven = false;  ///< otherwise dense, of the order in which it is used
  ValueType type = ValueType::Float32;
  std::vector<std::int64_t> dims;  ///< by mode; empty while unknown
  Location where;
};
using Declarations = std::map<std::string, Declaration>;

/// The assignment with its tensors as declared; those that are not declared keep what they have.
/// Throws Error (user) at a declared tensor that the assignment does not use, and what verify finds.
Assignment declare(const Assignment& assignment, const Declarations& declarations);
/// The expression with its tensors as known. Throws Error (user) at one that is not known.
Expr declare(const Expr& expr, const std::map<std::string, TensorVar>& known);

/// The extent of an index variable, and where the user states it.
struct Extent {
  std::int64_t value;
  Location where;
  Extent(std::int64_t extent, Location place = {}) : value(extent), where(std::move(place)) {}
};

/// Throws Error (user) where two accesses give a variable different extents.
void requireOneExtent(const std::vector<PlacedAccess>& accesses);
/// Throws Error (user) at an extent of a variable that the assignment does not have.
void requireVariables(const Assignment& assignment, const std::map<IndexVar, Extent>& extents);

/// The assignment with the extents of all modes filled in: from `extents`, from dims already known, and from each
/// other. Throws Error (user) where two disagree or one is missing; `whyNeeded` ends the reason for the latter.
Assignment withExtents(const Assignment& assignment, const std::map<IndexVar, Extent>& extents,
                       const std::string& whyNeeded = {});
/// The same, as far as they are known: a tensor with a mode of unknown extent has no dims.
Assignment withKnownExtents(const Assignment& assignment, const std::map<IndexVar, Extent>& extents);

/// The assignment with the extents of these tensors, by mode; those of all others are unknown.
Assignment withDims(const Assignment& assignment, const std::map<std::string, std::vector<std::int64_t>>& dims);

}  // namespace stardust::notation
