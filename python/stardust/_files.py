"""Tensors in files."""

import os

import numpy as np

from . import _core
from ._tensor import Tensor, asarray
from ._types import type_name


def read(path, *, dtype=np.float64, format=None, order=None, base=0):
    """Reads a tensor from a file of any kind that the command line reads.

    Parameters
    ----------
    path : path-like
        MatrixMarket, FROSTT, edge lists, Harwell–Boeing, NumPy, SciPy's npz, binsparse in HDF5, MATLAB; plain, or
        compressed with gzip or zstd. ``FILE:NAME`` names a variable of a file with several.
    dtype : dtype, optional
        The type of the values.
    format : str, optional
        Without one, a file that leaves coordinates out is sparse.
    order : int, optional
        1: an n x 1 or 1 x n matrix is read as a vector.
    base : {0, 1}
        The least coordinate of an edge list.

    Returns
    -------
    Tensor

    Notes
    -----
    Unusual constructs of a file are logged, with the line and their interpretation.
    """
    core, notes = _core.read(os.fspath(path), type_name(dtype), order, base)
    if notes:
        import logging

        for note in notes:
            logging.getLogger("stardust").info("%s", note)
    return Tensor._of(core) if format is None else Tensor._of(core).asformat(format)


def write(path, tensor):
    """Writes every stored entry of a tensor; the extension names the kind of file.

    The write is atomic, and equal tensors give equal bytes.
    """
    asarray(tensor)._core.write(os.fspath(path))
