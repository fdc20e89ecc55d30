"""Expressions on tensors: ``evaluate``, ``einsum`` and ``compile``."""

import functools
import importlib.util
import itertools
import operator
import os
import re
import shutil
import string
import sys
import warnings

import numpy as np

from . import _core
from ._convert import calls, core_of, is_scipy, prepared, scipy_sparse
from ._errors import CompilerMissingWarning, ConversionWarning, UserError
from ._types import NUMBERS, dtype_of, type_name

_call = calls.call


def _tensor_class():
    from ._tensor import Tensor

    return Tensor


def _flavour(operands):
    """The library of the result: "tensor", "array" or "matrix" of SciPy, or "" for NumPy."""
    Tensor = _tensor_class()
    if any(isinstance(operand, Tensor) for operand in operands):
        return "tensor"
    matrices = [operand for operand in operands if is_scipy(operand)]
    if not matrices:
        return ""
    return "array" if any(isinstance(matrix, scipy_sparse().sparray) for matrix in matrices) else "matrix"


def _wrapper(kernel, flavour):
    """How the result of a kernel becomes an object of the caller; None for an array of NumPy."""
    Tensor = _tensor_class()
    _, format, _, order = kernel.result
    if flavour == "tensor":
        return Tensor._of
    levels = format.split(":")[0]
    if set(levels) <= {"d"} and ":" not in format:
        return None
    if order == 2 and flavour and levels == "ds":
        kind = "csc" if ":1,0" in format else "csr"
        return functools.partial(_as_scipy, getattr(scipy_sparse(), f"{kind}_{flavour}"))
    return Tensor._of


def _as_scipy(matrix_class, core):
    pos, crd, _ = core.level(1)
    if pos.dtype != crd.dtype:
        if crd.dtype == np.int32 and len(core.values) <= np.iinfo(np.int32).max:
            pos = pos.astype(np.int32)  # as SciPy has them
        else:
            crd, pos = crd.astype(np.int64), pos.astype(np.int64)
    matrix = matrix_class((core.values, crd, pos), shape=core.shape, copy=False)
    matrix.has_sorted_indices = True
    matrix.has_canonical_format = True
    return matrix


def _number_type(number, dtypes):
    """The type of a number of Python beside tensors, as NumPy promotes it."""
    if not dtypes:
        return np.result_type(number)
    return np.result_type(np.result_type(*dtypes), number)


@functools.lru_cache(maxsize=1)
def _compiler_of(path, cc):
    """A command: that of the variable CC, or of the package ziglang where the system has no compiler. "": the library
    finds the system's; None: there is none."""
    if cc and shutil.which(cc.split()[0], path=path):
        return cc
    if any(shutil.which(name, path=path) for name in ("cc", "clang", "gcc")):
        return ""
    return f"{sys.executable} -m ziglang cc" if importlib.util.find_spec("ziglang") else None


@functools.cache
def _warn_of_interpreter():
    text = "there is no C compiler: kernels are interpreted, which is slow; install gcc or clang, or the package ziglang"
    warnings.warn(text, CompilerMissingWarning, stacklevel=6)


def _toolchain(given):
    """The options of _core.compile that say how kernels run."""
    compiler = given or _compiler_of(os.environ.get("PATH"), os.environ.get("CC"))
    if compiler is None:
        _warn_of_interpreter()
        return {"interpreted": True}
    return {"compiler": compiler}


def build(text, names, operands, *, format=None, dtype=None, threads=0, compiler="", strict=False, vector_is_dense=False):
    """Compiles a text for these operands."""
    cores = {
        name: core_of(operand)
        for name, operand in zip(names, operands)
        if type(operand) not in NUMBERS
    }
    declared = {name: (core.format if core.shape else "", core.type) for name, core in cores.items()}
    dtypes = [dtype_of(core.type) for core in cores.values()]
    for name, operand in zip(names, operands):
        if name not in declared:
            declared[name] = ("", type_name(_number_type(operand, dtypes)))
    if format:
        text = f"{text}\nformat {format}"
    if dtype:
        text = f"{text}\ntype {dtype}"
    return _core.compile(
        text, declared, cores, threads=threads, strict=strict, vector_is_dense=vector_is_dense, **_toolchain(compiler)
    )


