#include "backend/cpu/temporary_directory.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "support/diagnostic.h"

namespace stardust::cpu {

namespace fs = std::filesystem;

TemporaryDirectory::TemporaryDirectory() {
  std::error_code error;
  const fs::path parent = fs::temp_directory_path(error);
  std::string name = (parent / "stardust-XXXXXX").string();
  if (error || !mkdtemp(name.data())) {
    failUser("no temporary directory can be made", {},
             error ? error.message() : fmt::format("{}: {}", name, std::strerror(errno)),
             "set TMPDIR to a directory that you can write to, on a disk with room for a kernel");
  }
  path_ = std::move(name);
}

TemporaryDirectory::~TemporaryDirectory() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

}  // namespace stardust::cpu
