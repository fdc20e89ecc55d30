"""evaluate, einsum and compile against NumPy and SciPy; arrays without copies; errors."""

import gc
import os
import subprocess
import sys
import threading
import warnings

import numpy as np
import pytest
import scipy.sparse as sp

import stardust as sd


def random_csr(rng, shape, density=0.2, dtype=np.float64, index=np.int32):
    matrix = sp.random_array(shape, density=density, format="csr", rng=rng, dtype=np.float64)
    data = (matrix.data * 10).astype(dtype)
    return sp.csr_array((data, matrix.indices.astype(index), matrix.indptr.astype(index)), shape=shape)


def test_product_of_csr_and_vector_is_an_array(rng):
    A, x = random_csr(rng, (30, 20)), rng.random(20)
    y = sd.einsum("ij,j->i", A, x)
    assert type(y) is np.ndarray
    np.testing.assert_allclose(y, A @ x)


@pytest.mark.parametrize("index", [np.int32, np.int64])
@pytest.mark.parametrize("kind", ["csr", "csc", "coo", "bsr", "dia", "lil", "dok"])
@pytest.mark.parametrize("suffix", ["array", "matrix"])
def test_every_class_of_scipy_is_taken(rng, kind, suffix, index):
    A = random_csr(rng, (12, 8), index=index)
    S = getattr(sp, f"{kind}_{suffix}")(A)
    x = rng.random(8)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", sd.ConversionWarning)
        np.testing.assert_allclose(sd.einsum("ij,j->i", S, x), A @ x)


def test_result_is_a_matrix_of_scipy_where_operands_are(rng):
    A, B = random_csr(rng, (10, 12)), random_csr(rng, (12, 9))
    C = sd.evaluate("C(i,j) = A(i,k) * B(k,j)", A=A, B=B)
    assert isinstance(C, sp.csr_array) and C.has_canonical_format
    np.testing.assert_allclose(C.toarray(), (A @ B).toarray())
    D = sd.evaluate("C(i,j) = A(i,k) * B(k,j)", A=sp.csr_matrix(A), B=sp.csr_matrix(B))
    assert isinstance(D, sp.csr_matrix)


def test_issue_example(rng):
    A = random_csr(rng, (15, 15))
    C = sd.evaluate("C(i,j) = A(i,k) * B(k,j) + D(i,j)", A=A, B=A, D=A)
    np.testing.assert_allclose(C.toarray(), (A @ A + A).toarray())


def test_columns_give_columns(rng):
    A = random_csr(rng, (10, 10)).tocsc()
    assert sd.evaluate("C(i,j) = A(i,j) + B(i,j)", A=A, B=A).format == "csc"


def test_format_and_dtype_of_the_result(rng):
    A = random_csr(rng, (6, 5))
    T = sd.evaluate("C(i,j) = 2 * A(i,j)", A=A, format="coo", dtype=np.float32)
    assert isinstance(T, sd.Tensor) and T.format == "uq" and T.dtype == np.float32
    np.testing.assert_allclose(T.to_numpy(), 2 * A.toarray(), rtol=1e-6)
    D = sd.evaluate("C(i,j) = 2 * A(i,j)", A=A, format={"C": "dense", "A": "csc"})
    np.testing.assert_allclose(D, 2 * A.toarray())


def test_several_statements(rng):
    A, x = random_csr(rng, (20, 20)), rng.random(20)
    y = sd.evaluate("t(i) = A(i,j) * x(j)\ny(i) = A(i,j) * t(j)", A=A, x=x)
    np.testing.assert_allclose(y, A @ (A @ x))
    z = sd.evaluate("z(i) = max(sum(j, A(i,j) * x(j)) - 1, 0)", A=A, x=x)
    np.testing.assert_allclose(z, np.maximum(A @ x - 1, 0))


@pytest.mark.parametrize("dtype", [np.int8, np.int16, np.int32, np.int64, np.uint8, np.uint32, np.float16, np.float32, np.float64])
def test_types(rng, dtype):
    A = random_csr(rng, (9, 7), dtype=dtype)
    x = np.arange(7).astype(dtype)
    y = sd.einsum("ij,j->i", A, x)
    assert y.dtype == dtype
    np.testing.assert_allclose(y.astype(float), (A.astype(float) @ x.astype(float)), rtol=2e-3)


