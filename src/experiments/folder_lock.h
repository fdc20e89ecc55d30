// One command at a time in a folder of results.
#pragma once

#include <string>

namespace stardust::experiments {

/// Held until the end of the scope, or of the process, however it ends: the system lets go of it, and nothing stale is
/// left to remove.
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
