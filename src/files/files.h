// Whole files, read and written; a file that is written appears complete or not at all.
#pragma once

#include <string>

namespace stardust {

/// Throws Error (user).
std::string readFile(const std::string& path);
/// The same without the mark (U+FEFF) that some editors put before text.
std::string readText(const std::string& path);
/// Refuses a path that writeFile cannot write, before the work that leads to it: a file is made beside it and removed.
/// Throws Error (user).
void checkWritable(const std::string& path);
/// The same of a file in a folder that is there; `path` is for the message.
void checkRoomFor(const std::string& path, const std::string& folder);
/// Makes the folder if need be, writes beside `path` and renames; a device such as /dev/stdout is written to as it is.
/// Throws Error (user), and leaves nothing behind.
void writeFile(const std::string& path, const std::string& text);
/// Whether the path is one of the names of the standard output.
bool isStandardOutput(const std::string& path);

/// One absolute path for all spellings of a file, whether it is there or not: without symbolic links, "." and "..".
std::string canonicalPath(const std::string& path);
/// Whether both are one file: by canonical path, or as names (hard links) of one file that is there.
bool isSameFile(const std::string& one, const std::string& other);
/// What a symbolic link leads to, be it there or not; any other path as it is.
std::string linkedFile(const std::string& path);

}  // namespace stardust
