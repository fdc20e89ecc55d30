"""The stubs name what the package has, and a checker accepts code that uses it."""

import ast
import inspect
import os
import pathlib
import subprocess
import sys

import pytest

import stardust as sd

STUBS = pathlib.Path(sd.__file__).with_name("__init__.pyi")


def declared(body):
    names = {}
    for node in body:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            names[node.name] = node
        elif isinstance(node, ast.AnnAssign):
            names[node.target.id] = node
    return names


def parameters(node):
    of = node.args
    return [a.arg for a in of.posonlyargs + of.args] + [a.arg for a in (of.vararg, of.kwarg) if a] + [a.arg for a in of.kwonlyargs]


def test_stubs_name_the_package():
    stubs = declared(ast.parse(STUBS.read_text()).body)
    public = {name for name in stubs if not name.startswith("_")} - {"Operand", "Key", "FloatInfo"}
    assert public == set(sd.__all__)
    for name, node in stubs.items():
        function = getattr(sd, name, None)
        if isinstance(node, ast.FunctionDef) and inspect.isfunction(function):
            assert sorted(parameters(node)) == sorted(inspect.signature(function).parameters), name
    for name in ("Tensor", "Kernel", "Simulation", "Exploration"):
        methods = {one for one in declared(stubs[name].body) if not one.startswith("_")}
        own = {one for one in dir(getattr(sd, name)) if not one.startswith("_")} - set(dir(list) if name == "Exploration" else ())
        assert own <= methods, (name, own - methods)


@pytest.mark.slow
def test_mypy_accepts_a_sample(tmp_path):
    pytest.importorskip("mypy")
    sample = tmp_path / "sample.py"
    sample.write_text(
        "import numpy as np\n"
        "import stardust as sd\n"
        "A: sd.Tensor = sd.asarray(np.eye(3), format='csr')\n"
        "B: sd.Tensor = (A @ A + 1).sum(axis=0) * 2j\n"
        "A[0, 1] = 2.0\n"
        "shape: tuple[int, ...] = sd.concat([A, A], axis=1).shape\n"
        "k: sd.Kernel = sd.compile('y(i) = A(i,j) * x(j)', A=('csr', np.float64))\n"
        "r: sd.Simulation = sd.simulate('y(i) = A(i,j) * x(j)', A=A, x=np.ones(3))\n"
        "wrong: int = A.shape  # type: ignore[assignment]\n"
        "@sd.jit\n"
        "def f(x: sd.Tensor, n: int) -> sd.Tensor:\n"
        "    return x * n\n"
        "f(A, 'no')  # type: ignore[arg-type]\n"
    )
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--warn-unused-ignores", sample], capture_output=True, text=True, cwd=tmp_path,
        env={**os.environ, "MYPYPATH": str(STUBS.parents[1])},
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
