#include "experiments/folder_lock.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "support/diagnostic.h"

namespace stardust::experiments {

FolderLock::FolderLock(const std::string& folder) {
  const std::string path = folder + "/lock";
  file_ = open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
  if (file_ < 0)
    failUser(fmt::format("cannot write {}: {}", path, std::strerror(errno)), {}, {},
             "free some space there, or name another folder with --out=DIR");
  if (flock(file_, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK)
    return;  // a file system without locks cannot be locked
  close(file_);
  failUser(fmt::format("another stardust works in {}", folder), {}, "two of them would overwrite each other's runs",
           "wait for it, or name another folder with --out=DIR");
}

FolderLock::~FolderLock() { close(file_); }

}  // namespace stardust::experiments
