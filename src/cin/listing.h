// A statement with the declarations of its tensors, as text: all that a pass reads, so that it can be run on a file.
#pragma once

#include <string>

#include "cin/nodes.h"

namespace stardust::cin {

/// A declaration for each tensor, in order of appearance (notation/declarations.h), then the statement over several
/// lines. parseListing(printListing(s)) equals s.
std::string printListing(const Stmt& stmt);

/// Throws Error (user) with a caret: text that is no listing, a tensor without a declaration or with another number of
/// indices, a statement that cin::verify refuses, one that is not legal with the value types and extents that are
/// declared.
Stmt parseListing(const Source& source);

}  // namespace stardust::cin
