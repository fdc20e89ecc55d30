"""The functions of the Python array API standard, 2024.12, as far as the language goes."""

import builtins
import math
import typing

import numpy as np

from . import _ops, _shapes
from ._errors import UnsupportedError, UserError
from ._graph import node_of
from ._ops import (
    argmax,
    argmin,
    clip,
    count_nonzero,
    kron,
    matmul,
    mean,
    outer,
    std,
    tensordot,
    var,
    vecdot,
    where,
)
from ._shapes import (
    broadcast_arrays,
    broadcast_to,
    concat,
    expand_dims,
    flip,
    matrix_transpose,
    moveaxis,
    permute_dims,
    repeat,
    reshape,
    roll,
    squeeze,
    stack,
    swapaxes,
    take,
    tile,
    unstack,
)
from ._tensor import Tensor, asarray, from_coords
from ._values import (
    acosh,
    argsort,
    asinh,
    atanh,
    bitwise_left_shift,
    bitwise_right_shift,
    copysign,
    cumulative_prod,
    cumulative_sum,
    diff,
    logaddexp,
    nextafter,
    searchsorted,
    signbit,
    sort,
    take_along_axis,
    unique_all,
    unique_counts,
    unique_inverse,
    unique_values,
)

e, inf, nan, pi, newaxis = math.e, math.inf, math.nan, math.pi, None
bool = np.dtype(np.bool_)
int8, int16, int32, int64 = (np.dtype(f"int{bits}") for bits in (8, 16, 32, 64))
uint8, uint16, uint32, uint64 = (np.dtype(f"uint{bits}") for bits in (8, 16, 32, 64))
float16, float32, float64 = (np.dtype(f"float{bits}") for bits in (16, 32, 64))
complex64, complex128 = (np.dtype(f"complex{bits}") for bits in (64, 128))
_KINDS = {
    "bool": (bool,),
    "signed integer": (int8, int16, int32, int64),
    "unsigned integer": (uint8, uint16, uint32, uint64),
    "integral": (int8, int16, int32, int64, uint8, uint16, uint32, uint64),
    "real floating": (float32, float64),
    "complex floating": (complex64, complex128),
    "numeric": (int8, int16, int32, int64, uint8, uint16, uint32, uint64, float32, float64, complex64, complex128),
}

sum = _ops.reduce_sum
prod = _ops.reduce_prod
max = _ops.reduce_max
min = _ops.reduce_min
any = _ops.reduce_any
all = _ops.reduce_all


def _function(name, numpy_name, arity):
    """A function of elements under the name of the standard."""
    if arity == 1:

        def function(x, /):
            return _ops.elementwise(numpy_name, x)

    else:

        def function(x1, x2, /):
            return _ops.elementwise(numpy_name, x1, x2)

    function.__name__ = function.__qualname__ = name
    function.__doc__ = f"``numpy.{numpy_name}`` of tensors: {_ops.TEMPLATES[numpy_name].format('a', 'b')} in index notation."
    return function


_UNARY = {
    "abs": "absolute", "acos": "arccos", "asin": "arcsin", "atan": "arctan", "bitwise_invert": "invert", "cbrt": "cbrt",
    "ceil": "ceil", "conj": "conjugate", "cos": "cos", "cosh": "cosh", "exp": "exp", "expm1": "expm1", "floor": "floor", "isfinite": "isfinite", "isnan": "isnan",
    "log": "log", "log10": "log10", "log1p": "log1p", "log2": "log2", "logical_not": "logical_not",
    "negative": "negative", "reciprocal": "reciprocal", "round": "rint", "sign": "sign", "sin": "sin", "sinh": "sinh",
    "sqrt": "sqrt", "square": "square", "tan": "tan", "tanh": "tanh", "trunc": "trunc",
}  # fmt: skip
_BINARY = {
    "add": "add", "atan2": "arctan2", "bitwise_and": "bitwise_and", "bitwise_or": "bitwise_or",
    "bitwise_xor": "bitwise_xor", "divide": "divide", "equal": "equal", "greater": "greater",
    "greater_equal": "greater_equal", "hypot": "hypot", "less": "less", "less_equal": "less_equal",
    "logical_and": "logical_and", "logical_or": "logical_or", "logical_xor": "logical_xor", "maximum": "maximum",
    "minimum": "minimum", "multiply": "multiply", "not_equal": "not_equal", "pow": "power", "remainder": "remainder",
    "subtract": "subtract",
}  # fmt: skip
for _name, _of in _UNARY.items():
    globals()[_name] = _function(_name, _of, 1)
