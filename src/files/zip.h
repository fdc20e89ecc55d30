// Zip archives, as NumPy reads and writes them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "io/write.h"

namespace stardust::io {

/// A file in an archive.
struct ZipMember {
  std::string name;
  std::uint64_t offset = 0;  ///< of its bytes in the archive
  std::uint64_t packed = 0;  ///< number of bytes there
  std::uint64_t size = 0;    ///< number of bytes when unpacked
  std::uint32_t checksum = 0;
  bool isDeflated = false;  ///< otherwise stored as it is
};

/// The members of an archive, from its directory. Throws Error (user), with the offset, for bytes that are no archive.
std::vector<ZipMember> zipMembers(const std::string& archive, std::string_view bytes);

/// The bytes of a member. Throws Error (user) if they do not decompress or have another checksum.
std::string zipRead(const std::string& archive, std::string_view bytes, const ZipMember& member);

/// Writes an archive member by member, deflated.
class ZipWriter {
 public:
  explicit ZipWriter(const Sink& sink) : sink_(sink) {}
  void add(const std::string& name, std::string_view bytes);
  void finish();

 private:
  void put(const std::string& bytes);

  const Sink& sink_;
  std::uint64_t written_ = 0;
  std::vector<ZipMember> members_;  ///< offset: of the local header
};

}  // namespace stardust::io
