#include "files/zstd.h"

#include <fmt/format.h>

#include <limits>
#include <new>

#include "support/diagnostic.h"

#ifdef STARDUST_HAS_ZSTD
#include <zstd.h>

namespace stardust::io {
namespace {

class Unzstd : public ByteSource {
 public:
  Unzstd(std::string name, std::unique_ptr<ByteSource> packed)
      : name_(std::move(name)),
        packed_(std::move(packed)),
        input_(std::make_unique_for_overwrite<char[]>(ZSTD_DStreamInSize())),
        stream_(ZSTD_createDStream(), ZSTD_freeDStream) {
    if (!stream_) throw std::bad_alloc();
  }

  std::size_t read(char* buffer, std::size_t size) override {
    ZSTD_outBuffer out{buffer, size, 0};
    while (out.pos < size) {
      if (in_.pos == in_.size) in_ = {input_.get(), packed_->read(input_.get(), ZSTD_DStreamInSize()), 0};
      const std::size_t consumed = in_.pos, made = out.pos;
      const std::size_t status = ZSTD_decompressStream(stream_.get(), &out, &in_);
      if (ZSTD_isError(status))
        failUser(fmt::format("{} is corrupt: its zstd stream does not decode", name_), {}, ZSTD_getErrorName(status),
                 "copy or download it again");
      if (in_.pos == consumed && out.pos == made) {  // at the end of the file
        if (insideFrame_)
          failUser(fmt::format("{} ends in the middle of its zstd stream", name_), {}, "the file was cut short",
                   "copy or download it again");
        break;
      }
      insideFrame_ = status != 0;
    }
    return out.pos;
  }
  std::uint64_t bound() const override {
    constexpr std::uint64_t usual = 1024;  // more than any text of numbers shrinks
    const std::uint64_t packed = packed_->bound();
    return packed > std::numeric_limits<std::uint64_t>::max() / usual ? packed : packed * usual;
  }

 private:
  std::string name_;
  std::unique_ptr<ByteSource> packed_;
  std::unique_ptr<char[]> input_;
  std::unique_ptr<ZSTD_DStream, decltype(&ZSTD_freeDStream)> stream_;
  ZSTD_inBuffer in_{nullptr, 0, 0};
  bool insideFrame_ = true;
};

}  // namespace

std::unique_ptr<ByteSource> unzstd(const std::string& name, std::unique_ptr<ByteSource> packed) {
  return std::make_unique<Unzstd>(name, std::move(packed));
}

struct ZstdWriter::Stream {
  Sink sink;
  std::unique_ptr<ZSTD_CStream, decltype(&ZSTD_freeCStream)> stream{ZSTD_createCStream(), ZSTD_freeCStream};
  std::string output = std::string(ZSTD_CStreamOutSize(), '\0');

  // Compresses all bytes; returns what remains inside the library.
  std::size_t compress(std::string_view bytes, ZSTD_EndDirective mode) {
    ZSTD_inBuffer in{bytes.data(), bytes.size(), 0};
    std::size_t left = 0;
    do {
      ZSTD_outBuffer out{output.data(), output.size(), 0};
      left = ZSTD_compressStream2(stream.get(), &out, &in, mode);
      if (ZSTD_isError(left)) throw std::bad_alloc();  // the only failure of a stream of valid parameters
      if (out.pos > 0) sink({output.data(), out.pos});
    } while (in.pos < in.size || (mode == ZSTD_e_end && left > 0));
    return left;
  }
};

ZstdWriter::ZstdWriter(Sink sink) : stream_(std::make_unique<Stream>()) {
  stream_->sink = std::move(sink);
  if (!stream_->stream) throw std::bad_alloc();
}
void ZstdWriter::write(std::string_view bytes) { stream_->compress(bytes, ZSTD_e_continue); }
void ZstdWriter::finish() { stream_->compress({}, ZSTD_e_end); }

void requireZstd(const std::string&) {}

}  // namespace stardust::io
#else
namespace stardust::io {

std::unique_ptr<ByteSource> unzstd(const std::string& name, std::unique_ptr<ByteSource>) {
  requireZstd(name);
  return nullptr;
}

struct ZstdWriter::Stream {};
ZstdWriter::ZstdWriter(Sink) { requireZstd("the output"); }
void ZstdWriter::write(std::string_view) {}
void ZstdWriter::finish() {}

void requireZstd(const std::string& name) {
  failUnsupported(fmt::format("{} is a zstd file, and this program was built without zstd", name), {}, {},
                  "use gzip, or build it again with libzstd-dev: scripts/setup build");
}

}  // namespace stardust::io
#endif

namespace stardust::io {
ZstdWriter::~ZstdWriter() = default;
}  // namespace stardust::io
