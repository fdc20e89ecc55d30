// Eigen: expressions of its sparse matrices. It parallelizes only products of row-major matrices with dense ones.
#ifdef STARDUST_EIGEN
#include <omp.h>

#include <Eigen/Sparse>
#endif

#include "entries.h"
#include "peer.h"

namespace stardust::bench {

#ifdef STARDUST_EIGEN
namespace {

using Rows = Eigen::SparseMatrix<double, Eigen::RowMajor, int>;
using Columns = Eigen::SparseMatrix<double, Eigen::ColMajor, int>;
using Vector = Eigen::VectorXd;
using SparseVector = Eigen::SparseVector<double>;
using Dense = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

// A tensor as a matrix with a row for each coordinate of its first mode.
template <class Matrix>
Matrix sparse(const Task& task, const char* name) {
  const auto entries = entriesOf<int>(task.operand(name));
  std::vector<Eigen::Triplet<double>> triplets;
  for (std::size_t n = 0; n < entries.values.size(); ++n)
    triplets.emplace_back(entries.row[n], entries.column[n], entries.values[n]);
  Matrix matrix(entries.rows, entries.columns);
  matrix.setFromTriplets(triplets.begin(), triplets.end());
  return matrix;
}
Rows rows(const Task& task, const char* name) { return sparse<Rows>(task, name); }

SparseVector sparseVector(const Task& task, const char* name) {
  const auto entries = entriesOf<int>(task.operand(name));
  SparseVector vector(entries.rows);
  for (std::size_t n = 0; n < entries.values.size(); ++n) vector.insert(entries.row[n]) = entries.values[n];
  return vector;
}
Vector vector(const Task& task, const char* name) {
  return Eigen::Map<const Vector>(task.values(name).data(), task.extent(name, 0));
}
Dense dense(const Task& task, const char* name) {
  return Eigen::Map<const Dense>(task.values(name).data(), task.extent(name, 0), task.extent(name, 1));
}

template <class Result, class Compute>
Work work(Result start, Compute compute, Threads threads = Threads::Parallel) {
  const auto digest = [](const Result& result) {
    if constexpr (std::is_same_v<Result, double>) return digestOf(result);
    else return Digest{result.sum(), result.cwiseAbs().sum()};
  };
  return workOf(std::move(start), std::move(compute), digest, threads);
}

Work sum(const Task& task) {
  return work(
      Rows(), [B = rows(task, "B"), C = rows(task, "C")](Rows& A) { A = B + C; }, Threads::Serial);
}

Kernels kernels() {
  return {
      {"spmv",
       [](const Task& t) {
         return work(Vector(), [A = rows(t, "A"), x = vector(t, "x")](Vector& y) { y.noalias() = A * x; });
       }},
      {"residual",
       [](const Task& t) {
         return work(Vector(), [A = rows(t, "A"), x = vector(t, "x"), b = vector(t, "b")](Vector& y) {
           y = b;
           y.noalias() -= A * x;
         });
       }},
      // The transpose of a column-major matrix is row-major, so that it is parallelized.
      {"mattransmul",
       [](const Task& t) {
         return work(Vector(), [A = sparse<Columns>(t, "A"), x = vector(t, "x"), z = vector(t, "z"),
                                alpha = t.scalar("alpha"), beta = t.scalar("beta")](Vector& y) {
           y = beta * z;
           y.noalias() += alpha * (A.transpose() * x);
         });
       }},
      {"plus3",
       [](const Task& t) {
         return work(
             Rows(), [B = rows(t, "B"), C = rows(t, "C"), D = rows(t, "D")](Rows& A) { A = B + C + D; },
             Threads::Serial);
       }},
      {"plus2csr", sum},
      {"plus2", sum},
      // The sum of an expression: no product is stored.
      {"innerprod",
       [](const Task& t) {
         return work(
             0.0, [B = rows(t, "B"), C = rows(t, "C")](double& alpha) { alpha = B.cwiseProduct(C).sum(); },
             Threads::Serial);
       }},
      {"spmm",
       [](const Task& t) {
         return work(Dense(), [B = rows(t, "B"), C = dense(t, "C")](Dense& A) { A.noalias() = B * C; });
       }},
      // Eigen's product sorts its columns; (B * C).pruned() sorts them by a slower method.
      {"spgemm",
       [](const Task& t) {
         return work(
             Rows(), [B = rows(t, "B"), C = rows(t, "C")](Rows& A) { A = B * C; }, Threads::Serial);
       }},
      {"spmspv",
       [](const Task& t) {
         return work(
             SparseVector(), [A = sparse<Columns>(t, "A"), x = sparseVector(t, "x")](SparseVector& y) { y = A * x; },
             Threads::Serial);
       }},
      {"times",
       [](const Task& t) {
         return work(
             Rows(), [B = rows(t, "B"), C = rows(t, "C")](Rows& A) { A = B.cwiseProduct(C); }, Threads::Serial);
       }},
      {"timesdense",
       [](const Task& t) {
         return work(
             Rows(), [B = rows(t, "B"), C = dense(t, "C")](Rows& A) { A = B.cwiseProduct(C); }, Threads::Serial);
       }},
      {"plusdense",
       [](const Task& t) {
         return work(
             Dense(), [B = rows(t, "B"), C = dense(t, "C")](Dense& A) { A = C + B; }, Threads::Serial);
       }},
  };
}

}  // namespace

Peer eigen() { return {"Eigen", "apt-get install libeigen3-dev", omp_set_num_threads, kernels()}; }
#else
Peer eigen() { return {"Eigen", "apt-get install libeigen3-dev"}; }
#endif

}  // namespace stardust::bench
