// Kinds of files by name, and errors for files given to the wrong command.
#pragma once

#include <string>

namespace stardust::driver {

enum class FileKindByName { Kernel, Description, Tensor, Data, Program, Report, Page, C, Graph };

/// A file name extension that Stardust reads or writes.
struct NamedKind {
  const char* ending;  ///< ".toml"; empty for a tensor
  FileKindByName kind;
  const char* called;  ///< "a matrix"
};
/// Null for any other name. Case-insensitive.
const NamedKind* kindByName(const std::string& path);

/// Each throws Error (user) for a path with the extension of another kind of file, with the command that takes it.
void requireKernelPath(const std::string& path);   ///< of `run`, `compile` and `explore`
void requireProgramPath(const std::string& path);  ///< of `exec` and `check`

}  // namespace stardust::driver
