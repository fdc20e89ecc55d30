// Wide extents and widths of arrays in the C++ library.
#include <doctest/doctest.h>

#include "stardust/kernel.h"
#include "stardust/stardust.h"

using namespace stardust;

namespace {

constexpr std::int64_t wideExtent = 1'000'000'000'000;
const Format doublyCompressed({compressed, compressed}), rowsCompressed({dense, compressed});

using StoredEntry = std::pair<std::vector<std::int64_t>, double>;
std::vector<StoredEntry> storedEntries(TensorBase tensor) {
  std::vector<StoredEntry> entries;
  tensor.forEach([&](const std::vector<std::int64_t>& at, double value) { entries.push_back({at, value}); });
  return entries;
}

}  // namespace

TEST_CASE("matrices with extents of 10^12 are multiplied, by evaluation and by a kernel") {
  const IndexVar i("i"), j("j"), k("k");
  Tensor<double> A("A", {wideExtent, wideExtent}, doublyCompressed), B("B", {wideExtent, wideExtent}, doublyCompressed),
      C("C", {wideExtent, wideExtent}, doublyCompressed);
  A.insert({wideExtent - 1, 5}, 2.0);
  A.insert({3, wideExtent - 2}, 7.0);
  B.insert({5, wideExtent - 1}, 10.0);
  B.insert({wideExtent - 2, 0}, 3.0);
  C(i, j) = A(i, k) * B(k, j);
  const std::vector<StoredEntry> expected = {{{3, 0}, 21}, {{wideExtent - 1, wideExtent - 1}, 20}};
  CHECK(storedEntries(C) == expected);
  for (const Target target : {Target::Cpu, Target::Interpret}) {
    RunOptions options;
    options.target = target;
    CHECK(C.evaluate(options).verified);
    CHECK(storedEntries(C) == expected);
  }
  const Kernel multiply = compile(C.getAssignment());
  Tensor<double> D({wideExtent, wideExtent}, doublyCompressed), E({wideExtent, wideExtent}, doublyCompressed);
  multiply(D, A, B);
  CHECK(storedEntries(D) == expected);
  multiply(E, D, A);  // results are operands
  CHECK(storedEntries(E) == std::vector<StoredEntry>{{{wideExtent - 1, 5}, 40}});
}

TEST_CASE("a kernel takes operands of any widths, and fills a result of those that it was compiled for") {
  const IndexVar i("i"), j("j");
  const Format narrow = rowsCompressed.with({.positions = Width::Bits32}),
               wide = rowsCompressed.with({.coordinates = Width::Bits64});
  Tensor<double> A("A", {2, 3}, rowsCompressed), N({2, 3}, narrow), W({2, 3}, wide), C("C", {2, 3}, narrow),
      D({2, 3}, narrow);
  for (Tensor<double>* tensor : {&A, &N, &W}) {
    tensor->insert({0, 2}, 1.5);
    tensor->insert({1, 0}, 4.0);
  }
  C(i, j) = A(i, j) * 2.0;
  const Kernel twice = compile(C.getAssignment());
  const std::vector<StoredEntry> expected = {{{0, 2}, 3}, {{1, 0}, 8}};
  for (const Tensor<double>* tensor : {&A, &N, &W}) {
    twice(D, *tensor);
    CHECK(storedEntries(D) == expected);
    CHECK((D.format() == narrow));
  }
  Tensor<double> other({2, 3}, rowsCompressed);
  CHECK_THROWS_AS(twice(other, A), Error);
}
