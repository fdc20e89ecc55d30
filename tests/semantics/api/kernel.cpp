// Kernels compiled once: correct on any data, with reused memory, and from several threads in parallel.
#include "stardust/kernel.h"

#include <doctest/doctest.h>

#include <map>
#include <thread>

#include "api/nodes.h"
#include "stardust/stardust.h"

using namespace stardust;

namespace {

const Format csr({dense, compressed}), csc({dense, compressed}, {1, 0}), vec({dense}), sparseVec({compressed});
const KernelOptions one{1}, two{2}, strict{0, true};

using Entries = std::map<std::vector<std::int64_t>, double>;

Entries entriesOf(TensorBase tensor) {
  Entries entries;
  tensor.forEach([&](const auto& at, double value) { entries[at] = value; });
  return entries;
}

/// A band of `width` entries per row, with the value row + 10 * column.
template <class T>
Tensor<T> band(std::int64_t rows, std::int64_t columns, const Format& format, std::int64_t width = 2) {
  Tensor<T> A({rows, columns}, format);
  for (std::int64_t i = 0; i < rows; ++i)
    for (std::int64_t j = i; j < std::min(i + width, columns); ++j) A.insert({i, j}, i + 10 * j);
  return A;
}

template <class T>
Tensor<T> counting(std::int64_t extent, int first = 1) {
  Tensor<T> x({extent}, vec);
  for (std::int64_t j = 0; j < extent; ++j) x.insert({j}, first + j);
  return x;
}

Entries productOf(TensorBase A, TensorBase x, std::int64_t rows) {
  Entries y;
  const Entries v = entriesOf(x);
  for (std::int64_t i = 0; i < rows; ++i) y[{i}] = 0;
  for (const auto& [at, value] : entriesOf(A)) y[{at[0]}] += value * v.at({at[1]});
  return y;
}

struct Spmv {
  Tensor<double> A = band<double>(3, 4, csr), x = counting<double>(4), y{{3}, vec};
  IndexVar i{"i"}, j{"j"};
  Spmv() { y(i) = A(i, j) * x(j); }
};

const void* memoryOf(const TensorBase& tensor) {
  return std::visit([](const auto& values) -> const void* { return values.data(); },
                    tensor.state()->content.value->view().values);
}

}  // namespace

TEST_CASE("a kernel computes on the tensors it came from and on others, of any extents") {
  Spmv s;
  const Kernel k = compile(s.y.getAssignment());
  k(s.y, s.A, s.x);
  CHECK(entriesOf(s.y) == productOf(s.A, s.x, 3));
  for (const std::int64_t n : {0, 1, 5, 100}) {
    Tensor<double> A = band<double>(n + 1, n, csr, 3), x = counting<double>(n), y({n + 1}, vec);
    k(y, A, x);
    CHECK(entriesOf(y) == productOf(A, x, n + 1));
  }
  CHECK(k.text().find("B(i,j) * C(j)") != std::string::npos);
}

TEST_CASE("the result holds values and no expression, and what needs it is computed again") {
  Spmv s;
  const Kernel k = compile(s.y.getAssignment(), one);
  Tensor<double> twice({3}, vec), x2 = counting<double>(4, 5);
  twice(s.i) = 2 * s.y(s.i);
  k(s.y, s.A, s.x);
  CHECK(entriesOf(twice).at({1}) == 2 * entriesOf(s.y).at({1}));
  const double before = entriesOf(twice).at({1});
  k(s.y, s.A, x2);
  CHECK(entriesOf(s.y) == productOf(s.A, x2, 3));
  CHECK(entriesOf(twice).at({1}) == 2 * entriesOf(s.y).at({1}));
  CHECK(entriesOf(twice).at({1}) != before);
  s.y.insert({0}, 1);
  CHECK(entriesOf(s.y).at({0}) == productOf(s.A, x2, 3).at({0}) + 1);
  CHECK_THROWS_WITH_AS(s.y.getAssignment(), doctest::Contains("nothing was assigned to"), Error);
}

TEST_CASE("the memory of a result is used again, unless somebody reads it") {
  Spmv s;
  const Kernel k = compile(s.y.getAssignment(), one);
  k(s.y, s.A, s.x);
  const void* memory = memoryOf(s.y);
  k(s.y, s.A, s.x);
  CHECK(memoryOf(s.y) == memory);
  CHECK(entriesOf(s.y) == productOf(s.A, s.x, 3));
}

TEST_CASE("the result may be an operand") {
  Tensor<double> A = band<double>(4, 4, csr), x = counting<double>(4), y({4}, vec);
  IndexVar i, j;
  y(i) = A(i, j) * x(j);
  const Kernel k = compile(y.getAssignment());
  const Entries once = productOf(A, x, 4);
  k(x, A, x);
  CHECK(entriesOf(x) == once);
  const Entries again = productOf(A, x, 4);
  k(x, A, x);
  CHECK(entriesOf(x) == again);
}

TEST_CASE("results of one kernel are operands of another, sparse ones too") {
  Tensor<int> A = band<int>(5, 5, csr), B = band<int>(5, 5, csr, 3), C({5, 5}, csr), D({5, 5}, csr);
  IndexVar i, j, k;
  C(i, j) = A(i, k) * B(k, j);
  const Kernel multiply = compile(C.getAssignment());
  D(i, j) = A(i, j) + B(i, j);
  const Kernel add = compile(D.getAssignment());
  multiply(C, A, B);
  add(D, C, C);
  multiply(C, D, A);
  Entries expected;
  const Entries a = entriesOf(A), b = entriesOf(B);
  Entries ab;
  for (const auto& [at, v] : a)
    for (const auto& [bt, w] : b)
      if (at[1] == bt[0]) ab[{at[0], bt[1]}] += v * w;
  for (const auto& [at, v] : ab)
    for (const auto& [bt, w] : a)
      if (at[1] == bt[0]) expected[{at[0], bt[1]}] += 2 * v * w;
  CHECK(entriesOf(C) == expected);
}

