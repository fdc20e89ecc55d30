// Kernels that are planned for their operands: temporaries, and copies that are never stale.
#include <doctest/doctest.h>

#include <map>
#include <thread>

#include "stardust/stardust.h"

using namespace stardust;

namespace planned_kernels {
namespace {

using Entries = std::map<std::vector<std::int64_t>, double>;
const Format csr({dense, compressed}), dcsr({compressed, compressed}), vec({dense});

Entries entriesOf(TensorBase tensor) {
  Entries entries;
  tensor.forEach([&](const auto& at, double value) { entries[at] = value; });
  return entries;
}

/// About a tenth of the entries.
Tensor<double> scattered(std::int64_t rows, std::int64_t columns, std::int64_t seed, const Format& format = csr) {
  Tensor<double> A({rows, columns}, format);
  for (std::int64_t i = 0; i < rows; ++i)
    for (std::int64_t j = 0; j < columns; ++j)
      if ((i * 7 + j * 13 + seed * i * j) % 10 == 0) A.insert({i, j}, 1 + (i + 2 * j + seed) % 9);
  return A;
}

/// A(i,k) * B(j,k)
Entries productByRows(const Entries& A, const Entries& B) {
  Entries C;
  for (const auto& [a, x] : A)
    for (const auto& [b, y] : B)
      if (a[1] == b[1]) C[{a[0], b[0]}] += x * y;
  return C;
}

Kernel kernelByRows(const KernelOptions& options = {2}) {
  Tensor<double> A({3, 4}, csr), B({3, 4}, csr), C({3, 3}, csr);
  IndexVar i{"i"}, j{"j"}, k{"k"};
  C(i, j) = A(i, k) * B(j, k);
  return compile(C.getAssignment(), options);
}

KernelOptions keepingPlan() {
  KernelOptions options;
  options.replan = false;
  return options;
}

}  // namespace

TEST_CASE("a copy of an operand is never stale") {
  for (const KernelOptions& options : {KernelOptions{2}, keepingPlan()}) {
    const Kernel multiply = kernelByRows(options);
    CHECK(multiply.text().find("B") != std::string::npos);
    Tensor<double> A = scattered(60, 50, 1), B = scattered(70, 50, 2), C({60, 70}, csr);
    for (int run = 0; run < 3; ++run) {
      multiply(C, A, B);
      CHECK(entriesOf(C) == productByRows(entriesOf(A), entriesOf(B)));
    }
    B.insert({3, 5}, 100);
    multiply(C, A, B);
    CHECK(entriesOf(C) == productByRows(entriesOf(A), entriesOf(B)));
    for (std::int64_t seed = 3; seed < 12; ++seed) {  // tensors that end, whose memory is used again
      Tensor<double> other = scattered(70, 50, seed);
      multiply(C, A, other);
      CHECK(entriesOf(C) == productByRows(entriesOf(A), entriesOf(other)));
    }
    multiply(C, A, B);
    CHECK(entriesOf(C) == productByRows(entriesOf(A), entriesOf(B)));
  }
}

TEST_CASE("a copy of an operand that is also the result") {
  const Kernel multiply = kernelByRows();
  Tensor<double> A = scattered(40, 40, 1), C = scattered(40, 40, 4);
  for (int run = 0; run < 4; ++run) {
    const Entries before = entriesOf(C);
    multiply(C, A, C);
    CHECK(entriesOf(C) == productByRows(entriesOf(A), before));
  }
}

TEST_CASE("a chain of products is computed by several statements, on operands of any extents") {
  for (const bool replan : {true, false}) {
    Tensor<double> A({3, 4}, csr), B({4, 5}, dcsr), x({5}, vec), y({3}, vec);
    IndexVar i{"i"}, j{"j"}, k{"k"};
    y(i) = A(i, j) * B(j, k) * x(k);
    KernelOptions options;
    options.replan = replan;
    const Kernel chain = compile(y.getAssignment(), options);
    const std::string assumed = chain.text();
    CHECK(assumed.find("t1") != std::string::npos);
    for (const std::int64_t n : {7, 60, 33}) {
      Tensor<double> P = scattered(n, n + 3, 1), Q = scattered(n + 3, n + 1, 2, dcsr), v({n + 1}, vec), w({n}, vec);
      for (std::int64_t l = 0; l <= n; ++l) v.insert({l}, l % 5 + 1);
      Entries t, expected;
      for (const auto& [at, value] : entriesOf(Q)) t[{at[0]}] += value * static_cast<double>(at[1] % 5 + 1);
      for (std::int64_t row = 0; row < n; ++row) expected[{row}] = 0;
      for (const auto& [at, value] : entriesOf(P)) expected[{at[0]}] += value * t[{at[1]}];
      for (int run = 0; run < 2; ++run) {
        chain(w, P, Q, v);
        CHECK(entriesOf(w) == expected);
      }
    }
    CHECK((chain.text() == assumed) == !replan);  // a temporary does not pay for the operands of the first call
    if (replan) CHECK(chain.text().find("t1") == std::string::npos);
  }
}

TEST_CASE("threads may make the first call, and share kept copies") {
  const Kernel multiply = kernelByRows({1});
  Tensor<double> A = scattered(60, 50, 1), B = scattered(70, 50, 2);
  const Entries expected = productByRows(entriesOf(A), entriesOf(B));
  std::vector<Tensor<double>> results;
  for (int n = 0; n < 4; ++n) results.emplace_back(std::vector<std::int64_t>{60, 70}, csr);
  std::vector<std::thread> threads;
  for (Tensor<double>& C : results)
    threads.emplace_back([&multiply, &A, &B, C] {
      for (int run = 0; run < 20; ++run) multiply(C, A, B);
    });
  for (std::thread& thread : threads) thread.join();
  for (const Tensor<double>& C : results) CHECK(entriesOf(C) == expected);
}

}  // namespace planned_kernels
