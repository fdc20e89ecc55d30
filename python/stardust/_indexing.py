"""Indexing, and assignment to what an index selects."""

import numpy as np

from . import _core
from ._errors import UnsupportedError, UserError
from ._shapes import _NO_ARRAYS, _dense, _entries, _packed, broadcast_to
from ._tensor import Tensor, _family, _trimmed, asarray
from ._types import NUMBERS


def getitem(tensor, key):
    """``tensor[key]``: numbers, slices, None, ``...``, arrays of integers, and masks."""
    key = key if isinstance(key, tuple) else (key,)
    key = tuple(_plain_key(one) for one in key)
    if _dense(tensor):
        return asarray(np.asarray(tensor.to_numpy()[key]))
    if len(key) == 1 and tensor._core.levels == "ds" and tensor._core.mode_order == (0, 1):
        rows = key[0]
        if isinstance(rows, slice) and rows.step in (None, 1):
            return _rows(tensor, rows)
    return _general(tensor, key)


def _plain_key(key):
    if isinstance(key, Tensor):
        key = key.to_numpy()
    if isinstance(key, (list, np.ndarray)):
        key = np.asarray(key)
        if key.ndim == 0 and key.dtype != np.bool_:
            return int(key)
        if key.size == 0 and key.dtype == np.float64:
            key = key.astype(np.int64)
        if key.dtype.kind not in "iub":
            raise IndexError("indices are integers or truth values")
    return key


def _rows(tensor, rows):
    """Rows of csr that follow each other: their arrays are parts of the whole ones."""
    core = _trimmed(tensor._core)
    first, end, _ = rows.indices(core.shape[0])
    end = max(first, end)
    pos, crd, _ = core.level(1)
    pos = pos[first : end + 1]
    begin, stop = int(pos[0]), int(pos[-1])
    levels = [_NO_ARRAYS, (pos - pos[0], crd[begin:stop], None)]
    values = core.values[begin:stop]
    shape = (end - first, core.shape[1])
    type = core.type if core.type == "bfloat16" else None
    return Tensor._of(_core.Tensor.wrap(core.format, shape, levels, values, type, check=False))


def _expanded_key(key, rank):
    named = sum(one.ndim if isinstance(one, np.ndarray) and one.dtype == np.bool_ else 1
                for one in key if one is not None and one is not Ellipsis)  # fmt: skip
    if named > rank:
        raise IndexError(f"{named} indices for {rank} modes")
    fill = (slice(None),) * (rank - named)
    if Ellipsis in [one for one in key if not isinstance(one, np.ndarray)]:
        at = next(n for n, one in enumerate(key) if one is Ellipsis)
        if any(one is Ellipsis for one in key[at + 1 :]):
            raise IndexError("an index has one '...'")
        return (*key[:at], *fill, *key[at + 1 :])
    return (*key, *fill)


