// What files are by their names, and files that are given to the wrong command.
#pragma once

#include <string>

namespace stardust::driver {

enum class FileKindByName { Kernel, Description, Tensor, Data, Program, Json, Page, C };

/// An ending of the names of files that Stardust reads or writes.
struct NamedKind {
  const char* ending;  ///< ".mtx.gz"
  FileKindByName kind;
  const char* called;  ///< "a matrix"
};
/// Null for any other name. Letter case does not matter.
const NamedKind* kindByName(const std::string& path);

/// Each throws Error (user) at a path that ends like a file of another kind, with the command that takes it.
void requireKernelPath(const std::string& path);   ///< of `run`, `compile` and `explore`
void requireProgramPath(const std::string& path);  ///< of `exec` and `check`

}  // namespace stardust::driver
