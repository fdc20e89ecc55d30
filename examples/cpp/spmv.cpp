// Sparse matrix times vector on a matrix from a file: spmv FILE.mtx[.gz] rows columns
#include <stardust/stardust.h>

#include <cstdlib>
#include <iostream>

using namespace stardust;

int main(int argc, char** argv) try {
  if (argc != 4) {
    std::cerr << "usage: spmv FILE.mtx[.gz] ROWS COLUMNS\n";
    return 1;
  }
  const std::int64_t rows = std::atoll(argv[2]), columns = std::atoll(argv[3]);
  Tensor<float> A("A", {rows, columns}, Format({dense, compressed}, offChip));
  Tensor<float> x("x", {columns}, Format({dense}, offChip));
  Tensor<float> y("y", {rows}, Format({dense}, offChip));
  A.read(argv[1]);
  for (std::int64_t column = 0; column < columns; ++column) x.insert({column}, 1.0 / static_cast<double>(1 + column));

  IndexVar i("i"), j("j");
  y(i) = A(i, j) * x(j);
  y.compile(y.getAssignment().environment(innerPar, 16).environment(outerPar, 8));

  const Report report = y.evaluate({Target::Capstan});
  std::cout << y.getAssignment() << "\n"
            << A.stored() << " entries, " << (report.verified ? "verified" : "WRONG") << "\n"
            << report.cycles << " cycles, " << report.seconds * 1e6 << " us on Capstan with HBM2E\n";
  return report.verified ? 0 : 3;
} catch (const Error& error) {
  std::cerr << error.what();
  return exitCode(error.diagnostic().family);
}
