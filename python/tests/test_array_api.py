"""The array API standard: what its public conformance suite asks for, in short."""

import numpy as np
import pytest

import stardust as sd


def test_namespace():
    x = sd.asarray([1.0, 2.0])
    assert x.__array_namespace__() is sd and x.__array_namespace__(api_version="2024.12") is sd
    with pytest.raises(ValueError):
        x.__array_namespace__(api_version="2019.12")
    info = sd.__array_namespace_info__()
    assert sd.__array_api_version__ == "2024.12"
    assert info.default_dtypes()["complex floating"] == np.complex128
    assert set(info.dtypes(kind="complex floating")) == {"complex64", "complex128"}
    assert info.capabilities()["boolean indexing"] and info.devices() == ["cpu"]


@pytest.mark.parametrize("name", ["acosh", "asinh", "atanh", "signbit"])
@pytest.mark.parametrize("format", ["d", "s"])
def test_functions_of_one_operand(name, format):
    a = np.array([0.0, -0.5, 0.0, 0.25])
    with np.errstate(invalid="ignore"):
        wanted = getattr(np, {"acosh": "arccosh", "asinh": "arcsinh", "atanh": "arctanh"}.get(name, name))(a)
    result = getattr(sd, name)(sd.asarray(a, format=format))
    np.testing.assert_array_equal(result.to_numpy(), wanted)
    assert result._core.is_dense == (format == "d" or name == "acosh")


def test_functions_of_two_operands():
    a, b = np.array([1.0, -2.0, 0.0]), np.array([-1.0, 3.0, 2.0])
    for name in ("copysign", "nextafter", "logaddexp", "hypot", "atan2"):
        wanted = getattr(np, {"atan2": "arctan2"}.get(name, name))(a, b)
        np.testing.assert_allclose(getattr(sd, name)(sd.asarray(a), sd.asarray(b)).to_numpy(), wanted, rtol=1e-15)
    n = np.array([5, -7, 0], np.int32)
    np.testing.assert_array_equal((sd.asarray(n) << 2).to_numpy(), n << 2)
    np.testing.assert_array_equal((sd.asarray(n, format="s") >> 1).to_numpy(), n >> 1)
    np.testing.assert_array_equal(np.left_shift(sd.asarray(n), 3).to_numpy(), n << 3)
    assert (sd.asarray(n, format="s") >> 1).dtype == np.int32 and (1 << sd.asarray([2])).tolist() == [4]
    with pytest.raises(sd.UserError):
        sd.bitwise_left_shift(sd.asarray(a), 1)


def test_inspection():
    assert isinstance(sd.finfo(sd.complex64).eps, float) and sd.finfo(sd.complex64).dtype == np.float32
    assert sd.isdtype(sd.complex64, "complex floating") and sd.isdtype(sd.complex64, "numeric")
    assert sd.can_cast(sd.float32, sd.complex64) and sd.result_type(sd.float32, 1j) == np.complex64


def test_cumulative():
    a = np.array([[1.0, 0.0, 2.0], [3.0, 4.0, 0.0]])
    A = sd.asarray(a, format="csr")
    np.testing.assert_array_equal(sd.cumulative_sum(A, axis=1).to_numpy(), np.cumsum(a, axis=1))
    np.testing.assert_array_equal(sd.cumulative_sum(A, axis=0, include_initial=True).to_numpy(), np.cumulative_sum(a, axis=0, include_initial=True))
    np.testing.assert_array_equal(sd.diff(A, axis=1, prepend=A[:, :1]).to_numpy(), np.diff(a, axis=1, prepend=a[:, :1]))
    assert isinstance(sd.broadcast_arrays(A, A), list) and isinstance(sd.meshgrid(A[0], A[1]), list)


def test_scalars():
    for value in (2.0, 1j, np.float32(3)):
        for name in ("sum", "mean", "var", "std", "prod"):
            wanted = getattr(np, name)(np.asarray(value))
            got = getattr(sd.asarray(value), name)()
            assert got.shape == () and got.dtype == wanted.dtype and got.item() == wanted


def test_sparse_divisors():
    a = np.array([[1.0, 0.0], [2.0, 4.0]])
    A = sd.asarray(a, format="csr")
    with np.errstate(all="ignore"):
        np.testing.assert_array_equal((1 / A).to_numpy(), 1 / a)
        np.testing.assert_array_equal((a / A).to_numpy(), a / a)
        np.testing.assert_array_equal((3.0 // A).to_numpy(), 3.0 // a)
        assert (A / A).to_numpy().tolist() == [[1, 0], [1, 1]]  # an absent dividend is not computed


def test_vecdot_does_not_repeat_the_summed_mode():
    with pytest.raises(ValueError):
        sd.vecdot(sd.ones((3, 4)), sd.ones((3, 1)))
    assert sd.vecdot(sd.ones((3, 4)), sd.ones((1, 4))).tolist() == [4, 4, 4]


def test_empty_arrays_are_shared():
    assert sd.asarray(np.zeros(0, bool), copy=False).shape == (0,)
    assert sd.from_dlpack(sd.zeros((0, 2)), copy=False).shape == (0, 2)
