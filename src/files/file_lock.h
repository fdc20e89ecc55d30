// Mutual exclusion of processes that change a file.
#pragma once

#include <string>

namespace stardust {

/// Held until the end of the scope or of the process: the operating system releases it, so that no stale lock remains.
/// The lock is on an empty file beside `file`, with ".lock" at the end of its name, which stays there. On a file system
/// without locks it has no effect.
class FileLock {
 public:
  /// Creates missing folders, and waits for other processes. Throws Error (user) if the file beside `file` cannot be
  /// created.
  explicit FileLock(const std::string& file);
  ~FileLock();
  FileLock(const FileLock&) = delete;
  FileLock& operator=(const FileLock&) = delete;

 private:
  int descriptor_ = -1;
};

}  // namespace stardust
