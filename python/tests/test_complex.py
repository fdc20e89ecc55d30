"""Complex numbers against NumPy and SciPy."""

import operator
import pickle

import numpy as np
import pytest
import scipy.sparse as sp

import stardust as sd

COMPLEX = [np.complex64, np.complex128]
FORMATS = ["dense", "csr", "csc", "coo", "ss"]


def values(shape, dtype, seed, density=0.5):
    rng = np.random.default_rng(seed)
    whole = rng.uniform(-2, 2, shape) + 1j * rng.uniform(-2, 2, shape)
    return (whole * (rng.random(shape) < density)).astype(dtype)


def same(result, expected, tolerance=None):
    got = result.to_numpy() if isinstance(result, sd.Tensor) else result.toarray() if sp.issparse(result) else np.asarray(result)
    expected = np.asarray(expected)
    assert got.dtype == expected.dtype and got.shape == expected.shape
    narrow = got.dtype.itemsize // (2 if got.dtype.kind == "c" else 1) < 8
    np.testing.assert_allclose(got, expected, rtol=tolerance or (2e-5 if narrow else 1e-11), atol=1e-6 if narrow else 1e-13)


@pytest.mark.parametrize("dtype", COMPLEX)
@pytest.mark.parametrize("format", FORMATS)
def test_products(dtype, format):
    a, b, x = values((7, 6), dtype, 1), values((6, 5), dtype, 2), values(6, dtype, 3, 1.0)
    A, B = sd.asarray(a, format=format), sd.asarray(b, format=format)
    assert A.type == np.dtype(dtype).name and A.dtype == dtype
    same(A @ x, a @ x)
    same(A @ B, a @ b)
    same(sd.einsum("ij,ij->i", A, A), np.einsum("ij,ij->i", a, a))
    same(sd.vecdot(A, A), np.vecdot(a, a))
    same(sd.evaluate("s = conj(A(i,j)) * A(i,j)", A=A), np.vdot(a, a))
    real = np.arange(6.0, dtype=np.float32)
    same(A @ real, a @ real)


@pytest.mark.parametrize("dtype", COMPLEX)
@pytest.mark.parametrize("index", [np.int32, np.int64])
def test_matrices_of_scipy_are_shared(dtype, index):
    S = sp.csr_array(values((8, 9), dtype, 4))
    S.indices, S.indptr = S.indices.astype(index), S.indptr.astype(index)
    T = sd.asarray(S)
    assert T.data is S.data and T.to_scipy().data.ctypes.data == S.data.ctypes.data
    R = sd.evaluate("C(i,k) = A(i,j) * B(j,k)", A=S, B=S.T.tocsr())
    assert isinstance(R, sp.csr_array)
    same(R, (S @ S.T).toarray())
    for kind in ("coo", "lil", "dok", "dia", "bsr"):
        with pytest.warns(sd.ConversionWarning) if kind != "coo" else __import__("contextlib").nullcontext():
            same(sd.asarray(S.asformat(kind)), S.toarray())


@pytest.mark.parametrize("function", [operator.add, operator.sub, operator.mul, operator.truediv])
@pytest.mark.parametrize("other", [2, -1.5, 2.5 - 1j, np.float32(3), np.complex64(1 + 1j)])
def test_numbers(function, other):
    a = values((4, 5), np.complex64, 5)
    for format in ("dense", "csr"):
        same(function(sd.asarray(a, format=format), other), function(a, other))
    real = np.arange(1.0, 4.0, dtype=np.float32)
    same(function(sd.asarray(real), 1 + 2j), function(real, 1 + 2j))
    same(sd.evaluate("y(i) = c * x(i)", c=1 + 2j, x=real), (1 + 2j) * real)


@pytest.mark.parametrize("name", ["absolute", "conjugate", "negative", "square", "sqrt", "exp", "log", "sin", "cos", "tan", "sinh",
                                  "cosh", "tanh", "arcsin", "arccos", "arctan", "arcsinh", "arccosh", "arctanh", "expm1", "log1p",
                                  "log2", "log10", "sign", "reciprocal", "isnan", "isfinite", "isinf", "logical_not", "rint",
                                  "exp2"])  # fmt: skip
def test_functions(name):
    for dtype, format in ((np.complex64, "dense"), (np.complex128, "csr")):
        a = values((5, 4), dtype, 6, 1.0)
        same(getattr(np, name)(sd.asarray(a, format=format)), getattr(np, name)(a))


