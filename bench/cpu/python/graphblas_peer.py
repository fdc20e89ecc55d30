"""SuiteSparse:GraphBLAS in the CPU benchmark: operations on whole matrices, each of which waits for its result.

Dense operands are full matrices and vectors, for which its products and elementwise operations have specialized code. The functions of
its C interface are called directly; a call through cffi takes less than a microsecond.
"""
import numpy as np
import peer
import suitesparse_graphblas as graphblas

ffi, lib = graphblas.ffi, graphblas.lib
NULL = ffi.NULL


def require(info):
    if info != lib.GrB_SUCCESS:
        raise RuntimeError(f"GraphBLAS reports error {info}")


class Thing:
    """A matrix or a vector of GraphBLAS; `kind` is Matrix or Vector."""

    def __init__(self, kind, *dims):
        self.kind, self.dims = kind, dims
        self.handle = ffi.new(f"GrB_{kind}*")
        require(getattr(lib, f"GrB_{kind}_new")(self.handle, lib.GrB_FP64, *map(int, dims)))
        self.it = self.handle[0]

    def build(self, coordinates, values, full=False):
        indices = [np.ascontiguousarray(one, dtype=np.uint64) for one in coordinates]
        values = np.ascontiguousarray(values)
        pointers = [ffi.cast("GrB_Index*", one.ctypes.data) for one in indices]
        build = getattr(lib, f"GrB_{self.kind}_build_FP64")
        require(build(self.it, *pointers, ffi.cast("double*", values.ctypes.data), len(values), lib.GrB_PLUS_FP64))
        if full:
            require(lib.GrB_Matrix_set_INT32(self.it, lib.GxB_FULL, lib.GxB_SPARSITY_CONTROL))
        return self.finish()

    def finish(self):
        require(getattr(lib, f"GrB_{self.kind}_wait")(self.it, lib.GrB_MATERIALIZE))
        return self

    def values(self):
        count = ffi.new("GrB_Index*")
        require(getattr(lib, f"GrB_{self.kind}_nvals")(count, self.it))
        stored = np.empty(count[0])
        pointers = [NULL] * len(self.dims)
        extract = getattr(lib, f"GrB_{self.kind}_extractTuples_FP64")
        require(extract(*pointers, ffi.cast("double*", stored.ctypes.data), count, self.it))
        return stored


def matrix(rows, columns):
    return Thing("Matrix", rows, columns)


def vector(size):
    return Thing("Vector", size)


def stored(tensor):
    """The matrix of the first mode by all others."""
    entries = tensor.matrix(kind=peer.sp.coo_matrix)
    return matrix(*entries.shape).build((entries.row, entries.col), entries.data, full=tensor.dense)


def stored_fibers(tensor):
    """A row for each pair of the first two coordinates, whether its fiber has entries or not: hypersparse."""
    row = tensor.crd[:, 0].astype(np.int64) * tensor.dims[1] + tensor.crd[:, 1]
    return matrix(tensor.dims[0] * tensor.dims[1], tensor.dims[2]).build((row, tensor.crd[:, 2]), tensor.values)


def stored_vector(tensor):
    return vector(tensor.dims[0]).build((tensor.crd[:, 0],), tensor.values)


def like(thing):
    return matrix(*thing.dims)


def times_vector(y, A, x, accumulate=NULL):
    require(lib.GrB_mxv(y.it, NULL, accumulate, lib.GrB_PLUS_TIMES_SEMIRING_FP64, A.it, x.it, NULL))


def times_matrix(A, B, C):
    require(lib.GrB_mxm(A.it, NULL, NULL, lib.GrB_PLUS_TIMES_SEMIRING_FP64, B.it, C.it, NULL))


def add(A, B, C):
    require(lib.GrB_Matrix_eWiseAdd_BinaryOp(A.it, NULL, NULL, lib.GrB_PLUS_FP64, B.it, C.it, NULL))


def times_elements(A, B, C):
    require(lib.GrB_Matrix_eWiseMult_BinaryOp(A.it, NULL, NULL, lib.GrB_TIMES_FP64, B.it, C.it, NULL))


def computing(result, operation, *operands):
    """The kernel that computes `operation(result, *operands)`."""

    def compute():
        operation(result, *operands)
        return result.finish()

    return compute


def spmv(A, x):
    return computing(vector(A.dims[0]), times_vector, stored(A), stored_vector(x))


def residual(A, x, b):
    def operation(y, A, x, b):
        require(lib.GrB_Vector_assign(y.it, NULL, NULL, b.it, lib.GrB_ALL, 0, NULL))
        times_vector(y, A, x, lib.GrB_MINUS_FP64)

    return computing(vector(A.dims[0]), operation, stored(A), stored_vector(x), stored_vector(b))


