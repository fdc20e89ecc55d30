"""Tensors as objects: pickles, pictures, files, simulations, other libraries."""

import copy
import pickle
import subprocess
import sys

import numpy as np
import pytest
import scipy.sparse as sp

import stardust as sd


@pytest.fixture
def A(rng):
    return sd.asarray(sp.random_array((8, 9), density=0.3, format="csr", rng=rng))


def test_pickles_and_copies(A):
    for other in (pickle.loads(pickle.dumps(A)), copy.copy(A), copy.deepcopy(A), A.copy()):
        np.testing.assert_array_equal(other.to_numpy(), A.to_numpy())
        assert other.format == A.format and other.data.ctypes.data != A.data.ctypes.data
    scalar = A.sum()
    assert pickle.loads(pickle.dumps(scalar)).item() == scalar.item()


def test_errors_pickle():
    with pytest.raises(sd.UserError) as caught:
        sd.evaluate("y(i) = ", x=1)
    again = pickle.loads(pickle.dumps(caught.value))
    assert str(again) == str(caught.value) and again.what == caught.value.what


def test_pictures(A):
    assert "8 x 9" in repr(A) and "ds" in repr(A)
    assert "<svg" in A._repr_html_() and "float64" in A._repr_html_()
    assert "<svg" not in sd.ones((2, 2, 2))._repr_html_()


@pytest.mark.parametrize("name", ["A.mtx", "A.tns", "A.mtx.gz", "A.npy", "A.npz"])
def test_files(A, tmp_path, name):
    path = tmp_path / name
    sd.write(path, A)
    np.testing.assert_array_equal(sd.read(path).to_numpy(), A.to_numpy())


def test_scipy_reads_what_is_written(A, tmp_path):
    sd.write(tmp_path / "A.npz", A)
    np.testing.assert_array_equal(sp.load_npz(tmp_path / "A.npz").toarray(), A.to_numpy())
    sp.save_npz(tmp_path / "B.npz", A.to_scipy())
    np.testing.assert_array_equal(sd.read(tmp_path / "B.npz").to_numpy(), A.to_numpy())


def test_missing_file():
    with pytest.raises(sd.UserError, match="nothing.mtx"):
        sd.read("nothing.mtx")


def test_simulate(A):
    r = sd.simulate("y(i) = A(i,j) * x(j)", A=A, x=np.ones(9), memory="hbm2e", dtype=np.float32)
    assert r.verified and r.cycles > 0 and r.gbps > 0
    np.testing.assert_allclose(r.result.to_numpy(), A.to_numpy().sum(axis=1), rtol=1e-5)
    assert "<iframe" in r._repr_html_() and "cycles" in repr(r)
    with pytest.raises(sd.UserError, match="hbm9"):
        sd.simulate("y(i) = A(i,j) * x(j)", A=A, x=np.ones(9), memory="hbm9")


def test_a_simulation_with_a_chosen_schedule(tmp_path, monkeypatch):
    A = sp.random(200, 200, 0.05, format="csr", dtype=np.float32, random_state=1)
    operands = dict(A=A, x=np.ones(200, dtype=np.float32), dtype="float32")
    chosen = sd.simulate("y(i) = A(i,j) * x(j)", schedule="auto", **operands)
    assert chosen.verified and 0 < chosen.cycles <= sd.simulate("y(i) = A(i,j) * x(j)", **operands).cycles
    np.testing.assert_allclose(chosen.result, A @ operands["x"], rtol=1e-5)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    with pytest.raises(sd.UserError, match="there are no kept schedules"):
        sd.simulate("y(i) = A(i,j) * x(j)", schedule="tuned", **operands)


def test_simulate_several_statements(A):
    r = sd.simulate("t(i) = A(i,j) * x(j)\ny(i) = t(i) + 1", A=A, x=np.ones(9), dtype={"A": "float32", "x": "float32"})
    assert r.verified and len(r.report) == 2


def test_explore(A):
    rows = sd.explore("y(i) = A(i,j) * x(j)", A=A, x=np.ones(9), vary={"outerPar": [1, 2]})
    assert [row["outerPar"] for row in rows] == ["1", "2"] and all(row["cycles"] > 0 for row in rows)
    assert rows.front and "<table>" in rows._repr_html_()


def test_explore_shows_a_bar(monkeypatch):
    import types

    seen = []

    class Bar:
        def __init__(self, total, **options):
            self.n = 0
            seen.append(("total", total))

        def update(self, count):
            self.n += count

        def close(self):
            seen.append(("closed", self.n))

    monkeypatch.setitem(sys.modules, "tqdm", types.ModuleType("tqdm"))
    monkeypatch.setitem(sys.modules, "tqdm.auto", types.SimpleNamespace(tqdm=Bar))
    sd.explore("y(i) = x(i) * 2", x=np.ones(32), vary={"memory": ["hbm2e", "ideal"], "innerPar": [1, 2]})
    assert seen == [("total", 4), ("closed", 4)]
    with pytest.raises(sd.UserError):
        sd.explore("y(i) = x(i) * 2", x=np.ones(32), vary={"memory": ["hbm9"]})
    assert seen[-1][0] == "closed"


