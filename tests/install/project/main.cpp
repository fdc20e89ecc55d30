// The figure "sddmm-user" of the Stardust paper, as a user outside this tree writes it.
#include <stardust/stardust.h>

#include <iostream>

using namespace stardust;

int main() {
  const int N = 4;
  // Define off-chip (global) tensor formats
  Format csr_off({uncompressed, compressed}, offChip);
  Format rm_off({uncompressed, uncompressed}, offChip);
  Format cm_off({uncompressed, uncompressed}, {1, 0}, offChip);
  // Declare input and output tensors
  Tensor<int> A({N, N}, csr_off);
  Tensor<int> B({N, N}, csr_off);
  Tensor<int> C({N, N}, rm_off);
  Tensor<int> D({N, N}, cm_off);

  for (int row = 0; row < N; ++row) {
    B.insert({row, (row + 1) % N}, row + 1);
    for (int column = 0; column < N; ++column) {
      C.insert({row, column}, row - column);
      D.insert({row, column}, row + 2 * column);
    }
  }

  // Define SDDMM computation (algorithm).
  IndexVar i, j, k;
  A(i, j) = B(i, j) * C(i, k) * D(k, j);

  // Scheduling language: Define environment variables
  IndexStmt stmt = A.getAssignment();
  stmt = stmt.environment(innerPar, 16);
  stmt = stmt.environment(outerPar, 2);
  // Precompute accumulation into a ws register to accelerate it using a Reduce pattern
  Tensor<int> ws(onChip);
  stmt = stmt.precompute(B(i, j) * C(i, k) * D(k, j), {}, {}, ws);
  stmt = stmt.accelerate(forall(k, ws += B(i, j) * C(i, k) * D(k, j)), Spatial, Reduction, innerPar);
  A.compile(stmt);

  // Perform computation by generating and executing code
  std::cout << A << std::endl;
}
