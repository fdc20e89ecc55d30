// Messages for write failures.
#pragma once

#include <string>
#include <string_view>

namespace stardust {

/// The remedy for a system error (errno) of a write: "free some space, …"; empty if unknown.
std::string remedyOfWriting(int error);

/// "cannot write PATH: No space left on device". Throws Error (user).
[[noreturn]] void failWriting(const std::string& path, int error);

/// Writes all bytes. Returns 0 or errno.
int writeAll(int file, std::string_view bytes);

/// Tries to write this number of bytes to a new file in the folder, and removes it. Returns 0 or errno.
int errorOfWriting(const std::string& folder, std::size_t bytes);

}  // namespace stardust
