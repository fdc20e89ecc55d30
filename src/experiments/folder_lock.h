// Mutual exclusion of commands in a folder of results.
#pragma once

#include <string>

namespace stardust::experiments {

/// Held until the end of the scope or of the process: the operating system releases it, so that no stale lock remains.
class FolderLock {
 public:
  /// Throws Error (user) if another process holds it.
  explicit FolderLock(const std::string& folder);
  ~FolderLock();
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;

 private:
  int file_ = -1;
};

}  // namespace stardust::experiments
