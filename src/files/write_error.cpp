#include "files/write_error.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "support/diagnostic.h"

namespace stardust {
std::string remedyOfWriting(int error) {
  switch (error) {
    case ENOSPC: return "free some space there, or write to another disk";
    case EDQUOT: return "remove some of your files there, or write to another disk";
    case EROFS: return "write to a file system that is not read-only";
    case EACCES:
    case EPERM: return "write to a folder of your own, or ask for the right to write there";
    default: return {};
  }
}

void failWriting(const std::string& path, int error) {
  failUser(fmt::format("cannot write {}: {}", path, std::strerror(error)), {}, {}, remedyOfWriting(error));
}

int writeAll(int file, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t count = write(file, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return count < 0 ? errno : EIO;
    bytes.remove_prefix(static_cast<std::size_t>(count));
  }
  return 0;
}

int errorOfWriting(const std::string& folder, std::size_t bytes) {
  std::string trial = folder + "/.stardust-XXXXXX";
  const int file = mkostemp(trial.data(), O_CLOEXEC);
  if (file < 0) return errno;
  int error = writeAll(file, std::string(bytes, '\0'));
  if (close(file) != 0 && error == 0) error = errno;
  unlink(trial.c_str());
  return error;
}

}  // namespace stardust
