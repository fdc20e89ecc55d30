#include "files/zip.h"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <limits>
#include <new>

#include "io/writers.h"
#include "support/diagnostic.h"

namespace stardust::io {
namespace {

constexpr std::uint64_t sizeIsElsewhere = 0xffffffff;  // in a field of 64 bits
constexpr std::uint64_t mostExpansion = 1032;          // of deflate
constexpr std::string_view localMark("PK\3\4", 4), memberMark("PK\1\2", 4), endMark("PK\5\6", 4),
    longEndMark("PK\6\6", 4), longEndPlace("PK\6\7", 4);

// Reads little-endian numbers of an archive, with checks.
class ZipBytes {
 public:
  ZipBytes(const std::string& archive, std::string_view bytes) : archive_(archive), bytes_(bytes) {}

  std::uint64_t number(std::uint64_t at, std::uint64_t size) const {
    requireInside(at, size);
    std::uint64_t value = 0;
    for (std::uint64_t b = 0; b < size; ++b)
      value |= std::uint64_t{static_cast<unsigned char>(bytes_[at + b])} << (8 * b);
    return value;
  }
  std::string_view text(std::uint64_t at, std::uint64_t size) const {
    requireInside(at, size);
    return bytes_.substr(at, size);
  }
  bool isMark(std::uint64_t at, std::string_view mark) const {
    return at < bytes_.size() && bytes_.substr(at, mark.size()) == mark;
  }
  [[noreturn]] void fail(std::uint64_t at, const std::string& why) const {
    failUser(fmt::format("the archive {} is corrupt at byte {}", archive_, at), {}, why,
             "the file was cut short or changed: copy or save it again");
  }

 private:
  void requireInside(std::uint64_t at, std::uint64_t size) const {
    if (at > bytes_.size() || size > bytes_.size() - at) fail(at, "it ends before a number or a text there");
  }
  const std::string& archive_;
  std::string_view bytes_;
};

// The directory of an archive.
struct Directory {
  std::uint64_t begin = 0, members = 0;
};

Directory directoryOf(const ZipBytes& reader, const std::string& archive, std::string_view bytes) {
  const std::size_t end = bytes.rfind(endMark);
  if (end == std::string_view::npos)
    failUser(fmt::format("{} is not an archive", archive), {},
             fmt::format("its {} bytes have no directory of zip", bytes.size()),
             "it was cut short, or is no .npz file");
  Directory directory{reader.number(end + 16, 4), reader.number(end + 10, 2)};
  constexpr std::size_t placeSize = 20;
  if (end >= placeSize && reader.isMark(end - placeSize, longEndPlace)) {
    const std::uint64_t longEnd = reader.number(end - placeSize + 8, 8);
    if (!reader.isMark(longEnd, longEndMark)) reader.fail(longEnd, "the directory of a long archive is expected");
    directory = {reader.number(longEnd + 48, 8), reader.number(longEnd + 32, 8)};
  }
  return directory;
}

// Replaces the sizes that do not fit in 32 bits by those of the extra field.
void readLongSizes(const ZipBytes& reader, std::uint64_t at, std::uint64_t size, ZipMember& member) {
  const std::uint64_t end = at + size;
  while (at + 4 <= end) {
    const std::uint64_t id = reader.number(at, 2), length = reader.number(at + 2, 2);
    at += 4;
    if (id == 1) {
      for (std::uint64_t* field : {&member.size, &member.packed, &member.offset})
        if (*field == sizeIsElsewhere) *field = reader.number(at, 8), at += 8;
      return;
    }
    at += length;
  }
}

std::string numberBytes(std::uint64_t number, std::size_t size) {
  std::string text;
  for (std::size_t b = 0; b < size; ++b) text += static_cast<char>(number >> (8 * b));
  return text;
}

std::string deflated(std::string_view bytes) {
  z_stream stream{};
  constexpr int raw = -MAX_WBITS, memoryLevel = 8;
  require(deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, raw, memoryLevel, Z_DEFAULT_STRATEGY) == Z_OK,
          "zlib does not start");
  std::string packed, piece(1u << 18, '\0');
  int status = Z_OK;
  do {
    if (stream.avail_in == 0 && !bytes.empty()) {
      const auto taken = std::min<std::size_t>(bytes.size(), 1u << 30);
      stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
      stream.avail_in = static_cast<uInt>(taken);
      bytes.remove_prefix(taken);
    }
    stream.next_out = reinterpret_cast<Bytef*>(piece.data());
    stream.avail_out = static_cast<uInt>(piece.size());
    status = deflate(&stream, bytes.empty() ? Z_FINISH : Z_NO_FLUSH);
    packed.append(piece, 0, piece.size() - stream.avail_out);
  } while (status != Z_STREAM_END);
  deflateEnd(&stream);
  return packed;
}

std::uint32_t checksumOf(std::string_view bytes) {
  return static_cast<std::uint32_t>(crc32_z(0, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()));
}

// Decompresses `packed` to exactly `size` bytes; false if it has another size or is corrupt.
bool inflateTo(std::string& bytes, std::string_view packed) {
  z_stream stream{};
  require(inflateInit2(&stream, -MAX_WBITS) == Z_OK, "zlib does not start");
  std::size_t done = 0;
  int status = Z_OK;
  while (status == Z_OK) {
    if (stream.avail_in == 0) {
      const auto taken = std::min<std::size_t>(packed.size(), 1u << 30);
      stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));
      stream.avail_in = static_cast<uInt>(taken);
      packed.remove_prefix(taken);
    }
    const auto room = static_cast<uInt>(std::min<std::size_t>(bytes.size() - done, 1u << 30));
    stream.next_out = reinterpret_cast<Bytef*>(bytes.data() + done);
    stream.avail_out = room;
    status = inflate(&stream, Z_NO_FLUSH);
    done += room - stream.avail_out;
  }
  inflateEnd(&stream);
  return status == Z_STREAM_END && done == bytes.size();
}

}  // namespace

