"""Objects of other libraries as operands: without a copy where their arrays allow it."""

import sys
import warnings

import numpy as np

from . import _core
from ._errors import ConversionWarning, UnsupportedError, UserError
from ._types import NUMBERS, type_name

calls = _core.Calls()
_scipy_registered = False


def scipy_sparse():
    """The module ``scipy.sparse`` if some code has imported it, else None."""
    global _scipy_registered
    module = sys.modules.get("scipy.sparse")
    if module is not None and not _scipy_registered and hasattr(module, "csc_matrix"):
        _scipy_registered = True
        for name, letter in (("csr_array", "r"), ("csr_matrix", "R"), ("csc_array", "c"), ("csc_matrix", "C")):
            calls.register_class(getattr(module, name), letter)
    return module


def is_scipy(value):
    module = sys.modules.get("scipy.sparse")
    return module is not None and module.issparse(value)


def _warn(text, depth=5):
    warnings.warn(text, ConversionWarning, stacklevel=depth)


def _plain(array):
    """The array in native byte order and contiguous memory; a copy only if it has to be one."""
    type_name(array.dtype)
    if not array.dtype.isnative:
        array = array.astype(array.dtype.newbyteorder("="))
    contiguous = array.flags.c_contiguous or (array.flags.f_contiguous and array.ndim > 1)
    return array if contiguous and array.flags.aligned else np.ascontiguousarray(array)


def _canonical(matrix):
    copy = matrix.copy()
    copy.sum_duplicates()
    copy.sort_indices()
    return copy


def _from_compressed(matrix):
    """A matrix in csr or csc whose arrays cannot be wrapped as they are."""
    copied = matrix
    if matrix.indices.dtype != matrix.indptr.dtype or matrix.indices.dtype not in (np.int32, np.int64):
        copied = type(matrix)(
            (matrix.data, matrix.indices.astype(np.int64), matrix.indptr.astype(np.int64)), shape=matrix.shape, copy=False
        )
    rows, columns = matrix.shape if matrix.format == "csr" else matrix.shape[::-1]
    if len(matrix.indptr) != rows + 1 or (len(matrix.indices) and not 0 <= matrix.indices.min() <= matrix.indices.max() < columns):
        raise UserError("the index arrays of the matrix leave its shape", remedy="matrix.check_format()")
    matrix.check_format(full_check=False)
    # The flags of SciPy may be those of former contents.
    fresh = type(matrix)((copied.data, copied.indices, copied.indptr), shape=matrix.shape, copy=False)
    if not fresh.has_canonical_format:
        _warn(f"the indices of a {matrix.format} matrix are unsorted or repeat: they are sorted in a copy")
        fresh = _canonical(fresh)
    fresh = type(matrix)(
        (_plain(fresh.data), _plain(fresh.indices), _plain(fresh.indptr)), shape=matrix.shape, copy=False
    )
    core = calls.operand(fresh)
    if core is None:
        raise UnsupportedError(f"a {matrix.format} matrix of type {matrix.dtype}")
    return core


def _from_coo(matrix):
    shape = matrix.shape
    coords = matrix.coords if hasattr(matrix, "coords") else (matrix.row, matrix.col)
    data = matrix.data
    # A sorted list without duplicates is wrapped; other lists are packed.
    if len(shape) == 2 and len(data):
        row, col = (np.asarray(c) for c in coords)
        if row.dtype == col.dtype and row.dtype in (np.int32, np.int64) and row.flags.c_contiguous and col.flags.c_contiguous:
            step = row[1:] - row[:-1]
            if np.all((step > 0) | ((step == 0) & (col[1:] > col[:-1]))):
                width = "crd32" if row.dtype == np.int32 else "crd64"
                pos = np.array([0, len(data)], np.int64)
                levels = [(pos, row, None), (None, col, None)]
                return _core.Tensor.wrap(f"coo:{width}", shape, levels, _plain(data), None)
            _warn("the entries of a coo matrix are unsorted or repeat: they are sorted in a copy")
    return pack(shape, coords, data, None)


def require_integers(coords):
    """Refuses arrays of coordinates that are no integers."""
    if any(of_mode.dtype.kind not in "iu" for of_mode in coords if of_mode.size):
        raise UserError("coordinates are integers")


def pack(shape, coords, data, format):
    """A Tensor of coordinates, one array for each mode; duplicates are summed."""
    shape = tuple(int(extent) for extent in shape)
    data = np.ascontiguousarray(data)
    type_name(data.dtype)
    if shape:
        crd = np.empty((len(data), len(shape)), np.int64)
        for mode, of_mode in enumerate(coords):
            crd[:, mode] = of_mode
    else:
        crd = np.empty((len(data), 0), np.int64)
    if format is None:
        format = sparse_format(len(shape))
    return _core.Tensor.pack(shape, crd.reshape(-1), data, format)


