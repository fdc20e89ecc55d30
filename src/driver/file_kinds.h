// Files that are given to the wrong command.
#pragma once

#include <string>

namespace stardust::driver {

/// Each throws Error (user) at a path that ends like a file of another kind, with the command that takes it.
void requireKernelPath(const std::string& path);   ///< of `run`, `compile` and `explore`
void requireProgramPath(const std::string& path);  ///< of `exec` and `check`

}  // namespace stardust::driver
