// Declarations of tensors as text, a line each: what a listing of notation or CIN begins with.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "notation/expr.h"
#include "support/lexer.h"

namespace stardust::notation {

/// A line for each tensor:
///     tensor    A: ds float 600 500
///     workspace ws: onChip float madeUp
/// with its format (none of an off-chip scalar), its value type, and its extents by mode where they are known; of a
/// workspace also the flags anyFormat and madeUp of TensorVar.
std::string printDeclarations(const std::vector<TensorVar>& tensors);

/// Reads such lines as far as there are any. `lexer` gives line ends as tokens. Throws Error (user) with a caret.
std::map<std::string, TensorVar> parseDeclarations(Lexer& lexer);

/// The tensor of an access, as it is declared. Throws Error (user) at one that is not, or that has another order.
const TensorVar& declaredTensor(const std::map<std::string, TensorVar>& tensors, const Access& access,
                                const Location& where);
/// The expression with its tensors as declared. Throws as declaredTensor.
Expr withDeclared(const Expr& expr, const std::map<std::string, TensorVar>& tensors);

/// Declarations, then the assignment. parseListing(printListing(a)) equals a.
std::string printListing(const Assignment& assignment);
/// Throws Error (user) with a caret: text that is no listing, a tensor without a declaration or with another number of
/// indices, an assignment that is not legal with the value types and extents that are declared.
Assignment parseListing(const Source& source);

}  // namespace stardust::notation
