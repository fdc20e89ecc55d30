"""The class Tensor: a tensor of any order, storage format and type of the language."""

import numpy as np

from . import _core
from ._convert import calls, core_of, pack, require_integers, scipy_sparse, sparse_format
from ._errors import UnsupportedError, UserError
from ._types import dtype_of, type_name


class Tensor:
    """A tensor in a storage format.

    Made by `asarray`, `from_coords`, `zeros`, `read` and by operations. The arrays of other libraries are used without a
    copy where their layout allows it. Operations make new tensors. ``T[key] = value`` gives `T`
    new arrays: tensors and arrays that shared the former ones keep their values.

    Attributes
    ----------
    shape : tuple of int
    dtype : numpy.dtype
    format : str
        ``"csr"`` is printed by its levels, ``"ds"``.
    nnz : int
        Stored values, explicit zeros included.

    Examples
    --------
    >>> import numpy as np, stardust as sd
    >>> A = sd.asarray(np.array([[1.0, 0.0], [0.0, 2.0]]), format="csr")
    >>> A.shape, A.format, A.nnz, str(A.dtype)
    ((2, 2), 'ds', 2, 'float64')
    >>> (A @ np.array([1.0, 1.0])).to_numpy()
    array([1., 2.])
    """

    __slots__ = ("_core", "__weakref__")
    __array_priority__ = 1000

    def __init__(self, value, *, format=None, dtype=None):
        self._core = _with(core_of(value), format, dtype)

    @classmethod
    def _of(cls, core):
        tensor = object.__new__(cls)
        tensor._core = core
        return tensor

    # ---- properties

    @property
    def shape(self):
        """The extents, by mode."""
        return self._core.shape

    @property
    def dtype(self):
        """The type of the values; of bfloat16, that of its bits (see `type`)."""
        return dtype_of(self._core.type)

    @property
    def type(self):
        """The name of the type in the language: ``"double"``."""
        return self._core.type

    @property
    def format(self):
        """The storage format: a letter for each level, and mode order and widths where they are not the usual ones."""
        return self._core.format

    @property
    def ndim(self):
        """The number of modes."""
        return len(self._core.shape)

    @property
    def size(self):
        """The number of coordinates."""
        size = 1
        for extent in self._core.shape:
            size *= extent
        return size

    @property
    def nnz(self):
        """The number of stored values, explicit zeros and the padding of dense levels included."""
        return self._core.stored

    @property
    def density(self):
        """The share of coordinates that are stored."""
        return self.nnz / self.size if self.size else 0.0

    @property
    def device(self):
        """``"cpu"``."""
        return "cpu"

    @property
    def data(self):
        """The stored values, one for each position of the last level, without a copy."""
        values = self._core.values
        return values if len(values) == self._core.stored else values[: self._core.stored]

    @property
    def coords(self):
        """The coordinates of the stored values: one array for each mode, in storage order. A copy."""
        crd, _ = self._core.coordinates()
        return tuple(crd[:, mode] for mode in range(crd.shape[1]))

    def level(self, number):
        """The arrays of a level, without a copy: positions, coordinates, and words of a bit vector; None for those that
        the level does not have."""
        return self._core.level(number)

    @property
    def nbytes(self):
        """Bytes of all arrays."""
        arrays = [array for n in range(self.ndim) for array in self._core.level(n) if array is not None]
        return sum(array.nbytes for array in arrays) + self.data.nbytes

    # ---- conversions

    def asformat(self, format):
        """The tensor in another format; itself if it has it. O(nnz log nnz)."""
        core = _with(self._core, format, None)
        return self if core is self._core else Tensor._of(core)

    def astype(self, dtype, /, *, copy=True, device=None):
        """The tensor with values of another type, converted as NumPy does."""
        if not copy and type_name(dtype) == self._core.type:
            return self
        return Tensor._of(_cast(self._core, dtype, copy))

    def copy(self):
        """A tensor with arrays of its own."""
        return _rebuilt(*self.__reduce__()[1], copy=True)

    def with_values(self, values):
        """The same coordinates with other values, in storage order. Coordinates are shared."""
        return Tensor._of(_core_with_values(self._core, np.ascontiguousarray(values)))

    def to_numpy(self):
        """A dense array; without a copy if the tensor is dense."""
        core = self._core
        if not core.is_dense:
            core = core.convert("dense")
        values = self.data if core is self._core else core.values
        order = core.mode_order
        array = values.reshape([core.shape[mode] for mode in order])
        return array if not order else array.transpose(np.argsort(order))

    todense = to_numpy

    def to_scipy(self, format=None):
        """A sparse array of SciPy: csr, csc or coo. Without a copy if the tensor is stored so."""
        import scipy.sparse as sparse

        from ._calls import _as_scipy

        scipy_sparse()
        if self.ndim == 1 or format == "coo":
            crd, values = self._core.coordinates()
            return sparse.coo_array((values, tuple(crd.T)), shape=self.shape)
        if self.ndim != 2:
            raise UnsupportedError(f"a matrix of SciPy with {self.ndim} modes", remedy="to_scipy('coo')")
        by_columns = self._core.levels == "ds" and self._core.mode_order == (1, 0)
        wanted = format or ("csc" if by_columns else "csr")
        if wanted not in ("csr", "csc"):
            return self.to_scipy("csr").asformat(wanted)
        if self._core.levels != "ds" or by_columns != (wanted == "csc"):
            return self.asformat(wanted).to_scipy(wanted)
        return _as_scipy(getattr(sparse, f"{wanted}_array"), _trimmed(self._core))

    def to_pydata(self):
        """A ``sparse.COO`` of the package ``sparse``."""
        import sparse

        crd, values = self._core.coordinates()
        return sparse.COO(crd.T, values, shape=self.shape)

    def to_torch(self):
        """A tensor of torch: strided, sparse_csr, or sparse_coo. Dense and csr tensors share their arrays."""
        from .torch import to_torch

        return to_torch(self)

    def __array__(self, dtype=None, copy=None):
        array = self.to_numpy()
        if not self._core.is_dense and copy is False:
            raise ValueError("a sparse tensor is copied to become an array")
        return array.astype(array.dtype if dtype is None else dtype, copy=bool(copy))

    def __dlpack__(self, *, stream=None, max_version=None, dl_device=None, copy=None):
        if not self._core.is_dense:
            raise BufferError("DLPack has dense arrays: call to_numpy() first")
        return self.to_numpy().__dlpack__(stream=stream, max_version=max_version, dl_device=dl_device, copy=copy)

    def __dlpack_device__(self):
        return (1, 0)

    def to_device(self, device, /, *, stream=None):
        """The tensor itself, as there is one device."""
        if device != "cpu" or stream is not None:
            raise UserError(f"there is no device {device!r}", remedy="'cpu'")
        return self

    # ---- entries

    def insert(self, coords, values):
        """A tensor with more entries: those at coordinates that are stored already are added to.

        Parameters
        ----------
        coords : sequence of array_like
            One for each mode.
        values : array_like
        """
        crd, old = self._core.coordinates()
        if len(coords) != self.ndim:
            raise UserError(f"{len(coords)} arrays of coordinates are given, and the tensor has {self.ndim} modes")
        more = [np.atleast_1d(np.asarray(c)) for c in coords]
        require_integers(more)
        given = np.asarray(values)
        if not np.can_cast(given.dtype, self.dtype, "same_kind"):
            raise UserError(f"values of type {given.dtype} are inserted, and the tensor has {self.dtype}")
        values = np.broadcast_to(given.astype(self.dtype), more[0].shape if more else (1,))
        joined = [np.concatenate([crd[:, mode], more[mode]]) for mode in range(self.ndim)]
        core = pack(self.shape, joined, np.concatenate([old, values]), _family(self._core))
        return Tensor._of(core)

    def item(self):
        """The only value, as a number of Python."""
        if self.size != 1:
            raise ValueError("only a tensor with one value is a number")
        return self.to_numpy().reshape(()).item()

    def tolist(self):
        """Nested lists of numbers."""
        return self.to_numpy().tolist()

    def __len__(self):
        if not self.shape:
            raise TypeError("a scalar has no length")
        return self.shape[0]

    def __iter__(self):
        if not self.shape:
            raise TypeError("a scalar cannot be iterated over")
        return (self[n] for n in range(self.shape[0]))

    def __bool__(self):
        return bool(self.item())

    def __int__(self):
        return int(self.item())

    def __float__(self):
        return float(self.item())

    def __complex__(self):
        return complex(self.item())

    def __index__(self):
        if self.dtype.kind not in "iu":
            raise TypeError("only an integer is an index")
        return self.item()

    def __reduce__(self):
        core = _trimmed(self._core)
        levels = [core.level(number) for number in range(self.ndim)]
        return _rebuilt, (core.format, core.shape, levels, core.values, core.type)

    def __copy__(self):
        return self.copy()

    def __deepcopy__(self, memo):
        return self.copy()

    def __hash__(self):
        raise TypeError("a Tensor cannot be a key")

    def __repr__(self):
        shape = " x ".join(str(extent) for extent in self.shape) or "scalar"
        text = f"<stardust.Tensor {shape}, {self.format or 'scalar'}, {self.dtype}, {self.nnz} stored>"
        if self.size <= 30:
            text += "\n" + np.array2string(self.to_numpy())
        return text

    def _repr_html_(self):
        from ._repr import html

        return html(self)


