// Scalar names that look like subscripted tensors, such as A_ij.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "notation/expr.h"

namespace stardust::notation {

/// "A(i,j)" for A_ij; none for a name without an underscore and one to four small letters at its end.
std::optional<std::string> subscriptedAs(const std::string& name);

/// The remedy, followed by the access that the scalar may have been meant as.
std::string withSubscript(const std::string& remedy, const std::string& name);

/// Suggests a correction for an unknown tensor name: a tensor with a similar name, or one that was written as a scalar
/// (A for A_ij) or as an index variable. Empty: no suggestion.
std::string suggestionFor(const std::string& name, const Assignment& assignment, const std::set<std::string>& tensors);

}  // namespace stardust::notation
