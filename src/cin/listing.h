// Listings: a statement with the declarations of its tensors, as text. A listing contains all inputs of a pass on a
// file.
#pragma once

#include <string>

#include "cin/nodes.h"

namespace stardust::cin {

/// A declaration for each tensor, in order of appearance (notation/declarations.h), followed by the statement over
/// several lines. parseListing(printListing(s)) equals s.
std::string printListing(const Stmt& stmt);

/// Throws Error (user) with a caret: syntax, an undeclared tensor, a wrong number of indices, a statement that
/// cin::verify refuses, or one that is illegal for the declared value types and extents.
Stmt parseListing(const Source& source);

}  // namespace stardust::cin
