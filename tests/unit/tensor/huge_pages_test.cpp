#include "tensor/huge_pages.h"

#include <doctest/doctest.h>

#include <cerrno>
#include <numeric>

using namespace stardust;

TEST_CASE("arrays that move to huge pages, or are too small to, hold what they held") {
  for (const std::size_t size : {0U, 1U, 1000U, 262143U, 262144U, 3000001U}) {  // 2 MiB of 64-bit words are 262,144
    CAPTURE(size);
    std::vector<std::int64_t> array(size);
    std::iota(array.begin(), array.end(), -5);
    const auto before = array;
    errno = EDOM;
    moveToHugePages(array);
    CHECK(errno == EDOM);
    CHECK(array == before);
  }
}

TEST_CASE("parts of an array move wherever they begin") {
  std::vector<std::uint8_t> bytes(std::size_t{9} << 20);
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<std::uint8_t>(i * 7 + i / 4096);
  const auto before = bytes;
  for (const std::size_t first : {0U, 1U, 4096U, 2097151U}) moveToHugePages(bytes.data() + first, bytes.size() - first);
  CHECK(bytes == before);
}

TEST_CASE("a packed tensor of many megabytes is the list it was made of") {
  const std::int64_t rows = 3000, columns = 600;
  Coordinates all{{rows, columns}, {}, ValueArray<double>()};
  for (std::int64_t r = 0; r < rows; ++r)
    for (std::int64_t c = r % 3; c < columns; c += 2) {
      all.crd.push_back(r), all.crd.push_back(c);
      std::get<ValueArray<double>>(all.values).push_back(static_cast<double>(r * columns + c));
    }
  const auto storage = pack(all, Format({dense, compressed}));
  validate(storage);
  const auto back = unpack(storage);
  CHECK(back.crd == all.crd);
  CHECK(back.values == all.values);
}
