// Whole files, read and written; a file that is written appears complete or not at all.
#pragma once

#include <string>

namespace stardust {

/// Throws Error (user).
std::string readFile(const std::string& path);
/// Refuses a path that writeFile cannot write, before the work that leads to it. Throws Error (user).
void checkWritable(const std::string& path);
/// Makes the folder if need be, writes beside `path` and renames; a device such as /dev/stdout is written to as it is. Throws Error (user),
/// and leaves nothing behind.
void writeFile(const std::string& path, const std::string& text);

}  // namespace stardust
