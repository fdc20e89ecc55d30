#include "files/file_lock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>

#include "files/write_error.h"

namespace stardust {

FileLock::FileLock(const std::string& file) {
  const std::filesystem::path folder = std::filesystem::path(file).parent_path();
  std::error_code error;
  if (!folder.empty()) std::filesystem::create_directories(folder, error);
  if (error) failWriting(file, error.value());
  const std::string lock = file + ".lock";
  descriptor_ = open(lock.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (descriptor_ < 0) failWriting(lock, errno);
  while (flock(descriptor_, LOCK_EX) != 0 && errno == EINTR) {
  }
}

FileLock::~FileLock() { close(descriptor_); }

}  // namespace stardust
