// Reductions inside of expressions in C++: in the loops of the expression, on every target.
#include <doctest/doctest.h>

#include <cmath>
#include <vector>

#include "stardust/stardust.h"

using namespace stardust;

namespace {

const Format fullVector({dense});
using Rows = std::vector<std::vector<double>>;

Tensor<float> rowsIn(const std::string& name, const Rows& values, const Format& format) {
  const auto rows = static_cast<std::int64_t>(values.size()), columns = static_cast<std::int64_t>(values[0].size());
  Tensor<float> A(name, {rows, columns}, format);
  for (std::int64_t r = 0; r < rows; ++r)
    for (std::int64_t c = 0; c < columns; ++c)
      if (const double v = values[static_cast<std::size_t>(r)][static_cast<std::size_t>(c)]; v != 0)
        A.insert({r, c}, v);
  return A;
}

std::vector<double> numbersOfRows(TensorBase tensor) {
  std::vector<double> values(static_cast<std::size_t>(tensor.dimensions().at(0)));
  tensor.forEach([&](const auto& at, double value) { values[static_cast<std::size_t>(at[0])] = value; });
  return values;
}

using RowNumbers = std::vector<double>;

const Rows someRows = {{1, 2, 0, 0}, {0, 0, 0, 0}, {0, -3, 0, 5}, {4, 0, 0, 0}};

}  // namespace

TEST_CASE("a function of a sum, with an empty row") {
  IndexVar i("i"), j("j");
  for (const char* format : {"csr", "csc", "dcsr", "dense"}) {
    CAPTURE(format);
    Tensor<float> A = rowsIn("A", someRows, namedFormat(format, 2));
    Tensor<float> y("y", {4}, fullVector), z("z", {4}, fullVector), least("least", {4}, fullVector);
    y(i) = max(sum(j, A(i, j)) - 2, 0);
    CHECK(numbersOfRows(y) == RowNumbers{1, 0, 0, 2});
    CHECK(y.evaluate({Target::Capstan}).verified);
    z(i) = call("exp", {sum(j, A(i, j))});
    CHECK(numbersOfRows(z)[1] == 1);
    least(i) = abs(min(j, A(i, j)));
    const bool isDense = std::string(format) == "dense";
    CHECK(numbersOfRows(least) == (isDense ? RowNumbers{0, 0, 3, 0} : RowNumbers{1, INFINITY, 3, 4}));
    CHECK(least.evaluate({Target::Capstan}).verified);
  }
}

TEST_CASE("several reductions of a row, which depend on each other") {
  IndexVar i("i"), j("j"), k("k");
  Tensor<float> A = rowsIn("A", {{1, 2, 3}, {0.5, 0.25, 4}}, namedFormat("dense", 2));
  Tensor<float> Y("Y", {2, 3}, namedFormat("dense", 2)), ones("ones", {2}, fullVector);
  Y(i, j) = call("exp", {A(i, j) - max(k, A(i, k))}) / sum(k, call("exp", {A(i, k) - max(k, A(i, k))}));
  ones(i) = sum(j, Y(i, j));
  for (const double one : numbersOfRows(ones)) CHECK(one == doctest::Approx(1));
}

TEST_CASE("a reduction in the term of another one") {
  IndexVar i("i"), j("j"), k("k"), l("l");
  Tensor<float> A = rowsIn("A", someRows, namedFormat("csr")), B = rowsIn("B", someRows, namedFormat("csr"));
  Tensor<float> y("y", {4}, fullVector), z("z", {4}, fullVector), s("s");
  y(i) = abs(sum(j, A(i, j) * abs(sum(k, B(j, k)))));
  CHECK(numbersOfRows(y) == RowNumbers{3, 0, 20, 12});
  z(i) = abs(sum(j, A(i, j) * abs(sum(i, B(j, i)))));  // another i
  CHECK(numbersOfRows(z) == RowNumbers{3, 0, 20, 12});
  y(i) = A(i, l) * abs(sum(k, B(i, k)));  // and a sum of the whole term over l
  CHECK(numbersOfRows(y) == RowNumbers{9, 0, 4, 16});
  y(i) = A(i, l) * value(l) + max(k, B(i, k)) * 2;
  CHECK(numbersOfRows(y)[2] == 22);
  s = sqrt(sum(i, sum(j, A(i, j) * A(i, j))));
  s.forEach([](const auto&, double value) { CHECK(value == doctest::Approx(std::sqrt(55.0))); });
}
