#include "files/file_lock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <utility>

#include "files/write_error.h"

namespace stardust {

FileLock::FileLock(Opened, const std::string& file) {
  const std::filesystem::path folder = std::filesystem::path(file).parent_path();
  std::error_code error;
  if (!folder.empty()) std::filesystem::create_directories(folder, error);
  if (error) failWriting(file, error.value());
  descriptor_ = open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (descriptor_ < 0) failWriting(file, errno);
}

FileLock::FileLock(const std::string& file) : FileLock(Opened(), file) {
  while (flock(descriptor_, LOCK_EX) != 0 && errno == EINTR) {
  }
}

std::optional<FileLock> FileLock::tryTake(const std::string& file) {
  FileLock lock(Opened(), file);
  if (flock(lock.descriptor_, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) return std::nullopt;
  return lock;
}

FileLock::FileLock(FileLock&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}

FileLock::~FileLock() {
  if (descriptor_ >= 0) close(descriptor_);
}

}  // namespace stardust
