"""Operators, functions, reductions and shapes against NumPy, over formats, types and shapes."""

import operator
import warnings

import hypothesis
import hypothesis.extra.numpy as hnp
import hypothesis.strategies as st
import numpy as np
import pytest
import scipy.sparse as sp

import stardust as sd

FORMATS = {0: ["dense"], 1: ["d", "s", "b"], 2: ["dd", "csr", "csc", "ss", "coo"], 3: ["ddd", "csf", "dss", "coo"]}
DTYPES = [np.bool_, np.int8, np.int32, np.int64, np.uint8, np.uint16, np.float32, np.float64]
settings = hypothesis.settings(
    max_examples=25, deadline=None, derandomize=True, suppress_health_check=list(hypothesis.HealthCheck)
)


def dense(shape, dtype, seed, density=0.5):
    rng = np.random.default_rng(seed)
    values = rng.integers(1, 6, shape) if np.dtype(dtype).kind in "ui" else rng.uniform(0.5, 3, shape)
    if np.dtype(dtype).kind in "if":
        values = values * rng.choice([-1, 1], shape)
    return (values * (rng.random(shape) < density)).astype(dtype)


@st.composite
def tensors(draw, ranks=(0, 1, 2, 3), dtypes=DTYPES):
    shape = tuple(draw(st.lists(st.integers(0, 4), min_size=min(ranks), max_size=max(ranks))))
    dtype = draw(st.sampled_from(dtypes))
    array = dense(shape, dtype, draw(st.integers(0, 2**31)))
    return array, sd.asarray(array, format=draw(st.sampled_from(FORMATS[len(shape)])))


def same(result, expected, tolerance=1e-6):
    assert isinstance(result, sd.Tensor)
    assert result.shape == np.shape(expected)
    assert result.dtype == np.asarray(expected).dtype
    np.testing.assert_allclose(result.to_numpy(), expected, rtol=tolerance, atol=1e-12)


@settings
@hypothesis.given(tensors(), st.sampled_from([operator.add, operator.sub, operator.mul]), st.data())
def test_arithmetic(pair, function, data):
    a, A = pair
    dtype = data.draw(st.sampled_from(DTYPES))
    hypothesis.assume(function is not operator.sub or not (a.dtype == dtype == np.bool_))
    b = dense(a.shape, dtype, data.draw(st.integers(0, 99)))
    B = sd.asarray(b, format=data.draw(st.sampled_from(FORMATS[a.ndim])))
    same(function(A, B), function(a, b))
    same(function(A, b), function(a, b))
    same(function(b, A), function(b, a))


@settings
@hypothesis.given(tensors(dtypes=[np.int32, np.uint8, np.float32, np.float64]), st.sampled_from([0, 1, 2, 3, 2.5, -1.5]),
                  st.sampled_from(["add", "subtract", "multiply", "maximum", "minimum", "less", "greater", "equal",
                                   "not_equal", "less_equal", "greater_equal", "divide"]))  # fmt: skip
def test_numbers_beside_tensors(pair, number, name):
    a, A = pair
    hypothesis.assume(name != "divide" or number != 0)
    function = getattr(np, name)
    same(function(A, number), function(a, number))
    if name != "divide":
        same(function(number, A), function(number, a))


@settings
@hypothesis.given(tensors(), st.sampled_from(["equal", "not_equal", "less", "greater", "maximum", "minimum", "logical_and",
                                              "logical_or", "logical_xor"]), st.integers(0, 9))  # fmt: skip
def test_comparisons(pair, name, seed):
    a, A = pair
    b = dense(a.shape, a.dtype, seed)
    function = getattr(np, name)
    same(function(A, sd.asarray(b)), function(a, b))


@pytest.mark.parametrize("name", ["sqrt", "exp", "sin", "cos", "tanh", "floor", "ceil", "rint", "sign", "absolute", "negative",
                                  "square", "expm1", "log1p", "arctan", "isnan", "isfinite", "isinf", "trunc", "cbrt"])  # fmt: skip
@pytest.mark.parametrize("format", ["dd", "csr"])
def test_functions(name, format):
    a = np.abs(dense((5, 6), np.float64, 3))
    same(getattr(np, name)(sd.asarray(a, format=format)), getattr(np, name)(a))


