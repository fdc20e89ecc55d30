// Ranges, hash tables, fixed lengths, triangles, diagonals, symmetric levels and blocks: the stored arrays, the legal
// arrays, and lossless packing.
#include <doctest/doctest.h>
#include <rapidcheck.h>

#include "format/parse.h"
#include "levels/hashed.h"
#include "levels/registry.h"
#include "samples.h"
#include "stardust/error.h"
#include "tensor/storage.h"
#include "tensor/view.h"

using namespace stardust;

namespace {

using Ints = ValueArray<std::int32_t>;

//   1 0 2 0 0
//   0 0 0 0 0
//   0 3 4 0 0
//   0 0 0 0 5
const Coordinates someMatrix{{4, 5}, {0, 0, 0, 2, 2, 1, 2, 2, 3, 4}, Ints{1, 2, 3, 4, 5}};

Format formatOf(const std::string& text) {
  Lexer lexer(makeSource("format", text));
  return parseFormat(lexer);
}

Storage packedAs(const std::string& format, const Coordinates& entries = someMatrix) {
  Storage storage = pack(entries, formatOf(format));
  validate(storage);
  return storage;
}

Ints intsOf(const Storage& storage) { return std::get<Ints>(storage.values); }

std::string refusedArrays(const Storage& storage) {
  try {
    requireConsistent(viewOf(storage), "A");
  } catch (const Error& error) {
    return error.diagnostic().what;
  }
  return {};
}

template <class Make>
std::string refusedBy(const Make& make) {
  try {
    make();
  } catch (const Error& error) {
    return error.diagnostic().what;
  }
  return {};
}

samples::Entries entriesIn(const Storage& storage) { return samples::summed(unpack(storage)); }

}  // namespace

TEST_CASE("a range has a coordinate for each fiber, and a value for each coordinate up to its last entry") {
  const Storage storage = packedAs("sky");
  CHECK(storage.levels[1].pos == Ints{0, 3, 3, 5, 6});
  CHECK(storage.levels[1].crd == Ints{0, 0, 1, 4});
  CHECK(intsOf(storage) == Ints{1, 0, 2, 3, 4, 5});
  Storage bad = storage;
  bad.levels[1].crd = {0, 0, 4, 4};
  CHECK(refusedArrays(bad) == "A: level 1: fiber 2 has 2 coordinates from coordinate 4, outside the dimension 5");
  bad.levels[1].crd = {0, 0, 1};
  CHECK(refusedArrays(bad) == "A: level 1: crd has 3 first coordinates for 4 fibers");
}

TEST_CASE("a hashed level has the arrays of a compressed one, and a table that finds each coordinate") {
  const Storage storage = packedAs("dh"), csr = packedAs("csr");
  CHECK(storage.levels[1].pos == csr.levels[1].pos);
  CHECK(storage.levels[1].crd == csr.levels[1].crd);
  CHECK(storage.levels[1].bits.size() == 10);
  Storage bad = storage;
  std::swap(bad.levels[1].bits[0], bad.levels[1].bits[1]);
  std::swap(bad.levels[1].bits[2], bad.levels[1].bits[3]);
  bad.levels[1].bits[0] = bad.levels[1].bits[1] = bad.levels[1].bits[2] = bad.levels[1].bits[3] = 0;
  CHECK(refusedArrays(bad) == "A: level 1: the table of fiber 0 does not hold coordinate 0");
  bad.levels[1].bits.pop_back();
  CHECK(refusedArrays(bad) == "A: level 1: bits has 9 slots for 5 coordinates, and not two for each");
  CHECK(slotOf(maxDimension - 1, 7) < 7);
  CHECK(slotOf(0, 1) == 0);
}

TEST_CASE("fibers of a fixed length store further coordinates: after the last entry, then before it") {
  const Storage storage = packedAs("ell");
  CHECK(storage.levels[1].pos == Ints{0, 2});
  CHECK(storage.levels[1].crd == Ints{0, 2, 0, 1, 1, 2, 3, 4});
  CHECK(intsOf(storage) == Ints{1, 2, 0, 0, 3, 4, 0, 5});
  Storage bad = storage;
  bad.levels[1].crd = {2, 0, 0, 1, 1, 2, 3, 4};
  CHECK(refusedArrays(bad) == "A: level 1: crd[1] is 0, after 2 in the same fiber");
  bad.levels[1].pos = {0, 6};
  CHECK(refusedArrays(bad) == "A: level 1: pos is 0 and 6, not 0 and a number of coordinates up to 5");
}

