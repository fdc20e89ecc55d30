// What the text of a kernel leans on: functions and macros in C that come before it, as far as it uses them.
#pragma once

#include <set>
#include <string>
#include <vector>

namespace stardust::cpu {

/// The texts of these helpers and of those they need, in the order of the table. Throws Error (internal): no such
/// helper.
std::string preludeOf(const std::set<std::string>& used);

/// Every word that a kernel's text may use with a meaning of its own.
std::vector<std::string> reservedNames();

}  // namespace stardust::cpu