@pytest.mark.parametrize("types", [(np.int32, np.float32), (np.int8, np.uint8), (np.float32, np.float64), (np.bool_, np.int16)])
def test_promotion_is_that_of_numpy(types):
    a, b = np.ones(3, types[0]), np.ones(3, types[1])
    assert sd.evaluate("c(i) = a(i) + b(i)", a=a, b=b).dtype == (a + b).dtype
    assert sd.evaluate("c(i) = a(i) < b(i)", a=a, b=b).dtype == np.bool_
    assert sd.evaluate("c(i) = sqrt(b(i))", b=b).dtype == np.sqrt(b).dtype


def test_numbers_are_operands(rng):
    x = rng.random(4)
    np.testing.assert_allclose(sd.evaluate("y(i) = a * x(i)", a=2.5, x=x), 2.5 * x)
    np.testing.assert_allclose(sd.evaluate("y(i) = a * x(i)", a=3, x=x), 3 * x)
    assert sd.evaluate("y(i) = a * x(i)", a=3, x=x.astype(np.float32)).dtype == np.float32


@pytest.mark.parametrize("text", ["ij,jk->ik", "ij,jk", "ii->i", "ii", "ij->ji", "i,j->ij", "ij,ij->", "...j,j->...", "ij,j,i->", "bij,bjk->bik"])
def test_einsum_of_dense_arrays(rng, text):
    extents = {"i": 4, "j": 5, "k": 3, "b": 2}
    if text.startswith("ii"):
        extents["i"] = 5
    operands = [rng.random([extents[x] for x in ("ab" if False else term.replace("...", "bi")) if x in extents]) for term in text.split("->")[0].split(",")]
    np.testing.assert_allclose(sd.einsum(text, *operands), np.einsum(text, *operands))


def test_results_are_not_copied(rng):
    x = rng.random(50)
    y = sd.evaluate("y(i) = 2 * x(i)", x=x)
    assert y.flags.writeable and y.base is not None
    T = sd.evaluate("y(i,j) = A(i,j) * 2", A=sd.asarray(random_csr(rng, (8, 8))))
    assert T.data.ctypes.data == T.data.ctypes.data
    values = T.data
    del T
    gc.collect()
    assert np.isfinite(values).all()


def test_operands_are_not_copied(rng):
    A = random_csr(rng, (20, 30))
    T = sd.asarray(A)
    assert T.data.ctypes.data == A.data.ctypes.data
    pos, crd, _ = T.level(1)
    assert pos is A.indptr and crd is A.indices
    back = T.to_scipy()
    assert back.data.ctypes.data == A.data.ctypes.data and back.indices.ctypes.data == A.indices.ctypes.data
    x = np.asfortranarray(rng.random((4, 5)))
    assert sd.asarray(x).data.ctypes.data == x.ctypes.data
    assert sd.asarray(x).to_numpy().ctypes.data == x.ctypes.data
    np.testing.assert_array_equal(sd.asarray(x).to_numpy(), x)


def test_changed_values_count(rng):
    A, x = random_csr(rng, (10, 10)), rng.random(10)
    for _ in range(3):
        np.testing.assert_allclose(sd.einsum("ij,j->i", A, x), A @ x)
        A.data[:] = rng.random(A.nnz)
        x[:] = rng.random(10)
    B = random_csr(rng, (10, 10), density=0.5)
    A.data, A.indices, A.indptr = B.data, B.indices, B.indptr
    np.testing.assert_allclose(sd.einsum("ij,j->i", A, x), A @ x)


def test_a_resized_matrix_has_its_new_shape(rng):
    A = random_csr(rng, (4, 5))
    assert sd.evaluate("C(i,j) = 2 * A(i,j)", A=A).shape == (4, 5)
    A.resize((4, 9))
    assert sd.evaluate("C(i,j) = 2 * A(i,j)", A=A).shape == (4, 9)


def test_transposed_product_reads_changed_values(rng):
    A, B = random_csr(rng, (10, 10)), random_csr(rng, (10, 10))
    for _ in range(3):
        C = sd.evaluate("C(i,j) = A(i,k) * B(j,k)", A=A, B=B)
        np.testing.assert_allclose(C.toarray(), (A @ B.T).toarray())
        B.data[:] = rng.random(B.nnz)


def test_unsorted_and_duplicate_indices(rng):
    A = sp.csr_array((np.arange(1.0, 6.0), np.array([2, 0, 1, 1, 0], np.int32), np.array([0, 2, 5], np.int32)), shape=(2, 3))
    x = rng.random(3)
    with pytest.warns(sd.ConversionWarning, match="unsorted or repeat"):
        y = sd.einsum("ij,j->i", A, x)
    np.testing.assert_allclose(y, A @ x)
    with pytest.warns(sd.ConversionWarning):
        assert isinstance(sd.evaluate("C(i,j) = 2 * A(i,j)", A=A), sp.csr_array)
    assert not A.has_sorted_indices
    A.sum_duplicates()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        np.testing.assert_allclose(sd.einsum("ij,j->i", A, x), A @ x)


