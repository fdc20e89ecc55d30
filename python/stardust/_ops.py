"""Operators, functions of elements, and reductions, with the types and shapes of NumPy."""

import string

import numpy as np

from ._calls import _call, einsum
from ._errors import UnsupportedError, UserError
from ._graph import (
    LazyTensor,
    axes_of,
    evaluate_node,
    is_lazy,
    map_node,
    modes_node,
    node_of,
    normalized,
    product_node,
    result_of,
    sum_node,
)
from ._templates import OF_COMPLEX, OF_TRUTH, OF_WHOLE, TEMPLATES
from ._tensor import Tensor, asarray
from ._types import type_name
from ._values import OF_COMPLEX as OF_COMPLEX_VALUES
from ._values import by_elements

_KEEPS_TYPE = {"floor", "ceil", "trunc", "rint", "round"}


def _kinds(nodes):
    # NumPy resolves int and float of Python, but not its bool.
    return tuple(node.dtype if node.kind == "number" and node.dtype in (int, float, complex) else np.dtype(node.dtype) for node in nodes)


def _result_type(ufunc, nodes):
    try:
        return ufunc.resolve_dtypes((*_kinds(nodes), *(None,) * ufunc.nout))[-1]
    except TypeError as error:
        raise UserError(f"{ufunc.__name__} has no types for {', '.join(str(node.dtype) for node in nodes)}") from error


def elementwise(name, *operands):
    """A function of elements by NumPy's name, with its broadcasting and its types."""
    alias = None
    if not is_lazy() and _same_shapes(operands):
        alias = (f"{name} {len(operands[0].shape)}", operands)
        result = _call(*alias)
        if result is not NotImplemented:
            return result
    ufunc = getattr(np, name)
    nodes = [node_of(operand) for operand in operands]
    dtype = _result_type(ufunc, nodes)
    if name in _KEEPS_TYPE and np.dtype(nodes[0].dtype).kind in "iub":
        return result_of(map_node("{0}", nodes, nodes[0].dtype)) if nodes[0].kind != "leaf" else operands[0]
    if name in OF_COMPLEX_VALUES and np.dtype(dtype).kind == "c":
        return by_elements(name, *operands)
    template = _template(name, nodes)
    nodes = [_constant(node, dtype) for node in _dense_divisor(name, nodes)]
    node = map_node(_sparse(template, ufunc, nodes, dtype), nodes, dtype)
    return result_of(node, alias)


_DIVISORS = {"divide": 1, "remainder": 1, "reciprocal": 0, "floor_divide": 1}


def _dense_divisor(name, nodes):
    """Absent entries of a divisor divide by 0, as NumPy does: a sparse divisor becomes dense."""
    at = _DIVISORS.get(name)
    if at is not None and nodes[at].kind == "leaf" and not nodes[at].data._core.is_full:
        nodes[at] = node_of(nodes[at].data.asformat("dense"))
    return nodes


def _template(name, nodes):
    """The expression of a function for operands of these types."""
    kinds = {np.dtype(node.dtype).kind for node in nodes}
    if kinds == {"b"} and name in OF_TRUTH:
        return OF_TRUTH[name]
    if "c" in kinds and name in OF_COMPLEX:
        return OF_COMPLEX[name]
    if kinds <= {"i", "u", "b"} and name in OF_WHOLE:
        return OF_WHOLE[name]
    return TEMPLATES[name]


def _same_shapes(operands):
    return all(type(operand) is Tensor for operand in operands) and (
        len(operands) == 1 or operands[0].shape == operands[1].shape
    )


def _is_shown(number):
    """Whether the text of an expression shows the number (Emitter.number)."""
    return type(number) is not complex and number in (0, 1, 2)


def _constant(node, dtype):
    """Whole numbers of floating point as integers, which texts show: a factor 2.0 is the factor 2."""
    if node.kind == "number" and type(node.data) is float and node.data in (0.0, 1.0, 2.0) and np.dtype(dtype).kind in "fc":
        if not (node.data == 0 and np.signbit(node.data)):
            node.data = int(node.data)
    return node


