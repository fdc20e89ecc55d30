"""Long tests: notebooks, and installation of the wheel and the source distribution."""

import os
import pathlib
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).parents[2]
NOTEBOOKS = sorted((ROOT / "python/notebooks").glob("*.ipynb"))


@pytest.mark.slow
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebook(path):
    nbclient, nbformat = pytest.importorskip("nbclient"), pytest.importorskip("nbformat")
    book = nbformat.read(path, as_version=4)
    nbclient.NotebookClient(book, timeout=300, kernel_name="python3").execute()


@pytest.mark.slow
@pytest.mark.skipif("STARDUST_WHEEL" not in os.environ, reason="STARDUST_WHEEL names no wheel")
def test_wheel_in_a_fresh_environment(tmp_path):
    wheel = os.environ["STARDUST_WHEEL"]
    subprocess.run([sys.executable, "-m", "venv", tmp_path / "venv"], check=True)
    python = tmp_path / "venv/bin/python"
    subprocess.run([python, "-m", "pip", "install", "--quiet", wheel, "scipy"], check=True)
    code = (
        "import numpy as np, scipy.sparse as sp, stardust as sd\n"
        "A = sp.random(30, 20, 0.2, format='csr')\n"
        "assert np.allclose(sd.einsum('ij,j->i', A, np.ones(20)), A @ np.ones(20))\n"
        "assert sd.simulate('y(i) = A(i,j) * x(j)', A=A, x=np.ones(20), dtype=np.float32).verified\n"
        "print(sd.__version__)"
    )
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run([python, "-c", code], cwd=tmp_path, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    tool = subprocess.run([tmp_path / "venv/bin/stardust", "--version"], env=environment, capture_output=True, text=True)
    assert done.stdout.strip() in tool.stdout


@pytest.mark.slow
def test_compiler_of_the_package_ziglang(tmp_path):
    pytest.importorskip("ziglang")
    code = (
        "import numpy as np, scipy.sparse as sp, stardust as sd\n"
        "assert 'ziglang' in sd._calls._toolchain('')['compiler']\n"
        "A = sp.random_array((300, 200), density=0.1, format='csr')\n"
        "assert np.allclose(sd.einsum('ij,j->i', A, np.ones(200)), A @ np.ones(200))\n"
        "assert np.allclose(sd.evaluate('C(i,k) = A(i,j) * B(k,j)', A=A, B=A).toarray(), (A @ A.T).toarray())"
    )
    environment = {**os.environ, "PATH": str(tmp_path), "XDG_CACHE_HOME": str(tmp_path), "HOME": str(tmp_path)}
    environment.pop("CC", None)
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


@pytest.mark.slow
def test_a_gigabyte_is_not_copied():
    """Peak memory of calls on a csr matrix of 1 GB, in a process of its own."""
    code = """
import resource, numpy as np, scipy.sparse as sp, stardust as sd
rows, per = 1_000_000, 84
A = sp.csr_array((np.ones(rows * per), np.resize(np.arange(per, dtype=np.int32), rows * per), np.arange(0, rows * per + 1, per, dtype=np.int32)), shape=(rows, 1000))
assert A.data.nbytes + A.indices.nbytes > 1_000_000_000
small, x = A[:100], np.ones(1000)
def peak():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
assert sd.einsum("ij,j->i", small, x)[0] == per and sd.evaluate("C(i,j) = 2 * A(i,j)", A=small).nnz
begin = peak()
y = sd.einsum("ij,j->i", A, x)
T = sd.asarray(A)
assert (T @ x).nnz == rows and y.sum() == rows * per
operands = peak() - begin
begin = peak()
C = sd.evaluate("C(i,j) = 2 * T(i,j)", T=T)
D = C.to_scipy()
assert D.data.ctypes.data == C.data.ctypes.data and D.indices.ctypes.data == C.level(1)[1].ctypes.data
result = peak() - begin
assert D.data[-1] == 2 and D.shape == A.shape
print(operands, result)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    operands, result = map(int, done.stdout.split())
    assert operands < 60_000_000  # the vectors, and what a first call loads
    assert result < 1_100_000_000
