#include "tensor/storage.h"

#include <doctest/doctest.h>

#include <limits>

using namespace stardust;

namespace {

using Ints = ValueArray<std::int32_t>;

Storage sample() { return pack({{3, 4}, {0, 0, 0, 1, 2, 3}, Ints{5, 1, 4}}, Format({dense, compressed})); }

}  // namespace

TEST_CASE("value types have the words of the command line") {
  CHECK(toString(ValueType::Int32) == "int");
  CHECK(toString(ValueType::Int64) == "long");
  CHECK(toString(ValueType::Float32) == "float");
  CHECK(toString(ValueType::Float64) == "double");
  for (const ValueType type : {ValueType::Int32, ValueType::Int64, ValueType::Float32, ValueType::Float64}) {
    const Values values = makeValues(type, 3);
    CHECK((typeOf(values) == type));
    CHECK(sizeOf(values) == 3);
    CHECK(valueAt(values, 2) == 0.0);
  }
}

TEST_CASE("firstDifference says where and what") {
  const Storage expected = sample();
  CHECK(firstDifference(expected, expected) == "");

  Storage actual = expected;
  std::get<Ints>(actual.values)[2] = 9;
  CHECK(firstDifference(expected, actual) == "value 2 at (2,3) is 9, expected 4");
  actual = expected;
  actual.levels[1].crd.set(1, 2);
  CHECK(firstDifference(expected, actual) == "level 1 (mode 1, s) crd[1] is 2, expected 1");
  actual = expected;
  actual.levels[1].pos.pop_back();
  CHECK(firstDifference(expected, actual) == "level 1 (mode 1, s) pos has 3 entries, expected 4");
  CHECK(firstDifference(expected, convert(expected, Format({compressed, compressed}))) ==
        "format is \"ss\", expected \"ds\"");
  CHECK(firstDifference(expected, convertValues(expected, ValueType::Float32)) == "value type is float, expected int");
  CHECK(firstDifference(expected, pack({{3, 5}, {}, Ints{}}, Format({dense, compressed}))) ==
        "dimensions[1] is 5, expected 4");
}

TEST_CASE("a NaN equals a NaN: the comparison is of what is stored") {
  const Storage nan =
      pack({{1}, {0}, ValueArray<float>{std::numeric_limits<float>::quiet_NaN()}}, Format({compressed}));
  CHECK(firstDifference(nan, nan) == "");
}

TEST_CASE("convertValues keeps the structure") {
  const Storage doubles = convertValues(sample(), ValueType::Float64);
  CHECK(std::get<ValueArray<double>>(doubles.values) == ValueArray<double>{5, 1, 4});
  CHECK((doubles.levels == sample().levels));
  CHECK(firstDifference(sample(), convertValues(doubles, ValueType::Int32)) == "");
}

TEST_CASE("convertValues converts up to the very limits") {
  const Storage limits = pack({{2}, {0, 1}, ValueArray<double>{-2147483648.0, 2147483647.0}}, Format({dense}));
  CHECK(std::get<Ints>(convertValues(limits, ValueType::Int32).values) ==
        Ints{std::numeric_limits<std::int32_t>::min(), std::numeric_limits<std::int32_t>::max()});
}
