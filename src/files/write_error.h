// What is said of a file that cannot be written.
#pragma once

#include <string>
#include <string_view>

namespace stardust {

/// What helps against an error of the system (errno) while writing: "free some space, …"; empty if it is not known.
std::string remedyOfWriting(int error);

/// "cannot write PATH: No space left on device". Throws Error (user).
[[noreturn]] void failWriting(const std::string& path, int error);

/// Writes all bytes; 0, or why that is not possible (errno).
int writeAll(int file, std::string_view bytes);

/// Tries to write so many bytes to a new file in the folder, and removes it; 0, or why it is not possible (errno).
int errorOfWriting(const std::string& folder, std::size_t bytes);

}  // namespace stardust
