"""Assignment to what an index selects, against NumPy."""

import hypothesis
import hypothesis.strategies as st
import numpy as np
import pytest
import scipy.sparse as sp

import stardust as sd

from test_operators import FORMATS, dense, keys, settings


def same(tensor, expected, format):
    assert tensor.format == format and tensor.dtype == expected.dtype
    np.testing.assert_array_equal(tensor.to_numpy(), expected)


@settings
@hypothesis.given(st.data())
def test_keys_select_as_those_of_numpy(data):
    shape = tuple(data.draw(st.lists(st.integers(1, 4), min_size=1, max_size=3)))
    dtype = data.draw(st.sampled_from([np.float64, np.int32, np.complex128]))
    a = dense(shape, dtype, data.draw(st.integers(0, 99)))
    T = sd.asarray(a.copy(), format=data.draw(st.sampled_from(FORMATS[a.ndim])))
    format = T.format
    for _ in range(2):
        key = data.draw(keys(shape))
        kind = data.draw(st.sampled_from(["zero", "number", "dense", "sparse", "row"]))
        region = a[key].shape
        value = {"zero": 0, "number": 3}.get(kind)
        if value is None:
            value = dense(region[-1:] if kind == "row" else region, dtype, data.draw(st.integers(0, 99)))
        assigned = value
        if kind == "sparse" and np.ndim(value):
            assigned = sd.asarray(value, format=FORMATS[value.ndim][1]) if value.ndim in (1, 2, 3) else value
        a[key] = value
        T[key] = assigned
        same(T, a, format)


def test_masks_and_arrays():
    a = dense((5, 6), np.float64, 4)
    for format in ("dense", "csr", "csc", "coo"):
        b, T = a.copy(), sd.asarray(a.copy(), format=format)
        written = T.format
        b[b > 0], T[T > 0] = 7, 7
        same(T, b, written)
        mask = np.array([True, False, True, True, False])
        b[mask], T[mask] = np.arange(6.0), np.arange(6.0)
        same(T, b, written)
        b[[0, 2, 2], [1, 1, 1]], T[[0, 2, 2], [1, 1, 1]] = [1, 2, 3], [1.0, 2.0, 3.0]
        same(T, b, written)
        b[[0, 1], :3], T[[0, 1], :3] = 0, 0
        same(T, b, written)
        b[..., -1] = T[..., -1] = 4
        same(T, b, written)
        b[b < 5], T[T < 5] = 0, 0
        same(T, b, written)
        b[a != 0], T[sd.asarray(a, format="csr") != 0] = 1, 1
        same(T, b, written)
        b[a != 0], T[sd.asarray(a, format="csr") != 0] = a[a != 0], a[a != 0]
        same(T, b, written)


def test_others_keep_their_values():
    S = sp.csr_array(dense((4, 5), np.float64, 1))
    before = S.toarray()
    T = sd.asarray(S)
    view, transposed, again = T[1:3], T.T, T
    with sd.lazy():
        lazy = T * 2
    T[1, 2] = 9.0
    T[0] = 0
    np.testing.assert_array_equal(S.toarray(), before)
    np.testing.assert_array_equal(view.to_numpy(), before[1:3])
    np.testing.assert_array_equal(transposed.to_numpy(), before.T)
    np.testing.assert_array_equal(lazy.to_numpy(), before * 2)
    assert again is T and T[1, 2].item() == 9 and T[0].nnz == 0
    x = np.arange(4.0)
    D = sd.asarray(x)
    D[1] = 7
    assert x[1] == 1 and D.to_numpy().tolist() == [0, 7, 2, 3]


def test_assignment_to_lazy_tensors():
    with sd.lazy():
        z = sd.asarray(np.arange(4.0)) + 1
        w = z * 2
        z[0] = 10
        u = z * 2
    assert (w.to_numpy().tolist(), z.to_numpy().tolist(), u.to_numpy().tolist()) == ([2, 4, 6, 8], [10, 2, 3, 4], [20, 4, 6, 8])
    value = z.evaluate()
    value[1] = 0
    assert z.to_numpy().tolist() == [10, 2, 3, 4]


def test_large_tensors_are_not_made_dense():
    T = sd.zeros((10**6, 10**6), format="csr")
    T[5, 7] = 2.0
    T[3] = sd.from_coords([[1, 9]], [1.0, 2.0], (10**6,))
    T[::2, 9] = 0
    assert T.nnz == 3 and T[3, 9].item() == 2
    T[T > 1.5] = 0.5
    assert T[5, 7].item() == 0.5
    T[:, :] = 0
    assert T.nnz == 0


@pytest.mark.parametrize("key, value", [((0, 9), 1), ((slice(None), 0), np.ones(3)), (0, "x"), (0.5, 1), ((0, 0, 0), 1)])
def test_wrong_assignments(key, value):
    T = sd.asarray(dense((4, 5), np.float64, 1), format="csr")
    with pytest.raises((IndexError, ValueError, NotImplementedError)):
        T[key] = value


def test_values_are_not_rounded():
    T = sd.asarray(np.array([1, 0, 2]), format="s")
    for value in (1.5, np.array([0.5]), 1j):
        with pytest.raises(sd.UserError):
            T[0] = value
    with pytest.raises(OverflowError):
        sd.asarray(np.array([1, 0], np.int8))[0:1] = 300


def test_keys_of_several_arrays_read_as_those_of_numpy():
    a = dense((4, 5, 3), np.float64, 3)
    T = sd.asarray(a, format="csf")
    for key in (
        ([0, 1], slice(None), 2),
        ([0, 1], [2, 3]),
        (slice(None), [0, 1], [1, 2]),
        (a[:, :, 0] > 0,),
        (slice(None), a[0] > 0),
        (0, [1, 2], slice(None)),
        (None, [0, 3]),
        (True,),
    ):
        np.testing.assert_array_equal(T[key].to_numpy(), a[key])