for _name, _of in _BINARY.items():
    globals()[_name] = _function(_name, _of, 2)
floor_divide = _ops.floor_divide
isinf = _ops.isinf


def real(x, /):
    """The real part."""
    return _ops.part("real", x)


def imag(x, /):
    """The imaginary part; 0 of real numbers."""
    return _ops.part("imag", x)


relu, sigmoid, erf = _ops.relu, _ops.sigmoid, _ops.erf


def positive(x, /):
    """The tensor itself."""
    return asarray(x)


# ---- creation


def _made(array, device):
    return asarray(array, device=device)


def zeros(shape, *, dtype=None, device=None, format="dense"):
    """Zeros; a sparse format stores none of them."""
    shape = (shape,) if isinstance(shape, (int, np.integer)) else tuple(shape)
    if format == "dense":
        return _made(np.zeros(shape, dtype or np.float64), device)
    return from_coords([np.zeros(0, np.int64)] * len(shape), np.zeros(0, dtype or np.float64), shape, format=format)


def ones(shape, *, dtype=None, device=None):
    """Ones, dense."""
    return _made(np.ones(shape, dtype or np.float64), device)


def empty(shape, *, dtype=None, device=None):
    """Zeros."""
    return zeros(shape, dtype=dtype, device=device)


def full(shape, fill_value, *, dtype=None, device=None):
    """One value everywhere, dense."""
    return _made(np.full(shape, fill_value.item() if isinstance(fill_value, Tensor) else fill_value, dtype), device)


def zeros_like(x, /, *, dtype=None, device=None):
    """Zeros of the shape of a tensor."""
    return zeros(x.shape, dtype=dtype or x.dtype, device=device)


def ones_like(x, /, *, dtype=None, device=None):
    """Ones of the shape of a tensor."""
    return ones(x.shape, dtype=dtype or x.dtype, device=device)


def empty_like(x, /, *, dtype=None, device=None):
    """Zeros of the shape of a tensor."""
    return zeros_like(x, dtype=dtype, device=device)


def full_like(x, /, fill_value, *, dtype=None, device=None):
    """One value of the shape of a tensor."""
    return full(x.shape, fill_value, dtype=dtype or x.dtype, device=device)


def arange(start, /, stop=None, step=1, *, dtype=None, device=None):
    """Numbers at equal distances, dense."""
    return _made(np.arange(*((0, start) if stop is None else (start, stop)), step, dtype=dtype), device)


def linspace(start, stop, /, num, *, dtype=None, device=None, endpoint=True):
    """A number of values at equal distances, dense."""
    return _made(np.linspace(start, stop, num, dtype=dtype or np.float64, endpoint=endpoint), device)


def eye(n_rows, n_cols=None, /, *, k=0, dtype=None, device=None, format="dense"):
    """Ones on a diagonal."""
    n_cols = n_rows if n_cols is None else n_cols
    if format == "dense":
        return _made(np.eye(n_rows, n_cols, k, dtype or np.float64), device)
    length = builtins.max(0, builtins.min(n_rows + builtins.min(k, 0), n_cols - builtins.max(k, 0)))
    place = np.arange(length)
    values = np.ones(length, dtype or np.float64)
    return from_coords([place - builtins.min(k, 0), place + builtins.max(k, 0)], values, (n_rows, n_cols), format=format)


