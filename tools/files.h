// Whole files, read and written; a file that is written appears complete or not at all.
#pragma once

#include <string>

namespace stardust::tools {

/// Throws Error (user).
std::string readFile(const std::string& path);
/// Writes beside `path` and renames. Throws Error (user), and leaves nothing behind.
void writeFile(const std::string& path, const std::string& text);

}  // namespace stardust::tools
