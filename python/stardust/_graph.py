"""Expressions as values: operations build a graph, and a graph becomes one text of index notation.

Operations are eager: each one is evaluated at once. In `lazy` and in functions with `jit` they are kept, and evaluated
together when a value is needed.
"""

import contextlib
import contextvars
import functools
import itertools
import operator

import numpy as np

from ._calls import _operand_names, run
from ._convert import calls
from ._errors import UserError
from ._tensor import Tensor, asarray
from ._types import NUMBERS, type_name

_is_lazy = contextvars.ContextVar("stardust_lazy", default=False)


class Node:
    """An operation. `kind`:

    leaf     `data` is a Tensor
    number   `data` is a number of Python
    map      `data` is a template with a place for each argument, which broadcast
    sum      over the modes `data` of the argument
    modes    of the argument: `data` has for each mode the mode of the argument, or None for a new one
    product  of the arguments, whose modes have the letters in `data`; those that the last entry lacks are summed over
    """

    __slots__ = ("kind", "args", "data", "shape", "dtype")

    def __init__(self, kind, args, data, shape, dtype):
        self.kind = kind
        self.args = args
        self.data = data
        self.shape = tuple(shape)
        self.dtype = dtype


class LazyTensor(Tensor):
    """A tensor that is evaluated when a value is needed. Made by operations in `lazy` and `jit`."""

    __slots__ = ("_node", "_value")

    @classmethod
    def _from_node(cls, node):
        tensor = object.__new__(cls)
        tensor._node = node
        tensor._value = None
        return tensor

    @property
    def _core(self):
        return self._evaluated()._core

    def evaluate(self):
        """The tensor with its values."""
        return Tensor._of(self._evaluated()._core)

    def _evaluated(self):
        if self._value is None:
            self._set(evaluate_node(self._node))
        return self._value

    def _set(self, tensor):
        self._value = tensor
        self._node = Node("leaf", (), tensor, tensor.shape, tensor.dtype)

    shape = property(lambda self: self._node.shape)
    dtype = property(lambda self: self._node.dtype)
    ndim = property(lambda self: len(self._node.shape))

    @property
    def expression(self):
        """The text of index notation that evaluates the tensor."""
        return Emitter().text(self._node)[0]

    def __repr__(self):
        if self._value is None:
            return f"<stardust.LazyTensor {' x '.join(map(str, self.shape)) or 'scalar'}, {self.dtype}: {self.expression}>"
        return repr(self._value)


def replace(tensor, by):
    """Makes a tensor have the contents of another one. Graphs and tensors made from it before keep the old ones."""
    if isinstance(tensor, LazyTensor):
        tensor._set(by)
    else:
        tensor._core = by._core


@contextlib.contextmanager
def lazy():
    """A context in which operations are kept, and fused into one kernel for each value that is needed.

    Examples
    --------
    >>> import numpy as np, stardust as sd
    >>> A = sd.asarray(np.array([[1.0, 0.0], [-2.0, 3.0]]), format="csr")
    >>> with sd.lazy():
    ...     z = sd.relu(A @ np.array([1.0, 0.5]) + 1).sum()
    >>> float(z)
    2.5
    """
    token = _is_lazy.set(True)
    try:
        yield
    finally:
        _is_lazy.reset(token)


def jit(function):
    """A function whose operations on tensors fuse: one kernel for each tensor that it returns.

    Examples
    --------
    >>> import numpy as np, stardust as sd
    >>> @sd.jit
    ... def score(A, x):
    ...     return (A @ x) * x
    >>> score(sd.asarray(np.eye(2), format="csr"), np.array([2.0, 3.0])).to_numpy()
    array([4., 9.])
    """

    @functools.wraps(function)
    def fused(*args, **options):
        def lifted(value):
            return asarray(value) if _is_tensor_like(value) else value

        with lazy():
            result = function(*[lifted(arg) for arg in args], **{name: lifted(value) for name, value in options.items()})
        return _evaluated(result)

    return fused


def _evaluated(result):
    if isinstance(result, LazyTensor):
        return result.evaluate()
    if isinstance(result, (tuple, list)):
        return type(result)(_evaluated(one) for one in result)
    if isinstance(result, dict):
        return {name: _evaluated(one) for name, one in result.items()}
    return result


def _is_tensor_like(value):
    return isinstance(value, (np.ndarray, Tensor)) or hasattr(value, "indptr") or hasattr(value, "__dlpack__")


