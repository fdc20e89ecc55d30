#include "io/bytes.h"

namespace stardust::io {
namespace {

class Memory : public ByteSource {
 public:
  explicit Memory(std::string_view bytes) : bytes_(bytes), size_(bytes.size()) {}

  std::size_t read(char* buffer, std::size_t size) override {
    const std::size_t taken = bytes_.copy(buffer, size);
    bytes_.remove_prefix(taken);
    return taken;
  }
  std::uint64_t bound() const override { return size_; }

 private:
  std::string_view bytes_;
  std::uint64_t size_;
};

}  // namespace

std::string readAll(ByteSource& source) {
  constexpr std::size_t pieceSize = std::size_t{1} << 20;
  std::string bytes;
  for (std::size_t got = pieceSize; got == pieceSize;) {
    const std::size_t begin = bytes.size();
    bytes.resize(begin + pieceSize);
    got = source.read(bytes.data() + begin, pieceSize);
    bytes.resize(begin + got);
  }
  return bytes;
}

std::unique_ptr<ByteSource> openMemory(std::string_view bytes) { return std::make_unique<Memory>(bytes); }

}  // namespace stardust::io