def sparse_format(order):
    return {0: "dense", 1: "s", 2: "csr"}.get(order, "csf")


def _from_scipy(value):
    scipy_sparse()
    core = calls.operand(value)
    if core is not None:
        return core
    type_name(value.dtype)
    if value.format in ("csr", "csc") and value.ndim == 2:
        return _from_compressed(value)
    if value.format == "coo":
        return _from_coo(value)
    if value.ndim != 2:
        return _from_coo(value.tocoo())
    _warn(f"a {value.format} matrix is copied to csr")
    return _from_scipy(_canonical(value.tocsr()))


def _from_torch(value):
    torch = sys.modules["torch"]
    value = value.detach().resolve_conj().resolve_neg()
    if value.device.type != "cpu":
        raise UnsupportedError("a tensor on another device than the CPU", remedy="tensor.cpu()")
    if value.layout == torch.strided:
        if value.dtype == torch.bfloat16:
            bits = np.ascontiguousarray(value.view(torch.int16).numpy()).view(np.uint16)
            levels = [(None, None, None)] * value.ndim
            return _core.Tensor.wrap("dense", tuple(value.shape), levels, bits.reshape(-1), "bfloat16")
        return core_of(value.numpy())
    if value.layout == torch.sparse_coo:
        value = value.coalesce()
        coords = value.indices().numpy()
        return pack(tuple(value.shape), coords, value.values().numpy(), "coo" if value.ndim == 2 else None)
    if value.layout in (torch.sparse_csr, torch.sparse_csc):
        by_rows = value.layout == torch.sparse_csr
        pos = (value.crow_indices() if by_rows else value.ccol_indices()).numpy()
        crd = (value.col_indices() if by_rows else value.row_indices()).numpy()
        name = "csr" if by_rows else "csc"
        width = "crd64" if crd.dtype == np.int64 else "pos32"
        levels = [(None, None, None), (pos, crd, None)]
        return _core.Tensor.wrap(f"{name}:{width}", tuple(value.shape), levels, value.values().numpy(), None)
    raise UnsupportedError(f"a torch tensor with the layout {value.layout}", remedy="strided, sparse_coo, sparse_csr")


def _from_coordinates(value):
    """pydata's COO and tensors like it: ``coords`` has a row for each mode, and absent entries are 0."""
    fill = getattr(value, "fill_value", 0)
    if fill != 0:
        raise UnsupportedError(f"a sparse array whose absent entries are {fill}", remedy="an array with absent zeros")
    return pack(value.shape, value.coords, value.data, None)


def core_of(value):
    """Any supported object as a tensor of the extension.

    Raises UnsupportedError for types of values that the language does not have.
    """
    core = getattr(value, "_core", None)
    if type(core) is _core.Tensor:
        return core
    if type(value) is _core.Tensor:
        return value
    if isinstance(value, np.ma.MaskedArray):
        raise UnsupportedError("a masked array", remedy="filled(0), or another value for the masked entries")
    if isinstance(value, np.ndarray):
        return calls.operand(_plain(np.asarray(value)))
    if is_scipy(value):
        return _from_scipy(value)
    torch = sys.modules.get("torch")
    if torch is not None and isinstance(value, torch.Tensor):
        return _from_torch(value)
    if hasattr(value, "coords") and hasattr(value, "data") and hasattr(value, "shape") and not hasattr(value, "to_numpy"):
        return _from_coordinates(value)
    if hasattr(value, "to_numpy"):  # pandas
        return core_of(value.to_numpy())
    if hasattr(value, "__dlpack__"):
        return core_of(np.from_dlpack(value))
    array = np.asarray(value)
    if array.dtype == object:
        raise UserError(f"{type(value).__name__} is no tensor", remedy="an array, a sparse matrix, a Tensor or a number")
    return core_of(array)


def prepared(value):
    """An operand that Calls can read: a number, a plain array, a matrix, or a tensor."""
    if type(value) in NUMBERS:
        return value
    if isinstance(value, np.ndarray) and type(value) is np.ndarray:
        return _plain(value)
    if type(getattr(value, "_core", None)) is _core.Tensor:
        return value
    if isinstance(value, np.generic):
        return _plain(np.asarray(value))
    if isinstance(value, (list, tuple)):
        return _plain(np.asarray(value))
    if is_scipy(value):
        scipy_sparse()
        return value if calls.operand(value) is not None else _from_scipy(value)
    return core_of(value)
