"""Functions that the language does not have: NumPy computes them, of the stored values where 0 gives 0."""

import numpy as np

from ._errors import UserError
from ._graph import LazyTensor
from ._tensor import Tensor, asarray
from ._types import NUMBERS


# The ufuncs that the language has no function for.
UFUNCS = (
    "arccosh", "arcsinh", "arctanh", "copysign", "left_shift", "logaddexp", "nextafter", "right_shift", "signbit"
)  # fmt: skip
# Functions of the language that have no complex values.
OF_COMPLEX = ("expm1", "log1p")


def _evaluated(value):
    if type(value) in NUMBERS:
        return value
    tensor = asarray(value)
    return tensor.evaluate() if isinstance(tensor, LazyTensor) else tensor


def by_elements(name, *operands):
    """A ufunc of NumPy: of the stored values of one tensor beside numbers, and otherwise of all values. O(size)."""
    ufunc = getattr(np, name)
    operands = [_evaluated(operand) for operand in operands]
    tensors = [operand for operand in operands if isinstance(operand, Tensor)]
    try:
        with np.errstate(all="ignore"):
            return _computed(ufunc, operands, tensors)
    except TypeError as error:
        raise UserError(f"{name} has no types for these operands: {error}") from error


def _computed(ufunc, operands, tensors):
    if len(tensors) == 1 and not tensors[0]._core.is_full:
        at_zero = ufunc(*[operand if operand is not tensors[0] else tensors[0].dtype.type(0) for operand in operands])
        if at_zero == 0:
            return tensors[0].with_values(ufunc(*[o if o is not tensors[0] else tensors[0].data for o in operands]))
    return asarray(np.asarray(ufunc(*[o.to_numpy() if isinstance(o, Tensor) else o for o in operands])))


def of_all(name):
    """A function of NumPy of all values. O(size)."""
    of = getattr(np, name)

    def function(x, /):
        result = of(asarray(x).to_numpy())
        if hasattr(result, "_fields"):
            return type(result)(*(asarray(np.asarray(part)) for part in result))
        return asarray(np.asarray(result))

    function.__name__ = function.__qualname__ = name
    function.__doc__ = f"``numpy.{name}`` of all values. O(size)."
    return function


unique_all, unique_counts, unique_inverse, unique_values = (
    of_all(f"unique_{what}") for what in ("all", "counts", "inverse", "values")
)


def acosh(x, /):
    """The inverse of the hyperbolic cosine."""
    return by_elements("arccosh", x)


def asinh(x, /):
    """The inverse of the hyperbolic sine."""
    return by_elements("arcsinh", x)


def atanh(x, /):
    """The inverse of the hyperbolic tangent."""
    return by_elements("arctanh", x)


def logaddexp(x1, x2, /):
    """``log(exp(x1) + exp(x2))`` without overflow."""
    return by_elements("logaddexp", x1, x2)


def bitwise_left_shift(x1, x2, /):
    """``x1 * 2 ** x2`` of whole numbers."""
    return by_elements("left_shift", x1, x2)


def bitwise_right_shift(x1, x2, /):
    """The whole part of ``x1 / 2 ** x2`` of whole numbers, rounded down."""
    return by_elements("right_shift", x1, x2)


def copysign(x1, x2, /):
    """The magnitude of `x1` with the sign of `x2`."""
    return by_elements("copysign", x1, x2)


def nextafter(x1, x2, /):
    """The next floating-point number after `x1` in the direction of `x2`."""
    return by_elements("nextafter", x1, x2)


def signbit(x, /):
    """Where the sign of a floating-point number is negative, that of -0 and NaN included."""
    return by_elements("signbit", x)


def cumulative_sum(x, /, *, axis=None, dtype=None, include_initial=False):
    """The sums of the values up to each one along a mode. O(size)."""
    return asarray(np.cumulative_sum(asarray(x).to_numpy(), axis=axis, dtype=dtype, include_initial=include_initial))


def cumulative_prod(x, /, *, axis=None, dtype=None, include_initial=False):
    """The products of the values up to each one along a mode. O(size)."""
    return asarray(np.cumulative_prod(asarray(x).to_numpy(), axis=axis, dtype=dtype, include_initial=include_initial))


def diff(x, /, *, axis=-1, n=1, prepend=None, append=None):
    """The differences of neighbours along a mode. O(size)."""
    ends = {name: asarray(end).to_numpy() for name, end in (("prepend", prepend), ("append", append)) if end is not None}
    return asarray(np.diff(asarray(x).to_numpy(), n=n, axis=axis, **ends))


def searchsorted(x1, x2, /, *, side="left", sorter=None):
    """Places at which values would be inserted into a sorted vector."""
    order = None if sorter is None else asarray(sorter).to_numpy()
    return asarray(np.asarray(np.searchsorted(asarray(x1).to_numpy(), asarray(x2).to_numpy(), side, order)))


def sort(x, /, *, axis=-1, descending=False, stable=True):
    """The values in order along a mode. O(size log size)."""
    ordered = np.sort(asarray(x).to_numpy(), axis=axis, kind="stable")
    return asarray(np.ascontiguousarray(np.flip(ordered, axis)) if descending else ordered)


def argsort(x, /, *, axis=-1, descending=False, stable=True):
    """The coordinates of the values in order along a mode. O(size log size)."""
    values = asarray(x).to_numpy()
    if not descending:
        return asarray(np.argsort(values, axis=axis, kind="stable"))
    places = np.argsort(np.flip(values, axis), axis=axis, kind="stable")
    return asarray(np.ascontiguousarray(np.flip(values.shape[axis] - 1 - places, axis)))


def take_along_axis(x, indices, /, *, axis=-1):
    """Values at coordinates along a mode."""
    return asarray(np.take_along_axis(asarray(x).to_numpy(), asarray(indices).to_numpy(), axis))
