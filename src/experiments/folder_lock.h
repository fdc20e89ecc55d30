// Mutual exclusion of commands in a folder of results.
#pragma once

#include <string>

#include "files/file_lock.h"

namespace stardust::experiments {

/// The lock of a folder, on a file `lock` in it. Throws Error (user) if another process holds it.
FileLock lockFolder(const std::string& folder);

}  // namespace stardust::experiments
