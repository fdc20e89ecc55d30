// Names that look as if they had indices, as A_ij, and are scalars.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "notation/expr.h"

namespace stardust::notation {

/// "A(i,j)" for A_ij; none for a name that does not end in an underscore and one to four small letters.
std::optional<std::string> subscriptedAs(const std::string& name);

/// The remedy, and after it the access that the scalar may have been meant as.
std::string withSubscript(const std::string& remedy, const std::string& name);

/// What the user may have meant who names a tensor that the assignment does not have: a tensor with a similar name, or
/// one that is written as a scalar (A for A_ij) or as an index variable. Empty: nobody knows.
std::string meantBy(const std::string& name, const Assignment& assignment, const std::set<std::string>& tensors);

}  // namespace stardust::notation