def run(name, text, names, operands, *, flavour=None, **options):
    """Calls the kernel of an expression, and compiles it the first time.

    `name` identifies the expression and the options. `flavour`: see _flavour.
    """
    scipy_sparse()
    if flavour is None:
        flavour = _flavour(operands)
    given = operands
    operands = tuple(prepared(operand) for operand in operands)
    if any(type(new) is _core.Tensor and new is not old for new, old in zip(operands, given)):
        name = f"{name}\0{flavour}"  # the operands do not tell any more
    result = _call(name, operands)
    if result is not NotImplemented:
        return result
    kernel = build(text, names, operands, vector_is_dense=flavour != "tensor", **options)
    if not calls.add(name, operands, kernel, _wrapper(kernel, flavour)):
        raise UserError(f"an expression has {len(operands)} operands, and at most 15 are taken")
    return _call(name, operands)


@functools.lru_cache(maxsize=4096)
def _operand_names(text):
    return tuple(name for name, _ in _core.operands_of(text))


@functools.lru_cache(maxsize=4096)
def _operand_getter(text):
    """The names of the operands, and the function that takes their values from a dict, as a tuple."""
    names = _operand_names(text)
    if len(names) > 1:
        return names, operator.itemgetter(*names)
    return names, lambda given: tuple([given[name] for name in names])


def _option_lines(format, dtype):
    """The lines of a kernel file for the options ``format`` and ``dtype``: of a result, or by name."""
    lines = []
    if isinstance(format, dict):
        lines += [f"format {name}:{of}" for name, of in format.items()]
    if isinstance(dtype, dict):
        lines += [f"type {name}:{type_name(of)}" for name, of in dtype.items()]
    return lines


def _result_name(text):
    for line in reversed(text.splitlines()):
        match = re.match(r"\s*([A-Za-z_]\w*)\s*[\(\[_{]?.*=", line)
        if match and match[1] not in ("format", "type", "dim", "schedule", "extents", "function", "reduction"):
            return match[1].split("_{")[0]
    raise UserError("the text has no expression", remedy="y(i) = A(i,j) * x(j)")


