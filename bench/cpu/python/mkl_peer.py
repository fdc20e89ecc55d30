"""Intel's MKL in the CPU benchmark: its inspector-executor functions for sparse matrices, with hints and inspected in advance.

The columns of its results are sorted, as ours are, and that counts.
"""
import ctypes as c
import importlib.metadata
import pathlib
import sys

import numpy as np
import peer

mkl = c.CDLL(str(next(pathlib.Path(sys.prefix, "lib").glob("libmkl_rt.so*"))), mode=c.RTLD_GLOBAL)
PLAIN, FULL, ROW_MAJOR = 10, 90, 101  # of sparse_operation_t, sparse_stage_t, sparse_layout_t
MANY = 1000  # expected calls, for the inspection


class Description(c.Structure):
    """matrix_descr: a general matrix"""
    _fields_ = [("type", c.c_int), ("mode", c.c_int), ("diagonal", c.c_int)]


GENERAL = Description(20, 40, 50)


def require(status):
    if status != 0:
        raise RuntimeError(f"MKL reports error {status}")


def pointer(array):
    return array.ctypes.data_as(c.c_void_p)


class Matrix:
    """A sparse matrix of MKL, which uses the arrays of SciPy's."""

    def __init__(self, arrays, make="mkl_sparse_d_create_csr"):
        self.arrays, self.handle = arrays, c.c_void_p()
        self.pos, self.crd = arrays.indptr.astype(np.int32), arrays.indices.astype(np.int32)
        rows, columns = (c.c_int(n) for n in arrays.shape)
        require(getattr(mkl, make)(c.byref(self.handle), 0, rows, columns, pointer(self.pos), c.c_void_p(self.pos.ctypes.data + 4),
                                   pointer(self.crd), pointer(arrays.data)))

    def for_products_with_vectors(self):
        require(mkl.mkl_sparse_set_mv_hint(self.handle, PLAIN, GENERAL, c.c_int(MANY)))
        require(mkl.mkl_sparse_optimize(self.handle))
        return self

    def for_products_with_rows(self, columns):
        require(mkl.mkl_sparse_set_mm_hint(self.handle, PLAIN, GENERAL, ROW_MAJOR, c.c_int(columns), c.c_int(MANY)))
        require(mkl.mkl_sparse_optimize(self.handle))
        return self


class Made:
    """A matrix that MKL makes."""

    def __init__(self):
        self.handle = c.c_void_p()

    def release(self):
        if self.handle:
            require(mkl.mkl_sparse_destroy(self.handle))
            self.handle = c.c_void_p()

    def values(self):
        base, rows, columns = c.c_int(), c.c_int(), c.c_int()
        begin, end, crd, values = (c.c_void_p() for _ in range(4))
        require(mkl.mkl_sparse_d_export_csr(self.handle, *map(c.byref, (base, rows, columns, begin, end, crd, values))))
        count = np.ctypeslib.as_array(c.cast(end, c.POINTER(c.c_int)), (rows.value,))[-1]
        return np.ctypeslib.as_array(c.cast(values, c.POINTER(c.c_double)), (count,))


def product(alpha, A, x, beta, y):
    require(mkl.mkl_sparse_d_mv(PLAIN, c.c_double(alpha), A.handle, GENERAL, pointer(x), c.c_double(beta), pointer(y)))


def spmv(A, x):
    A, x, y = Matrix(A.matrix()).for_products_with_vectors(), x.array(), np.empty(A.dims[0])

    def compute():
        product(1, A, x, 0, y)
        return y

    return compute


def residual(A, x, b):
    A, x, b, y = Matrix(A.matrix()).for_products_with_vectors(), x.array(), b.array(), np.empty(A.dims[0])

    def compute():
        y[:] = b
        product(-1, A, x, 1, y)
        return y

    return compute


def mattransmul(A, x, z, alpha, beta):
    """The transpose of a matrix that is stored by columns is stored by rows."""
    transposed = Matrix(A.matrix().T.tocsr()).for_products_with_vectors()
    x, z, y, alpha, beta = x.array(), z.array(), np.empty(A.dims[1]), alpha.values[0], beta.values[0]

    def compute():
        y[:] = z
        product(alpha, transposed, x, beta, y)
        return y

    return compute


def spmm(B, C):
    columns = C.dims[1]
    B, C, A = Matrix(B.matrix()).for_products_with_rows(columns), C.array(), np.empty((B.dims[0], columns))

    def compute():
        require(mkl.mkl_sparse_d_mm(PLAIN, c.c_double(1), B.handle, GENERAL, ROW_MAJOR, pointer(C), c.c_int(columns), c.c_int(columns),
                                    c.c_double(0), pointer(A), c.c_int(columns)))
        return A

    return compute


def making(operation):
    """A kernel that makes a new matrix in each call."""
    made = Made()

    def compute():
        made.release()
        operation(c.byref(made.handle))
        require(mkl.mkl_sparse_order(made.handle))
        return made

    return compute


def spgemm(B, C):
    B, C = Matrix(B.matrix()), Matrix(C.matrix())
    return making(lambda A: require(mkl.mkl_sparse_sp2m(PLAIN, GENERAL, B.handle, PLAIN, GENERAL, C.handle, FULL, A)))


def plus(B, C):
    B, C = Matrix(B.matrix()), Matrix(C.matrix())
    return making(lambda A: require(mkl.mkl_sparse_d_add(PLAIN, B.handle, c.c_double(1), C.handle, A)))


KERNELS = {"spmv": spmv, "residual": residual, "mattransmul": mattransmul, "spmm": spmm, "spgemm": spgemm, "plus2csr": plus, "plus2": plus}


if __name__ == "__main__":
    peer.serve(importlib.metadata.version("mkl"), KERNELS, lambda result: result.values() if isinstance(result, Made) else result,
               lambda threads: mkl.MKL_Set_Num_Threads(c.c_int(threads)))
