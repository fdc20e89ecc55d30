#include "files/open.h"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <limits>

#include "files/zstd.h"
#include "support/diagnostic.h"

namespace stardust::io {
namespace {

constexpr std::size_t pieceSize = std::size_t{1} << 20;
constexpr std::uint64_t unknownBound = std::uint64_t{1} << 31;
constexpr std::uint64_t maxExpansion = 1032;  // of deflate: 258 bytes from two bits

class File : public ByteSource {
 public:
  File(const std::string& path, Progress* progress)
      : path_(path), progress_(progress), file_(std::fopen(path.c_str(), "rb")) {
    if (!file_) failUser(fmt::format("cannot open {}: {}", path, std::strerror(errno)));
    std::error_code none;
    const auto size = std::filesystem::file_size(path, none);
    if (!none) total_ = size;
  }

  std::size_t read(char* buffer, std::size_t size) override {
    std::size_t done = 0;
    while (done < size) {
      const std::size_t piece = std::fread(buffer + done, 1, std::min(size - done, pieceSize), file_.get());
      if (std::ferror(file_.get())) failUser(fmt::format("cannot read {}: {}", path_, std::strerror(errno)));
      if (piece == 0) break;
      done += piece;
      bytes_ += piece;
      if (progress_) progress_->advance(bytes_, total_);
    }
    return done;
  }
  std::uint64_t bound() const override { return total_ > 0 ? total_ : unknownBound; }

 private:
  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  std::string path_;
  Progress* progress_;
  std::unique_ptr<std::FILE, Close> file_;
  std::uint64_t bytes_ = 0;
  std::uint64_t total_ = 0;
};

/// Replays the bytes that were read for format detection.
class PrefixedSource : public ByteSource {
 public:
  PrefixedSource(std::string start, std::unique_ptr<ByteSource> rest)
      : start_(std::move(start)), rest_(std::move(rest)) {}

  std::size_t read(char* buffer, std::size_t size) override {
    const std::size_t taken = start_.copy(buffer, size);
    start_.erase(0, taken);
    return taken + rest_->read(buffer + taken, size - taken);
  }
  std::uint64_t bound() const override { return rest_->bound(); }

 private:
  std::string start_;
  std::unique_ptr<ByteSource> rest_;
};

/// One or more concatenated gzip members (as from `cat a.gz b.gz`), possibly followed by zero padding.
class Gunzip : public ByteSource {
 public:
  Gunzip(std::string name, std::unique_ptr<ByteSource> packed)
      : name_(std::move(name)), packed_(std::move(packed)), input_(std::make_unique_for_overwrite<char[]>(pieceSize)) {
    constexpr int gzipOnly = 16;
    require(inflateInit2(&stream_, MAX_WBITS + gzipOnly) == Z_OK, "zlib does not start");
  }
  ~Gunzip() override { inflateEnd(&stream_); }
  Gunzip(const Gunzip&) = delete;
  Gunzip& operator=(const Gunzip&) = delete;

  std::size_t read(char* buffer, std::size_t size) override {
    size = std::min<std::size_t>(size, std::numeric_limits<uInt>::max());
    stream_.next_out = reinterpret_cast<Bytef*>(buffer);
    stream_.avail_out = static_cast<uInt>(size);
    while (stream_.avail_out > 0 && (insideMember_ || nextMember())) inflatePiece();
    return size - stream_.avail_out;
  }
  std::uint64_t bound() const override {
    const std::uint64_t packed = packed_->bound();
    return packed > std::numeric_limits<std::uint64_t>::max() / maxExpansion ? packed : packed * maxExpansion;
  }

 private:
  bool refill() {
    if (stream_.avail_in > 0) return true;
    stream_.next_in = reinterpret_cast<Bytef*>(input_.get());
    stream_.avail_in = static_cast<uInt>(packed_->read(input_.get(), pieceSize));
    return stream_.avail_in > 0;
  }

  bool nextMember() {
    while (refill() && started_ && *stream_.next_in == 0) ++stream_.next_in, --stream_.avail_in;
    if (stream_.avail_in == 0) return false;
    insideMember_ = started_ = true;
    return inflateReset(&stream_) == Z_OK;
  }

  void inflatePiece() {
    if (!refill())
      failUser(fmt::format("{} ends in the middle of its gzip stream", name_), {}, "the file was cut short",
               "copy or download it again");
    const int status = inflate(&stream_, Z_NO_FLUSH);
    if (status == Z_STREAM_END) insideMember_ = false;
    else if (status == Z_MEM_ERROR) throw std::bad_alloc();
    else if (status != Z_OK && status != Z_BUF_ERROR)
      failUser(fmt::format("{} is corrupt: its gzip stream does not decode", name_), {}, stream_.msg ? stream_.msg : "",
               "copy or download it again");
  }

  std::string name_;
  std::unique_ptr<ByteSource> packed_;
  std::unique_ptr<char[]> input_;
  z_stream stream_{};
  bool insideMember_ = false;
  bool started_ = false;
};

}  // namespace

std::unique_ptr<ByteSource> unpacked(const std::string& name, std::unique_ptr<ByteSource> source) {
  std::string start(zstdMagic.size(), '\0');
  start.resize(source->read(start.data(), start.size()));
  const bool gzip = start.starts_with("\x1f\x8b"), zstd = start == zstdMagic;
  auto all = std::make_unique<PrefixedSource>(std::move(start), std::move(source));
  if (zstd) return unzstd(name, std::move(all));
  if (gzip) return std::make_unique<Gunzip>(name, std::move(all));
  return all;
}

std::unique_ptr<ByteSource> openFile(const std::string& path, Progress* progress) {
  std::error_code none;
  const auto status = std::filesystem::status(path, none);
  if (!std::filesystem::exists(status)) failUser(fmt::format("cannot open {}: there is no such file", path));
  if (std::filesystem::is_directory(status)) failUser(fmt::format("cannot read {}: it is a directory", path));
  beginPhase(progress, {"reading " + std::filesystem::path(path).filename().string(), "MB", 1e6});
  return unpacked(path, std::make_unique<File>(path, progress));
}

}  // namespace stardust::io
