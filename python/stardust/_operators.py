"""The operators and methods of Tensor, and NumPy's protocols."""

import numpy as np

from . import _graph, _indexing, _ops, _shapes, _values
from ._errors import UnsupportedError
from ._tensor import Tensor, asarray

_BINARY = {
    "add": "add",
    "sub": "subtract",
    "mul": "multiply",
    "truediv": "divide",
    "mod": "remainder",
    "pow": "power",
    "and": "bitwise_and",
    "or": "bitwise_or",
    "xor": "bitwise_xor",
}
_COMPARISONS = {"lt": "less", "le": "less_equal", "eq": "equal", "ne": "not_equal", "gt": "greater", "ge": "greater_equal"}
_UNARY = {"neg": "negative", "abs": "absolute", "invert": "invert"}
_UFUNCS = {
    "true_divide": "divide",
    "matmul": None,
    "positive": None,
    "floor_divide": None,
    "mod": "remainder",
}
_REDUCTIONS = {
    "add": _ops.reduce_sum,
    "multiply": _ops.reduce_prod,
    "maximum": _ops.reduce_max,
    "minimum": _ops.reduce_min,
    "logical_or": _ops.reduce_any,
    "logical_and": _ops.reduce_all,
}


def _is_operand(value):
    return isinstance(value, (int, float, complex, np.ndarray, np.generic, Tensor)) or hasattr(value, "__dlpack__") or hasattr(
        value, "nnz"
    )


def _binary(name):
    def forward(self, other):
        return _ops.elementwise(name, self, other) if _is_operand(other) else NotImplemented

    def backward(self, other):
        return _ops.elementwise(name, other, self) if _is_operand(other) else NotImplemented

    return forward, backward


for short, long in _BINARY.items():
    forward, backward = _binary(long)
    setattr(Tensor, f"__{short}__", forward)
    setattr(Tensor, f"__r{short}__", backward)
for short, long in _COMPARISONS.items():
    setattr(Tensor, f"__{short}__", _binary(long)[0])
for short, long in _UNARY.items():
    setattr(Tensor, f"__{short}__", lambda self, long=long: _ops.elementwise(long, self))
for short, function in {"lshift": _values.bitwise_left_shift, "rshift": _values.bitwise_right_shift}.items():
    setattr(Tensor, f"__{short}__", lambda self, other, function=function: function(self, other))
    setattr(Tensor, f"__r{short}__", lambda self, other, function=function: function(other, self))
Tensor.__pos__ = lambda self: self
Tensor.__floordiv__ = lambda self, other: _ops.floor_divide(self, other) if _is_operand(other) else NotImplemented
Tensor.__rfloordiv__ = lambda self, other: _ops.floor_divide(other, self) if _is_operand(other) else NotImplemented
Tensor.__matmul__ = lambda self, other: _ops.matmul(self, other) if _is_operand(other) else NotImplemented
Tensor.__rmatmul__ = lambda self, other: _ops.matmul(other, self) if _is_operand(other) else NotImplemented
Tensor.__getitem__ = lambda self, key: _indexing.getitem(_ops.evaluated(self), key)


def _setitem(self, key, value):
    _graph.replace(self, _indexing.setitem(_ops.evaluated(self), key, value))


Tensor.__setitem__ = _setitem


def _reduction(function):
    def method(self, axis=None, *, keepdims=False):
        return function(self, axis=axis, keepdims=keepdims)

    method.__doc__ = function.__doc__
    return method


for name, function in {
    "max": _ops.reduce_max,
    "min": _ops.reduce_min,
    "any": _ops.reduce_any,
    "all": _ops.reduce_all,
    "mean": _ops.mean,
    "argmax": _ops.argmax,
    "argmin": _ops.argmin,
    "count_nonzero": _ops.count_nonzero,
}.items():
    setattr(Tensor, name, _reduction(function))


def _sum(self, axis=None, dtype=None, *, keepdims=False):
    return _ops.reduce_sum(self, axis=axis, dtype=dtype, keepdims=keepdims)


def _prod(self, axis=None, dtype=None, *, keepdims=False):
    return _ops.reduce_prod(self, axis=axis, dtype=dtype, keepdims=keepdims)