def _family(core):
    """The format for other contents: without widths."""
    return ":".join(part for part in core.format.split(":") if not part.startswith(("pos", "crd"))) or "dense"


def _trimmed(core):
    """The core with exactly the stored values, which SciPy's arrays may exceed."""
    return core if len(core.values) == core.stored else _core_with_values(core, core.values[: core.stored])


def _core_with_values(core, values):
    if len(values) != core.stored:
        raise UserError(f"{len(values)} values are given for {core.stored} stored entries")
    levels = [core.level(number) for number in range(len(core.shape))]
    named = "bfloat16" if core.type == "bfloat16" and values.dtype == np.uint16 else None
    return _core.Tensor.wrap(core.format or "dense", core.shape, levels, values, named, check=False)


def _rebuilt(format, shape, levels, values, type, copy=False):
    if copy:
        levels = [tuple(None if array is None else array.copy() for array in level) for level in levels]
        values = values.copy()
    named = type if type == "bfloat16" else None
    return Tensor._of(_core.Tensor.wrap(format or "dense", shape, levels, values, named))


def _cast(core, dtype, copy=True):
    core = _trimmed(core)
    named = type_name(dtype)
    if "bfloat16" in (core.type, named) and core.type != named:  # NumPy has their bits only
        raise UnsupportedError(f"a conversion from {core.type} to {named}")
    values = core.values.astype(dtype_of(type_name(dtype)), copy=copy)
    if np.dtype(values.dtype) == np.bool_ and core.type != "bool":
        values = core.values != 0
    return _core_with_values(core, values)


