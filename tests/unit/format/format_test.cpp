#include "stardust/format.h"

#include <doctest/doctest.h>

using namespace stardust;

TEST_CASE("a default format is an off-chip scalar") {
  const Format scalar;
  CHECK(scalar.order() == 0);
  CHECK(scalar.isDense());
  CHECK((scalar.region() == offChip));
  CHECK(toString(scalar) == "");
  CHECK(toString(Format(onChip)) == ":onChip");
}

TEST_CASE("levels store modes in natural order unless told otherwise") {
  const Format csr({dense, compressed});
  CHECK(csr.modeOrder() == std::vector<int>{0, 1});
  CHECK(toString(csr) == "ds");
  const Format csc({dense, compressed}, {1, 0}, onChip);
  CHECK(toString(csc) == "ds:1,0:onChip");
  CHECK(csc.mode(0) == 1);
  CHECK(csc.levelOfMode(0) == 1);
  CHECK(csc.levelOfMode(1) == 0);
  CHECK_FALSE((csr == csc));
  CHECK((csr == Format({dense, compressed}, {0, 1})));
}

TEST_CASE("levelOfMode is the inverse of mode") {
  const Format format({dense, compressed, dense}, {2, 0, 1});
  for (int l = 0; l < format.order(); ++l) CHECK(format.levelOfMode(format.mode(l)) == l);
}

TEST_CASE("only a format of dense levels is dense") {
  CHECK(denseFormat(3).isDense());
  CHECK(denseFormat(3).order() == 3);
  CHECK((denseFormat(0, onChip) == Format(onChip)));
  CHECK_FALSE(Format({dense, compressed}).isDense());
}

TEST_CASE("every level has its letter") {
  CHECK(toString(Format({dense, compressed, compressedNonUnique, singleton, bitvector})) == "dsuqb");
  CHECK((uncompressed == dense));
}
