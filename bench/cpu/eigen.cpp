#ifdef STARDUST_EIGEN
#include <omp.h>

#include <Eigen/Sparse>
#endif

#include "contenders.h"

namespace stardust::bench {

#ifdef STARDUST_EIGEN
namespace {

using Vector = Eigen::VectorXd;
template <int Order>
using Matrix = Eigen::SparseMatrix<double, Order, int>;

// Compressed rows, or columns, with the levels above the last one flattened: a tensor is a matrix with a row for each of its fibers.
template <int Order>
Matrix<Order> matrixOf(const Storage& s) {
  std::vector<Eigen::Triplet<double>> entries;
  const Coordinates all = unpack(s);
  const auto& values = std::get<std::vector<double>>(all.values);
  const int order = s.order();
  for (std::size_t n = 0; n < values.size(); ++n) {
    const auto* at = &all.crd[n * static_cast<std::size_t>(order)];
    std::int64_t row = at[0], column = at[1];
    for (int m = 2; m < order; ++m) column = column * s.dims[static_cast<std::size_t>(m)] + at[m];
    entries.emplace_back(static_cast<int>(row), static_cast<int>(column), values[n]);
  }
  std::int64_t columns = 1;
  for (int m = 1; m < order; ++m) columns *= s.dims[static_cast<std::size_t>(m)];
  Matrix<Order> matrix(static_cast<int>(s.dims[0]), static_cast<int>(columns));
  matrix.setFromTriplets(entries.begin(), entries.end());
  return matrix;
}

Vector vectorOf(const std::vector<double>& values) { return Eigen::Map<const Vector>(values.data(), static_cast<Eigen::Index>(values.size())); }

template <class Result>
Digest digestOf(const Result& result) {
  return {result.sum(), result.cwiseAbs().sum()};
}

template <class Result, class Compute>
Contenders contender(int threads, bool parallel, Compute compute) {
  const auto result = std::make_shared<Result>();
  const auto run = [=] {
    omp_set_num_threads(threads);
    compute(*result);
  };
  return {{"Eigen", run, [=] { return digestOf(*result); }, parallel}};
}

}  // namespace

Contenders eigen(const Task& task, int threads) {
  const auto rows = [&](const char* name) { return matrixOf<Eigen::RowMajor>(task.operand(name)); };
  const auto dense = [&](const char* name) { return vectorOf(task.values(name)); };
  using Rows = Matrix<Eigen::RowMajor>;
  if (task.kernel == "spmv")
    return contender<Vector>(threads, true, [A = rows("A"), x = dense("x")](Vector& y) { y.noalias() = A * x; });
  if (task.kernel == "residual")
    return contender<Vector>(threads, true, [A = rows("A"), x = dense("x"), b = dense("b")](Vector& y) {
      y = b;
      y.noalias() -= A * x;
    });
  if (task.kernel == "mattransmul")
    return contender<Vector>(threads, true, [A = matrixOf<Eigen::ColMajor>(task.operand("A")), x = dense("x"), z = dense("z"), alpha = task.scalar("alpha"),
                                             beta = task.scalar("beta")](Vector& y) {
      y = beta * z;
      y.noalias() += alpha * (A.transpose() * x);
    });
  if (task.kernel == "plus3") return contender<Rows>(threads, false, [B = rows("B"), C = rows("C"), D = rows("D")](Rows& A) { A = B + C + D; });
  if (task.kernel == "plus2csr" || task.kernel == "plus2") return contender<Rows>(threads, false, [B = rows("B"), C = rows("C")](Rows& A) { A = B + C; });
  if (task.kernel == "innerprod") {
    const auto sum = std::make_shared<double>();
    return {{"Eigen", [sum, B = rows("B"), C = rows("C")] { *sum = B.cwiseProduct(C).sum(); }, [sum] { return Digest{*sum, std::abs(*sum)}; }, false}};
  }
  return {};
}
#else
Contenders eigen(const Task&, int) { return {}; }
#endif

}  // namespace stardust::bench
