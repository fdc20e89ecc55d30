#include "tensor/generate.h"

#include <doctest/doctest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cmath>

using namespace stardust;

TEST_CASE("the same seed gives the same tensor on every platform") {
  const Coordinates made = generate(Fill::Sparse, {100, 100}, 0.0005, 1, ValueType::Int32);
  CHECK(made.crd == std::vector<std::int32_t>{46, 77, 72, 78, 72, 80, 85, 69, 92, 82});
  CHECK(std::get<ValueArray<std::int32_t>>(made.values) == ValueArray<std::int32_t>{7, 8, 9, 7, 3});
  CHECK(generate(Fill::Sparse, {100, 100}, 0.0005, 2, ValueType::Int32).crd != made.crd);
}

TEST_CASE("dense fills every coordinate, in order") {
  const Coordinates made = generate(Fill::Dense, {2, 3}, 0, 1, ValueType::Float32);
  CHECK(made.crd == std::vector<std::int32_t>{0, 0, 0, 1, 0, 2, 1, 0, 1, 1, 1, 2});
  CHECK(generate(Fill::Dense, {}, 0, 1, ValueType::Int32).size() == 1);
  CHECK(generate(Fill::Dense, {3, 0}, 0, 1, ValueType::Int32).size() == 0);
}

TEST_CASE("a huge sparse tensor costs what its entries cost") {
  const Coordinates made = generate(Fill::Sparse, {mostNarrow, mostNarrow}, 1e-13, 7, ValueType::Int32);
  CHECK(made.size() == 461169);
  for (const std::int64_t n : {std::int64_t{1} << 31, std::int64_t{1} << 32, std::int64_t{1'000'000'000'000}}) {
    const double extent = static_cast<double>(n) * static_cast<double>(n);
    const Coordinates wide = generate(Fill::Sparse, {n, n}, 1000 / extent, 7, ValueType::Int32);
    CHECK(wide.size() == 1000);
    const Coordinates packed = unpack(pack(wide, Format({compressed, compressed})));
    CHECK((packed.crd.width() == Width::Bits64));
    const std::vector<std::int64_t> drawn(wide.crd.begin(), wide.crd.end());
    CHECK(packed.crd == drawn);  // distinct, ascending and below the extent
  }
}

TEST_CASE("law: as many entries as asked for, distinct, sorted, in range, with values of the documented range") {
  const bool holds = rc::check([] {
    const auto order = *rc::gen::inRange<std::size_t>(0, 5);
    const auto dims = *rc::gen::container<std::vector<std::int64_t>>(order, rc::gen::inRange<std::int64_t>(0, 9));
    const int tenths = *rc::gen::inRange(0, 11);
    const auto type = *rc::gen::element(ValueType::Int32, ValueType::Int64, ValueType::Float32, ValueType::Float64);
    const Coordinates made = generate(Fill::Sparse, dims, tenths / 10.0, *rc::gen::arbitrary<std::uint64_t>(), type);
    std::int64_t extent = 1;
    for (const auto dim : dims) extent *= dim;
    RC_ASSERT(made.size() == static_cast<std::size_t>(std::round(tenths / 10.0 * static_cast<double>(extent))));
    RC_ASSERT(unpack(pack(made, Format(std::vector<LevelFormat>(order, compressed),
                                       denseFormat(static_cast<int>(order)).modeOrder())))
                  .crd == made.crd);
    for (std::size_t e = 0; e < made.size(); ++e) {
      const double value = valueAt(made.values, e);
      const bool integer = type == ValueType::Int32 || type == ValueType::Int64;
      RC_ASSERT((integer ? value >= 1 && value <= 9 && value == std::round(value) : value > 0 && value <= 1));
    }
  });
  CHECK(holds);
}

TEST_CASE("rmat has a power law, as many entries as asked for while they last, and any extents") {
  const Coordinates made = generate(Fill::Rmat, {1000, 1000}, 0.004, 3, ValueType::Int32);
  CHECK(made.size() == 4000);
  const auto low = std::count_if(made.crd.begin(), made.crd.end(), [](std::int32_t c) { return c < 512; });
  CHECK(low > 0.68 * 8000);
  CHECK(low < 0.84 * 8000);
  CHECK(*std::max_element(made.crd.begin(), made.crd.end()) < 1000);
  CHECK(made.crd == unpack(pack(made, Format({compressed, compressed}))).crd);
  CHECK(generate(Fill::Rmat, {2, 3, 1}, 1, 3, ValueType::Int32).size() > 2);
  CHECK(generate(Fill::Rmat, {4, 0}, 1, 3, ValueType::Int32).size() == 0);
  CHECK(generate(Fill::Rmat, {}, 1, 3, ValueType::Int32).size() == 1);
  const std::size_t most = generate(Fill::Rmat, {64, 64}, 1, 3, ValueType::Int32).size();
  CHECK(most > 2000);
  CHECK(most <= 4096);
}

TEST_CASE("every coordinate is as likely as any other, below and above half full") {
  for (const double density : {0.25, 0.75}) {
    std::vector<int> hits(16);
    for (std::uint64_t seed = 0; seed < 4000; ++seed)
      for (const std::int64_t c : generate(Fill::Sparse, {16}, density, seed, ValueType::Int32).crd)
        ++hits[static_cast<std::size_t>(c)];
    const auto [least, most] = std::minmax_element(hits.begin(), hits.end());
    CHECK(*least > 4000 * density * 0.85);  // more than six standard deviations
    CHECK(*most < 4000 * density * 1.15);
  }
}

TEST_CASE("rotation moves along the last mode only, both ways, and entries may meet") {
  const Coordinates entries{{2, 3}, {0, 0, 0, 1, 1, 2}, ValueArray<std::int32_t>{1, 2, 4}};
  CHECK(rotateLastMode(entries, 1, false).crd == std::vector<std::int32_t>{0, 1, 0, 2, 1, 0});
  CHECK(rotateLastMode(entries, -4, false).crd == std::vector<std::int32_t>{0, 2, 0, 0, 1, 1});
  CHECK(rotateLastMode(entries, 1, true).crd == std::vector<std::int32_t>{0, 1, 0, 1, 1, 0});
  CHECK(rotateLastMode(entries, 3, false).crd == entries.crd);
  CHECK(rotateLastMode({{}, {}, ValueArray<std::int32_t>{7}}, 1, false).size() == 1);
  CHECK(rotateLastMode({{4, 0}, {}, ValueArray<std::int32_t>{}}, 1, true).size() == 0);
}