def evaluate(expression, /, *, format=None, dtype=None, schedule=None, threads=0, compiler="", strict=False, **operands):
    """Evaluates an expression of index notation.

    Parameters
    ----------
    expression : str
        An assignment, ``"y(i) = A(i,j) * x(j)"``, or several lines of a kernel file. The value is that of the last one.
    format : str or dict, optional
        The storage format of the result, such as ``"csr"``, or of tensors by name. Without one, the result stores the
        coordinates where the operands have entries, judged by their formats.
    dtype : dtype or dict, optional
        The type of the result, or of tensors by name. Without one, NumPy's promotion decides.
    schedule : str, optional
        Commands of the scheduling language.
    threads : int, optional
        Threads of the kernel; 0: one for each processor.
    compiler : str, optional
        A C compiler by path or name.
    strict : bool, optional
        Refuse a kernel that copies an operand into another format.
    **operands
        The tensors of the expression: arrays, sparse matrices of SciPy, Tensors, numbers, and other objects that
        `asarray` takes.

    Returns
    -------
    numpy.ndarray, SciPy matrix, Tensor or scalar
        A dense result is an array. A sparse matrix is one of SciPy if operands are. If an operand is a Tensor, the
        result is one.

    Raises
    ------
    UserError
        The expression is wrong, or the tensors do not fit it.
    UnsupportedError
        The expression is legal, but not built.

    Notes
    -----
    Each expression is compiled once for each combination of formats and types, and planned for the operands of its
    first call. Compiled kernels are also kept on disk. A call costs O(kernel).

    Examples
    --------
    >>> import numpy as np, scipy.sparse as sp, stardust as sd
    >>> A = sp.csr_array([[1.0, 0.0, 2.0], [0.0, 3.0, 0.0]])
    >>> sd.evaluate("y(i) = A(i,j) * x(j)", A=A, x=np.array([1.0, 2.0, 3.0]))
    array([7., 6.])
    >>> C = sd.evaluate("C(i,k) = A(i,j) * B(j,k)", A=A, B=A.T.tocsr())
    >>> C.format, C.toarray().tolist()
    ('csr', [[5.0, 0.0], [0.0, 9.0]])
    """
    names, getter = _operand_getter(expression)
    plain = format is None and dtype is None and schedule is None and not threads and not compiler and not strict
    try:
        values = getter(operands)
    except KeyError as missing:
        raise UserError(
            f"the operand {missing.args[0]} has no value", remedy=f"give it by name: {missing.args[0]}=…"
        ) from None
    if plain and len(operands) == len(names):
        result = _call(expression, values)
        if result is not NotImplemented:
            return result
    for name in operands:
        if name not in names:
            raise UserError(f"{name} is no operand of the expression", remedy=f"it has {', '.join(names) or 'none'}")
    if plain:
        return run(expression, expression, names, values)
    declares = isinstance(format, dict)
    request = _request if declares or isinstance(dtype, dict) else _known_request
    name, text, options = request(expression, format, dtype, schedule, threads, compiler, strict)
    if not declares and len(operands) == len(names):
        result = _call(name, values)
        if result is not NotImplemented:
            return result
    flavour = _flavour(values)
    if declares:
        name = f"{name}\0{flavour}"  # converted operands do not tell it
        values = _with_declared_formats(names, values, format)
    return run(name, text, names, values, flavour=flavour, **options)


def _request(expression, format, dtype, schedule, threads, compiler, strict):
    """The name of an expression with options, its text, and the options of `run`."""
    lines = _option_lines(format, dtype)
    if schedule:
        lines.append(f"schedule {schedule}")
    text = "\n".join([expression, *lines])
    options = {"threads": threads, "compiler": compiler, "strict": strict}
    if isinstance(format, str):
        options["format"] = f"{_result_name(expression)}:{format}"
    if dtype is not None and not isinstance(dtype, dict):
        options["dtype"] = f"{_result_name(expression)}:{type_name(dtype)}"
    return f"{text}\0{options!r}", text, options


_known_request = functools.lru_cache(maxsize=4096)(_request)


def _with_declared_formats(names, values, format):
    out = []
    for name, value in zip(names, values):
        wanted = format.get(name)
        if wanted is None:
            out.append(value)
            continue
        core = core_of(value)
        converted = core.convert(wanted)
        out.append(_tensor_class()._of(converted) if hasattr(value, "_core") else converted)
    return tuple(out)


_LETTERS = set(string.ascii_letters)


def _letters(term, subscripts):
    bad = [letter for letter in term if letter not in _LETTERS]
    if bad:
        raise UserError(f"{bad[0]!r} is no index in {subscripts!r}", remedy="letters, commas, '->' and one '...' in a term")
    return term