def meshgrid(*arrays, indexing="xy"):
    """Coordinates as dense tensors."""
    return [asarray(a) for a in np.meshgrid(*(asarray(a).to_numpy() for a in arrays), indexing=indexing, copy=True)]


def from_dlpack(x, /, *, device=None, copy=None):
    """A dense tensor of another library, without a copy."""
    return asarray(np.from_dlpack(x), device=device, copy=copy)


def tril(x, /, *, k=0):
    """The entries on and below a diagonal."""
    return _shapes.triangle(x, k, True)


def triu(x, /, *, k=0):
    """The entries on and above a diagonal."""
    return _shapes.triangle(x, k, False)


# ---- types


def astype(x, dtype, /, *, copy=True, device=None):
    """The tensor with values of another type."""
    return x.astype(dtype, copy=copy)


def can_cast(from_, to, /):
    """Whether NumPy casts a type to another without loss."""
    return np.can_cast(from_.dtype if isinstance(from_, Tensor) else from_, to)


class FloatInfo(typing.NamedTuple):
    """What `finfo` returns."""

    bits: int
    eps: float
    max: float
    min: float
    smallest_normal: float
    dtype: np.dtype


def finfo(type, /):
    """Facts about a floating-point type."""
    of = np.finfo(type.dtype if isinstance(type, Tensor) else type)
    names = ("eps", "max", "min", "smallest_normal")
    return FloatInfo(of.bits, *(float(getattr(of, name)) for name in names), dtype=of.dtype)


def iinfo(type, /):
    """Facts about an integer type."""
    return np.iinfo(type.dtype if isinstance(type, Tensor) else type)


def isdtype(dtype, kind):
    """Whether a type is of a kind."""
    if isinstance(kind, tuple):
        return builtins.any(isdtype(dtype, one) for one in kind)
    if isinstance(kind, str):
        if kind not in _KINDS:
            raise ValueError(f"there is no kind {kind!r}")
        return np.dtype(dtype) in _KINDS[kind]
    return np.dtype(dtype) == np.dtype(kind)


def result_type(*arrays_and_dtypes):
    """The type of NumPy's promotion."""
    return np.result_type(*(one.dtype if isinstance(one, Tensor) else one for one in arrays_and_dtypes))


def nonzero(x, /):
    """The coordinates of values that are not 0, sorted by mode."""
    tensor = asarray(x)
    if tensor.ndim == 0:
        raise ValueError("a scalar has no coordinates")
    crd, values = tensor._core.coordinates()
    crd = crd[values != 0]
    crd = crd[np.lexsort(tuple(crd[:, mode] for mode in range(crd.shape[1] - 1, -1, -1)))]
    return tuple(asarray(np.ascontiguousarray(crd[:, mode], np.int64)) for mode in range(crd.shape[1]))


# ---- inspection


class _Info:
    """What ``__array_namespace_info__`` returns."""

    def capabilities(self):
        """Shapes of results may depend on data; boolean masks work."""
        return {"boolean indexing": True, "data-dependent shapes": True, "max dimensions": 15}

    def default_device(self):
        return "cpu"

    def devices(self):
        return ["cpu"]

    def default_dtypes(self, *, device=None):
        return {"real floating": float64, "complex floating": complex128, "integral": int64, "indexing": int64}

    def dtypes(self, *, device=None, kind=None):
        every = {str(dtype): dtype for dtype in (bool, *_KINDS["numeric"])}
        return every if kind is None else {name: dtype for name, dtype in every.items() if isdtype(dtype, kind)}


def __array_namespace_info__():
    """The capabilities of the library, in the form of the array API standard."""
    return _Info()


__array_api_version__ = "2024.12"
__all__ = [
    name
    for name in dict(globals())
    if not name.startswith("_") and name not in ("builtins", "math", "typing", "FloatInfo", "np", "node_of", "UnsupportedError", "UserError")
] + ["__array_namespace_info__", "__array_api_version__"]
