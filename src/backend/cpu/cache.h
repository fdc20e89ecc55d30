// Compiled kernels on disk, by the hash of all that made them; shared by processes and threads, bounded in size.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "backend/cpu/library.h"

namespace stardust::cpu {

/// Each kernel is one file, KEY.so: the library with its SHA-256 after it, which the loader does not look at. A file
/// appears complete or not at all (written beside, then renamed); using it renews its time of modification, and the
/// oldest are removed where there is too much. Safe with several processes and threads: what one removes, another that
/// has it loaded keeps, and whoever misses it makes it again.
class Cache {
 public:
  static constexpr std::uint64_t defaultBytes = std::uint64_t{64} << 20;  ///< some 4,000 kernels

  /// The directory is made, for this user only, if it is not there. One that belongs to somebody else, that others can
  /// write to, or that cannot be written to is not used: then every kernel is made anew.
  explicit Cache(std::string directory, std::uint64_t mostBytes = defaultBytes);

  /// Empty, or why the directory is not used.
  const std::string& refusal() const { return refusal_; }

  /// The library of this key (lower-case hexadecimal), if it is there and as it was written; a file that is not is
  /// removed. O(size).
  std::optional<Library> find(const std::string& key) const;
  /// Adds the library in the file `library`, and removes old ones. Where that fails, for lack of space say, nothing is
  /// added, and the reason returned; empty: it is there.
  std::string add(const std::string& key, const std::string& library) const;

 private:
  std::string pathOf(const std::string& key) const { return directory_ + "/" + key + ".so"; }
  void evict() const;

  std::string directory_;
  std::uint64_t mostBytes_;
  std::string refusal_;
};

/// stardust/kernels in XDG_CACHE_HOME, or in ~/.cache; empty if neither is known.
std::string defaultCacheDirectory();

}  // namespace stardust::cpu