def test_sparse_results_stay_sparse():
    A = sd.asarray(dense((6, 7), np.float64, 1), format="csr")
    for result in (A * 2.5, A + A, abs(A), np.sqrt(abs(A)), A > 1.5, np.maximum(A, -0.5), sd.relu(A), A @ A.T, A**3, A != 0, -A):
        assert not result._core.is_dense, result
    for result in (A + 1, np.exp(A), A >= 0, A @ np.ones(7)):
        assert result._core.is_dense, result


@settings
@hypothesis.given(tensors(ranks=(1, 2, 3)), st.data())
def test_reductions(pair, data):
    a, A = pair
    axis = data.draw(st.one_of(st.none(), st.integers(-a.ndim, a.ndim - 1))) if a.ndim else None
    keepdims = data.draw(st.booleans())
    for name in ("sum", "prod", "any", "all"):
        same(getattr(A, name)(axis=axis, keepdims=keepdims), getattr(a, name)(axis=axis, keepdims=keepdims), 1e-5)
    reduced = [a.shape[axis]] if axis is not None else a.shape
    if 0 not in reduced:
        for name in ("max", "min", "mean", "argmax"):
            if name == "argmax" and keepdims:
                continue
            same(getattr(A, name)(axis=axis, keepdims=keepdims), getattr(a, name)(axis=axis, keepdims=keepdims), 1e-5)


@settings
@hypothesis.given(st.integers(0, 99), st.sampled_from(FORMATS[2]), st.sampled_from(FORMATS[2]), st.sampled_from(DTYPES[1:]))
def test_matmul(seed, left, right, dtype):
    a, b = dense((4, 5), dtype, seed), dense((5, 3), dtype, seed + 1)
    A, B = sd.asarray(a, format=left), sd.asarray(b, format=right)
    same(A @ B, a @ b, 1e-5)
    same(A @ b[:, 0], a @ b[:, 0], 1e-5)
    same(a[0] @ B, a[0] @ b, 1e-5)
    same(np.tensordot(A, B, 1), np.tensordot(a, b, 1), 1e-5)
    same(np.kron(A, B), np.kron(a, b), 1e-5)


def test_matmul_with_leading_modes():
    a, b = dense((2, 1, 3, 4), np.float64, 1), dense((5, 4, 2), np.float64, 2)
    same(sd.asarray(a) @ sd.asarray(b), a @ b)
    same(sd.matmul(sd.asarray(a), b[0, :, 0]), a @ b[0, :, 0])


@settings
@hypothesis.given(st.data())
def test_broadcasting(data):
    shapes = data.draw(hnp.mutually_broadcastable_shapes(num_shapes=2, max_dims=3, min_side=1, max_side=4)).input_shapes
    a, b = dense(shapes[0], np.float64, 1), dense(shapes[1], np.float64, 2)
    A = sd.asarray(a, format=data.draw(st.sampled_from(FORMATS[a.ndim])))
    B = sd.asarray(b, format=data.draw(st.sampled_from(FORMATS[b.ndim])))
    same(A + B, a + b)
    same(A * B, a * b)
    same(sd.where(A > 0, A, B), np.where(a > 0, a, b))


@st.composite
def keys(draw, shape):
    key = []
    for extent in shape:
        kind = draw(st.sampled_from(["slice", "number", "all", "array", "new"] if extent else ["slice", "all"]))
        if kind == "array" and any(isinstance(one, np.ndarray) for one in key):
            kind = "all"
        if kind == "slice":
            key.append(draw(st.slices(extent)))
        elif kind == "number":
            key.append(draw(st.integers(-extent, extent - 1)))
        elif kind == "array":
            key.append(np.array(draw(st.lists(st.integers(-extent, extent - 1), min_size=1, max_size=4))))
        else:
            if kind == "new":
                key.append(None)
            key.append(slice(None))
    if any(isinstance(one, np.ndarray) for one in key):  # NumPy moves the modes of an array that meets a number
        key = [slice(None) if isinstance(one, int) else one for one in key]
    return tuple(key)


@settings
@hypothesis.given(tensors(ranks=(1, 2, 3), dtypes=[np.float64, np.int32]), st.data())
def test_indexing(pair, data):
    a, A = pair
    key = data.draw(keys(a.shape))
    same(A[key], a[key])


