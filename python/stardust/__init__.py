"""Sparse tensor algebra: index notation that compiles to one kernel, for arrays of NumPy, SciPy and torch.

>>> import numpy as np, scipy.sparse as sp, stardust as sd
>>> A = sp.csr_array([[1.0, 0.0, 2.0], [0.0, 3.0, 0.0]])
>>> sd.einsum("ij,j->i", A, np.array([1.0, 2.0, 3.0]))
array([7., 6.])

See docs/guide/python.md of the project for the manual.
"""

import numpy as _numpy  # first: it refuses a second interpreter of the process, in which the extension must not be loaded

from ._core import __version__, machines, memories, targets
from ._calls import Kernel, compile, einsum, evaluate
from ._errors import (
    CompilerMissingWarning,
    ConversionWarning,
    InternalError,
    StardustError,
    UnsupportedError,
    UserError,
    WrongResultError,
)
from ._files import read, write
from ._simulate import Exploration, Simulation, explore, simulate
from ._graph import LazyTensor, jit, lazy
from ._tensor import Tensor, asarray, from_coords
from . import _operators
from ._namespace import *
from ._namespace import __array_api_version__, __array_namespace_info__

__all__ = [name for name in dir() if not name.startswith("_")]


def __getattr__(name):
    if name == "torch":  # loaded when it is used
        import importlib

        return importlib.import_module("stardust.torch")
    raise AttributeError(f"module 'stardust' has no attribute {name!r}")
