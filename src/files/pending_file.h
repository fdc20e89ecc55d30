// A file under construction, not yet at its final place.
#pragma once

#include <string>
#include <string_view>

namespace stardust::io {

/// Writes a temporary file beside the target and renames it when complete; otherwise removes it. An existing target
/// keeps its permissions; for a symbolic link, the file that it points to is replaced.
class PendingFile {
 public:
  /// `name`: the name in messages; empty: the target. Throws Error (user) if the file cannot be created.
  explicit PendingFile(const std::string& target, const std::string& name = {});
  ~PendingFile();
  PendingFile(const PendingFile&) = delete;
  PendingFile& operator=(const PendingFile&) = delete;

  int descriptor() const { return descriptor_; }  ///< for direct writes
  /// The following throw Error (user).
  void write(std::string_view bytes);
  void commit();
  /// Reports that the target cannot be written, with the reason in errno.
  [[noreturn]] void fail() const;

 private:
  std::string name_;  ///< for messages
  std::string target_, partial_;
  int descriptor_ = -1;
};

}  // namespace stardust::io