def mattransmul(A, x, z, alpha, beta):
    """The matrix is stored by columns, so that its transpose is stored by rows and no product transposes."""
    entries = A.matrix(kind=peer.sp.coo_matrix)
    transposed = matrix(*entries.shape[::-1]).build((entries.col, entries.row), entries.data)
    alpha, beta, scaled = float(alpha.values[0]), float(beta.values[0]), vector(x.dims[0])

    def operation(y, T, x, z):
        require(lib.GrB_Vector_apply_BinaryOp1st_FP64(scaled.it, NULL, NULL, lib.GrB_TIMES_FP64, alpha, x.it, NULL))
        require(lib.GrB_Vector_apply_BinaryOp1st_FP64(y.it, NULL, NULL, lib.GrB_TIMES_FP64, beta, z.it, NULL))
        times_vector(y, T, scaled, lib.GrB_PLUS_FP64)

    return computing(vector(A.dims[1]), operation, transposed, stored_vector(x), stored_vector(z))


def sddmm(B, C, D):
    """Dot products of rows of C and D at the stored coordinates of B, times B."""
    B = stored(B)
    dots = like(B)

    def operation(A, C, D):
        require(lib.GrB_mxm(dots.it, B.it, NULL, lib.GrB_PLUS_TIMES_SEMIRING_FP64, C.it, D.it, lib.GrB_DESC_RST1))
        times_elements(A, B, dots)

    return computing(like(B), operation, stored(C), stored(D))


def plus3(B, C, D):
    B = stored(B)
    half = like(B)

    def operation(A, C, D):
        add(half, B, C)
        add(A, half, D)

    return computing(like(B), operation, stored(C), stored(D))


def plus(B, C):
    B = stored(B)
    return computing(like(B), add, B, stored(C))


def times(B, C):
    B = stored(B)
    return computing(like(B), times_elements, B, stored(C))


def innerprod(B, C):
    B, C = stored(B), stored(C)
    both, alpha = like(B), ffi.new("double*")

    def compute():
        times_elements(both, B, C)
        require(lib.GrB_Matrix_reduce_FP64(alpha, NULL, lib.GrB_PLUS_MONOID_FP64, both.it, NULL))
        return alpha

    return compute


def ttv(B, c):
    fibers = stored_fibers(B)
    return computing(vector(fibers.dims[0]), times_vector, fibers, stored_vector(c))


def ttm(B, C):
    fibers, C = stored_fibers(B), stored(C)
    return computing(matrix(fibers.dims[0], C.dims[1]), times_matrix, fibers, C)


def multiplied(B, C):
    return computing(matrix(B.dims[0], C.dims[1]), times_matrix, stored(B), stored(C))


def spmspv(A, x):
    """A stays column-major, as given."""
    columns = matrix(*A.dims)
    require(lib.GrB_Matrix_set_INT32(columns.it, lib.GrB_COLMAJOR, lib.GrB_STORAGE_ORIENTATION_HINT))
    columns.build(A.crd.T, A.values)
    return computing(vector(A.dims[0]), times_vector, columns, stored_vector(x))


def maskedproduct(B):
    """The mask is B, of which the pattern counts."""
    B = stored(B)

    def operation(C):
        require(lib.GrB_mxm(C.it, B.it, NULL, lib.GrB_PLUS_TIMES_SEMIRING_FP64, B.it, B.it, lib.GrB_DESC_RS))

    return computing(like(B), operation)


def bfs(A, f, v):
    """Any edge from the frontier to a vertex that is not visited."""
    def operation(n, f, A, v):
        require(lib.GrB_vxm(n.it, v.it, NULL, lib.GxB_ANY_PAIR_FP64, f.it, A.it, lib.GrB_DESC_RC))

    return computing(vector(A.dims[1]), operation, stored_vector(f), stored(A), stored_vector(v))


def sssp(A, x, d_old):
    def operation(d, A, x, old):
        require(lib.GrB_Vector_assign(d.it, NULL, NULL, old.it, lib.GrB_ALL, 0, NULL))
        require(lib.GrB_mxv(d.it, NULL, lib.GrB_MIN_FP64, lib.GrB_MIN_PLUS_SEMIRING_FP64, A.it, x.it, NULL))

    return computing(vector(A.dims[0]), operation, stored(A), stored_vector(x), stored_vector(d_old))


KERNELS = {
    "spmv": spmv, "residual": residual, "mattransmul": mattransmul, "sddmm": sddmm, "plus3": plus3, "plus2csr": plus, "plus2": plus,
    "innerprod": innerprod, "ttv": ttv, "ttm": ttm, "spmm": multiplied, "spgemm": multiplied, "spmspv": spmspv, "times": times,
    "timesdense": times, "plusdense": plus, "maskedproduct": maskedproduct, "bfs": bfs, "sssp": sssp,
}


def use_threads(threads):
    require(lib.GrB_Global_set_INT32(lib.GrB_GLOBAL, threads, lib.GxB_NTHREADS))


def version():
    return ".".join(str(getattr(lib, f"GxB_IMPLEMENTATION_{part}")) for part in ("MAJOR", "MINOR", "SUB"))


if __name__ == "__main__":
    graphblas.initialize(blocking=False)
    require(lib.GrB_Global_set_INT32(lib.GrB_GLOBAL, lib.GrB_ROWMAJOR, lib.GrB_STORAGE_ORIENTATION_HINT))
    peer.serve(version(), KERNELS, lambda result: result.values() if isinstance(result, Thing) else np.array([result[0]]), use_threads)
