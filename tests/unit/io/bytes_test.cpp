// Readers and writers of tensors from and to bytes, without files.
#include <doctest/doctest.h>

#include <algorithm>
#include <string>

#include "io/read.h"
#include "io/write.h"
#include "support/diagnostic.h"
#include "tensor/pack.h"

using namespace stardust;

namespace {

/// Delivers a text byte by byte.
class Trickle : public io::ByteSource {
 public:
  explicit Trickle(std::string text) : text_(std::move(text)) {}
  std::size_t read(char* buffer, std::size_t size) override {
    std::size_t taken = 0;
    while (taken < size && at_ < text_.size()) buffer[taken++] = text_[at_++];
    return taken;
  }
  std::uint64_t bound() const override { return text_.size(); }

 private:
  std::string text_;
  std::size_t at_ = 0;
};

const std::string matrix = "%%MatrixMarket matrix coordinate integer general\n3 4 2\n1 2 7\n3 4 -1\n";

}  // namespace

TEST_CASE("a tensor is read from any source of bytes, and printed to any sink") {
  const ReadOptions options{ValueType::Int32, {}, {}};
  Trickle source(matrix);
  const TensorFile read = readTensor("m", source, FileKind::MatrixMarket, options);
  CHECK(read.tensor.dims == std::vector<std::int64_t>{3, 4});
  CHECK(read.tensor.size() == 2);
  std::string printed;
  printTensor(pack(read.tensor, Format({dense, compressed})), FileKind::MatrixMarket,
              [&](std::string_view piece) { printed += piece; });
  CHECK(printed == matrix);

  const auto memory = io::openMemory("1 2 7\n3 4 -1\n");
  CHECK(readTensor("t", *memory, FileKind::Frostt, options).tensor.crd == read.tensor.crd);
}

TEST_CASE("an error names the text, whatever it came from") {
  Trickle source("1 2 7\n3 x 1\n");
  try {
    readTensor("pasted text", source, FileKind::Frostt, {ValueType::Int32, {}, {}});
    FAIL("x is no coordinate");
  } catch (const Error& error) {
    CHECK(error.diagnostic().where.source->name == "pasted text");
    CHECK(error.diagnostic().where.text() == "x");
  }
}
