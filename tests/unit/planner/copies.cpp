// The formats in which operands are copied.
#include "planner/copies.h"

#include <doctest/doctest.h>

#include "format/parse.h"

namespace stardust::planner {
namespace {

Format formatOf(const std::string& text) {
  Lexer lexer(makeSource("format", text));
  return parseWrittenFormat(lexer).of(4);
}

// The levels of `text` with its modes in another order.
std::string copied(const std::string& text, std::vector<int> modes) {
  const Format stored = formatOf(text);
  return toString(compressedInOrder(stored, Format(stored.levels(), std::move(modes), stored.region())));
}

}  // namespace

TEST_CASE("the padding of blocks stays in copies whose innermost modes are those of the blocks") {
  CHECK(copied("dsdd", {1, 0, 2, 3}) == "dsdd:1,0,2,3");
  CHECK(copied("dsdd", {1, 0, 3, 2}) == "dsdd:1,0,3,2");
  CHECK(copied("ssdd", {1, 0, 2, 3}) == "ssdd:1,0,2,3");
  CHECK(copied("dssd", {1, 0, 2, 3}) == "dssd:1,0,2,3");
}

TEST_CASE("levels that would pad other coordinates become compressed") {
  CHECK(copied("dsdd", {0, 2, 1, 3}) == "dssd:0,2,1,3");
  CHECK(copied("dsdd", {2, 3, 0, 1}) == "dsss:2,3,0,1");
  CHECK(copied("dssd", {0, 1, 3, 2}) == "dsss:0,1,3,2");
}

TEST_CASE("formats of other orders store the same coordinates if they pad the same modes") {
  CHECK(paddedModes(formatOf("dsdd")) == paddedModes(formatOf("ssdd:1,0,3,2")));
  CHECK(paddedModes(formatOf("dsdd")) != paddedModes(formatOf("dsdd:0,2,1,3")));
  CHECK(paddedModes(formatOf("sdss")).empty());
  CHECK(paddedModes(formatOf("dddd")).empty());
}

}  // namespace stardust::planner