def node_of(value):
    """The node of an operand of an operation."""
    if isinstance(value, LazyTensor):
        return value._node
    if type(value) in NUMBERS:
        return Node("number", (), value, (), type(value))
    tensor = value if isinstance(value, Tensor) else asarray(value)
    if is_lazy():  # an assignment may replace the contents of `value` before the graph is evaluated
        tensor = Tensor._of(tensor._core)
    return Node("leaf", (), tensor, tensor.shape, tensor.dtype)


def is_lazy():
    return _is_lazy.get()


def result_of(node, alias=None):
    """The value of a new node, or the node itself where operations are kept."""
    return LazyTensor._from_node(node) if _is_lazy.get() else evaluate_node(node, alias)


def broadcast_shapes(*shapes):
    try:
        return np.broadcast_shapes(*shapes)
    except ValueError as error:
        raise UserError(str(error)) from None


def map_node(template, args, dtype):
    return Node("map", tuple(args), template, broadcast_shapes(*(arg.shape for arg in args)), np.dtype(dtype))


def modes_node(arg, modes, shape=None):
    """`modes`: see Node. New modes have the extent 1 unless `shape` says more."""
    if shape is None:
        shape = tuple(1 if mode is None else arg.shape[mode] for mode in modes)
    return Node("modes", (arg,), tuple(modes), shape, arg.dtype)


def sum_node(arg, axes, dtype):
    shape = tuple(extent for mode, extent in enumerate(arg.shape) if mode not in axes)
    return Node("sum", (arg,), frozenset(axes), shape, np.dtype(dtype))


def product_node(args, letters, dtype):
    """`letters`: a text for each argument, and one for the result."""
    extents = {}
    for arg, of_arg in zip(args, letters):
        for letter, extent in zip(of_arg, arg.shape):
            if extents.setdefault(letter, extent) != extent:
                raise UserError(f"a mode of extent {extents[letter]} meets one of extent {extent}")
    return Node("product", tuple(args), tuple(letters), tuple(extents[letter] for letter in letters[-1]), np.dtype(dtype))


class Emitter:
    """Turns a graph into a text and its operands."""

    def __init__(self):
        self.operands = []
        self.names = {}
        self.sums = itertools.count()
        self.bound = set()
        self.collected = []  # for each sum(…) around the place: the variables of sums inside of it

    def text(self, node):
        """The text of a kernel, the names of its operands, and the operands."""
        indices = [f"i{mode}" for mode in range(len(node.shape))]
        rhs = self.emit(node, indices, node.dtype, "sum")
        lhs = f"R({','.join(indices)})" if indices else "R"
        lines = [f"{lhs} = {rhs}", f"type R:{type_name(node.dtype)}"]
        for index, extent in zip(indices, node.shape):
            if index not in self.bound:
                lines.append(f"dim {index}:{extent}")
        return "\n".join(lines), tuple(f"T{n}" for n in range(len(self.operands))), tuple(self.operands)

    def fresh(self):
        return f"k{next(self.sums)}"

    # `place`: "sum" where a sum over a new variable covers the term alone, "factor" inside of a product of such a term,
    # "inside" elsewhere. `dtype`: of the statement; nodes of another type are evaluated before, unless they only read.
    def emit(self, node, indices, dtype, place):
        if node.kind == "number":
            return self.number(node.data)
        if node.kind == "leaf":
            return self.leaf(node.data, indices)
        if node.kind == "modes":
            inner = [None] * len(node.args[0].shape)
            for index, mode in zip(indices, node.data):
                if mode is not None:
                    inner[mode] = index
            return self.emit(node.args[0], inner, dtype, place)
        if node.dtype != dtype:
            return self.emit(node_of(evaluate_node(node)), indices, dtype, place)
        return {"map": self.map, "sum": self.sum, "product": self.product}[node.kind](node, indices, dtype, place)

    def number(self, value):
        if type(value) is bool:
            return str(int(value))
        if type(value) is int and 0 <= value <= 2:
            return str(value)
        self.operands.append(value)
        return f"T{len(self.operands) - 1}"

    def leaf(self, tensor, indices):
        dropped = [mode for mode, index in enumerate(indices) if index is None]
        if dropped:
            tensor = without_modes(tensor, dropped)
            indices = [index for index in indices if index is not None]
        key = id(tensor._core)
        if key not in self.names:
            self.names[key] = f"T{len(self.operands)}"
            self.operands.append(tensor)
        self.bound.update(indices)
        return f"{self.names[key]}({','.join(indices)})" if indices else self.names[key]

    def map(self, node, indices, dtype, place):
        rank = len(node.shape)
        texts = []
        operand_type = _operand_type(node)
        additive = node.data in ("({0} + {1})", "({0} - {1})", "(-{0})")
        inner = "inside"
        if additive and place == "sum":
            inner = "sum"
        elif node.data in ("({0} * {1})", "(-{0})") and place in ("sum", "factor"):
            inner = "factor"
        for arg in node.args:
            offset = rank - len(arg.shape)
            of_arg = [
                None if arg.shape[mode] == 1 and node.shape[offset + mode] != 1 else indices[offset + mode]
                for mode in range(len(arg.shape))
            ]
            texts.append(self.emit(arg, of_arg, operand_type if operand_type is not None else dtype, inner))
        return node.data.format(*texts)

    def sum(self, node, indices, dtype, place):
        arg = node.args[0]
        rest = iter(indices)
        new = {}
        full = []
        for mode, extent in enumerate(arg.shape):
            if mode in node.data:
                full.append(self.fresh())
                new[full[-1]] = extent
            else:
                full.append(next(rest))

        def body(inner):
            text = self.emit(arg, full, dtype, inner)
            return f"1 * {text}" if _is_sum_of_terms(arg) else text  # one term, which is summed as a whole

        return self.summed(new, place, body)

    def product(self, node, indices, dtype, place):
        named = dict(zip(node.data[-1], indices))
        new = {}
        for arg, letters in zip(node.args, node.data):
            for letter, extent in zip(letters, arg.shape):
                if letter not in named:
                    named[letter] = self.fresh()
                    new[named[letter]] = extent

        def body(inner):
            return " * ".join(
                self.emit(arg, [named[letter] for letter in letters], dtype, inner)
                for arg, letters in zip(node.args, node.data)
            )
        return f"({self.summed(new, place, body)})"

    def summed(self, new, place, body):
        if place == "inside" and not new:
            return body("inside")
        if place == "inside":
            self.collected.append([])
        text = body("factor")
        # An operand that repeats along a variable does not name it.
        for repeated in [name for name in new if name not in self.bound]:
            self.operands.append(new.pop(repeated))
            text = f"T{len(self.operands) - 1} * {text}"
        if place != "inside":
            if self.collected:
                self.collected[-1].extend(new)
            return text
        summed = [*new, *self.collected.pop()]
        return f"sum({', '.join(summed)}, {text})" if summed else text


