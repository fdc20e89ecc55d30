// Reading and writing of whole files; writes are atomic.
#pragma once

#include <string>

namespace stardust {

/// Throws Error (user).
std::string readFile(const std::string& path);
/// The same without a byte order mark (U+FEFF).
std::string readText(const std::string& path);
/// Whether there is a file or folder at this path.
bool pathExists(const std::string& path);
/// Refuses a path that writeFile cannot write, before an expensive computation. Creates and removes a temporary file
/// beside it. Throws Error (user).
void checkWritable(const std::string& path);
/// The same for a file in an existing folder. `path` is the name in messages.
void checkRoomFor(const std::string& path, const std::string& folder);
/// Creates missing folders, writes beside `path`, and renames. Writes directly to a device such as /dev/stdout. Throws
/// Error (user), and leaves nothing behind.
void writeFile(const std::string& path, const std::string& text);
/// Whether the path is a name of the standard output.
bool isStandardOutput(const std::string& path);

/// The canonical path of a file, existing or not: absolute, without symbolic links, "." and "..".
std::string canonicalPath(const std::string& path);
/// Whether both are the same file: by canonical path, or as hard links of an existing file.
bool isSameFile(const std::string& one, const std::string& other);
/// The target of a symbolic link, existing or not; any other path unchanged.
std::string linkedFile(const std::string& path);

}  // namespace stardust
