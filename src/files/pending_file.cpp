#include "files/pending_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <utility>

#include "files/files.h"
#include "files/write_error.h"

namespace stardust::io {
namespace {

constexpr int mostNamesTried = 1000;

// Creates a new file exclusively: another process may be writing the same file, and a planted link must not be
// followed.
int openNew(const std::string& target, std::string& partial) {
  for (int attempt = 0; attempt < mostNamesTried; ++attempt) {
    partial = fmt::format("{}.partial{}", target, attempt);
    const int descriptor = open(partial.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (descriptor >= 0 || errno != EEXIST) return descriptor;
  }
  return -1;
}

}  // namespace

PendingFile::PendingFile(const std::string& target, const std::string& name)
    : name_(name.empty() ? target : name), target_(linkedFile(target)) {
  descriptor_ = openNew(target_, partial_);
  if (descriptor_ < 0) fail();
  struct stat status {};
  if (stat(target_.c_str(), &status) == 0) fchmod(descriptor_, status.st_mode & 0777);  // for a new file: the umask
}

PendingFile::~PendingFile() {
  if (descriptor_ >= 0) close(descriptor_);
  if (!partial_.empty()) unlink(partial_.c_str());
}

void PendingFile::write(std::string_view bytes) {
  if (const int error = writeAll(descriptor_, bytes)) failWriting(name_, error);
}

void PendingFile::commit() {
  if (close(std::exchange(descriptor_, -1)) != 0) fail();
  if (std::rename(partial_.c_str(), target_.c_str()) != 0) fail();
  partial_.clear();
}

void PendingFile::fail() const { failWriting(name_, errno ? errno : EIO); }

}  // namespace stardust::io
