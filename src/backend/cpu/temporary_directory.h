// A private temporary directory, removed with its owner.
#pragma once

#include <string>

namespace stardust::cpu {

class TemporaryDirectory {
 public:
  /// Created in TMPDIR, or the system's directory for temporary files. Throws Error (user) on failure.
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