@functools.lru_cache(maxsize=4096)
def _einsum_text(subscripts, orders):
    """The assignment of an einsum expression for operands with these numbers of modes."""
    spaceless = subscripts.replace(" ", "")
    left, arrow, right = spaceless.partition("->")
    terms = left.split(",")
    if len(terms) != len(orders):
        raise UserError(f"{subscripts!r} has {len(terms)} operands, and {len(orders)} are given")
    unused = [letter for letter in string.ascii_letters if letter not in spaceless]
    rest = max((order - len(t.replace("...", "")) for t, order in zip(terms, orders) if "..." in t), default=0)
    batch = "".join(unused[:rest])
    full = []
    for term, order in zip(terms, orders):
        if "..." in term:
            count = order - len(term) + 3
            if count < 0:
                raise UserError(f"the term {term!r} of {subscripts!r} has more indices than its operand has modes")
            term = term.replace("...", batch[rest - count :], 1)
        if len(_letters(term, subscripts)) != order:
            raise UserError(f"the term {term!r} of {subscripts!r} has {len(term)} indices, and its operand {order} modes")
        full.append(term)
    if arrow:
        out = _letters(right.replace("...", batch, 1), subscripts)
    else:
        joined = "".join(full)
        out = batch + "".join(sorted(x for x in set(joined) if joined.count(x) == 1 and x not in batch))
    for letter in out:
        if out.count(letter) > 1 or not any(letter in term for term in full):
            raise UserError(f"the index {letter!r} of the result of {subscripts!r} occurs twice, or in no operand")
    names = tuple(f"T{n}" for n in range(len(full)))
    accesses = [f"{name}({','.join(term)})" if term else name for name, term in zip(names, full)]
    result = f"R({','.join(out)})" if out else "R"
    return f"{result} = {' * '.join(accesses)}", names


def _order_of(operand):
    if type(operand) in NUMBERS:
        return 0
    shape = getattr(operand, "shape", None)
    return len(shape if shape is not None else np.shape(operand))


def einsum(subscripts, /, *operands, format=None, dtype=None, threads=0):
    """Sums products of tensors, with the notation of ``numpy.einsum``.

    Parameters
    ----------
    subscripts : str
        ``"ij,j->i"``. Without ``->``, the result has the indices that occur once, in alphabetical order. ``...`` stands
        for leading modes that are not named.
    *operands
        Arrays, sparse matrices of SciPy, Tensors, numbers.
    format, dtype, threads
        As in `evaluate`, of the result.

    Returns
    -------
    numpy.ndarray, SciPy matrix, Tensor or scalar
        As in `evaluate`.

    Notes
    -----
    The order of a product of three or more operands is planned, so nothing like ``optimize`` is needed. The product of
    an absent entry with anything is absent, also with an infinity.

    Examples
    --------
    >>> import numpy as np, scipy.sparse as sp, stardust as sd
    >>> A = sp.csr_array([[1.0, 0.0], [2.0, 3.0]])
    >>> sd.einsum("ij,j->i", A, np.array([1.0, 10.0]))
    array([ 1., 32.])
    >>> float(sd.einsum("ii->", A))
    4.0
    """
    if format is None and dtype is None and not threads:
        result = _call(subscripts, operands)
        if result is not NotImplemented:
            return result
    text, names = _einsum_text(subscripts, tuple(_order_of(operand) for operand in operands))
    options = {}
    if format is not None:
        options["format"] = f"R:{format}"
    if dtype is not None:
        options["dtype"] = f"R:{type_name(dtype)}"
    name = "\0".join([subscripts, repr(options), str(threads)]) if options or threads else subscripts
    if name != subscripts:
        result = _call(name, operands)
        if result is not NotImplemented:
            return result
    return run(name, text, names, operands, threads=threads, **options)


_numbers = itertools.count()


