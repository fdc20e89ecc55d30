"""Value types: names of the language and of NumPy."""

import numpy as np

from ._errors import UnsupportedError, UserError

_NAMES = {
    "bool": "bool",
    "int8": "int8",
    "int16": "int16",
    "int32": "int",
    "int64": "long",
    "uint8": "uint8",
    "uint16": "uint16",
    "uint32": "uint32",
    "uint64": "uint64",
    "float16": "float16",
    "float32": "float",
    "float64": "double",
    "complex64": "complex64",
    "complex128": "complex128",
}
NUMBERS = (float, int, bool, complex)  # the classes of numbers of Python that are operands
_DTYPES = {name: np.dtype(dtype) for dtype, name in _NAMES.items()}


def type_name(dtype):
    """The name of a NumPy type in the language; ``bfloat16`` is a name only."""
    if isinstance(dtype, str) and dtype == "bfloat16":
        return dtype
    if isinstance(dtype, str) and dtype in _DTYPES:
        return dtype
    try:
        name = np.dtype(dtype).name
    except TypeError:
        raise UserError(f"{dtype!r} is no type of values", remedy="a NumPy type, such as float32") from None
    if name not in _NAMES:
        raise UnsupportedError(
            f"values of type {name}",
            remedy="truth values, integers of 8 to 64 bits, floating point of 16 to 64 bits, and complex numbers of 64 and 128 bits",
        )
    return _NAMES[name]


def dtype_of(name):
    """The NumPy type of a name of the language; of ``bfloat16``, that of its bits."""
    return np.dtype(np.uint16) if name == "bfloat16" else _DTYPES[name]