def test_infinities_and_nans():
    a = np.array([1 + 1j, np.inf, complex(0, -np.inf), complex(np.nan, 0), complex(np.inf, np.nan), 1e308 + 1e308j])
    T = sd.asarray(a)
    for name in ("isnan", "isfinite", "isinf"):
        same(getattr(sd, name)(T), getattr(np, name)(a))


def test_parts_and_comparisons():
    a, b = values((4, 5), np.complex128, 7), values((4, 5), np.complex128, 7)
    b[0] = 1j
    A = sd.asarray(a, format="csr")
    same(A.real, a.real)
    same(A.imag, a.imag)
    same(A.conj(), a.conj())
    same(sd.real(sd.asarray(a.real)), a.real)
    same(sd.imag(sd.asarray(a.real)), np.zeros_like(a.real))
    same(A == b, a == b)
    same(A != b, a != b)
    same(np.logical_and(A, b), np.logical_and(a, b))
    same(sd.where(A, A, 1.0), np.where(a, a, 1.0))
    same(sd.where(A, 1.5, 2.0), np.where(a, 1.5, 2.0))
    for refused in (lambda: A < b, lambda: A.max(), lambda: sd.floor(A), lambda: A % 2, lambda: sd.maximum(A, b)):
        with pytest.raises((sd.UserError, sd.UnsupportedError, TypeError)):
            refused()


@pytest.mark.parametrize("axis", [None, 0, 1])
def test_reductions(axis):
    a = values((4, 5), np.complex64, 8)
    A = sd.asarray(a, format="csr")
    for name in ("sum", "mean", "var", "std", "prod", "any", "all"):
        same(getattr(A, name)(axis=axis), getattr(a, name)(axis=axis), 1e-4)
    with pytest.raises(sd.UnsupportedError):
        A.sum(dtype=np.float64)


def test_graphs_mix_real_and_complex_values():
    a, x = values((5, 6), np.complex128, 9), np.linspace(-1, 1, 6)
    A = sd.asarray(a, format="csr")
    with sd.lazy():
        y = abs(A @ x) + 1
        z = (A.conj() * A).real.sum(axis=1) * 2
        w = sd.where(abs(A) > 1, A, 0.0).sum()
        u = ((A.real + x) * 2).sum(axis=0)
    same(y, abs(a @ x) + 1)
    same(z, (a.conj() * a).real.sum(axis=1) * 2)
    same(w, np.where(abs(a) > 1, a, 0.0).sum())
    same(u, ((a.real + x) * 2).sum(axis=0))


@pytest.mark.parametrize("name", ["A.mtx", "A.npz", "A.mtx.gz"])
def test_files(tmp_path, name):
    A = sd.asarray(values((4, 5), np.complex128, 10), format="csr")
    sd.write(tmp_path / name, A)
    same(sd.read(tmp_path / name, dtype=np.complex128), A.to_numpy())
    if name != "A.mtx.gz":
        import scipy.io

        back = scipy.io.mmread(tmp_path / name) if name.endswith("mtx") else sp.load_npz(tmp_path / name)
        np.testing.assert_allclose(back.toarray(), A.to_numpy())


def test_pickles_and_copies():
    A = sd.asarray(values((4, 5), np.complex64, 11), format="csr")
    for other in (pickle.loads(pickle.dumps(A)), A.copy(), A.astype(np.complex128).astype(np.complex64)):
        same(other, A.to_numpy())
    assert complex(A[0, 0]) == A.to_numpy()[0, 0]
    same(sd.from_coords([[0, 1]], [1j, 2.0], (3,)), np.array([1j, 2, 0]))
    same(sd.asarray([1j, 2]), np.array([1j, 2]))


def test_compiled_kernels_state_complex_types():
    k = sd.compile("y(i) = A(i,j) * x(j)", A=("csr", np.complex128), x=("d", np.float64))
    S, x = sp.csr_array(values((4, 5), np.complex128, 12)), np.arange(5.0)
    same(k(A=S, x=x), S @ x)
    with pytest.raises(sd.UserError):
        sd.evaluate("y(i) = x(i)", x=np.array([1j]), dtype=np.float64)


def test_other_widths_are_refused():
    for dtype in (np.clongdouble, np.longdouble, "M8[s]"):
        with pytest.raises(sd.UnsupportedError):
            sd.asarray(np.ones(2).astype(dtype))
