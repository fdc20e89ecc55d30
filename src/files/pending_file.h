// A file that is being written, and is not yet where it belongs.
#pragma once

#include <string>
#include <string_view>

namespace stardust::io {

/// Written beside its target under a name of its own, and renamed to the target when it is complete; else removed. The
/// target, if there is one, keeps its permissions; of a symbolic link, what it points to is replaced.
class PendingFile {
 public:
  /// `name`: what messages call it; empty: the target. Throws Error (user) if no file can be made there.
  explicit PendingFile(const std::string& target, const std::string& name = {});
  ~PendingFile();
  PendingFile(const PendingFile&) = delete;
  PendingFile& operator=(const PendingFile&) = delete;

  int descriptor() const { return descriptor_; }  ///< for those who write by other means
  /// These two throw Error (user).
  void write(std::string_view bytes);
  void commit();
  /// Says that the target cannot be written, with the reason in errno.
  [[noreturn]] void fail() const;

 private:
  std::string name_;  ///< for messages
  std::string target_, partial_;
  int descriptor_ = -1;
};

}  // namespace stardust::io
