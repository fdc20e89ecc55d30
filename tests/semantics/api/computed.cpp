// Computed indices in C++: evaluated, scheduled, and in kernels that are called again.
#include <doctest/doctest.h>

#include <vector>

#include "stardust/stardust.h"

using namespace stardust;

namespace {

const Format filled({dense}), listed({compressed});

template <class T>
Tensor<T> vectorWith(const std::string& name, const std::vector<T>& values, const Format& format = filled) {
  Tensor<T> x(name, {static_cast<std::int64_t>(values.size())}, format);
  for (std::size_t n = 0; n < values.size(); ++n)
    if (format == filled || values[n] != 0) x.insert({static_cast<std::int64_t>(n)}, values[n]);
  return x;
}

std::vector<double> numbersIn(TensorBase tensor) {
  std::vector<double> values(static_cast<std::size_t>(tensor.dimensions().at(0)));
  tensor.forEach([&](const auto& at, double value) { values[static_cast<std::size_t>(at[0])] = value; });
  return values;
}

using Numbers = std::vector<double>;

}  // namespace

TEST_CASE("affine sums, windows, constants and padding") {
  IndexVar i("i"), k("k");
  const Tensor<int> w = vectorWith<int>("w", {1, 10});
  for (const Format& format : {filled, listed}) {
    Tensor<int> x = vectorWith<int>("x", {1, 2, 0, 4, 5}, format);
    Tensor<int> y("y", {4}, filled), strided("s", {2}, filled), window("v", {2}, filled), backwards("b", {5}, filled);
    y(i) = x(i + k) * w(k);
    CHECK(numbersIn(y) == Numbers{21, 2, 40, 54});
    CHECK(y.evaluate({.target = Target::Interpret}).verified);
    strided(i) = x(2 * i + k) * w(k);
    CHECK(numbersIn(strided) == Numbers{21, 40});
    window(i) = x(i(1, 5, 2)) + w(i);
    CHECK(numbersIn(window) == Numbers{3, 14});
    backwards(i) = x(4 - i) * x(3);
    CHECK(numbersIn(backwards) == Numbers{20, 16, 0, 8, 4});
    CHECK_THROWS_AS(backwards(i) = x(i + 1), Error);
    x.pad();
    backwards(i) = x(i + 1);
    CHECK(numbersIn(backwards) == Numbers{2, 0, 4, 5, 0});
  }
}

TEST_CASE("gathers and scatters, with the old contents of the result") {
  IndexVar i("i");
  const Tensor<int> p = vectorWith<int>("p", {3, 0, 3}), x = vectorWith<int>("x", {5, 6, 7, 8}),
                    z = vectorWith<int>("z", {1, 2, 3});
  Tensor<int> y("y", {3}, filled), sum("sum", {4}, filled), part = vectorWith<int>("part", {1, 1, 1, 1});
  y(i) = x(p(i));
  CHECK(numbersIn(y) == Numbers{8, 5, 8});
  y(i) = x(3 - p(i)) + z(i);
  CHECK(numbersIn(y) == Numbers{6, 10, 8});
  sum(p(i)) += z(i);
  CHECK(numbersIn(sum) == Numbers{2, 0, 0, 4});
  part(p(i)) += z(i);
  CHECK(numbersIn(part) == Numbers{3, 1, 1, 5});
  part(i(1, 4)) = 2 * z(i);
  CHECK(numbersIn(part) == Numbers{3, 2, 4, 6});
  y(i) = x(p(i) + 1);
  CHECK_THROWS_AS(numbersIn(y), Error);
}

TEST_CASE("a kernel makes its views for the operands of each call") {
  IndexVar i("i"), k("k");
  Tensor<double> x = vectorWith<double>("x", {1, 2, 3}, listed), w = vectorWith<double>("w", {1, 10}),
                 y("y", {2}, filled);
  y(i) = x(i + k) * w(k);
  const Kernel convolution = compile(y.getAssignment());
  convolution(y, x, w);
  CHECK(numbersIn(y) == Numbers{21, 32});
  Tensor<double> longer = vectorWith<double>("u", {4, 0, 5, 6, 7}, listed), three = vectorWith<double>("v", {1, 0, 2}),
                 z("z", {3}, filled);
  convolution(z, longer, three);
  CHECK(numbersIn(z) == Numbers{14, 12, 19});
  Tensor<double> wrong("wrong", {5}, filled);
  CHECK_THROWS_AS(convolution(wrong, longer, three), Error);

  const Tensor<int> p = vectorWith<int>("p", {1, 1});
  Tensor<double> h("h", {3}, filled);
  h(p(i)) += w(i);
  const Kernel histogram = compile(h.getAssignment());
  histogram(h, p, w);
  CHECK(numbersIn(h) == Numbers{0, 11, 0});
  const Tensor<int> outside = vectorWith<int>("q", {1, 3});
  CHECK_THROWS_AS(histogram(h, outside, w), Error);
}

TEST_CASE("indices that are no sums of multiples") {
  IndexVar i("i"), j("j");
  const Tensor<int> x = vectorWith<int>("x", {1, 2, 3}), p = vectorWith<int>("p", {0, 1, 2});
  CHECK_THROWS_AS(x(Index(i) * Index(j)), Error);
  CHECK_THROWS_AS(x(p(i) * p(i)), Error);
  CHECK_THROWS_AS(x(p(i) / 2), Error);
  CHECK_THROWS_AS(x(p(i + 1)), Error);
  CHECK_THROWS_AS(i(3, 1), Error);
  CHECK_THROWS_AS(i(0, 4, 0), Error);
}