def _sparse(template, ufunc, nodes, dtype):
    """The template, restricted to stored entries where zeros give zeros: the text alone shows it only for constants."""
    numbers = [node for node in nodes if node.kind == "number"]
    arrays = [n for n, node in enumerate(nodes) if node.kind != "number"]
    if len(numbers) != 1 or len(arrays) != 1 or nodes[arrays[0]].kind != "leaf":
        return template
    if nodes[arrays[0]].data._core.is_full or ufunc.__name__ == "multiply" or _is_shown(numbers[0].data):
        return template
    zero = np.dtype(nodes[arrays[0]].dtype).type(0)
    with np.errstate(all="ignore"):
        at_zero = ufunc(*[node.data if node.kind == "number" else zero for node in nodes])
    if at_zero != 0 or (ufunc.__name__ == "divide" and arrays[0] == 1):
        return template
    if ufunc.__name__ == "divide":
        return template
    of = arrays[0]
    if np.dtype(dtype) == np.bool_:
        return f"({{{of}}} != 0 && {template})"
    return f"select({{{of}}} != 0, {template}, 0)"


def part(name, x):
    """The real or the imaginary part."""
    node = node_of(x)
    dtype = np.dtype(node.dtype)
    dtype = {"complex64": np.dtype(np.float32), "complex128": np.dtype(np.float64)}.get(dtype.name, dtype)
    return result_of(map_node(_template(name, [node]), [node], dtype))


def floor_divide(a, b):
    """``a // b`` as NumPy computes it."""
    nodes = _dense_divisor("floor_divide", [node_of(a), node_of(b)])
    dtype = _result_type(np.floor_divide, nodes)
    if np.dtype(dtype).kind == "f":
        whole = "round(({0} - {0} % {1}) / {1})"
        if nodes[1].kind == "number" and nodes[1].data != 0 and np.isfinite(nodes[1].data):
            return result_of(map_node(whole, nodes, dtype))  # 0 for 0: the result stays sparse
        infinite = "select({0} * {1} < 0, {0} * 0 - 1, {0} * 0)"
        return result_of(map_node(f"select({{1}} == 0, {{0}} / {{1}}, select(1 / {{1}} == 0, {infinite}, {whole}))", nodes, dtype))
    return result_of(map_node("(({0} - ({0} % {1})) / {1})", nodes, dtype))


def where(condition, x, y):
    """``x`` where the condition holds, ``y`` elsewhere."""
    nodes = [node_of(condition), node_of(x), node_of(y)]
    dtype = _product_type(nodes[1:])
    if nodes[0].kind == "number":
        nodes[0] = node_of(asarray(bool(nodes[0].data)))
    kind = np.dtype(nodes[0].dtype).kind
    if kind == "c" or (kind == "f" and nodes[0].dtype != dtype and np.dtype(dtype).kind in "iub"):
        nodes[0] = node_of(elementwise("not_equal", condition, 0))
    return result_of(map_node("select({0}, {1}, {2})", nodes, dtype))


def clip(x, /, min=None, max=None):
    """Values below `min` become `min`, and those above `max` become `max`."""
    result = x
    if min is not None:
        result = elementwise("maximum", result, min)
    if max is not None:
        result = elementwise("minimum", result, max)
    return asarray(result) if result is x else result


def function(name, x, dtype=None):
    """A function of the language that NumPy does not have."""
    node = node_of(x)
    if dtype is None:
        dtype = node.dtype if np.dtype(node.dtype).kind in "fc" else np.dtype(np.float64)
    return result_of(map_node(f"{name}({{0}})", [node], dtype))


def relu(x, /):
    """``max(x, 0)``: stored where `x` is."""
    return elementwise("maximum", x, 0)


def sigmoid(x, /):
    """The logistic function."""
    return function("sigmoid", x)


def erf(x, /):
    """The error function."""
    return function("erf", x)


# ---- products


_MATMULS = {(1, 1): "i,i->", (1, 2): "i,ij->j", (2, 1): "ij,j->i", (2, 2): "ij,jk->ik"}


def subscripts_of(x, y):
    return _MATMULS.get((len(x.shape), len(y.shape)))


def _letters(count, start=0):
    return string.ascii_letters[start : start + count]


def _product_type(nodes):
    return np.result_type(*[node.data if node.kind == "number" else np.dtype(node.dtype) for node in nodes])


