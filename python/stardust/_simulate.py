"""Runs on a simulated Capstan, and explorations of its parameters."""

import os
import sys

from . import _core
from ._convert import core_of
from ._errors import UnsupportedError, UserError, WrongResultError
from ._tensor import Tensor


class Simulation:
    """The measurements of a run on the simulator, or on another target.

    Attributes
    ----------
    cycles : int
    seconds : float
        On the machine, not of the simulation.
    gbps : float
        Gigabytes per second that DRAM moved.
    read_bytes, write_bytes : int
        From and to DRAM.
    verified : bool
        Whether the whole result was compared with the reference, and is right.
    on_host : bool
        Whether the accelerator has no rule for a statement, so that the host ran it.
    result : Tensor
    report : dict
        The whole report, as of ``stardust run --json`` (docs/guide/report.md); of several statements, a list.
    page : str
        HTML that shows where the time went, if the run was asked for pictures.
    trace : str
        The same as a trace for Perfetto.
    """

    def __init__(self, measured):
        self.verified = measured["verified"]
        self.on_host = measured["on_host"]
        self.cycles = measured["cycles"]
        self.seconds = measured["seconds"]
        self.read_bytes = measured["read_bytes"]
        self.write_bytes = measured["write_bytes"]
        self.page = measured["page"]
        self.trace = measured["trace"]
        import json

        self.result = None if measured["result"] is None else Tensor._of(measured["result"])
        reports = [json.loads(text) for text in measured["json"]]
        self.report = reports[0] if len(reports) == 1 else reports

    @property
    def gbps(self):
        return (self.read_bytes + self.write_bytes) / self.seconds / 1e9 if self.seconds else 0.0

    def __repr__(self):
        right = "right" if self.verified else "WRONG"
        return (
            f"<stardust.Simulation {self.cycles:,} cycles, {self.seconds * 1e6:.3g} us, {self.gbps:.1f} GB/s, "
            f"result {right}>"
        )

    def _repr_html_(self):
        if not self.page:
            return f"<pre>{repr(self)[1:-1]}</pre>"
        import base64

        page = base64.b64encode(self.page.encode()).decode()
        return f'<iframe width="100%" height="640" src="data:text/html;base64,{page}"></iframe>'


def simulate(
    expression,
    /,
    *,
    memory="hbm2e",
    machine="capstan",
    target="capstan",
    schedule=None,
    format=None,
    dtype=None,
    set=None,
    strict=False,
    pictures=True,
    **operands,
):
    """Compiles an expression for the Capstan accelerator, runs it on the cycle-level simulator, and compares the result.

    Parameters
    ----------
    expression : str
        As in `evaluate`; also lines of a kernel file with generated operands.
    memory : str
        A memory system: a name of `memories`, or the path of a description.
    machine : str
        A machine: a name of `machines`, or the path of a description.
    target : str
        ``"capstan"``, or ``"interpret"``, ``"oracle"``, ``"cpu"``.
    schedule : str, optional
        Commands of the scheduling language; ``"auto"``, the schedule that is predicted to take the fewest cycles; or
        ``"tuned"``, one that ``stardust tune`` kept for such operands.
    format, dtype : str or dict, optional
        Of the result, or of tensors by name.
    set : dict, optional
        Parameters of the machine or the memory system: ``{"machine.ag.outstandingBursts": 32}``.
    strict : bool, optional
        Refuse to convert a tensor, or to run a statement on the host.
    pictures : bool, optional
        Record where the time goes: the page of the result in a notebook.
    **operands
        As in `evaluate`.

    Returns
    -------
    Simulation

    Raises
    ------
    WrongResultError
        The program deadlocked.

    Examples
    --------
    >>> import numpy as np, scipy.sparse as sp, stardust as sd
    >>> A = sp.random_array((50, 40), density=0.1, format="csr", rng=np.random.default_rng(1))
    >>> r = sd.simulate("y(i) = A(i,j) * x(j)", A=A, x=np.ones(40), dtype={"A": "float32", "x": "float32"})
    >>> r.verified, r.cycles > 0
    (True, True)
    """
    from ._calls import _option_lines, _result_name

    lines = [expression, *_option_lines(format, dtype)]
    if isinstance(format, str):
        lines.append(f"format {_result_name(expression)}:{format}")
    flags = [("memory", memory), ("machine", machine), ("target", target)]
    if schedule:
        flags.append(("schedule", schedule))
    for name, value in (set or {}).items():
        flags.append(("set", f"{name}={value}"))
    names = dict(_core.operands_of(expression))
    for name in operands:
        if name not in names:
            raise UserError(f"{name} is no operand of the expression", remedy=f"it has {', '.join(names) or 'none'}")
    cores = {name: core_of(value) for name, value in operands.items()}
    wanted = dtype if isinstance(dtype, dict) else {}
    cores = {name: _typed(core, wanted.get(name)) for name, core in cores.items()}
    if dtype is not None and not isinstance(dtype, dict):
        cores = {name: _typed(core, dtype) for name, core in cores.items()}
        from ._types import type_name

        lines.append(f"type {_result_name(expression)}:{type_name(dtype)}")
    measured = _core.simulate("\n".join(lines), flags, cores, strict, pictures)
    return Simulation(measured)


def _typed(core, dtype):
    return core if dtype is None else Tensor._of(core).astype(dtype)._core


