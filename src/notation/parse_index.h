// Parses the indices of an access.
#pragma once

#include <string>
#include <vector>

#include "notation/index.h"
#include "support/lexer.h"

namespace stardust::notation {

/// The access whose indices are parsed, for messages.
struct OpenAccess {
  std::string tensor;
  Token open;                 ///< the bracket
  std::vector<Index> before;  ///< the indices so far
};

/// Parses one index: a variable, or a computed index. Throws Error (user) for an index that is not affine, a window
/// with illegal bounds, and malformed text.
Index parseIndex(Lexer& lexer, const OpenAccess& access);

/// "A(i,j)": the access with these indices, for messages.
std::string shownAccess(const std::string& tensor, const std::vector<Index>& indices);

}  // namespace stardust::notation