def test_wrong_indices_are_refused():
    A = sp.csr_array((np.ones(2), np.array([0, 1], np.int32), np.array([0, 1, 2], np.int32)), shape=(2, 2))
    A.indices = np.array([0, 7], np.int32)
    with pytest.raises((sd.UserError, ValueError)):
        sd.einsum("ij,j->i", A, np.ones(2))


def test_read_only_strided_and_swapped_arrays(rng):
    x = rng.random(10)
    A = random_csr(rng, (6, 10))
    x.flags.writeable = False
    np.testing.assert_allclose(sd.einsum("ij,j->i", A, x), A @ x)
    wide = rng.random(20)
    np.testing.assert_allclose(sd.einsum("ij,j->i", A, wide[::2]), A @ wide[::2])
    np.testing.assert_allclose(sd.einsum("ij,j->i", A, x.astype(">f8")), A @ x)
    np.testing.assert_allclose(sd.einsum("ij,j->i", A, x[::-1]), A @ x[::-1])


def test_compiled_kernel(rng):
    k = sd.compile("A(i,j) = B(i,j) * U(i,r) * V(j,r)", B="csr", U="dd", V="dd")
    B, U, V = random_csr(rng, (10, 8)), rng.random((10, 4)), rng.random((8, 4))
    for _ in range(3):
        A = k(B=B, U=U, V=V)
        np.testing.assert_allclose(A.toarray(), B.toarray() * (U @ V.T))
    assert "for (" in k.text and k.operands["B"][0] == "ds"
    np.testing.assert_allclose(k(B, U, V).toarray(), A.toarray())
    with pytest.warns(sd.ConversionWarning):
        np.testing.assert_allclose(k(B=B.tocsc(), U=U, V=V).toarray(), A.toarray())
    with pytest.raises(sd.UserError):
        k(B=B, U=U.astype(np.float32), V=V)
    with pytest.raises(sd.UserError, match="no value"):
        k(B=B, U=U)


def test_errors_have_a_caret():
    with pytest.raises(sd.UserError) as caught:
        sd.evaluate("y(i) = A(i,j) * x(j", A=np.ones((2, 2)), x=np.ones(2))
    assert "^" in str(caught.value) and isinstance(caught.value, ValueError)
    with pytest.raises(sd.UnsupportedError):
        sd.einsum("i,i->", np.ones(2, np.longdouble), np.ones(2))
    with pytest.raises(sd.UserError):
        sd.einsum("ij,j->i", np.ones((2, 3)), np.ones(2))
    with pytest.raises(sd.UserError, match="no value"):
        sd.evaluate("y(i) = x(i)")
    with pytest.raises(sd.UserError, match="no operand"):
        sd.evaluate("y(i) = x(i)", x=np.ones(2), z=1)
    with pytest.raises(sd.UserError):
        sd.evaluate("y(i) = x(i)\ninput x:x.tns", x=np.ones(2))


def test_threads_share_a_kernel(rng):
    A, xs = random_csr(rng, (200, 200)), [rng.random(200) for _ in range(8)]
    out = [None] * len(xs)

    def work(n):
        for _ in range(200):
            out[n] = sd.einsum("ij,j->i", A, xs[n])

    threads = [threading.Thread(target=work, args=(n,)) for n in range(len(xs))]
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]
    for x, y in zip(xs, out):
        np.testing.assert_allclose(y, A @ x)


def test_known_matrices_end_with_their_matrix(rng):
    from stardust._convert import calls

    gc.collect()
    before = calls.known_matrices
    A = random_csr(rng, (5, 5))
    sd.einsum("ij,j->i", A, np.ones(5))
    assert calls.known_matrices == before + 1
    del A
    gc.collect()
    assert calls.known_matrices == before


def test_empty_tensors():
    A = sp.csr_array((0, 4))
    assert sd.einsum("ij,j->i", A, np.ones(4)).shape == (0,)
    B = sp.csr_array((3, 4))
    np.testing.assert_array_equal(sd.einsum("ij,j->i", B, np.ones(4)), np.zeros(3))


