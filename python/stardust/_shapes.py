"""Operations that move entries: transposes, slices, reshapes, concatenations."""

import numpy as np

from . import _core
from ._convert import pack
from ._errors import UnsupportedError, UserError
from ._graph import axes_of, broadcast_shapes, modes_node, node_of, normalized, result_of
from ._tensor import Tensor, _core_with_values, _family, _trimmed, asarray, from_coords

_NO_ARRAYS = (None, None, None)


def _entries(tensor):
    """The coordinates, one array for each mode, and the values."""
    crd, values = tensor._core.coordinates()
    crd = crd.astype(np.int64, copy=False)
    return [crd[:, mode] for mode in range(tensor.ndim)], values


def _packed(shape, coords, values, format=None):
    return Tensor._of(pack(shape, coords, values, format))


def _dense(tensor):
    return tensor._core.is_dense


def permute_dims(x, /, axes=None):
    """The tensor with its modes in another order. Its arrays are shared."""
    node = node_of(x)
    rank = len(node.shape)
    axes = tuple(range(rank))[::-1] if axes is None else tuple(int(axis) for axis in axes)
    if sorted(axis % rank if rank else axis for axis in axes) != list(range(rank)) or any(
        not -rank <= axis < rank for axis in axes
    ):
        raise ValueError(f"{axes} is no order of {rank} modes")
    axes = tuple(axis % rank for axis in axes)
    if node.kind != "leaf":
        return result_of(modes_node(node, axes))
    core = _trimmed(node.data._core)
    place = {mode: new for new, mode in enumerate(axes)}
    order = [place[mode] for mode in core.mode_order]
    widths = "".join(f":{word}" for word in core.format.split(":") if word.startswith(("pos", "crd")))
    format = f"{core.levels}:{','.join(map(str, order))}{widths}" if rank > 1 else core.format
    levels = [core.level(level) for level in range(rank)]
    shape = tuple(core.shape[axis] for axis in axes)
    type = core.type if core.type == "bfloat16" else None
    return Tensor._of(_core.Tensor.wrap(format or "dense", shape, levels, core.values, type, check=False))


transpose = permute_dims


def matrix_transpose(x, /):
    """The last two modes exchanged."""
    rank = len(x.shape)
    if rank < 2:
        raise ValueError("a matrix has two modes")
    return permute_dims(x, (*range(rank - 2), rank - 1, rank - 2))


def moveaxis(x, source, destination, /):
    """Modes moved to other places."""
    rank = len(x.shape)
    source, destination = ([normalized(one, rank) for one in np.atleast_1d(of).tolist()] for of in (source, destination))
    if len(source) != len(destination) or len(set(source)) != len(source) or len(set(destination)) != len(destination):
        raise ValueError("each mode has one place of its own")
    order = [mode for mode in range(rank) if mode not in source]
    for to, mode in sorted(zip(destination, source)):
        order.insert(to, mode)
    return permute_dims(x, order)


def swapaxes(x, axis1, axis2, /):
    """Two modes exchanged."""
    order = list(range(len(x.shape)))
    order[axis1], order[axis2] = order[axis2], order[axis1]
    return permute_dims(x, order)