def matmul(a, b, /):
    """The matrix product, with NumPy's rules for vectors and for leading modes."""
    if not is_lazy() and (type(a) is Tensor or type(b) is Tensor):
        subscripts = _MATMULS.get((len(getattr(a, "shape", ())), len(getattr(b, "shape", ()))))
        if subscripts is not None:
            result = _call(subscripts, (a, b))
            if result is not NotImplemented:
                return result
    x, y = node_of(a), node_of(b)
    if not x.shape or not y.shape:
        raise ValueError("matmul has no scalars: use *")
    left, right = len(x.shape) == 1, len(y.shape) == 1
    inner = x.shape[-1]
    if inner != y.shape[0 if right else -2]:
        raise ValueError(f"matmul of {x.shape} and {y.shape}: {inner} is not {y.shape[0 if right else -2]}")
    if not is_lazy() and subscripts_of(x, y) is not None:
        return einsum(subscripts_of(x, y), asarray(a), asarray(b))
    batch = max(len(x.shape) - 2, len(y.shape) - 2, 0)
    names = _letters(batch, 3)

    def of(node, last):
        own = max(len(node.shape) - 2, 0)
        return names[batch - own :] + last

    x, y = (_broadcast_batch(node, other) for node, other in ((x, y), (y, x)))
    lx = "k" if left else of(x, "ik")
    ly = "k" if right else of(y, "kj")
    out = names + ("" if left else "i") + ("" if right else "j")
    letters = [text.translate(str.maketrans("ikj", "abc")) for text in (lx, ly, out)]
    return result_of(product_node([x, y], letters, _product_type([x, y])))


def _broadcast_batch(node, other):
    """Leading modes of extent 1 that meet longer ones become repetitions."""
    rank = len(node.shape)
    modes, shape = list(range(rank)), list(node.shape)
    for back in range(3, rank + 1):
        if back <= len(other.shape) and node.shape[-back] == 1 != other.shape[-back]:
            modes[rank - back] = None
            shape[rank - back] = other.shape[-back]
    return node if None not in modes else modes_node(node, modes, shape)


def tensordot(a, b, /, axes=2):
    """The sum of products over pairs of modes, as ``numpy.tensordot``."""
    x, y = node_of(a), node_of(b)
    if isinstance(axes, (int, np.integer)):
        if axes < 0 or axes > min(len(x.shape), len(y.shape)):
            raise ValueError(f"tensordot over {axes} modes of {len(x.shape)} and {len(y.shape)}")
        pairs = [(len(x.shape) - axes + n, n) for n in range(axes)]
    else:
        first, second = ([of] if isinstance(of, int) else list(of) for of in axes)
        if len(first) != len(second):
            raise ValueError("the two lists of modes have different lengths")
        pairs = [(normalized(p, len(x.shape)), normalized(q, len(y.shape))) for p, q in zip(first, second)]
    lx = list(_letters(len(x.shape)))
    ly = list(_letters(len(y.shape), len(x.shape)))
    for p, q in pairs:
        if x.shape[p] != y.shape[q]:
            raise ValueError(f"mode {p} has the extent {x.shape[p]}, and mode {q} {y.shape[q]}")
        ly[q] = lx[p]
    summed = {lx[p] for p, _ in pairs}
    out = [letter for letter in lx + ly if letter not in summed]
    return result_of(product_node([x, y], ["".join(lx), "".join(ly), "".join(out)], _product_type([x, y])))


def vecdot(a, b, /, *, axis=-1):
    """The sum of products along one mode; the others broadcast. The first factor is conjugated."""
    lengths = [of.shape[normalized(axis, len(of.shape))] for of in (node_of(a), node_of(b))]
    if lengths[0] != lengths[1]:
        raise ValueError(f"vecdot along modes of extents {lengths[0]} and {lengths[1]}")
    product = elementwise("multiply", elementwise("conjugate", a) if np.dtype(node_of(a).dtype).kind == "c" else a, b)
    dtype = product.dtype
    return reduce_sum(product, axis=axis, dtype=dtype)


def outer(a, b, /):
    """The products of all pairs of entries of two vectors."""
    return tensordot(a, b, axes=0)


def kron(a, b, /):
    """The Kronecker product."""
    x, y = asarray(a), asarray(b)
    rank = max(x.ndim, y.ndim)
    from ._shapes import expanded_to, reshape

    x, y = expanded_to(x, rank), expanded_to(y, rank)
    lx, ly = _letters(rank), _letters(rank, rank)
    out = "".join(p + q for p, q in zip(lx, ly))
    nodes = [node_of(x), node_of(y)]
    product = evaluate_node(product_node(nodes, [lx, ly, out], _product_type(nodes)))
    return reshape(product, tuple(p * q for p, q in zip(x.shape, y.shape)))


# ---- reductions


def _sum_type(dtype):
    dtype = np.dtype(dtype)
    if dtype.kind == "b" or (dtype.kind == "i" and dtype.itemsize < 8):
        return np.dtype(np.int64)
    if dtype.kind == "u" and dtype.itemsize < 8:
        return np.dtype(np.uint64)
    return dtype