def test_masks_and_arrays():
    a = dense((5, 6), np.float64, 4)
    A = sd.asarray(a, format="csr")
    same(A[a > 0], a[a > 0])
    same(A[A > 0], a[a > 0])
    same(A[np.array([True, False, True, True, False])], a[[True, False, True, True, False]])
    same(A[[0, 2, 4], [1, 1, 5]], a[[0, 2, 4], [1, 1, 5]])
    same(A[1:4], a[1:4])
    same(A[..., 2], a[..., 2])
    same(A[-1, 2], a[-1, 2])
    with pytest.raises(IndexError):
        A[7]


@settings
@hypothesis.given(tensors(ranks=(1, 2, 3), dtypes=[np.float64]), st.data())
def test_shapes(pair, data):
    a, A = pair
    axes = data.draw(st.permutations(range(a.ndim)))
    same(A.transpose(axes), a.transpose(axes))
    same(A.T, a.T)
    same(A.reshape(-1), a.reshape(-1))
    same(sd.expand_dims(A, axis=0), a[None])
    same(sd.concat([A, A], axis=0), np.concatenate([a, a]))
    same(sd.stack([A, A], axis=-1), np.stack([a, a], axis=-1))
    same(np.concatenate([A, A]), np.concatenate([a, a]))
    same(sd.flip(A), np.flip(a))
    same(sd.roll(A, 1), np.roll(a, 1))


def test_lazy_is_one_kernel():
    a, x = dense((6, 7), np.float64, 1), np.linspace(0, 1, 7)
    A = sd.asarray(a, format="csr")
    with sd.lazy():
        z = sd.relu(A @ x + 1).sum()
        w = (A @ x) * 2 - A.sum(axis=1)
        u = (A + 1).sum(axis=1)
        v = ((A @ x) * (A @ x)).sum()
        t = (A * A).sum(axis=0) + x
    assert isinstance(z, sd.LazyTensor) and z.expression.count("\n") < 3
    same(z, np.maximum(a @ x + 1, 0).sum())
    same(w, (a @ x) * 2 - a.sum(axis=1))
    same(u, (a + 1).sum(axis=1))
    same(v, (a @ x) @ (a @ x))
    same(t, (a * a).sum(axis=0) + x)


@settings
@hypothesis.given(st.data())
def test_random_graphs_agree_with_numpy(data):
    """Lazy graphs of random operations against the same operations of NumPy."""
    leaves = [dense((3, 4), np.float64, n) for n in range(3)] + [dense((4,), np.float64, 5), dense((1, 4), np.float64, 6)]
    formats = [data.draw(st.sampled_from(FORMATS[leaf.ndim])) for leaf in leaves]

    def graph(depth):
        kind = data.draw(st.sampled_from(["leaf", "add", "multiply", "subtract", "maximum", "sum", "negative", "number"]))
        if depth == 0 or kind == "leaf":
            n = data.draw(st.integers(0, len(leaves) - 1))
            return leaves[n], sd.asarray(leaves[n], format=formats[n])
        a, A = graph(depth - 1)
        if kind == "sum":
            if a.ndim == 0:
                return a, A
            axis = data.draw(st.integers(0, a.ndim - 1))
            return np.sum(a, axis=axis), sd.sum(A, axis=axis)
        if kind == "negative":
            return np.negative(a), sd.negative(A)
        if kind == "number":
            return a * 1.5 + 2, A * 1.5 + 2
        b, B = graph(depth - 1)
        try:
            np.broadcast_shapes(a.shape, b.shape)
        except ValueError:
            return a, A
        return getattr(np, kind)(a, b), getattr(sd, kind)(A, B)

    with sd.lazy():
        expected, lazy = graph(3)
    lazy = lazy.evaluate() if isinstance(lazy, sd.LazyTensor) else lazy
    np.testing.assert_allclose(lazy.to_numpy(), expected, rtol=1e-9, atol=1e-9)


def test_jit():
    @sd.jit
    def layer(A, X, W):
        return sd.relu(A @ (X @ W)), A.sum()

    a, x, w = dense((4, 4), np.float64, 1), dense((4, 3), np.float64, 2), dense((3, 2), np.float64, 3)
    out, total = layer(sp.csr_array(a), x, w)
    same(out, np.maximum(a @ (x @ w), 0))
    same(total, a.sum())