def reshape(x, /, shape, *, copy=None):
    """Another shape with the same values in row-major order. Dense tensors share their values."""
    tensor = asarray(x)
    shape = (shape,) if isinstance(shape, (int, np.integer)) else tuple(int(extent) for extent in shape)
    known = 1
    for extent in shape:
        known *= extent if extent != -1 else 1
    if shape.count(-1) > 1 or (-1 in shape and (known == 0 or tensor.size % known)):
        raise ValueError(f"a tensor of {tensor.shape} has no shape {shape}")
    shape = tuple(tensor.size // known if extent == -1 else extent for extent in shape)
    if int(np.prod(shape, dtype=object)) != tensor.size:
        raise ValueError(f"a tensor of {tensor.shape} has no shape {shape}")
    if _dense(tensor):
        return asarray(tensor.to_numpy().reshape(shape), copy=True if copy else None)
    if copy is False and shape != tensor.shape:
        raise ValueError("a sparse tensor is copied to get another shape")
    if tensor.size > np.iinfo(np.int64).max:
        raise UnsupportedError("a new shape of more than 2^63 coordinates")
    coords, values = _entries(tensor)
    linear = np.ravel_multi_index(coords, tensor.shape) if coords else np.zeros(len(values), np.int64)
    return _packed(shape, np.unravel_index(linear, shape) if shape else [], values)


def ravel(x, /):
    """The values as a vector, in row-major order."""
    return reshape(x, (-1,))


def expand_dims(x, /, axis=0):
    """A new mode of extent 1."""
    rank = len(x.shape)
    axes = [axis] if isinstance(axis, (int, np.integer)) else list(axis)
    if any(not -(rank + len(axes)) <= one < rank + len(axes) for one in axes):
        raise np.exceptions.AxisError(axes[0], rank + 1)
    axes = sorted(one % (rank + len(axes)) for one in axes)
    if len(set(axes)) != len(axes):
        raise ValueError("a mode is named twice")
    rest = iter(x.shape)
    shape = [1 if mode in axes else next(rest) for mode in range(rank + len(axes))]
    return _with_shape(x, shape, axes, removed=False)


def squeeze(x, /, axis=None):
    """The tensor without modes of extent 1."""
    rank = len(x.shape)
    if axis is None:
        axes = [mode for mode in range(rank) if x.shape[mode] == 1]
    else:
        axes = axes_of(axis, rank)
    if any(x.shape[mode] != 1 for mode in axes):
        raise ValueError("only a mode of extent 1 can be left out")
    shape = [extent for mode, extent in enumerate(x.shape) if mode not in axes]
    return _with_shape(x, shape, axes, removed=True)


def _with_shape(x, shape, axes, removed):
    node = node_of(x)
    if node.kind != "leaf":
        if removed:
            return result_of(modes_node(node, [m for m in range(len(node.shape)) if m not in axes], shape))
        rest = iter(range(len(node.shape)))
        return result_of(modes_node(node, [None if m in axes else next(rest) for m in range(len(shape))], shape))
    tensor = node.data
    if _dense(tensor):
        return asarray(tensor.to_numpy().reshape(shape))
    coords, values = _entries(tensor)
    if removed:
        return _packed(shape, [c for mode, c in enumerate(coords) if mode not in axes], values)
    rest = iter(coords)
    zeros = np.zeros(len(values), np.int64)
    return _packed(shape, [zeros if mode in axes else next(rest) for mode in range(len(shape))], values)


def expanded_to(tensor, rank):
    return expand_dims(tensor, tuple(range(rank - tensor.ndim))) if tensor.ndim < rank else tensor


def broadcast_to(x, /, shape):
    """The values repeated along modes of extent 1, and along new leading modes."""
    node = node_of(x)
    shape = tuple(shape)
    if broadcast_shapes(node.shape, shape) != shape:
        raise ValueError(f"a tensor of {node.shape} does not repeat to {shape}")
    if node.shape == shape:
        return asarray(x)
    tensor = asarray(x)
    if _dense(tensor):
        return asarray(np.ascontiguousarray(np.broadcast_to(tensor.to_numpy(), shape)))
    tensor = expanded_to(tensor, len(shape))
    coords, values = _entries(tensor)
    for mode, extent in enumerate(shape):
        if tensor.shape[mode] == extent:
            continue
        count = len(values)
        coords = [np.repeat(c, extent) for c in coords]
        values = np.repeat(values, extent)
        coords[mode] = np.tile(np.arange(extent), count)
    return _packed(shape, coords, values)


def broadcast_arrays(*arrays):
    """All tensors in one shape."""
    shape = broadcast_shapes(*(array.shape for array in arrays))
    return [broadcast_to(array, shape) for array in arrays]


def concat(arrays, /, *, axis=0):
    """Tensors one after the other along a mode."""
    tensors = [asarray(array) for array in arrays]
    if not tensors:
        raise ValueError("there is nothing to concatenate")
    if axis is None:
        tensors, axis = [ravel(tensor) for tensor in tensors], 0
    rank = tensors[0].ndim
    if rank == 0:
        raise ValueError("scalars cannot be concatenated: use stack")
    axis = normalized(axis, rank)
    first = [extent for mode, extent in enumerate(tensors[0].shape) if mode != axis]
    for tensor in tensors:
        if tensor.ndim != rank or [e for mode, e in enumerate(tensor.shape) if mode != axis] != first:
            raise ValueError("the tensors differ in another mode")
    dtype = np.result_type(*(tensor.dtype for tensor in tensors))
    if all(_dense(tensor) for tensor in tensors):
        return asarray(np.concatenate([tensor.to_numpy() for tensor in tensors], axis=axis))
    shape = list(tensors[0].shape)
    shape[axis] = sum(tensor.shape[axis] for tensor in tensors)
    parts, values, offset = [[] for _ in shape], [], 0
    for tensor in tensors:
        coords, of_tensor = _entries(tensor)
        for mode, of_mode in enumerate(coords):
            parts[mode].append(of_mode + offset if mode == axis else of_mode)
        values.append(of_tensor.astype(dtype))
        offset += tensor.shape[axis]
    formats = {_family(tensor._core) for tensor in tensors}
    format = formats.pop() if len(formats) == 1 else None
    return _packed(shape, [np.concatenate(of_mode) for of_mode in parts], np.concatenate(values), format)


concatenate = concat


def stack(arrays, /, *, axis=0):
    """Tensors along a new mode."""
    tensors = [asarray(array) for array in arrays]
    if not tensors:
        raise ValueError("there is nothing to stack")
    if any(tensor.shape != tensors[0].shape for tensor in tensors):
        raise ValueError("stacked tensors have one shape")
    axis = normalized(axis, tensors[0].ndim + 1)
    return concat([expand_dims(tensor, axis) for tensor in tensors], axis=axis)


def unstack(x, /, *, axis=0):
    """The slices along a mode."""
    tensor = asarray(x)
    axis = normalized(axis, tensor.ndim)
    return tuple(tensor[(*(slice(None),) * axis, n)] for n in range(tensor.shape[axis]))


def flip(x, /, *, axis=None):
    """The coordinates of modes in reverse."""
    tensor = asarray(x)
    rank = tensor.ndim
    axes = axes_of(axis, rank)
    return tensor[tuple(slice(None, None, -1) if mode in axes else slice(None) for mode in range(rank))]


def roll(x, /, shift, *, axis=None):
    """Coordinates moved around the end of modes."""
    tensor = asarray(x)
    if axis is None:
        return reshape(roll(ravel(tensor), shift, axis=0), tensor.shape)
    axes = [normalized(one, tensor.ndim) for one in np.atleast_1d(axis).tolist()]
    shifts, axes = (of.tolist() for of in np.broadcast_arrays(np.atleast_1d(shift), axes))
    if _dense(tensor):
        return asarray(np.roll(tensor.to_numpy(), shifts, axis=tuple(axes)))
    coords, values = _entries(tensor)
    for by, mode in zip(shifts, axes):
        coords[mode] = (coords[mode] + by) % tensor.shape[mode]
    return _packed(tensor.shape, coords, values, _family(tensor._core))


def repeat(x, repeats, /, *, axis=None):
    """Each slice along a mode several times."""
    tensor = asarray(x)
    if axis is None:
        tensor, axis = ravel(tensor), 0
    axis = normalized(axis, tensor.ndim)
    count = np.asarray(repeats.to_numpy() if isinstance(repeats, Tensor) else repeats)
    index = np.repeat(np.arange(tensor.shape[axis]), count)
    return tensor[(*(slice(None),) * axis, index)]


def tile(x, repetitions, /):
    """The whole tensor several times along each mode."""
    tensor = asarray(x)
    repetitions = tuple(repetitions)
    rank = max(tensor.ndim, len(repetitions))
    tensor = expanded_to(tensor, rank)
    repetitions = (1,) * (rank - len(repetitions)) + repetitions
    for mode, count in enumerate(repetitions):
        index = np.tile(np.arange(tensor.shape[mode]), count)
        tensor = tensor[(slice(None),) * mode + (index,)] if count != 1 else tensor
    return tensor


def take(x, indices, /, *, axis=None):
    """Slices at coordinates along a mode."""
    tensor = asarray(x)
    if axis is None:
        if tensor.ndim != 1:
            raise ValueError("name the mode")
        axis = 0
    indices = indices.to_numpy() if isinstance(indices, Tensor) else np.asarray(indices)
    return tensor[(*(slice(None),) * normalized(axis, tensor.ndim), indices)]


def diagonal(x, /, *, offset=0):
    """The diagonal of the last two modes."""
    tensor = asarray(x)
    if tensor.ndim < 2:
        raise ValueError("a matrix has two modes")
    rows, columns = tensor.shape[-2:]
    first = (max(-offset, 0), max(offset, 0))
    length = max(0, min(rows - first[0], columns - first[1]))
    coords, values = _entries(tensor)
    kept = coords[-1] - coords[-2] == offset
    coords = [of_mode[kept] for of_mode in coords]
    result = _packed((*tensor.shape[:-2], length), [*coords[:-2], coords[-2] - first[0]], values[kept])
    return result.asformat("dense") if _dense(tensor) else result


def triangle(x, k, lower):
    tensor = asarray(x)
    if tensor.ndim < 2:
        raise ValueError("a matrix has two modes")
    coords, values = _entries(tensor)
    apart = coords[-1] - coords[-2]
    kept = apart <= k if lower else apart >= k
    return _packed(tensor.shape, [of_mode[kept] for of_mode in coords], values[kept], _family(tensor._core))