def _std(self, axis=None, *, correction=0.0, keepdims=False):
    return _ops.std(self, axis=axis, correction=correction, keepdims=keepdims)


def _var(self, axis=None, *, correction=0.0, keepdims=False):
    return _ops.var(self, axis=axis, correction=correction, keepdims=keepdims)


Tensor.sum, Tensor.prod, Tensor.std, Tensor.var = _sum, _prod, _std, _var
Tensor.dot = lambda self, other: _ops.matmul(self, other) if self.ndim and np.ndim(other) else self * other
Tensor.conj = Tensor.conjugate = lambda self: _ops.elementwise("conjugate", self)
Tensor.real = property(lambda self: _ops.part("real", self), doc="The real parts.")
Tensor.imag = property(lambda self: _ops.part("imag", self), doc="The imaginary parts; 0 of real numbers.")
Tensor.round = lambda self: _ops.elementwise("rint", self)
Tensor.clip = lambda self, min=None, max=None: _ops.clip(self, min, max)
Tensor.diagonal = lambda self, offset=0: _shapes.diagonal(self, offset=offset)
Tensor.T = property(_shapes.permute_dims, doc="The modes in reverse order.")
Tensor.mT = property(_shapes.matrix_transpose, doc="The last two modes exchanged.")


def _transpose(self, *axes):
    """The modes in another order; without one, in reverse."""
    axes = axes[0] if len(axes) == 1 and not isinstance(axes[0], (int, np.integer)) else axes
    return _shapes.permute_dims(self, axes or None)


def _reshape(self, *shape):
    """Another shape with the same values in row-major order."""
    return _shapes.reshape(self, shape[0] if len(shape) == 1 else shape)


Tensor.transpose, Tensor.reshape = _transpose, _reshape
Tensor.ravel = Tensor.flatten = lambda self: _shapes.ravel(self)
Tensor.squeeze = lambda self, axis=None: _shapes.squeeze(self, axis)


def _array_ufunc(self, ufunc, method, *inputs, out=None, **options):
    name = ufunc.__name__
    if out is not None or any(not _is_operand(value) for value in inputs):
        return NotImplemented
    if method == "reduce" and name in _REDUCTIONS:
        axis = options.pop("axis", 0)
        dtype, keepdims = options.pop("dtype", None), options.pop("keepdims", False)
        if options.get("where", True) is not True or options.get("initial") is not None:
            return NotImplemented
        more = {"dtype": dtype} if dtype is not None else {}
        return _REDUCTIONS[name](inputs[0], axis=axis, keepdims=keepdims, **more)
    if method == "outer" and len(inputs) == 2 and name == "multiply":
        return _ops.outer(*inputs)
    if method != "__call__" or options:
        return NotImplemented
    name = _UFUNCS.get(name) or name
    if name == "matmul":
        return _ops.matmul(*inputs)
    if name == "floor_divide":
        return _ops.floor_divide(*inputs)
    if name == "positive":
        return asarray(inputs[0])
    if name == "isinf":
        return _ops.isinf(inputs[0])
    if name in _ops.TEMPLATES:
        return _ops.elementwise(name, *inputs)
    if name in _values.UFUNCS:
        return _values.by_elements(name, *inputs)
    return NotImplemented


def _array_function(self, function, types, args, kwargs):
    import stardust

    name = {"concatenate": "concat", "transpose": "permute_dims", "amax": "max", "amin": "min"}.get(
        function.__name__, function.__name__
    )
    own = getattr(stardust, name, None)
    if own is None or not function.__module__.startswith("numpy"):
        return NotImplemented
    return own(*args, **{key: value for key, value in kwargs.items() if value is not np._NoValue})


def _array_namespace(self, *, api_version=None):
    import stardust

    if api_version not in (None, "2021.12", "2022.12", "2023.12", "2024.12"):
        raise ValueError(f"there is no version {api_version} of the array API here: 2024.12")
    return stardust


Tensor.__array_ufunc__ = _array_ufunc
Tensor.__array_function__ = _array_function
Tensor.__array_namespace__ = _array_namespace