def _operand_type(node):
    """The type in which the operands of a comparison, or of a real function of complex numbers, are computed; None:
    that of the statement."""
    complex_args = [arg.dtype for arg in node.args if np.dtype(arg.dtype).kind == "c"]
    if complex_args and np.dtype(node.dtype).kind != "c":
        return np.result_type(*complex_args)
    if node.dtype != np.bool_ or all(arg.dtype in (np.bool_, bool) for arg in node.args):
        return None
    known = [arg.dtype for arg in node.args if arg.dtype not in NUMBERS]
    return np.result_type(*known) if known else None


def _is_sum_of_terms(node):
    """Whether the text of the node is a sum, whose terms would be summed over their own variables."""
    while node.kind == "modes":
        node = node.args[0]
    return node.kind == "map" and node.data.startswith(("({0} + ", "({0} - ", "(-"))


def without_modes(tensor, modes):
    """The tensor without these modes of extent 1."""
    kept = [mode for mode in range(tensor.ndim) if mode not in modes]
    shape = tuple(tensor.shape[mode] for mode in kept)
    if tensor._core.is_dense:
        return asarray(tensor.to_numpy().reshape(shape))
    from ._tensor import from_coords

    coords = tensor.coords
    values = tensor._core.coordinates()[1]
    return from_coords([coords[mode] for mode in kept], values, shape)


def evaluate_node(node, alias=None):
    """The Tensor of a graph, by one kernel.

    `alias`: a name and operands by which Calls finds the kernel again, if they are the operands of the graph.
    """
    if node.kind == "leaf":
        return node.data
    emitter = Emitter()
    text, names, operands = emitter.text(node)
    given = dict(zip(names, operands))
    names = _operand_names(text)
    operands = tuple([given[name] for name in names])
    result = run(text, text, names, operands, flavour="tensor")
    if alias is not None and len(operands) == len(alias[1]) and all(map(operator.is_, operands, alias[1])):
        calls.alias(alias[0], text, operands)
    return result


def normalized(axis, rank):
    """The number of a mode, which may count from the end."""
    if not -rank <= axis < rank:
        raise np.exceptions.AxisError(axis, rank)
    return axis % rank if rank else 0


def axes_of(axis, rank):
    """The modes that an argument names, in order; all of them for None."""
    if axis is None:
        return tuple(range(rank))
    axes = tuple(normalized(int(one), rank) for one in (axis if isinstance(axis, (tuple, list)) else (axis,)))
    if len(set(axes)) != len(axes):
        raise ValueError("a mode is named twice")
    return tuple(sorted(axes))
