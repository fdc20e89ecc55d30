// Declarations of tensors as text, one a line: the head of a listing of notation or CIN.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "notation/expr.h"
#include "support/lexer.h"

namespace stardust::notation {

/// One line for each tensor:
///     tensor    A: ds float 600 500
///     workspace ws: onChip float madeUp
/// It has the format (empty for an off-chip scalar), the value type, the known extents by mode, and for a workspace the
/// flags anyFormat and madeUp of TensorVar.
std::string printDeclarations(const std::vector<TensorVar>& tensors);

/// Parses such lines up to the first other line. `lexer` must yield line ends as tokens. Throws Error (user) with a
/// caret.
std::map<std::string, TensorVar> parseDeclarations(Lexer& lexer);

/// The declared tensor of an access. Throws Error (user) if it is undeclared or has another order.
const TensorVar& declaredTensor(const std::map<std::string, TensorVar>& tensors, const Access& access,
                                const Location& where);
/// The expression with declared tensors. Throws like declaredTensor.
Expr withDeclared(const Expr& expr, const std::map<std::string, TensorVar>& tensors);

/// The declarations followed by the assignment. parseListing(printListing(a)) equals a.
std::string printListing(const Assignment& assignment);
/// Throws Error (user) with a caret: syntax, an undeclared tensor, a wrong number of indices, or an assignment that is
/// illegal for the declared value types and extents.
Assignment parseListing(const Source& source);

}  // namespace stardust::notation
