// Mutual exclusion of processes.
#pragma once

#include <optional>
#include <string>

namespace stardust {

/// Held until the end of the scope or of the process: the operating system releases it, so that no stale lock remains.
/// The lock is on an empty file, which stays there. On a file system without locks it has no effect.
class FileLock {
 public:
  /// Creates missing folders, and waits for other processes. Throws Error (user) if the file cannot be created.
  explicit FileLock(const std::string& file);
  /// None if another process holds it. Does not wait.
  static std::optional<FileLock> tryTake(const std::string& file);
  ~FileLock();
  FileLock(FileLock&& other) noexcept;
  FileLock& operator=(FileLock&&) = delete;

 private:
  struct Opened {};
  FileLock(Opened, const std::string& file);
  int descriptor_ = -1;
};

}  // namespace stardust
