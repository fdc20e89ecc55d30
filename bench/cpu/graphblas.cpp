#ifdef STARDUST_GRAPHBLAS
#include <cmath>
#include <complex>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
extern "C" {  // the header says nothing to C++; what it includes was included above
#include <GraphBLAS.h>
}
#endif

#include <stdexcept>

#include "contenders.h"

namespace stardust::bench {

#ifdef STARDUST_GRAPHBLAS
namespace {

void require(GrB_Info info) {
  if (info != GrB_SUCCESS) throw std::runtime_error("GraphBLAS reports an error");
}

using Matrix = std::shared_ptr<GB_Matrix_opaque>;
using Vector = std::shared_ptr<GB_Vector_opaque>;

Matrix newMatrix(std::int64_t rows, std::int64_t columns) {
  GrB_Matrix made = nullptr;
  require(GrB_Matrix_new(&made, GrB_FP64, static_cast<GrB_Index>(rows), static_cast<GrB_Index>(columns)));
  return Matrix(made, [](GrB_Matrix m) { GrB_Matrix_free(&m); });
}
Vector newVector(std::int64_t size) {
  GrB_Vector made = nullptr;
  require(GrB_Vector_new(&made, GrB_FP64, static_cast<GrB_Index>(size)));
  return Vector(made, [](GrB_Vector v) { GrB_Vector_free(&v); });
}

// The modes before `split` make the row, the others the column.
Matrix matrixOf(const Storage& s, int split = 1) {
  const Coordinates all = unpack(s);
  std::vector<GrB_Index> rows, columns;
  GrB_Index extents[2] = {1, 1};
  for (int m = 0; m < s.order(); ++m) extents[m < split ? 0 : 1] *= static_cast<GrB_Index>(s.dims[static_cast<std::size_t>(m)]);
  for (std::size_t n = 0; n < all.size(); ++n) {
    GrB_Index at[2] = {0, 0};
    for (int m = 0; m < s.order(); ++m) {
      GrB_Index& half = at[m < split ? 0 : 1];
      half = half * static_cast<GrB_Index>(s.dims[static_cast<std::size_t>(m)]) + static_cast<GrB_Index>(all.crd[n * static_cast<std::size_t>(s.order()) + static_cast<std::size_t>(m)]);
    }
    rows.push_back(at[0]), columns.push_back(at[1]);
  }
  const Matrix matrix = newMatrix(static_cast<std::int64_t>(extents[0]), static_cast<std::int64_t>(extents[1]));
  require(GrB_Matrix_build_FP64(matrix.get(), rows.data(), columns.data(), std::get<std::vector<double>>(all.values).data(), all.size(), GrB_PLUS_FP64));
  require(GrB_Matrix_wait(matrix.get(), GrB_MATERIALIZE));
  return matrix;
}

Vector vectorOf(const std::vector<double>& values) {
  const Vector vector = newVector(static_cast<std::int64_t>(values.size()));
  for (std::size_t n = 0; n < values.size(); ++n) require(GrB_Vector_setElement_FP64(vector.get(), values[n], n));
  require(GrB_Vector_wait(vector.get(), GrB_MATERIALIZE));
  return vector;
}

void useThreads(int threads) {
  static const bool initialised = (require(GrB_init(GrB_NONBLOCKING)), true);
  static_cast<void>(initialised);
  require(GxB_Global_Option_set(GxB_GLOBAL_NTHREADS, threads));
  require(GxB_Global_Option_set(GxB_FORMAT, GxB_BY_ROW));
}

Digest digestOf(const Matrix& matrix) {
  Digest d;
  const Matrix absolute = newMatrix(0, 0);
  GrB_Index rows = 0, columns = 0;
  require(GrB_Matrix_nrows(&rows, matrix.get()));
  require(GrB_Matrix_ncols(&columns, matrix.get()));
  require(GrB_Matrix_resize(absolute.get(), rows, columns));
  require(GrB_Matrix_apply(absolute.get(), nullptr, nullptr, GrB_ABS_FP64, matrix.get(), nullptr));
  require(GrB_Matrix_reduce_FP64(&d.sum, nullptr, GrB_PLUS_MONOID_FP64, matrix.get(), nullptr));
  require(GrB_Matrix_reduce_FP64(&d.magnitude, nullptr, GrB_PLUS_MONOID_FP64, absolute.get(), nullptr));
  return d;
}
Digest digestOf(const Vector& vector) {
  Digest d;
  GrB_Index size = 0;
  require(GrB_Vector_size(&size, vector.get()));
  const Vector absolute = newVector(static_cast<std::int64_t>(size));
  require(GrB_Vector_apply(absolute.get(), nullptr, nullptr, GrB_ABS_FP64, vector.get(), nullptr));
  require(GrB_Vector_reduce_FP64(&d.sum, nullptr, GrB_PLUS_MONOID_FP64, vector.get(), nullptr));
  require(GrB_Vector_reduce_FP64(&d.magnitude, nullptr, GrB_PLUS_MONOID_FP64, absolute.get(), nullptr));
  return d;
}

template <class Result, class Compute>
Contenders contender(const Result& result, int threads, Compute compute) {
  const auto run = [=] {
    useThreads(threads);
    compute(result);
  };
  return {{"GraphBLAS", run, [result] { return digestOf(result); }}};
}

// out = A x (+ what `start` says, scaled): the sum over the last mode of A.
void multiply(const Vector& out, GrB_BinaryOp accumulate, const Matrix& A, const Vector& x, bool transposed) {
  require(GrB_mxv(out.get(), nullptr, accumulate, GrB_PLUS_TIMES_SEMIRING_FP64, A.get(), x.get(), transposed ? GrB_DESC_T0 : nullptr));
  require(GrB_Vector_wait(out.get(), GrB_MATERIALIZE));
}

void add(const Matrix& out, const Matrix& a, const Matrix& b) {
  require(GrB_Matrix_eWiseAdd_BinaryOp(out.get(), nullptr, nullptr, GrB_PLUS_FP64, a.get(), b.get(), nullptr));
  require(GrB_Matrix_wait(out.get(), GrB_MATERIALIZE));
}

Contenders vectorKernel(const Task& task, int threads) {
  const Storage& A = task.operand("A");
  if (task.kernel == "spmv")
    return contender(newVector(A.dims[0]), threads, [A = matrixOf(A), x = vectorOf(task.values("x"))](const Vector& y) { multiply(y, nullptr, A, x, false); });
  if (task.kernel == "residual")
    return contender(newVector(A.dims[0]), threads, [A = matrixOf(A), x = vectorOf(task.values("x")), b = vectorOf(task.values("b"))](const Vector& y) {
      require(GrB_Vector_assign(y.get(), nullptr, nullptr, b.get(), GrB_ALL, 0, nullptr));
      multiply(y, GrB_MINUS_FP64, A, x, false);
    });
  // The matrix is stored by columns there, so its transpose is by rows here, and no product transposes anything.
  Storage transposed = A;
  std::swap(transposed.dims[0], transposed.dims[1]);
  transposed.format = Format(A.format.levels(), {0, 1});
  return contender(newVector(A.dims[1]), threads, [T = matrixOf(transposed), x = vectorOf(task.values("x")), z = vectorOf(task.values("z")), alpha = task.scalar("alpha"),
                                                   beta = task.scalar("beta"), scaled = newVector(A.dims[0])](const Vector& y) {
    require(GrB_Vector_apply_BinaryOp1st_FP64(scaled.get(), nullptr, nullptr, GrB_TIMES_FP64, alpha, x.get(), nullptr));
    require(GrB_Vector_apply_BinaryOp1st_FP64(y.get(), nullptr, nullptr, GrB_TIMES_FP64, beta, z.get(), nullptr));
    multiply(y, GrB_PLUS_FP64, T, scaled, false);
  });
}

Contenders sumKernel(const Task& task, int threads) {
  const Storage& B = task.operand("B");
  const Matrix b = matrixOf(B), c = matrixOf(task.operand("C"));
  GrB_Index rows = 0, columns = 0;
  require(GrB_Matrix_nrows(&rows, b.get()));
  require(GrB_Matrix_ncols(&columns, b.get()));
  const auto make = [&] { return newMatrix(static_cast<std::int64_t>(rows), static_cast<std::int64_t>(columns)); };
  if (task.kernel == "plus3")
    return contender(make(), threads, [=, d = matrixOf(task.operand("D")), half = make()](const Matrix& a) {
      add(half, b, c);
      add(a, half, d);
    });
  if (task.kernel != "innerprod") return contender(make(), threads, [=](const Matrix& a) { add(a, b, c); });
  const auto product = make();
  const auto sum = std::make_shared<double>();
  const auto run = [=] {
    useThreads(threads);
    require(GrB_Matrix_eWiseMult_BinaryOp(product.get(), nullptr, nullptr, GrB_TIMES_FP64, b.get(), c.get(), nullptr));
    require(GrB_Matrix_reduce_FP64(sum.get(), nullptr, GrB_PLUS_MONOID_FP64, product.get(), nullptr));
  };
  return {{"GraphBLAS", run, [sum] { return Digest{*sum, std::abs(*sum)}; }}};
}

Contenders productKernel(const Task& task, int threads) {
  const Storage& B = task.operand("B");
  if (task.kernel == "sddmm")
    return contender(newMatrix(B.dims[0], B.dims[1]), threads,
                     [B = matrixOf(B), C = matrixOf(task.operand("C")), D = matrixOf(task.operand("D")), dots = newMatrix(B.dims[0], B.dims[1])](const Matrix& a) {
                       require(GrB_mxm(dots.get(), B.get(), nullptr, GrB_PLUS_TIMES_SEMIRING_FP64, C.get(), D.get(), GrB_DESC_RST1));
                       require(GrB_Matrix_eWiseMult_BinaryOp(a.get(), nullptr, nullptr, GrB_TIMES_FP64, B.get(), dots.get(), nullptr));
                       require(GrB_Matrix_wait(a.get(), GrB_MATERIALIZE));
                     });
  const Matrix fibers = matrixOf(B, 2);
  if (task.kernel == "ttv")
    return contender(newVector(B.dims[0] * B.dims[1]), threads, [fibers, c = vectorOf(task.values("c"))](const Vector& a) { multiply(a, nullptr, fibers, c, false); });
  return contender(newMatrix(B.dims[0] * B.dims[1], task.operand("C").dims[1]), threads, [fibers, C = matrixOf(task.operand("C"))](const Matrix& a) {
    require(GrB_mxm(a.get(), nullptr, nullptr, GrB_PLUS_TIMES_SEMIRING_FP64, fibers.get(), C.get(), nullptr));
    require(GrB_Matrix_wait(a.get(), GrB_MATERIALIZE));
  });
}

}  // namespace

Contenders graphBlas(const Task& task, int threads) {
  useThreads(threads);
  const std::string& k = task.kernel;
  if (k == "spmv" || k == "residual" || k == "mattransmul") return vectorKernel(task, threads);
  if (k == "plus3" || k == "plus2" || k == "plus2csr" || k == "innerprod") return sumKernel(task, threads);
  if (k == "sddmm" || k == "ttv" || k == "ttm") return productKernel(task, threads);
  return {};
}
#else
Contenders graphBlas(const Task&, int) { return {}; }
#endif

}  // namespace stardust::bench