TEST_CASE("triangles have no arrays, and refuse entries outside of them") {
  const Coordinates below{{3, 4}, {0, 0, 2, 1, 1, 1}, Ints{1, 2, 3}}, above{{3, 4}, {0, 0, 1, 3, 2, 2}, Ints{1, 2, 3}};
  CHECK(intsOf(packedAs("lower", below)) == Ints{1, 0, 3, 0, 2, 0});
  CHECK(intsOf(packedAs("upper", above)) == Ints{1, 0, 0, 0, 0, 0, 2, 3, 0});
  CHECK(intsOf(packedAs("lower", {{4, 2}, {3, 1, 2, 0}, Ints{1, 2}})) == Ints{0, 0, 0, 2, 0, 0, 1});
  CHECK(intsOf(packedAs("upper", {{4, 2}, {0, 1, 1, 1}, Ints{1, 2}})) == Ints{0, 1, 2});
  CHECK(refusedBy([&] { packedAs("lower", above); }) ==
        "an entry in row 1 and column 3 is above the diagonal, and format \"dl\" stores the lower triangle");
  CHECK(refusedBy([&] { packedAs("upper", below); }) ==
        "an entry in row 2 and column 1 is below the diagonal, and format \"dt\" stores the upper triangle");
}

TEST_CASE("diagonals have offsets, and a value for each column, as in SciPy") {
  const Storage storage = packedAs("dia");
  CHECK(storage.levels[1].pos == Ints{0, 4});
  CHECK(storage.levels[1].crd == Ints{-1, 0, 1, 2});
  CHECK(intsOf(storage) == Ints{0, 3, 0, 0, 0, 1, 0, 4, 0, 0, 0, 0, 0, 0, 5, 0, 0, 2, 0, 0});
  CHECK(unpack(storage).size() == 3 + 4 + 4 + 3);
  Storage bad = storage;
  bad.levels[1].crd = {-4, 0, 1, 2};
  CHECK(refusedArrays(bad) == "A: level 1: crd[0] is -4, and no coordinate of 4 x 5 is on that diagonal");
  bad.levels[1].crd = {1, 0, 1, 2};
  CHECK(refusedArrays(bad) == "A: level 1: crd[1] is 0, after 1");
}

TEST_CASE("blocks have the columns of blocks, and their values by rows, as in SciPy") {
  const Storage storage = packedAs("bsr(2,3)");
  CHECK(storage.levels[1].pos == Ints{0, 1, 3});
  CHECK(storage.levels[1].crd == Ints{0, 0, 1});
  CHECK(intsOf(storage) == Ints{1, 0, 2, 0, 0, 0, 0, 3, 4, 0, 0, 0, 0, 0, 0, 0, 5, 0});
  CHECK(unpack(storage).size() == 6 + 6 + 4);  // a column of the last block is outside
  CHECK(entriesIn(packedAs("bsr(3,3)")).size() == 9 + 2);
  CHECK((toString(storage.format) == "dk(2,3)"));
  CHECK((formatOf("bsr") == formatOf("dk(4,4)")));
  Storage bad = storage;
  bad.levels[1].crd = {0, 0, 2};
  CHECK(refusedArrays(bad) == "A: level 1: crd[2] is 2, and there are 2 columns of blocks");
  bad = storage;
  bad.format = formatOf("bsr(4,3)");
  CHECK(refusedArrays(bad) == "A: level 1: pos has 3 entries for 1 parent");
}