def test_numpy_functions_and_protocols():
    a = dense((4, 5), np.float64, 2)
    A = sd.asarray(a, format="csr")
    same(np.add.reduce(A, axis=0), a.sum(axis=0))
    same(np.sum(A, axis=1), a.sum(axis=1))
    same(np.multiply.outer(A[0], A[1]), np.multiply.outer(a[0], a[1]))
    assert np.asarray(A).shape == (4, 5)
    with pytest.raises(TypeError):
        np.fft.fft(A)
    assert A.__array_namespace__() is sd
    assert sd.__array_namespace_info__().default_device() == "cpu"
    np.testing.assert_array_equal(np.from_dlpack(sd.asarray(a)), a)
    assert float(A.sum()) == pytest.approx(a.sum())
    assert [row.to_numpy().tolist() for row in A] == a.tolist()


def test_insert_and_formats():
    T = sd.zeros((3, 4), format="csr")
    T = T.insert([[0, 2, 0], [1, 3, 1]], [1.0, 2.0, 3.0])
    expected = np.zeros((3, 4))
    expected[0, 1], expected[2, 3] = 4, 2
    np.testing.assert_array_equal(T.to_numpy(), expected)
    for format in FORMATS[2] + ["sd", "bb", "rd" if False else "dr"]:
        np.testing.assert_array_equal(T.asformat(format).to_numpy(), expected)


def test_overflow_of_numbers():
    with pytest.raises((OverflowError, sd.UserError)):
        sd.asarray(np.ones(2, np.uint8)) + 300


def test_integers_wrap():
    a = np.array([100, 120], np.int8)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        same(sd.asarray(a) + sd.asarray(a), a + a)
        same(sd.asarray(a).sum(), a.sum())


@pytest.mark.parametrize("b", [0.1, -0.1, 0.0, np.inf, -np.inf, 3.0])
def test_floor_division_rounds_the_exact_quotient(b):
    a = np.array([1.0, 0.7, 6.0, -1.0, 0.0, -6.5, 5.0])
    with np.errstate(all="ignore"):
        wanted = a // b
    np.testing.assert_array_equal(sd.floor_divide(sd.asarray(a), b).to_numpy(), wanted)
    np.testing.assert_array_equal(sd.floor_divide(sd.asarray(a), np.full(7, b)).to_numpy(), wanted)


def test_floor_division_by_a_number_stays_sparse():
    matrix = sp.csr_array(np.diag([7.5, -1.0, 0.2]))
    assert sd.floor_divide(sd.asarray(matrix), 2.0).format.startswith("ds")


def test_a_bool_of_python_is_an_operand():
    values = np.array([1, 0, 3], np.int8)
    product = sd.asarray(values) * True
    assert product.dtype == np.int8
    np.testing.assert_array_equal(product.to_numpy(), values)
    np.testing.assert_array_equal((sd.asarray(values != 0) == True).to_numpy(), values != 0)  # noqa: E712


def test_roll_adds_up_the_shifts_of_a_mode():
    dense = np.arange(12.0).reshape(3, 4) * (np.eye(3, 4) > 0)
    tensor = sd.asarray(sp.csr_array(dense))
    np.testing.assert_array_equal(sd.roll(tensor, (1, 2), axis=0).to_numpy(), np.roll(dense, (1, 2), axis=0))
    np.testing.assert_array_equal(sd.roll(tensor, 1, axis=(0, -1)).to_numpy(), np.roll(dense, 1, axis=(0, -1)))
    with pytest.raises(ValueError):
        sd.roll(tensor, (1, 2, 3), axis=(0, 1))


@pytest.mark.parametrize("call", [
    lambda x: sd.roll(x, 1, axis=3), lambda x: sd.flip(x, axis=5), lambda x: sd.take(x, np.array([0]), axis=3),
    lambda x: sd.moveaxis(x, 3, 0), lambda x: sd.repeat(x, 2, axis=-3), lambda x: sd.concat([x, x], axis=2),
    lambda x: sd.stack([x, x], axis=3), lambda x: sd.unstack(x, axis=2), lambda x: sd.squeeze(x, axis=2)])
def test_modes_out_of_range_are_refused(call):
    with pytest.raises(np.exceptions.AxisError):
        call(sd.asarray(np.eye(3, 4)))


def test_insert_refuses_fractions():
    tensor = sd.from_coords([[0]], [1], (2,))
    with pytest.raises(sd.UserError):
        tensor.insert([[1.9]], [2])
    with pytest.raises(sd.UserError):
        tensor.insert([[1]], [2.7])


def test_bfloat16_keeps_its_bits():
    with pytest.raises(sd.UnsupportedError):
        sd.asarray(np.array([1.5]), dtype="bfloat16")
