// librsb: recursive sparse blocks, partitioned for the number of threads when a matrix is made. Without its autotuner,
// whose search takes longer than thousands of products.
#ifdef STARDUST_LIBRSB
#include <omp.h>
#include <rsb.h>
#endif

#include <stdexcept>

#include "entries.h"
#include "peer.h"

namespace stardust::bench {

#ifdef STARDUST_LIBRSB
namespace {

void require(rsb_err_t error) {
  if (error != RSB_ERR_NO_ERROR) throw std::runtime_error("librsb reports an error");
}

void useThreads(int threads) {
  static const bool initialised = (require(rsb_lib_init(RSB_NULL_INIT_OPTIONS)), true);
  static_cast<void>(initialised);
  omp_set_num_threads(threads);  // librsb takes the minimum of this and its own option
  const rsb_int_t count = threads;
  require(rsb_lib_set_opt(RSB_IO_WANT_EXECUTING_THREADS, &count));
}

using Matrix = std::shared_ptr<rsb_mtx_t>;
using Values = ValueArray<double>;
constexpr auto type = RSB_NUMERICAL_TYPE_DOUBLE;
constexpr double one = 1;

Matrix owned(rsb_mtx_t* matrix, rsb_err_t error) {
  require(error);
  return Matrix(matrix, [](rsb_mtx_t* m) { rsb_mtx_free(m); });
}

Matrix matrix(const Task& task, const char* name) {
  const auto entries = entriesOf<rsb_coo_idx_t>(task.operand(name));
  rsb_err_t error = RSB_ERR_NO_ERROR;
  rsb_mtx_t* const made = rsb_mtx_alloc_from_coo_const(entries.values.data(), entries.row.data(), entries.column.data(),
                                                       static_cast<rsb_nnz_idx_t>(entries.values.size()), type,
                                                       entries.rows, entries.columns, 1, 1, RSB_FLAG_NOFLAGS, &error);
  return owned(made, error);
}

Digest digestOfMatrix(const Matrix& matrix) {
  rsb_nnz_idx_t count = 0;
  require(rsb_mtx_get_info(matrix.get(), RSB_MIF_MATRIX_NNZ__TO__RSB_NNZ_INDEX_T, &count));
  Values values(static_cast<std::size_t>(count));
  std::vector<rsb_coo_idx_t> rows(values.size()), columns(values.size());
  require(rsb_mtx_get_coo(matrix.get(), values.data(), rows.data(), columns.data(), RSB_FLAG_C_INDICES_INTERFACE));
  return digestOf(values);
}

// y = beta start + alpha A x.
Work product(const Task& task, rsb_trans_t transposed, double alpha, double beta, const Values& start) {
  const auto compute = [=, A = matrix(task, "A"), x = task.values("x")](Values& y) {
    if (beta != 0) y = start;
    require(rsb_spmv(transposed, &alpha, A.get(), x.data(), 1, &beta, y.data(), 1));
  };
  return workOf(
      start, compute, [](const Values& y) { return digestOf(y); }, Threads::Parallel);
}

template <class Compute>
Work sparseResult(const Task& task, Compute compute, Threads threads) {
  const auto run = [compute, B = matrix(task, "B"), C = matrix(task, "C")](Matrix& A) {
    rsb_err_t error = RSB_ERR_NO_ERROR;
    rsb_mtx_t* const made =
        compute(type, RSB_TRANSPOSITION_N, &one, B.get(), RSB_TRANSPOSITION_N, &one, C.get(), &error);
    A = owned(made, error);
  };
  return workOf(Matrix(), run, digestOfMatrix, threads);
}

Work spmm(const Task& task) {
  const auto width = static_cast<rsb_coo_idx_t>(task.extent("C", 1));
  const auto compute = [=, B = matrix(task, "B"), C = task.values("C")](Values& A) {
    const double zero = 0;
    require(rsb_spmm(RSB_TRANSPOSITION_N, &one, B.get(), width, RSB_FLAG_WANT_ROW_MAJOR_ORDER, C.data(), width, &zero,
                     A.data(), width));
  };
  return workOf(
      Values(static_cast<std::size_t>(task.extent("B", 0) * width)), compute,
      [](const Values& A) { return digestOf(A); }, Threads::Parallel);
}

Kernels kernels() {
  return {
      {"spmv",
       [](const Task& t) {
         return product(t, RSB_TRANSPOSITION_N, 1, 0, Values(static_cast<std::size_t>(t.extent("A", 0))));
       }},
      {"residual", [](const Task& t) { return product(t, RSB_TRANSPOSITION_N, -1, 1, t.values("b")); }},
      {"mattransmul",
       [](const Task& t) {
         return product(t, RSB_TRANSPOSITION_T, t.scalar("alpha"), t.scalar("beta"), t.values("z"));
       }},
      {"plus2csr", [](const Task& t) { return sparseResult(t, rsb_sppsp, Threads::Serial); }},
      {"spmm", spmm},
      {"spgemm", [](const Task& t) { return sparseResult(t, rsb_spmsp, Threads::Parallel); }},
  };
}

}  // namespace

Peer librsb() { return {"librsb", "apt-get install librsb-dev", useThreads, kernels()}; }
#else
Peer librsb() { return {"librsb", "apt-get install librsb-dev"}; }
#endif

}  // namespace stardust::bench