def test_compiler_of_a_package(monkeypatch, tmp_path):
    from stardust._calls import _toolchain

    monkeypatch.delenv("CC", raising=False)
    assert _toolchain("gcc-12 -O1") == {"compiler": "gcc-12 -O1"} and _toolchain("") == {"compiler": ""}
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr("importlib.util.find_spec", lambda name: name == "ziglang")
    assert _toolchain("")["compiler"].endswith("-m ziglang cc")
    with pytest.raises(sd.UserError, match="compiler"):
        sd.evaluate("y(i) = x(i) * 1.0625", x=np.ones(3), compiler="nothing-of-this-name")


def test_subclasses_of_arrays(tmp_path):
    with pytest.raises(sd.UnsupportedError, match="masked"):
        sd.einsum("i->", np.ma.masked_array([1.0, 2.0], [True, False]))
    with pytest.raises(sd.UnsupportedError, match="masked"):
        sd.asarray(np.ma.masked_array([1.0, 2.0], [True, False]))
    mapped = np.memmap(tmp_path / "x", dtype=np.float64, shape=(3,), mode="w+")
    mapped[:] = [1, 2, 4]
    assert sd.einsum("i->", mapped) == 7


def test_without_a_compiler(tmp_path):
    """A process of its own, whose PATH has no compiler: kernels are interpreted, with one warning."""
    code = """
import warnings, numpy as np, scipy.sparse as sp, stardust as sd, stardust._calls as calls
calls.importlib.util.find_spec = lambda name: None  # nor ziglang
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    A = sp.random_array((20, 30), density=0.2, format="csr", rng=1)
    B = sp.random_array((30, 10), density=0.2, format="csr", rng=2)
    x = np.arange(30.0)
    for _ in range(2):
        assert np.allclose(sd.einsum("ij,j->i", A, x), A @ x)
        C = sd.evaluate("C(i,k) = A(i,j) * B(j,k)", A=A, B=B)
        assert isinstance(C, sp.csr_array) and np.allclose(C.toarray(), (A @ B).toarray())
    k = sd.compile("y(i) = A(i,j) * x(j)", A="csr")
    assert np.allclose(k(A=A, x=x), A @ x)
    T = sd.asarray(A)
    assert np.allclose((abs(T - 1) ** 2).sum(axis=0).to_numpy(), (abs(A.toarray() - 1) ** 2).sum(axis=0))
    z = sd.asarray(A * (1 + 2j))
    assert np.allclose((z @ z.T.conj()).to_numpy(), (z.to_numpy() @ z.to_numpy().T.conj()))
    assert sd.asarray(np.array([3, 250], np.uint8)).sum().item() == 253
    try:
        sd.evaluate("y(i) = x(i) / n", x=np.array([1, 2]), n=0)
    except sd.UserError as error:
        assert "by zero" in str(error), error
    else:
        raise AssertionError
own = [w for w in caught if w.category is sd.CompilerMissingWarning]
assert len(own) == 1 and own[0].filename == "<string>", own
"""
    environment = {**os.environ, "PATH": str(tmp_path), "XDG_CACHE_HOME": str(tmp_path)}
    environment.pop("CC", None)
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_memory_of_dropped_results_is_used_again(rng):
    from stardust._convert import calls

    x = rng.random(100_000)
    sd.evaluate("y(i) = 2 * x(i)", x=x)  # after a large result, others are expected
    first = sd.evaluate("y(i) = 2 * x(i)", x=x)
    part, address = first[10:20], first.ctypes.data
    second = sd.evaluate("y(i) = 2 * x(i)", x=x + 1)
    assert second.ctypes.data != address
    np.testing.assert_array_equal(first, 2 * x)
    del first
    third = sd.evaluate("y(i) = 2 * x(i)", x=x + 2)
    assert third.ctypes.data != address  # `part` has it
    np.testing.assert_array_equal(part, 2 * x[10:20])
    del part
    fourth = sd.evaluate("y(i) = 2 * x(i)", x=x[:70_000])
    assert fourth.ctypes.data == address and fourth.shape == (70_000,)
    for result, operand in ((second, x + 1), (third, x + 2), (fourth, x[:70_000])):
        np.testing.assert_array_equal(result, 2 * operand)
    with pytest.raises(sd.UserError):
        sd.evaluate("y(i) = x(i) / z(i)", x=np.ones(100_000, np.int64), z=np.zeros(100_000, np.int64))
    A, B = random_csr(rng, (300, 300), 0.3), random_csr(rng, (300, 300), 0.4)
    for S, T in ((A, B), (B, B), (A, A), (B, A)):  # results of several sizes in one memory
        C = sd.evaluate("C(i,k) = A(i,j) * B(j,k)", A=S, B=T)
        np.testing.assert_allclose(C.toarray(), (S @ T).toarray())
    assert calls.size > 0
