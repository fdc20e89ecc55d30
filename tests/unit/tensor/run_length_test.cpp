// Runs of equal values: the stored arrays, the legal arrays, and lossless packing.
#include <doctest/doctest.h>
#include <rapidcheck.h>

#include <cmath>

#include "samples.h"
#include "stardust/error.h"
#include "tensor/storage.h"
#include "tensor/view.h"

using namespace stardust;

namespace {

using Ints = ValueArray<std::int32_t>;
using Longs = ValueArray<std::int64_t>;

const Format rows{dense, runLength};

std::string refusal(const Storage& storage) {
  try {
    requireConsistent(viewOf(storage), "A");
  } catch (const Error& error) {
    return error.diagnostic().what;
  }
  return {};
}

}  // namespace

TEST_CASE("a run has the last of its coordinates and one value, also where nothing is given") {
  //   0 7 7 7 0 0
  //   0 0 0 0 0 0
  //   1 1 1 1 1 2
  const Coordinates entries{
      {3, 6}, {2, 5, 0, 1, 0, 3, 0, 2, 2, 0, 2, 1, 2, 2, 2, 3, 2, 4}, Ints{2, 7, 7, 7, 1, 1, 1, 1, 1}};
  const Storage packed = pack(entries, rows);
  validate(packed);
  CHECK(packed.levels[1].pos == Longs{0, 3, 4, 6});
  CHECK(packed.levels[1].crd == Ints{0, 3, 5, 5, 4, 5});
  CHECK(std::get<Ints>(packed.values) == Ints{0, 7, 0, 0, 1, 2});
  CHECK(toString(packed.format) == "dr");
  const Coordinates all = unpack(packed);
  CHECK(all.size() == 18);
  CHECK(samples::nonZero(samples::summed(all)) == samples::nonZero(samples::summed(entries)));
}

TEST_CASE("entries at the same coordinates are added up before runs are found") {
  const Storage packed = pack({{4}, {0, 1, 1, 2, 3, 3}, Ints{5, 2, 3, 5, 9, -9}}, Format({runLength}));
  CHECK(packed.levels[0].crd == Ints{2, 3});
  CHECK(std::get<Ints>(packed.values) == Ints{5, 0});
}

TEST_CASE("only what has the same bits is one run: 0 and -0 are kept apart, and a NaN is equal to itself") {
  const double nan = std::nan("");
  const Storage packed =
      pack({{6}, {0, 1, 2, 3, 4}, ValueArray<double>{-0.0, 0.0, nan, nan, 0.0}}, Format({runLength}));
  CHECK(packed.levels[0].crd == Ints{0, 1, 3, 5});
  CHECK(std::signbit(valueAt(packed.values, 0)));
  CHECK_FALSE(std::signbit(valueAt(packed.values, 1)));
}

TEST_CASE("fibers of an empty mode have no runs, and an extent may be the largest there is") {
  const Storage empty = pack({{2, 0}, {}, Ints{}}, rows);
  validate(empty);
  CHECK(empty.levels[1].pos == Longs{0, 0, 0});
  CHECK(unpack(empty).size() == 0);
  const Storage long_ = pack({{maxDimension}, {5, maxDimension - 1}, Ints{1, 1}}, Format({runLength}));
  validate(long_);
  CHECK(long_.levels[0].crd == Longs{4, 5, maxDimension - 2, maxDimension - 1});
}

TEST_CASE("a run-length level is an innermost one") {
  CHECK_NOTHROW(Format({compressed, dense, runLength}));
  CHECK_THROWS_WITH_AS(Format({runLength, dense}),
                       doctest::Contains("level 0 of format \"rd\" is run-length (r) above"), Error);
}

TEST_CASE("arrays of a run-length level that somebody made are held against what it means") {
  const Storage good = pack({{2, 4}, {0, 1, 1, 3}, Ints{1, 2}}, rows);
  CHECK(refusal(good) == "");
  Storage short_ = good;
  short_.levels[1].crd = {0, 1, 2, 2, 3};
  CHECK(refusal(short_) ==
        "A: level 1: fiber 0 ends at 2, but the runs of a fiber cover every coordinate, so the last one ends at 3");
  Storage none = good;
  none.levels[1].pos = {0, 0, 5};
  none.levels[1].crd = {0, 1, 2, 2, 3};
  CHECK(refusal(none).find("in the same fiber") != std::string::npos);
  none.levels[1].crd = {0, 1, 3};
  none.levels[1].pos = {0, 0, 3};
  none.values = Ints{1, 2, 3};
  CHECK(refusal(none).find("fiber 0 has no run") != std::string::npos);
  Storage equal = good;  // runs made by a program need not be maximal
  equal.values = Ints{4, 4, 4, 4, 4};
  CHECK(refusal(equal) == "");
}

TEST_CASE("law: run-length and dense levels store the same tensor") {
  const bool holds = rc::check([] {
    const int order = *rc::gen::inRange(1, 4);
    const Coordinates all = samples::coordinates(order);
    std::vector<LevelFormat> levels = samples::format(order).levels(), twin;
    if (levels.back() == singleton) levels.back() = dense;
    levels.back() = runLength;
    twin = levels;
    twin.back() = dense;
    const Format runs(levels, denseFormat(order).modeOrder()), full(twin, denseFormat(order).modeOrder());
    const Storage packed = pack(all, runs);
    validate(packed);
    RC_ASSERT(firstDifference(expanded(pack(all, full)), expanded(packed)) == "");
    RC_ASSERT(firstDifference(packed, pack(unpack(packed), runs)) == "");
    RC_ASSERT(firstDifference(packed, convert(convert(packed, denseFormat(order)), runs)) == "" ||
              !runs.isFull());  // zeros below a compressed level are dropped
  });
  CHECK(holds);
}