def test_networkx(rng):
    nx = pytest.importorskip("networkx")
    graph = nx.gnp_random_graph(12, 0.3, seed=1)
    A = sd.asarray(nx.to_scipy_sparse_array(graph, dtype=np.float64))
    np.testing.assert_array_equal((A @ A).to_numpy(), nx.to_numpy_array(graph) @ nx.to_numpy_array(graph))
    assert nx.from_scipy_sparse_array(A.to_scipy()).number_of_edges() == graph.number_of_edges()


def test_pandas(rng):
    pd = pytest.importorskip("pandas")
    column = pd.Series([1.0, 0.0, 2.0])
    np.testing.assert_array_equal(sd.asarray(column).to_numpy(), column.to_numpy())
    frame = pd.DataFrame(sd.explore("y(i) = x(i) * 2", x=np.ones(32), vary={"memory": ["hbm2e", "ideal"]}))
    assert list(frame["state"]) == ["measured", "measured"]


def test_solvers_of_scipy(rng):
    from scipy.sparse.linalg import LinearOperator, cg

    B = sp.random_array((30, 30), density=0.1, format="csr", rng=rng)
    S = (B @ B.T + 10 * sp.eye_array(30)).tocsr()
    S.sort_indices()
    T, b = sd.asarray(S), rng.random(30)
    x, failed = cg(LinearOperator(T.shape, matvec=lambda v: np.asarray(T @ v), dtype=T.dtype), b)
    assert failed == 0
    np.testing.assert_allclose(S @ x, b, rtol=1e-4)


def test_scikit_learn(rng):
    linear = pytest.importorskip("sklearn.linear_model")
    X = sp.random_array((40, 10), density=0.3, format="csr", rng=rng)
    y = X @ np.arange(10.0)
    fitted = linear.Ridge(alpha=1e-6).fit(sd.asarray(X).to_scipy(), y)
    np.testing.assert_allclose(fitted.predict(X), y, atol=1e-3)


def test_import_is_lean():
    code = "import sys, stardust; print([m for m in ('scipy', 'pandas', 'torch', 'sparse', 'tqdm', 'subprocess') if m in sys.modules])"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.strip() in ("[]", "['subprocess']")


def test_doctests():
    import doctest
    import importlib
    import pkgutil

    tried = 0
    for module in pkgutil.iter_modules(sd.__path__):
        if module.name in ("_core", "torch"):
            continue
        failed, ran = doctest.testmod(importlib.import_module(f"stardust.{module.name}"))
        assert failed == 0, module.name
        tried += ran
    failed, ran = doctest.testmod(sd)
    assert failed == 0 and tried + ran > 30


def test_manual():
    import doctest
    import pathlib

    page = pathlib.Path(__file__).parents[2] / "docs/guide/python.md"
    text = page.read_text().replace("```python", "").replace("```", "")
    test = doctest.DocTestParser().get_doctest(text, {}, "python.md", str(page), 0)
    assert test.examples and doctest.DocTestRunner().run(test).failed == 0


def test_calls_do_not_leak(rng):
    import gc
    import resource

    A, x = sp.random_array((10, 10), density=0.3, format="csr", rng=rng), rng.random(10)
    T = sd.asarray(A)
    for _ in range(2000):
        sd.einsum("ij,j->i", A, x)
        sd.einsum("ij,j->i", T, x)
    gc.collect()
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for _ in range(50_000):
        sd.einsum("ij,j->i", A, x)
        sd.einsum("ij,j->i", T, x)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before <= 1024  # kilobytes


def test_large_operands_are_not_copied(rng):
    import resource

    x = np.ones(16_000_000)  # 128 MB
    sd.evaluate("s = x(i) * x(i)", x=x[:100])
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    assert sd.evaluate("s = x(i) * x(i)", x=x) == 16_000_000
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 16_000


def test_fork_after_use(rng):
    import multiprocessing

    sd.einsum("i,i->", np.ones(4), np.ones(4))
    with multiprocessing.get_context("fork").Pool(1) as pool:
        assert pool.apply(_in_child, (3,)) == 3.0


def _in_child(n):
    return float(sd.einsum("i,i->", np.ones(n), np.ones(n)))


def test_interrupt():
    """Ctrl-C during a long kernel."""
    code = (
        "import os, signal, threading, numpy as np, stardust as sd\n"
        "k = sd.compile('s = sqrt(x(i) + y(j))', x='d', y='d', threads=1)\n"
        "x = np.ones(6_000_000)\n"
        "threading.Timer(0.5, lambda: os.kill(os.getpid(), signal.SIGINT)).start()\n"
        "try:\n    k(x=x, y=x)\n    print('done')\nexcept KeyboardInterrupt:\n    print('interrupted'); import sys; sys.stdout.flush(); os._exit(0)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert done.stdout.strip() == "interrupted", done.stderr


def test_a_second_interpreter_of_the_process_is_refused():
    pytest.importorskip("_xxsubinterpreters")
    code = (
        "import sys, _xxsubinterpreters as interpreters, numpy as np, stardust as sd\n"
        "other = interpreters.create()\n"
        "try:\n    interpreters.run_string(other, f'import sys; sys.path[:] = {sys.path}\\nimport stardust')\n"
        "except interpreters.RunFailedError as error:\n    assert 'ImportError' in str(error)\n"
        "assert sd.einsum('i->', np.ones(3)) == 3"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