def _with(core, format, dtype):
    """The core in a format and of a type; itself if it has both."""
    if dtype is not None and type_name(dtype) != core.type:
        core = _cast(core, dtype)
    if format is None or format == core.format:
        return core
    return core.convert(format)


def asarray(value, /, *, format=None, dtype=None, device=None, copy=None):
    """Any tensor-like object as a Tensor.

    Parameters
    ----------
    value : array_like
        An array of NumPy, a sparse matrix of SciPy (csr, csc, coo, bsr, dia, lil, dok; matrices and arrays), a tensor of
        torch, an array of ``sparse``, a column of pandas, an object with DLPack, nested lists, or a number.
    format : str, optional
        The storage format, such as ``"csr"``. Without one, that of the object: csr and csc stay as they are, arrays are
        dense.
    dtype : dtype, optional
        The type of the values.
    copy : bool, optional
        True: arrays of its own. False: raises an error where a copy is needed.

    Returns
    -------
    Tensor

    Notes
    -----
    The arrays of NumPy arrays in C or Fortran order, and of sorted csr, csc and coo matrices with 32-bit or 64-bit
    indices, are not copied. Indices are checked once, in O(nnz).

    Examples
    --------
    >>> import scipy.sparse as sp, stardust as sd
    >>> A = sp.eye_array(3, format="csr")
    >>> T = sd.asarray(A)
    >>> T.data is A.data
    True
    >>> [c.tolist() for c in sd.asarray([[0, 5], [0, 0]], format="coo").coords]
    [[0], [1]]
    """
    if device not in (None, "cpu"):
        raise UserError(f"there is no device {device!r}", remedy="'cpu'")
    core = core_of(value)
    converted = _with(core, format, dtype)
    if copy is False and (converted is not core or not _shares(core, value)):
        raise ValueError("the tensor cannot be made without a copy")
    if type(value) is Tensor and converted is core and not copy:
        return value
    tensor = Tensor._of(converted)
    return tensor.copy() if copy and converted is core else tensor


def _shares(core, value):
    arrays = [value] if isinstance(value, np.ndarray) else [getattr(value, "data", None)]
    if type(value) is Tensor:
        return True
    return isinstance(arrays[0], np.ndarray) and (not arrays[0].size or np.may_share_memory(core.values, arrays[0]))


def from_coords(coords, values, shape=None, *, format=None, dtype=None):
    """A Tensor from coordinates, as of ``scipy.sparse.coo_array`` or pydata's ``sparse.COO``.

    Parameters
    ----------
    coords : sequence of array_like of int
        One array for each mode, or an array with a row for each mode. Entries may be unsorted; duplicates are summed.
    values : array_like
        One for each entry, or one for all.
    shape : tuple of int, optional
        Without one, the least extents that contain the coordinates.
    format : str, optional
        ``"s"``, ``"csr"`` and ``"csf"`` by default, by the number of modes.

    Returns
    -------
    Tensor

    Examples
    --------
    >>> import stardust as sd
    >>> sd.from_coords([[0, 2, 0], [1, 0, 1]], [1.0, 2.0, 3.0]).to_numpy()
    array([[0., 4.],
           [0., 0.],
           [2., 0.]])
    """
    coords = [np.atleast_1d(np.asarray(of_mode)) for of_mode in coords]
    require_integers(coords)
    values = np.asarray(values, dtype)
    if coords:
        values = np.broadcast_to(values, coords[0].shape)
    if shape is None:
        shape = tuple(int(of_mode.max()) + 1 if of_mode.size else 0 for of_mode in coords)
    if len(shape) != len(coords):
        raise UserError(f"a tensor of {len(shape)} modes has {len(shape)} arrays of coordinates, not {len(coords)}")
    return Tensor._of(pack(shape, coords, np.atleast_1d(values), format))


def full_format(order):
    return sparse_format(order)


calls.register_tensor(Tensor)
