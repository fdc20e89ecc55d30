// Kernels from a text in C++: reductions inside of expressions, several results, repeated blocks.
#include <doctest/doctest.h>

#include "stardust/stardust.h"

using namespace stardust;

namespace {

const Format rows({dense, compressed}), vec1({dense});

std::vector<double> valuesIn(Tensor<double> tensor) {
  std::vector<double> values;
  tensor.forEach([&](const auto&, double value) { values.push_back(value); });
  return values;
}

Tensor<double> filledVector(const std::vector<double>& values) {
  Tensor<double> x({static_cast<std::int64_t>(values.size())}, vec1);
  for (std::size_t n = 0; n < values.size(); ++n) x.insert({static_cast<std::int64_t>(n)}, values[n]);
  return x;
}

/// The path 0 - 1 - 2, and the vertex 3.
Tensor<double> pathGraph() {
  Tensor<double> A({4, 4}, rows);
  for (const auto& [i, j] : {std::pair{0, 1}, {1, 0}, {1, 2}, {2, 1}}) A.insert({i, j}, 1);
  return A;
}

}  // namespace

TEST_CASE("the function of a sum") {
  const Kernel kernel = compile("y(i) = relu(sum(j, A(i,j) * x(j)) + b(i))\nformat A:csr\ntype double");
  CHECK(kernel.parameters() == std::vector<std::string>{"y", "A", "x", "b"});
  CHECK(kernel.results() == 1);
  Tensor<double> y({4}, vec1);
  kernel(y, pathGraph(), filledVector({1, 2, 3, 4}), filledVector({0, -1, -5, 1}));
  CHECK(valuesIn(y) == std::vector<double>{2, 3, 0, 1});
}

TEST_CASE("two results, and a block that repeats") {
  const Kernel kernel = compile(
      "d(i) = A(i,j)\np(i) = 0.25 + 0 * d(i)\nrepeat max 100\nr(i) = 0.15 / 4 + 0.85 * A(i,j) / max(d(j), 1) * p(j)\n"
      "delta = abs(r(i) - p(i))\np(i) = r(i)\nuntil delta < 1e-6\nformat A:csr\ntype double");
  CHECK(kernel.parameters() == std::vector<std::string>{"d", "p", "r", "delta", "A"});
  Tensor<double> d({4}, vec1), p({4}, vec1), r({4}, vec1), delta;
  const std::vector<Rounds> rounds = kernel.run({d, p, r, delta, pathGraph()});
  REQUIRE(rounds.size() == 1);
  CHECK(rounds[0].isReached);
  CHECK(rounds[0].count > 10);
  CHECK(valuesIn(d) == std::vector<double>{1, 2, 1, 0});
  const std::vector<double> rank = valuesIn(p);
  CHECK(rank == valuesIn(r));
  CHECK(rank[0] == doctest::Approx(0.0375 + 0.85 * rank[1] / 2).epsilon(1e-5));
  CHECK(rank[1] == doctest::Approx(0.0375 + 0.85 * (rank[0] + rank[2])).epsilon(1e-5));
  CHECK(rank[3] == doctest::Approx(0.0375));
}

TEST_CASE("a text kernel refuses data, one tensor for two results, and the wrong number of arguments") {
  const auto refused = [](const auto& call) {
    try {
      call();
    } catch (const Error& error) {
      return error.diagnostic().what;
    }
    return std::string("not refused");
  };
  CHECK(refused([] { compile("y(i) = x(i)\ninput x:x.mtx"); }).find("compiled without data") != std::string::npos);
  const Kernel kernel = compile("t(i) = 2 * x(i)\ny(i) = t(i) + x(i)\ntype double");
  Tensor<double> t({2}, vec1), y({2}, vec1);
  CHECK(refused([&] { kernel.run({t, t, filledVector({1, 2})}); }).find("for two results") != std::string::npos);
  CHECK(refused([&] {
          kernel.run({t, filledVector({1, 2})});
        }).find("has 3 arguments, and is given 2") != std::string::npos);
  kernel.run({t, y, filledVector({1, 2})});
  CHECK(valuesIn(y) == std::vector<double>{3, 6});
}
