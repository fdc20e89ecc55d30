// SuiteSparse:GraphBLAS: operations on whole matrices, each of which waits for its result. Dense operands are full
// matrices and vectors, for which its products and elementwise operations have specialized code.
#ifdef STARDUST_GRAPHBLAS
#include <cmath>
#include <complex>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
extern "C" {  // the header lacks C linkage for C++; its own includes were included above
#include <GraphBLAS.h>
}
#endif

#include <numeric>
#include <stdexcept>

#include "entries.h"
#include "peer.h"

namespace stardust::bench {

#ifdef STARDUST_GRAPHBLAS
namespace {

void require(GrB_Info info) {
  if (info != GrB_SUCCESS) throw std::runtime_error("GraphBLAS reports an error");
}

void useThreads(int threads) {
  static const bool initialised = (require(GrB_init(GrB_NONBLOCKING)), true);
  static_cast<void>(initialised);
  require(GxB_Global_Option_set(GxB_GLOBAL_NTHREADS, threads));
  require(GxB_Global_Option_set(GxB_FORMAT, GxB_BY_ROW));
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
Matrix likeB(const Task& task) {
  const auto& dims = task.operand("B").dims;
  return newMatrix(dims[0], std::accumulate(dims.begin() + 1, dims.end(), std::int64_t{1}, std::multiplies<>()));
}

// Sets the storage format explicitly; dense tensors would become full by themselves.
void settle(const Matrix& matrix, const Storage& tensor) {
  if (tensor.stored() == static_cast<std::size_t>(std::accumulate(tensor.dims.begin(), tensor.dims.end(),
                                                                  std::int64_t{1}, std::multiplies<>())))
    require(GxB_Matrix_Option_set(matrix.get(), GxB_SPARSITY_CONTROL, GxB_FULL));
  require(GrB_Matrix_wait(matrix.get(), GrB_MATERIALIZE));
}

Matrix matrix(const Storage& tensor, int split = 1) {
  const auto entries = entriesOf<GrB_Index>(tensor, split);
  const Matrix made = newMatrix(static_cast<std::int64_t>(entries.rows), static_cast<std::int64_t>(entries.columns));
  require(GrB_Matrix_build_FP64(made.get(), entries.row.data(), entries.column.data(), entries.values.data(),
                                entries.values.size(), GrB_PLUS_FP64));
  settle(made, tensor);
  return made;
}
Matrix matrix(const Task& task, const char* name) { return matrix(task.operand(name)); }

Vector vector(const Task& task, const char* name) {
  const auto entries = entriesOf<GrB_Index>(task.operand(name));
  const Vector made = newVector(static_cast<std::int64_t>(entries.rows));
  require(GrB_Vector_build_FP64(made.get(), entries.row.data(), entries.values.data(), entries.values.size(),
                                GrB_PLUS_FP64));
  require(GrB_Vector_wait(made.get(), GrB_MATERIALIZE));
  return made;
}

Digest digest(const Matrix& matrix) {
  Digest d;
  GrB_Index rows = 0, columns = 0;
  require(GrB_Matrix_nrows(&rows, matrix.get()));
  require(GrB_Matrix_ncols(&columns, matrix.get()));
  const Matrix absolute = newMatrix(static_cast<std::int64_t>(rows), static_cast<std::int64_t>(columns));
  require(GrB_Matrix_apply(absolute.get(), nullptr, nullptr, GrB_ABS_FP64, matrix.get(), nullptr));
  require(GrB_Matrix_reduce_FP64(&d.sum, nullptr, GrB_PLUS_MONOID_FP64, matrix.get(), nullptr));
  require(GrB_Matrix_reduce_FP64(&d.magnitude, nullptr, GrB_PLUS_MONOID_FP64, absolute.get(), nullptr));
  return d;
}
Digest digest(const Vector& vector) {
  Digest d;
  GrB_Index size = 0;
  require(GrB_Vector_size(&size, vector.get()));
  const Vector absolute = newVector(static_cast<std::int64_t>(size));
  require(GrB_Vector_apply(absolute.get(), nullptr, nullptr, GrB_ABS_FP64, vector.get(), nullptr));
  require(GrB_Vector_reduce_FP64(&d.sum, nullptr, GrB_PLUS_MONOID_FP64, vector.get(), nullptr));
  require(GrB_Vector_reduce_FP64(&d.magnitude, nullptr, GrB_PLUS_MONOID_FP64, absolute.get(), nullptr));
  return d;
}

void finish(const Matrix& m) { require(GrB_Matrix_wait(m.get(), GrB_MATERIALIZE)); }
void finish(const Vector& v) { require(GrB_Vector_wait(v.get(), GrB_MATERIALIZE)); }

template <class Result, class Compute>
Work work(const Result& result, Compute compute) {
  const auto run = [compute](const Result& made) {
    compute(made);
    finish(made);
  };
  return workOf(
      result, run, [](const Result& made) { return digest(made); }, Threads::Parallel);
}

// out = A x, optionally accumulated into out.
void multiply(const Vector& out, GrB_BinaryOp accumulate, const Matrix& A, const Vector& x,
              GrB_Descriptor descriptor = nullptr) {
  require(GrB_mxv(out.get(), nullptr, accumulate, GrB_PLUS_TIMES_SEMIRING_FP64, A.get(), x.get(), descriptor));
}
void multiply(const Matrix& out, const Matrix& A, const Matrix& B) {
  require(GrB_mxm(out.get(), nullptr, nullptr, GrB_PLUS_TIMES_SEMIRING_FP64, A.get(), B.get(), nullptr));
}
void add(const Matrix& out, const Matrix& a, const Matrix& b) {
  require(GrB_Matrix_eWiseAdd_BinaryOp(out.get(), nullptr, nullptr, GrB_PLUS_FP64, a.get(), b.get(), nullptr));
}
void timesElements(const Matrix& out, const Matrix& a, const Matrix& b) {
  require(GrB_Matrix_eWiseMult_BinaryOp(out.get(), nullptr, nullptr, GrB_TIMES_FP64, a.get(), b.get(), nullptr));
}

Work residual(const Task& task) {
  return work(newVector(task.extent("A", 0)),
              [A = matrix(task, "A"), x = vector(task, "x"), b = vector(task, "b")](const Vector& y) {
                require(GrB_Vector_assign(y.get(), nullptr, nullptr, b.get(), GrB_ALL, 0, nullptr));
                multiply(y, GrB_MINUS_FP64, A, x);
              });
}

// The matrix is stored by columns, so that its transpose is stored by rows and no product transposes.
Work mattransmul(const Task& task) {
  Storage transposed = task.operand("A");
  std::swap(transposed.dims[0], transposed.dims[1]);
  transposed.format = Format(transposed.format.levels(), {0, 1});
  const auto compute = [T = matrix(transposed), x = vector(task, "x"), z = vector(task, "z"),
                        alpha = task.scalar("alpha"), beta = task.scalar("beta"),
                        scaled = newVector(transposed.dims[1])](const Vector& y) {
    require(GrB_Vector_apply_BinaryOp1st_FP64(scaled.get(), nullptr, nullptr, GrB_TIMES_FP64, alpha, x.get(), nullptr));
    require(GrB_Vector_apply_BinaryOp1st_FP64(y.get(), nullptr, nullptr, GrB_TIMES_FP64, beta, z.get(), nullptr));
    multiply(y, GrB_PLUS_FP64, T, scaled);
  };
  return work(newVector(transposed.dims[0]), compute);
}

// Dot products of rows of C and D at the stored coordinates of B, times B.
Work sddmm(const Task& task) {
  return work(likeB(task), [B = matrix(task, "B"), C = matrix(task, "C"), D = matrix(task, "D"),
                            dots = likeB(task)](const Matrix& A) {
    require(GrB_mxm(dots.get(), B.get(), nullptr, GrB_PLUS_TIMES_SEMIRING_FP64, C.get(), D.get(), GrB_DESC_RST1));
    timesElements(A, B, dots);
  });
}

Work sum(const Task& task) {
  return work(likeB(task), [B = matrix(task, "B"), C = matrix(task, "C")](const Matrix& A) { add(A, B, C); });
}

Work plus3(const Task& task) {
  return work(likeB(task), [B = matrix(task, "B"), C = matrix(task, "C"), D = matrix(task, "D"),
                            half = likeB(task)](const Matrix& A) {
    add(half, B, C);
    add(A, half, D);
  });
}

Work multiplied(const Task& task) {
  return work(newMatrix(task.extent("B", 0), task.extent("C", 1)),
              [B = matrix(task, "B"), C = matrix(task, "C")](const Matrix& A) { multiply(A, B, C); });
}

Work product(const Task& task) {
  return work(likeB(task), [B = matrix(task, "B"), C = matrix(task, "C")](const Matrix& A) { timesElements(A, B, C); });
}

Work innerprod(const Task& task) {
  const auto compute = [B = matrix(task, "B"), C = matrix(task, "C"), both = likeB(task)](double& alpha) {
    timesElements(both, B, C);
    require(GrB_Matrix_reduce_FP64(&alpha, nullptr, GrB_PLUS_MONOID_FP64, both.get(), nullptr));
  };
  return workOf(
      0.0, compute, [](double alpha) { return digestOf(alpha); }, Threads::Parallel);
}

// A row for each fiber, over all pairs of coordinates: hypersparse.
Work ttv(const Task& task) {
  return work(newVector(task.extent("B", 0) * task.extent("B", 1)),
              [fibers = matrix(task.operand("B"), 2), c = vector(task, "c")](const Vector& A) {
                multiply(A, nullptr, fibers, c);
              });
}
Work ttm(const Task& task) {
  return work(
      newMatrix(task.extent("B", 0) * task.extent("B", 1), task.extent("C", 1)),
      [fibers = matrix(task.operand("B"), 2), C = matrix(task, "C")](const Matrix& A) { multiply(A, fibers, C); });
}

// A stays column-major, as given.
Work spmspv(const Task& task) {
  const Matrix A = matrix(task, "A");
  require(GxB_Matrix_Option_set(A.get(), GxB_FORMAT, GxB_BY_COL));
  finish(A);
  return work(newVector(task.extent("A", 0)),
              [A, x = vector(task, "x")](const Vector& y) { multiply(y, nullptr, A, x); });
}

Kernels kernels() {
  return {
      {"spmv",
       [](const Task& t) {
         return work(newVector(t.extent("A", 0)),
                     [A = matrix(t, "A"), x = vector(t, "x")](const Vector& y) { multiply(y, nullptr, A, x); });
       }},
      {"residual", residual},
      {"mattransmul", mattransmul},
      {"sddmm", sddmm},
      {"plus3", plus3},
      {"plus2csr", sum},
      {"plus2", sum},
      {"innerprod", innerprod},
      {"ttv", ttv},
      {"ttm", ttm},
      {"spmm", multiplied},
      {"spgemm", multiplied},
      {"spmspv", spmspv},
      {"times", product},
      {"timesdense", product},
      {"plusdense", sum},
  };
}

}  // namespace

Peer graphBlas() { return {"GraphBLAS", "libgraphblas-dev", useThreads, kernels()}; }
#else
Peer graphBlas() { return {"GraphBLAS", "libgraphblas-dev"}; }
#endif

}  // namespace stardust::bench
