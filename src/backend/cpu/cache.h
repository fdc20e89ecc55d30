// On-disk cache of compiled kernels, keyed by the hash of all inputs; shared by processes and threads, with bounded
// size.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "backend/cpu/library.h"

namespace stardust::cpu {

/// Each kernel is one file, KEY.so: the library followed by its SHA-256, which the loader ignores. Writes are atomic
/// (temporary file, then rename). A use updates the modification time, and the least recently used files are evicted
/// when the cache is full. Safe for concurrent processes and threads: an evicted library stays loaded where it is in
/// use, and is rebuilt where it is missed.
class Cache {
 public:
  static constexpr std::uint64_t defaultBytes = std::uint64_t{64} << 20;  ///< about 4,000 kernels

  /// Creates a missing directory, private to this user. A directory that is owned by another user, writable by others,
  /// or not writable is refused; every kernel is then built anew.
  explicit Cache(std::string directory, std::uint64_t mostBytes = defaultBytes);

  /// The reason why the directory is refused; empty if it is used.
  const std::string& refusal() const { return refusal_; }

  /// The intact library of this key (lower-case hexadecimal), if any. Removes a corrupt file. O(size).
  std::optional<Library> find(const std::string& key) const;
  /// Adds the library in the file `library`, and evicts old ones. Returns the reason of a failure, such as lack of
  /// space, in which case nothing is added; empty on success.
  std::string add(const std::string& key, const std::string& library) const;

  /// The same for machine code that is no library, in KEY.bin.
  std::optional<std::string> findBytes(const std::string& key) const;
  std::string addBytes(const std::string& key, const std::string& bytes) const;

 private:
  std::string pathOf(const std::string& key) const { return directory_ + "/" + key + ".so"; }
  std::string pathOfBytes(const std::string& key) const { return directory_ + "/" + key + ".bin"; }
  std::string write(const std::string& path, const std::string& bytes) const;
  void evict() const;

  std::string directory_;
  std::uint64_t mostBytes_;
  std::string refusal_;
};

/// stardust/kernels in XDG_CACHE_HOME, or in ~/.cache; empty if neither is defined.
std::string defaultCacheDirectory();

}  // namespace stardust::cpu