std::vector<ZipMember> zipMembers(const std::string& archive, std::string_view bytes) {
  const ZipBytes reader(archive, bytes);
  const Directory directory = directoryOf(reader, archive, bytes);
  std::vector<ZipMember> members;
  std::uint64_t at = directory.begin;
  for (std::uint64_t n = 0; n < directory.members; ++n) {
    if (!reader.isMark(at, memberMark)) reader.fail(at, "a member of the directory is expected");
    const std::uint64_t nameSize = reader.number(at + 28, 2), extraSize = reader.number(at + 30, 2),
                        commentSize = reader.number(at + 32, 2), method = reader.number(at + 10, 2);
    ZipMember member;
    member.name = reader.text(at + 46, nameSize);
    member.packed = reader.number(at + 20, 4);
    member.size = reader.number(at + 24, 4);
    member.offset = reader.number(at + 42, 4);
    member.checksum = static_cast<std::uint32_t>(reader.number(at + 16, 4));
    readLongSizes(reader, at + 46 + nameSize, extraSize, member);
    constexpr std::uint64_t stored = 0, deflate = 8, encrypted = 1;
    if ((method != stored && method != deflate) || reader.number(at + 8, 2) & encrypted)
      reader.fail(at, "a member is encrypted, or compressed in another way than deflate");
    member.isDeflated = method == deflate;
    if (!reader.isMark(member.offset, localMark)) reader.fail(member.offset, "a member is expected");
    member.offset += 30 + reader.number(member.offset + 26, 2) + reader.number(member.offset + 28, 2);
    reader.text(member.offset, member.packed);
    if (member.isDeflated ? member.size / mostExpansion > member.packed : member.size != member.packed)
      reader.fail(at, "the size of a member does not fit its bytes");
    at += 46 + nameSize + extraSize + commentSize;
    members.push_back(std::move(member));
  }
  return members;
}

std::string zipRead(const std::string& archive, std::string_view bytes, const ZipMember& member) {
  const ZipBytes reader(archive, bytes);
  const std::string_view packed = reader.text(member.offset, member.packed);
  std::string read;
  if (member.isDeflated) {
    read.resize(member.size);
    if (!inflateTo(read, packed))
      reader.fail(member.offset, fmt::format("the member {} does not decompress", member.name));
  } else {
    read = packed;
  }
  if (checksumOf(read) != member.checksum)
    reader.fail(member.offset, fmt::format("the checksum of the member {} is wrong", member.name));
  return read;
}

void ZipWriter::put(const std::string& bytes) {
  sink_(bytes);
  written_ += bytes.size();
}

namespace {

// The fields that a local header and the directory share, from the version to the sizes.
std::string sharedFields(const ZipMember& member) {
  constexpr std::uint64_t version = 45, deflate = 8, firstDate = 0x21;  // 1980-01-01: equal tensors give equal bytes
  return numberBytes(version, 2) + numberBytes(0, 2) + numberBytes(deflate, 2) + numberBytes(0, 2) +
         numberBytes(firstDate, 2) + numberBytes(member.checksum, 4) + numberBytes(sizeIsElsewhere, 4) +
         numberBytes(sizeIsElsewhere, 4) + numberBytes(member.name.size(), 2);
}

}  // namespace

void ZipWriter::add(const std::string& name, std::string_view bytes) {
  const std::string packed = deflated(bytes);
  ZipMember member{name, written_, packed.size(), bytes.size(), checksumOf(bytes), true};
  put(std::string(localMark) + sharedFields(member) + numberBytes(20, 2) + name + numberBytes(1, 2) +
      numberBytes(16, 2) + numberBytes(member.size, 8) + numberBytes(member.packed, 8));
  put(packed);
  members_.push_back(std::move(member));
}

void ZipWriter::finish() {
  const std::uint64_t begin = written_;
  for (const ZipMember& member : members_)
    put(std::string(memberMark) + numberBytes(45, 2) + sharedFields(member) + numberBytes(28, 2) + numberBytes(0, 2) +
        numberBytes(0, 2) + numberBytes(0, 2) + numberBytes(0, 4) + numberBytes(sizeIsElsewhere, 4) + member.name +
        numberBytes(1, 2) + numberBytes(24, 2) + numberBytes(member.size, 8) + numberBytes(member.packed, 8) +
        numberBytes(member.offset, 8));
  const std::uint64_t end = written_, count = members_.size();
  put(std::string(longEndMark) + numberBytes(44, 8) + numberBytes(45, 2) + numberBytes(45, 2) + numberBytes(0, 4) +
      numberBytes(0, 4) + numberBytes(count, 8) + numberBytes(count, 8) + numberBytes(end - begin, 8) +
      numberBytes(begin, 8));
  put(std::string(longEndPlace) + numberBytes(0, 4) + numberBytes(end, 8) + numberBytes(1, 4));
  put(std::string(endMark) + numberBytes(0, 2) + numberBytes(0, 2) +
      numberBytes(std::min<std::uint64_t>(count, 0xffff), 2) + numberBytes(std::min<std::uint64_t>(count, 0xffff), 2) +
      numberBytes(std::min(end - begin, sizeIsElsewhere), 4) + numberBytes(std::min(begin, sizeIsElsewhere), 4) +
      numberBytes(0, 2));
}

}  // namespace stardust::io
