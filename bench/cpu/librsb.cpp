#ifdef STARDUST_LIBRSB
#include <rsb.h>
#endif

#include <stdexcept>

#include "contenders.h"

namespace stardust::bench {

#ifdef STARDUST_LIBRSB
namespace {

void require(rsb_err_t error) {
  if (error != RSB_ERR_NO_ERROR) throw std::runtime_error("librsb reports an error");
}

using Matrix = std::shared_ptr<rsb_mtx_t>;

Matrix owned(rsb_mtx_t* matrix, rsb_err_t error) {
  require(error);
  return Matrix(matrix, [](rsb_mtx_t* m) { rsb_mtx_free(m); });
}

Matrix matrixOf(const Storage& s) {
  Coordinates all = unpack(s);
  std::vector<rsb_coo_idx_t> rows, columns;
  for (std::size_t n = 0; n < all.size(); ++n) rows.push_back(all.crd[2 * n]), columns.push_back(all.crd[2 * n + 1]);
  rsb_err_t error = RSB_ERR_NO_ERROR;
  rsb_mtx_t* matrix = rsb_mtx_alloc_from_coo_const(std::get<std::vector<double>>(all.values).data(), rows.data(), columns.data(),
                                                   static_cast<rsb_nnz_idx_t>(all.size()), RSB_NUMERICAL_TYPE_DOUBLE, static_cast<rsb_coo_idx_t>(s.dims[0]),
                                                   static_cast<rsb_coo_idx_t>(s.dims[1]), 1, 1, RSB_FLAG_NOFLAGS, &error);
  return owned(matrix, error);
}

void useThreads(int threads) {
  static const bool initialised = (require(rsb_lib_init(RSB_NULL_INIT_OPTIONS)), true);
  static_cast<void>(initialised);
  const rsb_int_t count = threads;
  require(rsb_lib_set_opt(RSB_IO_WANT_EXECUTING_THREADS, &count));
}

// y = beta y + alpha A x, from y = start each time.
Contender product(const Storage& A, const std::vector<double>& x, rsb_trans_t transposed, double alpha, double beta, const std::vector<double>& start, int threads) {
  const auto y = std::make_shared<std::vector<double>>(start);
  const auto run = [=, matrix = matrixOf(A)] {
    useThreads(threads);
    if (beta != 0) *y = start;
    require(rsb_spmv(transposed, &alpha, matrix.get(), x.data(), 1, &beta, y->data(), 1));
  };
  return {"librsb", run, [y] {
            Digest d;
            for (const double value : *y) d.add(value);
            return d;
          }};
}

}  // namespace

Contenders librsb(const Task& task, int threads) {
  useThreads(threads);
  if (task.kernel == "spmv")
    return {product(task.operand("A"), task.values("x"), RSB_TRANSPOSITION_N, 1, 0, std::vector<double>(static_cast<std::size_t>(task.operand("A").dims[0])), threads)};
  if (task.kernel == "residual") return {product(task.operand("A"), task.values("x"), RSB_TRANSPOSITION_N, -1, 1, task.values("b"), threads)};
  if (task.kernel == "mattransmul")
    return {product(task.operand("A"), task.values("x"), RSB_TRANSPOSITION_T, task.scalar("alpha"), task.scalar("beta"), task.values("z"), threads)};
  if (task.kernel != "plus2csr") return {};
  const auto sum = std::make_shared<Matrix>();
  const auto run = [=, B = matrixOf(task.operand("B")), C = matrixOf(task.operand("C"))] {
    useThreads(threads);
    const double one = 1;
    rsb_err_t error = RSB_ERR_NO_ERROR;
    rsb_mtx_t* matrix = rsb_sppsp(RSB_NUMERICAL_TYPE_DOUBLE, RSB_TRANSPOSITION_N, &one, B.get(), RSB_TRANSPOSITION_N, &one, C.get(), &error);
    *sum = owned(matrix, error);
  };
  const auto digest = [sum] {
    rsb_nnz_idx_t count = 0;
    require(rsb_mtx_get_info(sum->get(), RSB_MIF_MATRIX_NNZ__TO__RSB_NNZ_INDEX_T, &count));
    std::vector<double> values(static_cast<std::size_t>(count));
    std::vector<rsb_coo_idx_t> rows(values.size()), columns(values.size());
    require(rsb_mtx_get_coo(sum->get(), values.data(), rows.data(), columns.data(), RSB_FLAG_C_INDICES_INTERFACE));
    Digest d;
    for (const double value : values) d.add(value);
    return d;
  };
  return {{"librsb", run, digest, false}};
}
#else
Contenders librsb(const Task&, int) { return {}; }
#endif

}  // namespace stardust::bench