TEST_CASE("a symmetric level has one value for two coordinates") {
  const Coordinates matrix{{3, 3}, {0, 1, 1, 0, 2, 2, 1, 1}, Ints{7, 7, 5, 3}};
  const Storage storage = packedAs("symmetric", matrix);
  CHECK(intsOf(storage) == Ints{0, 7, 3, 0, 0, 5});
  CHECK(unpack(storage).size() == 9);
  CHECK(samples::nonZero(entriesIn(storage)) == samples::summed(matrix));
  CHECK(refusedBy([] {
          packedAs("symmetric", {{3, 3}, {0, 1, 1, 0}, Ints{7, 6}});
        }) == "the entries at (0,1) and (1,0) differ, and format \"dy\" is symmetric");
  CHECK(refusedBy([] {
          packedAs("symmetric", {{3, 3}, {2, 1}, Ints{7}});
        }) == "the entries at (2,1) and (1,2) differ, and format \"dy\" is symmetric");
  CHECK(refusedBy([] { packedAs("symmetric", {{3, 2}, {}, Ints{}}); }) == "format \"dy\" of 3 x 2");
}

TEST_CASE("a symmetric format stores one triangle, and means both") {
  const Coordinates matrix{{3, 3}, {0, 1, 1, 0, 2, 2, 1, 1, 0, 2}, Ints{7, 7, 5, 3, 0}};
  for (const char* format : {"csr:symmetric", "csc:symmetric", "coo:symmetric", "dcsr:symmetric", "dh:symmetric",
                             "db:symmetric", "csr:symmetric:crd64"}) {
    CAPTURE(format);
    const Storage storage = packedAs(format, matrix);
    CHECK(storage.stored() == 4);  // with the zero
    CHECK(entriesIn(storage) ==
          samples::Entries{{{0, 1}, 7}, {{1, 0}, 7}, {{2, 2}, 5}, {{1, 1}, 3}, {{0, 2}, 0}, {{2, 0}, 0}});
    CHECK(firstDifference(storage, pack(unpack(storage), storage.format)) == "");
    CHECK(firstDifference(convert(storage, formatOf("csr")), pack(unpack(storage), formatOf("csr"))) == "");
    CHECK(expanded(storage).stored() == 6);
    CHECK((formatOf(toString(storage.format)) == storage.format));
  }
  CHECK(refusedBy([] {
          packedAs("csr:symmetric", {{3, 3}, {0, 1, 1, 0}, Ints{7, 6}});
        }) == "the entries at (0,1) and (1,0) differ, and format \"ds:symmetric\" is symmetric");
  Storage upper = packedAs("csr", {{3, 3}, {0, 1}, Ints{7}});
  upper.format = upper.format.asSymmetric();
  CHECK(refusedArrays(upper) ==
        "A: the entry at (0,1) is above the diagonal, and a symmetric format stores the lower triangle");
  for (const char* format : {"dense2:symmetric", "dr:symmetric", "s:symmetric", "csf3:symmetric", "bsr:symmetric"})
    CHECK(refusedBy([&] { formatOf(format); }).find("cannot store one triangle") != std::string::npos);
}

TEST_CASE("levels of a matrix are directly below its rows") {
  for (const char* format : {"sl", "dsl", "l", "sg", "ddg", "gd", "dgd", "sk", "dkd", "y", "dyd", "st"}) {
    CAPTURE(format);
    CHECK(refusedBy([&] { formatOf(format); }).find("level ") == 0);
  }
  for (const char* format : {"dls", "dld", "dtb", "das", "eas", "has"}) CHECK_NOTHROW(formatOf(format));
}

TEST_CASE("law: a level that pads stores the tensor of its compressed twin, and zeros") {
  const bool holds = rc::check([] {
    const Coordinates all = samples::coordinates(2);
    const std::string name = *rc::gen::elementOf(std::vector<std::string>{"sky", "ell", "dia", "bsr(1,2)", "bsr(3,2)",
                                                                          "aa", "sa", "es", "ah", "dh:1,0", "dia:1,0"});
    const Storage storage = pack(all, formatOf(name));
    validate(storage);
    RC_ASSERT(samples::nonZero(entriesIn(storage)) == samples::nonZero(samples::summed(all)));
    RC_ASSERT(entriesIn(storage) == entriesIn(expanded(storage)));
    RC_ASSERT(firstDifference(storage, pack(unpack(storage), storage.format)) == "");
    RC_ASSERT(firstDifference(storage, pack(unpack(expanded(storage)), storage.format)) == "");
    const Storage there = convert(storage, formatOf("csr"));
    RC_ASSERT(samples::nonZero(entriesIn(there)) == samples::nonZero(samples::summed(all)));
  });
  CHECK(holds);
}