def _kept(result, axes, rank, keepdims):
    if not keepdims:
        return result
    modes, rest = [], iter(range(len(result.shape)))
    for mode in range(rank):
        modes.append(None if mode in axes else next(rest))
    return result_of(modes_node(node_of(result), modes))


def _loses(dtype, to):
    """Whether a conversion drops fractions or imaginary parts."""
    kind = np.dtype(dtype).kind
    return (kind in "fc" and to.kind in "iub") or (kind == "c" and to.kind == "f")


def reduce_sum(x, /, *, axis=None, dtype=None, keepdims=False):
    """The sum over modes."""
    node = node_of(x)
    axes = axes_of(axis, len(node.shape))
    dtype = np.dtype(dtype) if dtype is not None else _sum_type(node.dtype)
    if _loses(node.dtype, dtype):
        raise UnsupportedError(f"a sum of {node.dtype} as {dtype}", remedy="convert the sum: sum(x).astype(dtype)")
    if not axes:
        return asarray(x).astype(dtype, copy=False)
    return _kept(result_of(sum_node(node, axes, dtype)), axes, len(node.shape), keepdims)


def _reduced_by(tensor, axes, symbol, dtype):
    """The value of ``R(…) symbol= T(…)``: of stored entries alone."""
    from ._calls import run

    names = [f"i{mode}" for mode in range(tensor.ndim)]
    left = [name for mode, name in enumerate(names) if mode not in axes]
    result = f"R({','.join(left)})" if left else "R"
    # A result by coordinates, in which absent ones have none.
    text = f"{result} {symbol}= T0({','.join(names)})\ntype R:{type_name(dtype)}"
    if left:
        text += f"\nformat R:{'d' * len(left)}"
    return run(text, text, ("T0",), (tensor,), flavour="tensor").to_numpy()


def _stored_counts(tensor, axes):
    core = tensor._core
    if core.levels == "ds" and axes == core.mode_order[1:]:
        return np.diff(core.level(1)[0])
    ones = tensor.with_values(np.ones(tensor.nnz, np.int64))
    return _reduced_by_sum(ones, axes)


def _reduced_by_sum(tensor, axes):
    return evaluate_node(sum_node(node_of(tensor), axes, _sum_type(tensor.dtype))).to_numpy()


def _extreme(x, axis, keepdims, symbol, combine):
    tensor = asarray(x)
    axes = axes_of(axis, tensor.ndim)
    count = int(np.prod([tensor.shape[mode] for mode in axes], dtype=np.int64)) if axes else 1
    if count == 0 and tensor.size == 0:
        raise ValueError("no entries have no extreme")
    if not axes:
        return tensor
    if tensor.dtype == np.bool_:
        return (reduce_any if symbol == "max" else reduce_all)(tensor, axis=axis, keepdims=keepdims)
    values = _reduced_by(tensor, axes, symbol, tensor.dtype)
    if not tensor._core.is_full:
        partial = _stored_counts(tensor, axes) < count
        values = np.where(partial, combine(values, tensor.dtype.type(0)), values)
    return _kept(asarray(np.asarray(values, tensor.dtype)), axes, tensor.ndim, keepdims)


def reduce_max(x, /, *, axis=None, keepdims=False):
    """The maximum over modes; absent entries count as 0."""
    return _extreme(x, axis, keepdims, "max", np.maximum)


def reduce_min(x, /, *, axis=None, keepdims=False):
    """The minimum over modes; absent entries count as 0."""
    return _extreme(x, axis, keepdims, "min", np.minimum)


def reduce_prod(x, /, *, axis=None, dtype=None, keepdims=False):
    """The product over modes; absent entries count as 0."""
    tensor = asarray(x)
    axes = axes_of(axis, tensor.ndim)
    dtype = np.dtype(dtype) if dtype is not None else _sum_type(tensor.dtype)
    if tensor.dtype != dtype:
        tensor = tensor.astype(dtype)
    if not axes:
        return tensor
    values = _reduced_by(tensor, axes, "*", dtype)
    if not tensor._core.is_full:
        count = int(np.prod([tensor.shape[mode] for mode in axes], dtype=np.int64))
        values = np.where(_stored_counts(tensor, axes) < count, dtype.type(0), values)
    return _kept(asarray(np.asarray(values, dtype)), axes, tensor.ndim, keepdims)