def tool():
    """The path of the command-line tool that comes with the package, or of the one in PATH."""
    here = os.path.join(os.path.dirname(os.path.abspath(__file__)), "bin", "stardust")
    if os.path.exists(here):
        return here
    beside = os.path.join(os.path.dirname(_core.__file__), "..", "..", "stardust")  # in a build of the repository
    if os.path.isfile(beside) and os.access(beside, os.X_OK):
        return os.path.abspath(beside)
    import shutil

    found = shutil.which("stardust")
    if found:
        return found
    raise UnsupportedError("the command-line tool is not installed", remedy="install the wheel, or put stardust in PATH")


class Exploration(list):
    """The combinations that `explore` ran: a list of dicts, which ``pandas.DataFrame`` takes as it is."""

    front = property(lambda self: [row for row in self if row.get("pareto")], doc="The rows that no other one dominates.")

    def _repr_html_(self):
        if not self:
            return "<p>no combinations</p>"
        names = list(dict.fromkeys(name for row in self for name in row))
        head = "".join(f"<th>{name}</th>" for name in names)
        body = "".join("<tr>" + "".join(f"<td>{row.get(name, '')}</td>" for name in names) + "</tr>" for row in self)
        return f"<table><tr>{head}</tr>{body}</table>"


def explore(expression, /, *, vary, flags=None, out=None, timeout=None, **operands):
    """Simulates an expression in all combinations of some parameters, and finds the Pareto-optimal ones.

    Parameters
    ----------
    expression : str
        An expression or lines of a kernel file.
    vary : dict
        The values of each axis: ``{"innerPar": [1, 4, 16], "memory": ["hbm2e", "ddr4-2133x4"]}``. An axis is a variable
        of the environment, ``schedule``, ``machine``, ``memory``, or a parameter of machine or memory.
    flags : dict, optional
        Further flags of the tool: ``{"generate": "A:s:0.1:100,100"}``. A list gives a flag several times.
    out : path-like, optional
        The folder of the results, from which an interrupted exploration continues. Without one, a temporary folder.
    timeout : float, optional
        Seconds.
    **operands
        As in `evaluate`; they are written to files for the runs.

    Returns
    -------
    Exploration
        A row for each combination: its values, ``state``, ``cycles``, the units, and whether it is on the front
        (``pareto``).
    """
    import json
    import logging
    import math
    import tempfile

    from ._files import write

    with tempfile.TemporaryDirectory() as folder:
        words = [tool(), "explore", "--quiet"]
        kernel = os.path.join(folder, "kernel.sd")
        lines = [expression]
        for name, value in operands.items():
            tensor = Tensor(value)
            path = os.path.join(folder, f"{name}.{'npy' if tensor._core.is_dense else 'tns'}")
            write(path, tensor)
            lines.append(f'input {name}:"{path}"')
            if tensor.shape:
                lines.append(f"format {name}:{_plain_format(tensor)}")
        with open(kernel, "w") as file:
            file.write("\n".join(lines) + "\n")
        words.append(kernel)
        for flag, values in (flags or {}).items():
            for value in values if isinstance(values, list) else [values]:
                words.append(f"--{flag}={value}")
        for axis, values in vary.items():
            words += ["--vary", f"{axis}={','.join(str(value) for value in values)}"]
        results = os.fspath(out) if out is not None else os.path.join(folder, "explore")
        words.append(f"--out={results}")
        logging.getLogger("stardust").info("%s", " ".join(words))
        status, printed, told = _watched(words, os.path.join(results, "runs"), math.prod(map(len, vary.values())), timeout)
        if status != 0:
            error = {1: UserError, 2: UnsupportedError, 3: WrongResultError}.get(status, RuntimeError)
            raise error(told.strip() or printed.strip())
        with open(os.path.join(results, "explore.json")) as file:
            return _rows(json.load(file))


def _watched(words, folder, total, timeout):
    """Runs the tool: its status and what it printed. A bar of tqdm, if that is installed, counts the results in a
    folder."""
    import subprocess
    import time

    try:
        from tqdm.auto import tqdm
    except ImportError:
        tqdm = None
    bar = tqdm(total=total, desc="explore", unit="run", disable=None) if tqdm else None
    end = None if timeout is None else time.monotonic() + timeout
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        try:
            while True:
                try:
                    printed, told = process.communicate(timeout=0.2)
                    break
                except subprocess.TimeoutExpired:
                    if end is not None and time.monotonic() > end:
                        raise subprocess.TimeoutExpired(words, timeout) from None
                    if bar is not None and os.path.isdir(folder):
                        bar.update(sum(name.endswith(".json") for name in os.listdir(folder)) - bar.n)
        except BaseException:
            process.kill()
            raise
        finally:
            if bar is not None:
                bar.update(total - bar.n if process.returncode == 0 else 0)
                bar.close()
    return process.returncode, printed, told


def _plain_format(tensor):
    from ._tensor import _family

    return _family(tensor._core)


def _rows(results):
    axes = [axis["name"] if isinstance(axis, dict) else axis for axis in results["axes"]]
    rows = Exploration()
    for point in results["points"]:
        values = point["values"]
        row = dict(values) if isinstance(values, dict) else dict(zip(axes, values))
        row["state"] = point["state"]
        row["cycles"] = point.get("cycles")
        row.update(point.get("units", {}))
        row["pareto"] = bool(point.get("pareto", False))
        if point.get("reason"):
            row["reason"] = point["reason"]
        rows.append(row)
    return rows


def main():
    """The command ``stardust``."""
    path = tool()
    os.execv(path, [path, *sys.argv[1:]])
