// A first run of a reader in a process of its own, for libraries that can crash on damaged files.
#pragma once

#include <functional>
#include <string>

namespace stardust::io {

/// Runs `read` in a child process, and discards what it does. Throws Error (user) if the process crashes: `file` begins
/// the message, and `library` is the one to name. An exception of `read` is not reported; the caller's own run throws
/// it again. Takes the time and the memory of `read` once more. Does nothing if the system gives no process.
void tryInChild(const std::string& file, const std::string& library, const std::function<void()>& read);

}  // namespace stardust::io
