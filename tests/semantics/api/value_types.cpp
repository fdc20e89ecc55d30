// Tensors of every value type of C++, on the CPU and on the accelerator.
#include <doctest/doctest.h>

#include <complex>
#include <limits>
#include <sstream>
#include <vector>

#include "stardust/stardust.h"

using namespace stardust;

namespace {

using Values = std::vector<double>;

template <class T>
Tensor<T> vector(const Values& values) {
  Tensor<T> tensor({static_cast<std::int64_t>(values.size())}, Format({dense}));
  for (std::size_t n = 0; n < values.size(); ++n) tensor.insert({static_cast<std::int64_t>(n)}, values[n]);
  return tensor;
}

Values valuesOf(TensorBase tensor) {
  Values values;
  tensor.forEach([&](const auto&, double value) { values.push_back(value); });
  return values;
}

template <class T>
void expectTwice(const Values& given, const Values& twice) {
  const IndexVar i;
  for (const Target target : {Target::Cpu, Target::Interpret}) {
    const Tensor<T> x = vector<T>(given);
    Tensor<T> y({static_cast<std::int64_t>(given.size())}, Format({dense}));
    y(i) = x(i) + x(i);
    CHECK(y.evaluate({target}).verified);
    CHECK(valuesOf(y) == twice);
  }
}

}  // namespace

TEST_CASE("sums of values of each type, which wrap or are rounded") {
  expectTwice<bool>({1, 0}, {1, 0});
  expectTwice<std::int8_t>({100, -3}, {-56, -6});
  expectTwice<std::int16_t>({20000, -3}, {-25536, -6});
  expectTwice<std::uint8_t>({200, 3}, {144, 6});
  expectTwice<std::uint16_t>({40000, 3}, {14464, 6});
  expectTwice<std::uint32_t>({3e9, 3}, {1705032704, 6});
  expectTwice<std::uint64_t>({0x1p62, 3}, {0x1p63, 6});
  expectTwice<float16>({1000.5, -3}, {2001, -6});
  expectTwice<bfloat16>({1e30, -3},
                        {static_cast<double>(static_cast<float>(valuesOf(vector<bfloat16>({2e30}))[0])), -6});
}

TEST_CASE("a comparison of numbers as a tensor of bool") {
  const IndexVar i;
  const Tensor<std::int16_t> x = vector<std::int16_t>({-1, 5, 7});
  Tensor<bool> y({3}, Format({dense}));
  y(i) = call("greater", {x(i), 5});
  CHECK(y.evaluate({Target::Cpu}).verified);
  CHECK(valuesOf(y) == Values{0, 0, 1});
}

TEST_CASE("complex numbers: products, functions, and their real parts") {
  using Complex = std::complex<double>;
  const IndexVar i, j;
  Tensor<Complex> z({2}, Format({dense}));
  z.insert({0}, Complex(3, 4));
  z.insert({1}, Complex(0, -2));
  z.insert({1}, 1);  // added
  Tensor<std::complex<float>> A({2, 2}, csr);
  A.insert({1, 0}, std::complex<float>(0, 1));
  Tensor<Complex> y({2}, Format({dense}));
  y(i) = A(i, j) * call("conj", {z(j)});
  CHECK(y.evaluate({Target::Cpu}).verified);
  std::vector<Complex> values;
  y.forEachComplex([&](const auto&, Complex value) { values.push_back(value); });
  CHECK(values == std::vector<Complex>{0, {4, 3}});
  CHECK_THROWS_WITH_AS(valuesOf(y), doctest::Contains("visit them with forEachComplex"), Error);
  std::ostringstream text;
  text << y;
  CHECK(text.str() == "(0) = 0+0i\n(1) = 4+3i\n");

  Tensor<double> size({2}, Format({dense}));
  size(i) = abs(z(i));
  CHECK(size.evaluate({Target::Cpu}).verified);
  CHECK(valuesOf(size)[0] == 5);
  Tensor<float> wrong({2}, Format({dense}));
  wrong(i) = z(i) * 2;
  CHECK_THROWS_WITH_AS(wrong.evaluate({Target::Cpu}), doctest::Contains("is complex, but the result"), Error);
  Tensor<float> x({1}, Format({dense}));
  CHECK_THROWS_WITH_AS(x.insert({0}, Complex(1, 1)), doctest::Contains("cannot hold 1+1i"), Error);
}

TEST_CASE("an entry is refused that its type does not hold; the largest numbers are kept") {
  CHECK_THROWS_WITH_AS(vector<std::int8_t>({128}), doctest::Contains("cannot hold 128"), Error);
  CHECK_THROWS_WITH_AS(vector<std::uint16_t>({-1}), doctest::Contains("cannot hold -1"), Error);
  CHECK_THROWS_WITH_AS(vector<bool>({2}), doctest::Contains("cannot hold 2"), Error);
  CHECK_THROWS_WITH_AS(vector<float16>({70000}), doctest::Contains("cannot hold 70000"), Error);
  Tensor<std::uint64_t> x({1}, Format({dense}));
  x.insert({0}, std::numeric_limits<std::uint64_t>::max());
  std::ostringstream text;
  text << x;
  CHECK(text.str() == "(0) = 18446744073709551615\n");
}
