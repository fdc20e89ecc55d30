"""SciPy in the CPU benchmark. It parallelizes none of these kernels."""
import numpy as np
import peer
import scipy
import scipy.sparse as sp


def spmv(A, x):
    A, x = A.matrix(), x.array()
    return lambda: A @ x


def residual(A, x, b):
    A, x, b = A.matrix(), x.array(), b.array()
    return lambda: b - A @ x


def mattransmul(A, x, z, alpha, beta):
    transposed, x, z, alpha, beta = A.matrix(sp.csc_matrix).T, x.array(), z.array(), alpha.values[0], beta.values[0]
    return lambda: alpha * (transposed @ x) + beta * z


def sddmm(B, C, D):
    """Gathers rows of C and D for each entry of B, and computes their dot products."""
    B, C, D = B.matrix(), C.array(), D.array()
    row = np.repeat(np.arange(B.shape[0], dtype=np.int32), np.diff(B.indptr))
    return lambda: sp.csr_matrix((B.data * np.einsum("ij,ij->i", C[row], D[B.indices]), B.indices, B.indptr), shape=B.shape)


def plus3(B, C, D):
    B, C, D = B.matrix(), C.matrix(), D.matrix()
    return lambda: B + C + D


def plus2(B, C):
    B, C = B.matrix(), C.matrix()
    return lambda: B + C


def innerprod(B, C):
    B, C = B.matrix(), C.matrix()
    return lambda: B.multiply(C).sum()


def ttv(B, c):
    fibers, c = B.fibers()[0], c.array()
    return lambda: fibers @ c


def ttm(B, C):
    fibers, C = B.fibers()[0], C.array()
    return lambda: fibers @ C


def mttkrp(B, C, D):
    """The fibers times D, each times its row of C; the sum over the fibers of a slice is a product with ones."""
    fibers, at = B.fibers()
    C, D = C.array(), D.array()
    slices = sp.csr_matrix((np.ones(len(at)), (at[:, 0], np.arange(len(at)))), shape=(B.dims[0], len(at)))
    middle = at[:, 1].copy()

    def compute():
        rows = fibers @ D
        rows *= np.take(C, middle, axis=0)
        return slices @ rows

    return compute


def spmm(B, C):
    B, C = B.matrix(), C.array()
    return lambda: B @ C


def spgemm(B, C):
    """SciPy leaves the columns of a product unsorted, so that sorting them is part of it."""
    B, C = B.matrix(), C.matrix()

    def compute():
        A = B @ C
        A.sort_indices()
        return A

    return compute


def spmspv(A, x):
    A, x = A.matrix(sp.csc_matrix), x.matrix(sp.csc_matrix)
    return lambda: A @ x


def times(B, C):
    B, C = B.matrix(), C.matrix()
    return lambda: B.multiply(C)


def timesdense(B, C):
    """Gathers at the stored entries of B: multiply() with an array makes a COO matrix first, which is slower."""
    B, C = B.matrix(), C.array()
    row = np.repeat(np.arange(B.shape[0], dtype=np.int32), np.diff(B.indptr))
    return lambda: sp.csr_matrix((B.data * C[row, B.indices], B.indices, B.indptr), shape=B.shape)


def plusdense(B, C):
    B, C = B.matrix(), C.array()
    return lambda: B + C


KERNELS = {f.__name__: f for f in (spmv, residual, mattransmul, sddmm, plus3, plus2, innerprod, ttv, ttm, mttkrp, spmm, spgemm, spmspv, times, timesdense, plusdense)}
KERNELS["plus2csr"] = plus2


if __name__ == "__main__":
    peer.serve(scipy.__version__, KERNELS, lambda result: result.data if sp.issparse(result) else result)
