#include <doctest/doctest.h>

#include <limits>

#include "exec/compare.h"

using namespace stardust;
using namespace stardust::exec;

namespace {

Storage floats(ValueArray<float> values, const Format& format = {compressed}) {
  std::vector<std::int32_t> crd;
  for (std::size_t c = 0; c < values.size(); ++c) crd.push_back(static_cast<std::int32_t>(2 * c));
  return pack({{10}, std::move(crd), std::move(values)}, format);
}

Evaluated expected(Storage result, double magnitude = 1, double operations = 1) {
  const std::size_t n = result.stored();
  return {std::move(result), ValueArray<double>(n, magnitude), ValueArray<double>(n, operations)};
}

constexpr float infinity = std::numeric_limits<float>::infinity();
constexpr float notANumber = std::numeric_limits<float>::quiet_NaN();

}  // namespace

TEST_CASE("equal results are verified") {
  const Comparison same = compare(expected(floats({1, 2, 3})), floats({1, 2, 3}));
  CHECK(same.verified);
  CHECK(same.maxRelativeError == 0);
  CHECK(same.difference == "");
}

TEST_CASE("rounding is accepted up to the bound and not beyond it") {
  const float ulp = std::numeric_limits<float>::epsilon();
  const Comparison near = compare(expected(floats({1})), floats({1 + 2 * ulp}));
  CHECK(near.verified);
  CHECK(near.maxRelativeError == doctest::Approx(2 * ulp));
  CHECK_FALSE(compare(expected(floats({1})), floats({1 + 3 * ulp})).verified);
  CHECK(compare(expected(floats({1}), 100), floats({1 + 3 * ulp})).verified);
}

TEST_CASE("a long sum that is right by its bound may agree in few digits") {
  const Comparison far = compare(expected(floats({1, 100}), 100, 2e6), floats({1, 90}));
  CHECK(far.verified);
  CHECK(far.maxRelativeError == doctest::Approx(0.1));
  CHECK(far.terms == 2e6);
  CHECK_FALSE(agreesInDigits(far, ValueType::Float32));
  CHECK(agreesInDigits(compare(expected(floats({1})), floats({1})), ValueType::Float32));
  const Comparison near = compare(expected(floats({1}), 1, 1e4), floats({1.0002F}));
  CHECK(near.verified);
  CHECK(agreesInDigits(near, ValueType::Float32));
  CHECK_FALSE(agreesInDigits(near, ValueType::Float64));
}

TEST_CASE("the cheap bound is below the exact one") {
  for (const double operations : {0.0, 1.0, 2.0, 1e3, 1e6, 1e9})
    for (const ValueType type : {ValueType::Float32, ValueType::Float64})
      CHECK(leastErrorBound(type, 3, operations) <= errorBound(type, 3, operations));
}

TEST_CASE("the first wrong value is named by its 1-based coordinate") {
  const Comparison wrong = compare(expected(floats({1, 2, 3})), floats({1, 2.5F, 4}), "y");
  CHECK_FALSE(wrong.verified);
  CHECK(wrong.wrongValues == 2);
  CHECK(wrong.difference ==
        "y(3) is 2.5, but 2 was expected (the bound on rounding errors is 2.4e-07); 2 of 3 values are wrong");
}

TEST_CASE("integers are exact") {
  const Storage want = pack({{2, 2}, {0, 1, 1, 0}, ValueArray<std::int64_t>{5, 6}}, {dense, compressed});
  Storage have = want;
  CHECK(compare({want, {}, {}}, have).verified);
  std::get<ValueArray<std::int64_t>>(have.values)[1] = 7;
  CHECK(compare({want, {}, {}}, have, "R").difference == "R(2,1) is 7, but 6 was expected; 1 of 2 values is wrong");
}

TEST_CASE("a scalar has no coordinate") {
  const Storage want = pack({{}, {}, ValueArray<std::int32_t>{5}}, {}),
                have = pack({{}, {}, ValueArray<std::int32_t>{4}}, {});
  CHECK(compare({want, {}, {}}, have, "alpha").difference == "alpha is 4, but 5 was expected; 1 of 1 value is wrong");
}

TEST_CASE("structure must agree exactly") {
  const Evaluated want = expected(floats({1, 2, 3}));
  Storage shifted = want.result;
  shifted.levels[0].crd.set(1, 3);
  CHECK(compare(want, shifted, "y").difference == "y is stored wrongly: in level 1, crd[1] is 3, but 2 was expected");
  CHECK(compare(want, floats({1, 2}), "y").difference ==
        "y is stored wrongly: in level 1, pos[1] is 2, but 3 was expected");
  CHECK(compare(want, floats({1, 2, 3}, {dense}), "y").difference ==
        "y is stored wrongly: the format is d, but s was expected");
  Storage longer = want.result;
  longer.dims = {11};
  CHECK(compare(want, longer, "y").difference ==
        "y is stored wrongly: the dimensions are (11), but (10) were expected");
  CHECK(compare(want, convertValues(want.result, ValueType::Float64), "y").difference ==
        "y is stored wrongly: the values have type double, but float was expected");
  Storage truncated = want.result;
  truncated.values = makeValues(ValueType::Float32, 2);
  CHECK(compare(want, truncated, "y").difference == "y is stored wrongly: 2 values stored in place of 3");
}

TEST_CASE("NaN and infinities must be of the same kind") {
  CHECK(
      compare(expected(floats({notANumber, infinity, -infinity}), infinity), floats({notANumber, infinity, -infinity}))
          .verified);
  for (const float other : {1.0F, notANumber, -infinity})
    CHECK_FALSE(compare(expected(floats({infinity}), infinity), floats({other})).verified);
  for (const float other : {1.0F, infinity})
    CHECK_FALSE(compare(expected(floats({notANumber}), infinity), floats({other})).verified);
  for (const float other : {notANumber, infinity})
    CHECK_FALSE(compare(expected(floats({1})), floats({other})).verified);
  // Terms this large may overflow in one order of summation and not in another.
  CHECK(compare(expected(floats({1}), 1e39), floats({infinity})).verified);
  CHECK(compare(expected(floats({1}), 1e39), floats({notANumber})).verified);
  CHECK(compare(expected(floats({infinity}), 1e39), floats({notANumber})).verified);
  CHECK_FALSE(compare(expected(floats({1}), 1e34), floats({notANumber})).verified);
}
