// Positions and coordinates of 32 and of 64 bits through the C ABI.
#include <doctest/doctest.h>

#include "c/handles.h"

using namespace stardust::tests;

namespace {

using Longs = std::vector<std::int64_t>;
using Ints = std::vector<std::int32_t>;
using Doubles = std::vector<double>;

stardust_level_arrays level(const Ints& pos, const Ints& crd) {
  stardust_level_arrays arrays{};
  arrays.pos32 = pos.data(), arrays.pos_length = std::ssize(pos);
  arrays.crd = crd.data(), arrays.crd_length = std::ssize(crd);
  return arrays;
}
stardust_level_arrays level(const Longs& pos, const Longs& crd) {
  stardust_level_arrays arrays{};
  arrays.pos = pos.data(), arrays.pos_length = std::ssize(pos);
  arrays.crd64 = crd.data(), arrays.crd_length = std::ssize(crd);
  return arrays;
}

}  // namespace

TEST_CASE("a kernel takes both widths of SciPy's arrays, one after the other") {
  const Kernel spmv("y(i) = A(i,j) * x(j)\nformat A:csr\ntype double\nthreads 1\n");
  const Ints pos{0, 2, 3}, crd{0, 1, 2};
  const Longs widePos{0, 2, 3}, wideCrd{0, 1, 2};
  const Doubles vals{1, 2, 3}, ones{1, 10, 100};
  const Argument narrow = wrap("csr:pos32", {2, 3}, {{}, level(pos, crd)}, vals),
                 wide = wrap("csr:crd64", {2, 3}, {{}, level(widePos, wideCrd)}, vals),
                 usual = csr(2, 3, widePos, crd, vals), x = dense({3}, ones), y = result();
  for (int n = 0; n < 2; ++n)
    for (const Argument* A : {&narrow, &wide, &usual}) {
      spmv({y, *A, x});
      CHECK(y.values<double>() == Doubles{21, 300});
    }
  CHECK(narrow.arrays().levels[1].pos32 == pos.data());  // nothing was copied
  CHECK(wide.arrays().levels[1].crd64 == wideCrd.data());
}

TEST_CASE("a result has the widths of its format") {
  const Kernel twice("C(i,j) = A(i,j) * 2\nformat A:csr\nformat C:dcsr:pos32:crd64\ntype double\n");
  const Longs pos{0, 2, 3};
  const Ints crd{0, 1, 2};
  const Doubles vals{1, 2, 3};
  const Argument A = csr(2, 3, pos, crd, vals), C = result();
  twice({C, A});
  const stardust_arrays arrays = C.arrays();
  CHECK(std::string(arrays.format) == "ss:pos32:crd64");
  const stardust_level_arrays& columns = arrays.levels[1];
  CHECK(Ints(columns.pos32, columns.pos32 + columns.pos_length) == Ints{0, 2, 3});
  CHECK(Longs(columns.crd64, columns.crd64 + columns.crd_length) == Longs{0, 1, 2});
  CHECK(C.values<double>() == Doubles{2, 4, 6});
}

TEST_CASE("one kernel multiplies small matrices, and those with extents of 10^12") {
  const Kernel multiply("C(i,j) = A(i,k) * B(k,j)\nformat A,B,C:dcsr\ntype double\n");
  constexpr std::int64_t most = 1'000'000'000'000;
  const Longs two{0, 2}, all{0, 1, 2};
  const Doubles vals{3, 5};
  const Longs rows{7, most - 1}, columns{most - 2, 12};
  const std::vector<stardust_level_arrays> wide{level(two, rows), level(all, columns)};
  const Longs otherRows{12, most - 2}, otherColumns{0, most - 1};
  const std::vector<stardust_level_arrays> right{level(two, otherRows), level(all, otherColumns)};
  const Ints smallRows{0, 1}, smallColumns{1, 0};
  const auto narrow = [](const Longs& pos, const Ints& crd) {
    return stardust_level_arrays{pos.data(), std::ssize(pos), crd.data(), std::ssize(crd), nullptr, 0};
  };
  const Argument A = wrap("dcsr", {most, most}, wide, vals), B = wrap("dcsr", {most, most}, right, vals),
                 S = wrap("dcsr", {2, 2}, {narrow(two, smallRows), narrow(all, smallColumns)}, vals), C = result();
  for (int n = 0; n < 2; ++n) {
    multiply({C, S, S});
    CHECK(std::string(C.arrays().format) == "ss");
    CHECK(C.values<double>() == Doubles{15, 15});
    CHECK(C.arrays().levels[1].crd[0] == 0);
    multiply({C, A, B});
    const stardust_level_arrays &ofRows = C.arrays().levels[0], ofColumns = C.arrays().levels[1];
    CHECK(C.arrays().dims[1] == most);
    CHECK(Longs(ofRows.crd64, ofRows.crd64 + ofRows.crd_length) == rows);
    CHECK(Longs(ofColumns.crd64, ofColumns.crd64 + ofColumns.crd_length) == Longs{most - 1, 0});
    CHECK(C.values<double>() == Doubles{15, 15});
  }
}

TEST_CASE("arrays of a wrong width are refused where they can be told") {
  const Ints pos{0, 2, 3}, crd{0, 1, 2};
  const Doubles vals{1, 2, 3};
  const std::int64_t dims[] = {2, 3'000'000'000};
  const std::vector<stardust_level_arrays> levels{{}, level(pos, crd)};
  stardust_argument* argument = nullptr;
  char* message = nullptr;
  const stardust_arrays arrays{"csr:pos32:crd32", STARDUST_FLOAT64, 2, dims, levels.data(), vals.data(), 3};
  CHECK(stardust_wrap(&arrays, &argument, &message) == STARDUST_WRONG_INPUT);
  CHECK(std::string(message).find("coordinates of 32 bits, and mode 1 has dimension 3000000000") != std::string::npos);
  stardust_message_free(message);
}