def count_nonzero(x, /, *, axis=None, keepdims=False):
    """The number of values over modes that are not 0."""
    tensor = asarray(x)
    axes = axes_of(axis, tensor.ndim)
    ones = tensor.with_values((tensor.data != 0).astype(np.int64))
    result = asarray(_reduced_by_sum(ones, axes)) if axes else ones
    return _kept(result, axes, tensor.ndim, keepdims)


def reduce_any(x, /, *, axis=None, keepdims=False):
    """Whether any value over modes is true."""
    return elementwise("greater", evaluated(count_nonzero(x, axis=axis, keepdims=keepdims)), 0)


def reduce_all(x, /, *, axis=None, keepdims=False):
    """Whether all values over modes are true; absent entries are not."""
    tensor = asarray(x)
    axes = axes_of(axis, tensor.ndim)
    count = int(np.prod([tensor.shape[mode] for mode in axes], dtype=np.int64)) if axes else 1
    counted = evaluated(count_nonzero(tensor, axis=axis, keepdims=keepdims)).to_numpy()
    return asarray(np.asarray(counted == count))


def evaluated(value):
    return value.evaluate() if isinstance(value, LazyTensor) else value


def mean(x, /, *, axis=None, keepdims=False):
    """The mean over modes; absent entries count as 0."""
    node = node_of(x)
    axes = axes_of(axis, len(node.shape))
    count = int(np.prod([node.shape[mode] for mode in axes], dtype=np.int64)) if axes else 1
    dtype = node.dtype if np.dtype(node.dtype).kind in "fc" else np.dtype(np.float64)
    if count == 0:
        shape = tuple(extent for mode, extent in enumerate(node.shape) if mode not in axes)
        return _kept(asarray(np.full(shape, np.nan, dtype)), axes, len(node.shape), keepdims)
    total = reduce_sum(x, axis=axis, dtype=dtype, keepdims=keepdims)
    return elementwise("divide", total, float(count))


def var(x, /, *, axis=None, correction=0.0, keepdims=False):
    """The variance over modes; absent entries count as 0."""
    tensor = asarray(x)
    axes = axes_of(axis, tensor.ndim)
    count = int(np.prod([tensor.shape[mode] for mode in axes], dtype=np.int64)) if axes else 1
    centre = evaluated(mean(tensor, axis=axes, keepdims=True)).to_numpy()
    crd, values = tensor._core.coordinates()
    places = tuple(crd[:, mode] if mode not in axes else np.zeros(len(values), np.int64) for mode in range(tensor.ndim))
    squares = abs(values - centre[places]) ** 2
    of_absent = abs(centre) ** 2
    total = np.zeros(centre.shape, of_absent.dtype)
    stored = np.zeros(centre.shape, np.int64)
    np.add.at(total.reshape(centre.shape or 1), places or [0], squares)
    np.add.at(stored.reshape(centre.shape or 1), places or [0], 1)
    total += (count - stored) * of_absent
    with np.errstate(all="ignore"):
        result = (total / max(count - correction, 0)).astype(of_absent.dtype)
    return asarray(result if keepdims else result.reshape([e for m, e in enumerate(tensor.shape) if m not in axes]))


def std(x, /, *, axis=None, correction=0.0, keepdims=False):
    """The standard deviation over modes; absent entries count as 0."""
    return elementwise("sqrt", var(x, axis=axis, correction=correction, keepdims=keepdims))


def _place_of(x, axis, keepdims, of):
    tensor = asarray(x)
    return asarray(np.asarray(of(tensor.to_numpy(), axis=axis, keepdims=keepdims)))


def argmax(x, /, *, axis=None, keepdims=False):
    """The first coordinate of a maximum. O(size)."""
    return _place_of(x, axis, keepdims, np.argmax)


def argmin(x, /, *, axis=None, keepdims=False):
    """The first coordinate of a minimum. O(size)."""
    return _place_of(x, axis, keepdims, np.argmin)


def isinf(x, /):
    """Where values are infinite."""
    node = node_of(x)
    kind = np.dtype(node.dtype).kind
    if kind not in "fc":
        return elementwise("not_equal", x, x)
    infinity = node_of(np.asarray(np.inf, np.dtype(np.float32 if node.dtype in (np.complex64, np.float32) else np.float64)))
    parts = "((abs(real({0})) == {1}) || (abs(imag({0})) == {1}))" if kind == "c" else "(abs({0}) == {1})"
    return result_of(map_node(parts, [node, infinity], np.bool_))