class Kernel:
    """A compiled expression, which runs on any tensors of its formats and types. Made by `compile`.

    Threads may call one kernel at the same time. A call releases the GIL.

    Attributes
    ----------
    operands : dict
        Of each operand: its format, its type and its number of modes.
    result : tuple
        Name, format, type and number of modes.
    text : str
        The C of the kernel.
    """

    def __init__(self, core, expression, strict):
        self._core_kernel = core
        self._expression = expression
        self._strict = strict
        self._key = f"\0kernel {next(_numbers)}"
        self._names = tuple(name for name, *_ in core.operands)

    def __del__(self):
        try:
            calls.remove(self._key)
        except Exception:  # at the end of the process
            pass

    @property
    def operands(self):
        return {name: tuple(of) for name, *of in self._core_kernel.operands}

    @property
    def result(self):
        return self._core_kernel.result

    @property
    def text(self):
        return self._core_kernel.text

    @property
    def expression(self):
        return self._expression

    def __repr__(self):
        return f"<stardust.Kernel {self._expression.splitlines()[0]}>"

    def __call__(self, /, *args, **operands):
        """Runs the kernel on operands by name, or in the order of `operands`.

        An operand in another format than that of the kernel is copied, with a ConversionWarning, or refused if the kernel
        is strict.
        """
        if args:
            if operands or len(args) != len(self._names):
                raise UserError(f"the kernel has the operands {', '.join(self._names)}")
            values = args
        else:
            try:
                values = tuple([operands[name] for name in self._names])
            except KeyError as missing:
                raise UserError(f"the operand {missing.args[0]} has no value") from None
            if len(operands) != len(values):
                extra = next(name for name in operands if name not in self._names)
                raise UserError(f"{extra} is no operand of the kernel", remedy=f"it has {', '.join(self._names)}")
        result = _call(self._key, values)
        return self._first(values) if result is NotImplemented else result

    def _first(self, values):
        scipy_sparse()
        Tensor = _tensor_class()
        as_tensor = any(type(value) is Tensor for value in values)
        fitting = []
        for value, (name, format, wanted, _) in zip(values, self._core_kernel.operands):
            value = prepared(value)
            if type(value) in NUMBERS:
                fitting.append(value)
                continue
            core = core_of(value)
            if core.type != wanted:
                raise UserError(
                    f"the operand {name} has values of type {core.type}, and the kernel takes {wanted}",
                    remedy=f"compile it with {name}=(format, dtype), or convert the values",
                )
            if _without_widths(core.format) != _without_widths(format):
                if self._strict:
                    raise UserError(f"the operand {name} is stored as {core.format}, and the kernel takes {format}")
                warnings.warn(f"the operand {name} is copied from {core.format} to {format}", ConversionWarning, stacklevel=3)
                core = core.convert(format)
                value = Tensor._of(core) if as_tensor else core
            fitting.append(value)
        fitting = tuple(fitting)
        result = _call(self._key, fitting)
        if result is NotImplemented:
            calls.add(self._key, fitting, self._core_kernel, _wrapper(self._core_kernel, _flavour(values)))
            result = _call(self._key, fitting)
        return result


def _without_widths(format):
    return ":".join(part for part in format.split(":") if part not in ("pos32", "pos64", "crd32", "crd64"))


def compile(expression, /, *, format=None, dtype=None, schedule=None, threads=0, compiler="", strict=False, **formats):
    """Compiles an expression for operands of given formats and types.

    Parameters
    ----------
    expression : str
        As in `evaluate`.
    format : str, optional
        The format of the result. Without one, it follows from those of the operands.
    dtype : dtype, optional
        The type of all tensors that state none; ``float64`` by default.
    schedule, threads, compiler, strict
        As in `evaluate`.
    **formats
        Of each operand: a format, or a pair of a format and a type. Operands that are left out are dense.

    Returns
    -------
    Kernel

    Examples
    --------
    >>> import numpy as np, scipy.sparse as sp, stardust as sd
    >>> k = sd.compile("y(i) = A(i,j) * x(j)", A="csr")
    >>> k(A=sp.csr_array([[1.0, 2.0]]), x=np.array([1.0, 1.0]))
    array([3.])
    """
    default = type_name(dtype if dtype is not None else np.float64)
    names = dict(_core.operands_of(expression))
    for name in formats:
        if name not in names:
            raise UserError(f"{name} is no operand of the expression", remedy=f"it has {', '.join(names) or 'none'}")
    declared = {}
    for name, order in names.items():
        given = formats.get(name, "dense")
        of, type = given if isinstance(given, tuple) else (given, default)
        declared[name] = (of if order else "", type_name(type))
    text = expression
    if format is not None:
        text += f"\nformat {_result_name(expression)}:{format}"
    if schedule:
        text += f"\nschedule {schedule}"
    core = _core.compile(text, declared, {}, threads=threads, strict=strict, vector_is_dense=True, **_toolchain(compiler))
    return Kernel(core, expression, strict)
