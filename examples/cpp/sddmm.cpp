// Sampled dense-dense matrix multiplication, as in the figure "sddmm-user" of the Stardust paper.
#include <stardust/stardust.h>

#include <iostream>

using namespace stardust;

int main() try {
  const int N = 6;
  Format csr_off({uncompressed, compressed}, offChip);
  Format rm_off({uncompressed, uncompressed}, offChip);
  Format cm_off({uncompressed, uncompressed}, {1, 0}, offChip);
  Tensor<int> A({N, N}, csr_off);
  Tensor<int> B({N, N}, csr_off);
  Tensor<int> C({N, N}, rm_off);
  Tensor<int> D({N, N}, cm_off);
  for (int row = 0; row < N; ++row) {
    B.insert({row, (row * row) % N}, row + 1);
    for (int column = 0; column < N; ++column) {
      C.insert({row, column}, row + column);
      D.insert({row, column}, row - column);
    }
  }

  IndexVar i, j, k;
  A(i, j) = B(i, j) * C(i, k) * D(k, j);

  IndexStmt stmt = A.getAssignment();
  stmt = stmt.environment(innerPar, 16);
  stmt = stmt.environment(outerPar, 2);
  Tensor<int> ws(onChip);
  stmt = stmt.precompute(B(i, j) * C(i, k) * D(k, j), {}, {}, ws);
  stmt = stmt.accelerate(forall(k, ws += B(i, j) * C(i, k) * D(k, j)), Spatial, Reduction, innerPar);
  A.compile(stmt);

  std::cout << stmt << "\n" << A;
} catch (const Error& error) {
  std::cerr << error.what();
  return exitCode(error.diagnostic().family);
}