def _general(tensor, key):
    rank = tensor.ndim
    key = _expanded_key(key, rank)
    arrays = [one for one in key if isinstance(one, np.ndarray)]
    if len(arrays) == 1 and len(key) == 1 and arrays[0].dtype == np.bool_ and arrays[0].shape == tensor.shape:
        return asarray(np.asarray(_lookup(tensor, np.nonzero(arrays[0]))))
    if _is_pointwise(key):
        return asarray(np.asarray(_lookup(tensor, _places(tensor.shape, key))))
    coords, values = _entries(tensor)
    shape, out, mode = [], [], 0
    for one in key:
        if one is None:
            shape.append(1)
            out.append(None)
            continue
        extent, of_mode = tensor.shape[mode], coords[mode]
        if isinstance(one, slice):
            first, end, step = one.indices(extent)
            count = len(range(first, end, step))
            if count > 1:
                moved, rest = np.divmod(of_mode - first, step)
                kept = (rest == 0) & (moved >= 0) & (moved < count)
            else:
                moved, kept = np.zeros_like(of_mode), (of_mode == first) & (count == 1)
            shape.append(count)
            out.append(moved)
        elif isinstance(one, np.ndarray):
            index = np.nonzero(one)[0] if one.dtype == np.bool_ else one
            if one.dtype == np.bool_ and len(one) != extent:
                raise IndexError(f"a mask of {len(one)} for a mode of extent {extent}")
            index = _in_range(index.reshape(-1).astype(np.int64), extent)
            by = np.argsort(index, kind="stable")
            low = np.searchsorted(index[by], of_mode, "left")
            high = np.searchsorted(index[by], of_mode, "right")
            counts = high - low
            entry = np.repeat(np.arange(len(values)), counts)
            within = np.arange(len(entry)) - np.repeat(np.cumsum(counts) - counts, counts)
            place = by[np.repeat(low, counts) + within]
            values = values[entry]
            coords = [c[entry] for c in coords]
            out = [c if c is None else c[entry] for c in out]
            extents = one.shape if one.dtype != np.bool_ else (len(index),)
            for of_index in np.unravel_index(place, extents):
                out.append(of_index)
            shape.extend(extents)
            mode += 1
            continue
        else:
            number = _number(one, extent)
            kept = of_mode == number
        values = values[kept]
        coords = [c[kept] for c in coords]
        out = [c if c is None else c[kept] for c in out]
        mode += 1
    zeros = np.zeros(len(values), np.int64)
    return _packed(shape, [zeros if c is None else c for c in out], values)


def _number(key, extent):
    try:
        number = int(key.__index__())
    except AttributeError:
        raise IndexError(f"{key!r} is no index") from None
    if not -extent <= number < extent:
        raise IndexError(f"the index {number} leaves a mode of extent {extent}")
    return number % extent


def _in_range(index, extent):
    if index.size and (index.min() < -extent or index.max() >= extent):
        raise IndexError(f"an index leaves a mode of extent {extent}")
    return np.where(index < 0, index + extent, index)


def _lookup(tensor, places):
    """The values at coordinates, as an array."""
    coords, values = _entries(tensor)
    shape = np.broadcast_shapes(*(np.shape(place) for place in places))
    wanted = np.ravel_multi_index([np.broadcast_to(place, shape) for place in places], tensor.shape).reshape(-1)
    linear = np.ravel_multi_index(coords, tensor.shape)
    order = np.argsort(linear, kind="stable")
    found = np.searchsorted(linear[order], wanted)
    result = np.zeros(len(wanted), values.dtype)
    hit = found < len(linear)
    hit[hit] = linear[order][found[hit]] == wanted[hit]
    result[hit] = values[order][found[hit]]
    return result.reshape(shape)


def _is_truth(key):
    return isinstance(key, (bool, np.bool_)) or (isinstance(key, np.ndarray) and key.dtype == np.bool_)


def _is_pointwise(key):
    """Whether indices meet each other: several arrays, an array and a number, masks of several modes, truth values."""
    arrays = [one for one in key if isinstance(one, np.ndarray) or _is_truth(one)]
    if any(_is_truth(one) and np.ndim(one) != 1 for one in arrays):
        return True
    numbers = [one for one in key if not isinstance(one, (np.ndarray, slice)) and one is not None and one is not Ellipsis]
    return len(arrays) > 1 or (len(arrays) == 1 and bool(numbers))


def _places(shape, key):
    """The coordinates that a key selects, an array for each mode: NumPy selects from those of all places."""
    rank = len(shape)
    everywhere = [np.arange(extent).reshape([-1 if m == mode else 1 for m in range(rank)]) for mode, extent in enumerate(shape)]
    return [np.broadcast_to(of_mode, shape)[key] for of_mode in everywhere]


# ---- assignment