TEST_CASE("+= adds to what the result holds at the call") {
  Tensor<double> x = counting<double>(3), y = counting<double>(3, 100);
  IndexVar i;
  y(i) += 2 * x(i);
  const Kernel k = compile(y.getAssignment());
  k(y, x);
  CHECK(entriesOf(y) == Entries{{{0}, 102}, {{1}, 105}, {{2}, 108}});
  k(y, x);
  CHECK(entriesOf(y) == Entries{{{0}, 104}, {{1}, 109}, {{2}, 114}});
  Tensor<double> fresh({2}, vec);
  k(fresh, counting<double>(2));
  CHECK(entriesOf(fresh) == Entries{{{0}, 2}, {{1}, 4}});
}

TEST_CASE("operands are converted at each call where the loops need another format, and so are results") {
  Tensor<double> A = band<double>(4, 4, csr), B = band<double>(4, 4, csc, 3), C({4, 4}, Format({dense, bitvector}));
  IndexVar i, j;
  C(i, j) = A(i, j) * B(i, j);
  const IndexStmt stmt = C.getAssignment();
  const Kernel k = compile(stmt);
  CHECK_THROWS_WITH_AS(compile(stmt, strict), doctest::Contains("would be converted to"), Error);
  for (int n = 0; n < 2; ++n) {
    k(C, A, B);
    Entries expected;
    for (const auto& [at, value] : entriesOf(A)) expected[at] = value * entriesOf(B).at(at);
    CHECK(entriesOf(C) == expected);
    A.insert({0, 0}, 1);
  }
}

TEST_CASE("a schedule is part of the kernel") {
  Spmv s;
  const IndexStmt stmt = s.y.getAssignment();
  IndexVar o("o"), n("n"), f("f");
  Tensor<double> ws(onChip);
  for (const IndexStmt& scheduled :
       {stmt.splitUp(s.i, o, n, 2), stmt.splitDown(s.i, o, n, 2), stmt.splitUp(s.i, o, n, 3).fuse(o, n, f),
        stmt.splitUp(s.j, o, n, 2), stmt.precompute(s.A(s.i, s.j) * s.x(s.j), {}, {}, ws)}) {
    const Kernel k = compile(scheduled);
    for (const std::int64_t rows : {0, 1, 3, 8, 31}) {
      Tensor<double> y({rows}, vec), A = band<double>(rows, rows + 1, csr), x = counting<double>(rows + 1);
      k(y, A, x);
      CHECK(entriesOf(y) == productOf(A, x, rows));
    }
  }
}

TEST_CASE("scalars, and extents that only the result says") {
  Tensor<double> alpha, sum, y({3}, vec);
  alpha.insert({}, 2);
  IndexVar i;
  sum = alpha * counting<double>(3)(i);
  compile(sum.getAssignment())(sum, alpha, counting<double>(10));
  CHECK(entriesOf(sum).at({}) == 110);
  y(i) = alpha + 1;
  const Kernel fill = compile(y.getAssignment());
  Tensor<double> longer({7}, vec);
  fill(longer, alpha);
  CHECK(entriesOf(longer).size() == 7);
  CHECK(entriesOf(longer).at({6}) == 3);
}

TEST_CASE("a run that fails leaves a result without entries, that can be used again") {
  Tensor<int> a({1}, vec), b({1}, vec), q({1}, vec);
  a.insert({0}, 6);
  b.insert({0}, 2);
  IndexVar i;
  q(i) = a(i) / b(i);
  const Kernel k = compile(q.getAssignment(), one);
  k(q, a, b);
  CHECK(entriesOf(q).at({0}) == 3);
  Tensor<int> zero({1}, vec);
  CHECK_THROWS_WITH_AS(k(q, a, zero), doctest::Contains("divided by zero"), Error);
  CHECK(entriesOf(q).at({0}) == 0);
  k(q, a, b);
  CHECK(entriesOf(q).at({0}) == 3);
}

TEST_CASE("threads that share kernels and operands, or compile their own, all get their results") {
  Spmv s;
  const Kernel shared = compile(s.y.getAssignment(), two);
  const Tensor<double> A = band<double>(200, 100, csr, 7);  // not packed yet: all threads will pack it
  const Tensor<double> x = counting<double>(100);
  const Entries expected = productOf(band<double>(200, 100, csr, 7), counting<double>(100), 200);
  std::vector<int> wrong(8);
  std::vector<std::thread> threads;
  for (std::size_t t = 0; t < wrong.size(); ++t)
    threads.emplace_back([&, t] {
      Tensor<double> y({200}, vec);
      for (int n = 0; n < 50; ++n) {
        shared(y, A, x);
        wrong[t] += entriesOf(y) != expected;
      }
      Tensor<double> B = band<double>(20, 20, csr), C({20, 20}, csr);
      IndexVar i, j;
      C(i, j) = static_cast<double>(t % 3 + 2) * B(i, j);
      const Kernel own = compile(C.getAssignment());
      for (int n = 0; n < 20; ++n) own(C, B);
      for (const auto& [at, value] : entriesOf(B))
        wrong[t] += entriesOf(C).at(at) != static_cast<double>(t % 3 + 2) * value;
    });
  for (auto& thread : threads) thread.join();
  CHECK(wrong == std::vector<int>(wrong.size()));
}
