"""The same computations in SciPy and NumPy. The text of an expression is evaluated with the operands by name and the functions below."""
import math
import time

import numpy as np
import scipy.sparse as sp

from expressions import density, dense, extent

CLASSES = {"csr": sp.csr_array, "dcsr": sp.csr_array, "csc": sp.csc_array, "dcsc": sp.csc_array, "coo": sp.coo_array, "s": sp.csc_array}


class Tensor:
    """Coordinates and values, as they are stored: with their modes in the order of the format.

    A matrix whose rows and columns are those of the stored order, and its transposed one, is made once, so that the time of a product does
    not include it. Any other one is made by each computation, as a conversion is.
    """

    def __init__(self, dims, at, values, order):
        self.dims, self.at, self.values, self.order, self.made = dims, at, values, order, {}

    def matrix(self, rows, columns):
        """A row for each tuple of coordinates of some modes, a column for each of the others."""
        if (rows, columns) in self.made:
            return self.made[rows, columns]
        if (*columns, *rows) == self.order:
            return self.matrix(columns, rows).T
        at = [np.ravel_multi_index(self.at[list(modes)], [self.dims[m] for m in modes]) for modes in (rows, columns)]
        shape = tuple(math.prod(self.dims[m] for m in modes) for modes in (rows, columns))
        matrix = sp.coo_array((self.values, tuple(at)), shape=shape).tocsr()
        if (*rows, *columns) == self.order:
            self.made[rows, columns] = matrix
        return matrix

    def unfold(self, mode):
        """A row for each coordinate of the mode, a column for each tuple of the others, in their order."""
        return self.matrix((mode,), tuple(m for m in range(len(self.dims)) if m != mode))

    def fibers(self, mode):
        """A column for each coordinate of the mode, a row for each tuple of the others."""
        return self.matrix(tuple(m for m in range(len(self.dims)) if m != mode), (mode,))

    def like(self, other):
        """The unfolding by the first mode of another tensor, in its order: for operations by entries."""
        return self.matrix(other.order[:1], other.order[1:])


class Array:
    """The same for a tensor that is stored dense."""

    def __init__(self, values):
        self.values, self.dims, self.order = values, values.shape, tuple(range(values.ndim))

    def unfold(self, mode):
        return np.moveaxis(self.values, mode, 0).reshape(self.dims[mode], -1)

    def like(self, other):
        return np.transpose(self.values, other.order).reshape(self.dims[other.order[0]], -1)

    def fibers(self, mode):
        return self.unfold(mode).T


class Missing(Exception):
    """SciPy has no equivalent."""


def order_of(format, order):
    """The modes by levels: "csf:2,0,1" is (2, 0, 1)."""
    return tuple(int(mode) for mode in format.split(":")[1].split(",")) if ":" in format else tuple(range(order))


def operand(dims, share, format, random):
    if not dims:
        return random.random()
    if dense(format):
        values = random.random(dims)
        return values if len(dims) < 3 else Array(values)
    size = math.prod(dims)
    at = np.unique(random.integers(0, size, round(size * share)))
    values, at = random.random(len(at)), np.array(np.unravel_index(at, dims), dtype=np.int32)
    if len(dims) > 2:
        return Tensor(dims, at, values, order_of(format, len(dims)))
    rows, columns = (at[0], np.zeros_like(at[0])) if len(dims) == 1 else at
    return CLASSES[format](sp.coo_array((values, (rows, columns)), shape=(*dims, 1)[:2]))


def sparse(value):
    return sp.issparse(value)


def flat(value):
    return (value.toarray() if sparse(value) else np.asarray(value)).ravel()


def mul(a, b):
    """By coordinates; a sparse vector has one column."""
    if not sparse(a) and not sparse(b):
        return a * b
    if not sparse(a):
        a, b = b, a
    return a.multiply(b[:, None] if not sparse(b) and b.ndim == 1 else b)


def plus(a, b, sign=1):
    """A sum or difference of vectors."""
    if sparse(a) != sparse(b):
        a, b = flat(a), flat(b)
    return a + b if sign > 0 else a - b


def positive(a):
    return a.maximum(0) if sparse(a) else np.maximum(a, 0)


def total(a):
    return a.sum()


def scalar(a):
    return flat(a)[0]


def diagonal(x):
    return sp.diags_array(flat(x), format="csr")


def outer(x, z):
    if sparse(x) and sparse(z):
        return x @ z.T
    return np.outer(flat(x), flat(z))


def kron(a, b):
    return sp.kron(a, b, format="csr") if sparse(a) or sparse(b) else np.kron(a, b)


def sddmm(M, U, V):
    """The dot products of rows of U and V where M has entries; products of sparse factors are computed in full."""
    if not sparse(M) or sparse(U) or sparse(V):
        return mul(M, U @ V.T)
    M = M.tocoo()
    return sp.coo_array((M.data * np.einsum("ij,ij->i", U[M.row], V[M.col]), (M.row, M.col)), shape=M.shape)


def ttv(X, x, mode):
    return X.fibers(mode) @ x


def ttm(X, U):
    return X.fibers(len(X.dims) - 1) @ U


def mttkrp(X, factors, mode):
    """The rows of the factors at each entry are multiplied, and summed by a product with a matrix of the entries."""
    if not isinstance(X, Tensor) or any(sparse(factor) for factor in factors):
        raise Missing
    rest = [m for m in range(len(X.dims)) if m != mode]
    rows = X.values[:, None]
    for factor, m in zip(factors, rest):
        rows = rows * factor[X.at[m]]
    entries = np.arange(len(X.values))
    return sp.csr_array((np.ones(len(entries)), (X.at[mode], entries)), shape=(X.dims[mode], len(entries))) @ rows


def finish(value, format, variables):
    """The result in its format: sorted rows, or dense in row-major order."""
    if not variables:
        return float(value)
    if dense(format):
        return np.ascontiguousarray(value.toarray() if sparse(value) else value)
    if not sparse(value):
        raise Missing
    if len(variables) == 2 and format in CLASSES:
        value = value.asformat({"dcsr": "csr", "dcsc": "csc"}.get(format, format))
    if value.format in ("csr", "csc"):
        value.sort_indices()
    return value


def kernel(expression, formats, n, seed):
    """A function that computes the expression once and returns the seconds, or None if SciPy has no equivalent."""
    if not expression.scipy:
        return None
    random = np.random.default_rng(seed)
    operands = {}
    for name, used in dict(expression.accesses).items():
        if name != expression.result:
            used = expression.variables[name]
            operands[name] = operand([extent(v, n) for v in used], density(used, n) if used else 1, formats.get(name), random)
    code = compile(expression.scipy, expression.name, "eval")
    names = {**globals(), **operands}
    result, variables = formats.get(expression.result), expression.variables[expression.result]

    def compute():
        start = time.perf_counter()
        finish(eval(code, names), result, variables)
        return time.perf_counter() - start

    try:
        compute()
    except (Missing, ValueError, TypeError, NotImplementedError, AttributeError, IndexError, MemoryError):
        return None
    return compute