def setitem(tensor, key, value):
    """The tensor after ``tensor[key] = value``, in arrays of its own."""
    if tensor.type == "bfloat16":
        raise UnsupportedError("assignment to values of type bfloat16, which NumPy does not have")
    value = _assigned(value, tensor.dtype)
    is_sparse_mask = isinstance(key, Tensor) and key.dtype == np.bool_ and key.shape == tensor.shape and not _dense(key)
    if is_sparse_mask and not _dense(tensor):
        coords, truths = _entries(key)
        order = np.lexsort(coords[::-1]) if coords else np.arange(len(truths))
        return _replaced(tensor, [of_mode[order][truths[order]] for of_mode in coords], _as_array(value))
    key = tuple(_plain_key(one) for one in (key if isinstance(key, tuple) else (key,)))
    if _dense(tensor):
        values = tensor.to_numpy().copy(order="K")
        values[key] = _as_array(value)
        return asarray(values)
    key = _expanded_key(key, tensor.ndim)
    if any(isinstance(one, np.ndarray) or _is_truth(one) for one in key):
        return _replaced(tensor, _places(tensor.shape, key), _as_array(value))
    return _replaced_box(tensor, key, value)


def _as_array(value):
    return value.to_numpy() if isinstance(value, Tensor) else value


def _assigned(value, dtype):
    """The assigned value as a number of this type, an array or a Tensor."""
    if type(value) in NUMBERS:
        if np.result_type(dtype, value).kind != dtype.kind:
            raise UserError(f"the number {value} is assigned to values of type {dtype}")
        return np.asarray(value, dtype)  # OverflowError, as NumPy
    tensor = asarray(value)
    if not np.can_cast(tensor.dtype, dtype, "same_kind"):
        raise UserError(f"values of type {tensor.dtype} are assigned to values of type {dtype}", remedy="value.astype(dtype)")
    tensor = tensor.astype(dtype, copy=False)
    return tensor.to_numpy() if _dense(tensor) else tensor


def _replaced(tensor, places, value):
    """Values at places, an array of coordinates for each mode. Of a repeated place, the last value counts."""
    shape = places[0].shape if places else ()
    new = np.broadcast_to(value, shape).reshape(-1)
    linear = np.ravel_multi_index(places, tensor.shape).reshape(-1)
    last, first = np.unique(linear[::-1], return_index=True)
    new = new[::-1][first]
    coords, values = _entries(tensor)
    kept = ~np.isin(np.ravel_multi_index(coords, tensor.shape), last)
    added = np.unravel_index(last[new != 0], tensor.shape)
    return _joined(tensor, coords, values, kept, added, new[new != 0])


def _replaced_box(tensor, key, value):
    """The same for numbers and slices: only the entries of the tensor and of the value count."""
    coords, values = _entries(tensor)
    inside = np.ones(len(values), bool)
    shape, starts, mode = [], [], 0  # `starts`: for each mode of the tensor the mode of the box, its first place and step
    for one in key:
        if one is None:
            shape.append(1)
            continue
        extent = tensor.shape[mode]
        if isinstance(one, slice):
            first, end, step = one.indices(extent)
            count = len(range(first, end, step))
            moved, rest = np.divmod(coords[mode] - first, step)
            inside &= (rest == 0) & (moved >= 0) & (moved < count)
            starts.append((len(shape), first, step))
            shape.append(count)
        else:
            number = _number(one, extent)
            inside &= coords[mode] == number
            starts.append((None, number, 0))
        mode += 1
    if isinstance(value, Tensor):
        within, new = _entries(broadcast_to(value, shape))
        within = [of_mode[new != 0] for of_mode in within]
        new = new[new != 0]
    elif value.ndim == 0 and value == 0:
        np.broadcast_to(value, shape)
        within, new = [np.zeros(0, np.int64)] * len(shape), np.zeros(0, value.dtype)
    else:
        whole = np.broadcast_to(value, shape)
        within = np.nonzero(whole) if shape else [np.zeros(0, np.int64)] * 0
        new = whole[within] if shape else whole.reshape(-1)[whole.reshape(-1) != 0]
    added = [
        np.full(len(new), first, np.int64) if of_box is None else first + step * within[of_box]
        for of_box, first, step in starts
    ]
    return _joined(tensor, coords, values, ~inside, added, new)


def _joined(tensor, coords, values, kept, added, new):
    joined = [np.concatenate([old[kept], more]) for old, more in zip(coords, added)]
    return _packed(tensor.shape, joined, np.concatenate([values[kept], new]), _family(tensor._core))
