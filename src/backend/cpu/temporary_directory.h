// A directory that only this user can enter, gone when its owner is.
#pragma once

#include <string>

namespace stardust::cpu {

class TemporaryDirectory {
 public:
  /// Under TMPDIR, or the system's directory for such. Throws Error (user) if nothing can be made there.
  TemporaryDirectory();
  ~TemporaryDirectory();
  TemporaryDirectory(const TemporaryDirectory&) = delete;
  TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;

  const std::string& path() const { return path_; }
  std::string file(const std::string& name) const { return path_ + "/" + name; }

 private:
  std::string path_;
};

}  // namespace stardust::cpu
