// Parses index notation: "y(i) = b(i) - A(i,j) * x(j)". Grammar: docs/guide/grammar.md.
#pragma once

#include <map>
#include <vector>

#include "notation/definitions.h"
#include "notation/expr.h"
#include "support/lexer.h"

namespace stardust::notation {

/// Parses a complete text. Every tensor gets the default declaration: dense in natural mode order, off chip, float (as
/// in TACO). `declare` applies the user's declarations. Throws Error: syntax (user), operators and functions of other
/// systems (unsupported), and violations found by verify.
Assignment parseAssignment(const Source& source, const Definitions& definitions = builtInDefinitions());
/// The same for the whole text of the lexer, which must be at its beginning. Not verified.
Assignment parseAssignment(Lexer& lexer, const Definitions& definitions = builtInDefinitions());

/// Components for use in a larger grammar. Not verified.
/// A scalar with the name of an index variable is the value of the index; `outer` are variables besides those of the
/// expression.
Expr parseExpr(Lexer& lexer, const Definitions& definitions = builtInDefinitions(),
               const std::vector<IndexVar>& outer = {});
Access parseAccess(Lexer& lexer, Location& where);
/// `result`: start of the left-hand side, for the message.
AssignOp parseAssignOp(Lexer& lexer, const Lexer& result, const Definitions& definitions = builtInDefinitions());

/// The user's declaration of one tensor, and its locations.
struct Declaration {
  Format format;
  bool formatGiven = false;  ///< otherwise dense, of the order of its accesses
  ValueType type = ValueType::Float32;
  std::vector<std::int64_t> dims;  ///< by mode; empty while unknown
  Location where;
};
using Declarations = std::map<std::string, Declaration>;

/// Applies declarations to an assignment. Undeclared tensors are unchanged. Throws Error (user) for a declared tensor
/// that the assignment does not use, and for violations found by verify.
Assignment declare(const Assignment& assignment, const Declarations& declarations);
/// The expression with its tensors replaced by known declarations. Throws Error (user) for an unknown tensor.
Expr declare(const Expr& expr, const std::map<std::string, TensorVar>& known);

/// The extent of an index variable, and the location of the user's statement of it.
struct Extent {
  std::int64_t value;
  Location where;
  Extent(std::int64_t extent, Location place = {}) : value(extent), where(std::move(place)) {}
};

/// Throws Error (user) if two accesses give a variable different extents.
void requireOneExtent(const std::vector<PlacedAccess>& accesses);
/// Throws Error (user) for the extent of a variable that the assignment does not have.
void requireVariables(const Assignment& assignment, const std::map<IndexVar, Extent>& extents);

/// Fills in the extents of all modes from `extents`, from known dims, and from each other. Throws Error (user) if two
/// disagree or one is missing; `whyNeeded` completes the reason for the latter.
Assignment withExtents(const Assignment& assignment, const std::map<IndexVar, Extent>& extents,
                       const std::string& whyNeeded = {});
/// The same for all known extents. A tensor with an unknown extent gets no dims.
Assignment withKnownExtents(const Assignment& assignment, const std::map<IndexVar, Extent>& extents);

/// The assignment with these extents of tensors, by mode; all other extents become unknown.
Assignment withDims(const Assignment& assignment, const std::map<std::string, std::vector<std::int64_t>>& dims);

}  // namespace stardust::notation
