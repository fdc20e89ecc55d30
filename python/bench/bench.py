"""Compares the package with its peers: writes JSON, and a page from JSON.

    python bench.py RESULT.json            measures
    python bench.py --print=RESULT.json    prints the page

Each row is an operation on the same data for all libraries that are installed. The runs of a row are interleaved: one run
of each library after the other, many times over. The time is the median. Each number of threads has a process of its own,
which is bound to so many processors.
"""

import functools
import glob
import importlib.metadata
import importlib.util
import json
import os
import platform
import random
import statistics
import subprocess
import sys
import time

import numpy as np

SECONDS = float(os.environ.get("STARDUST_BENCH_SECONDS", "1.5"))  # for each row and library
SIZE = int(os.environ.get("STARDUST_BENCH_SIZE", "20000"))  # rows of the matrices


def version(package):
    try:
        return importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return None


def interleaved(candidates):
    """The median seconds of each candidate, in microseconds; None for one that fails, with the reason."""
    results, reasons = {name: [] for name in candidates}, {}
    for name, run in list(candidates.items()):
        try:
            run(), run()
        except Exception as error:
            reasons[name] = f"{type(error).__name__}: {str(error).splitlines()[0][:80]}"
    alive = {name: run for name, run in candidates.items() if name not in reasons}
    repeats = {}
    for name, run in alive.items():
        begin = time.perf_counter()
        run()
        repeats[name] = max(1, int(2e-4 / max(time.perf_counter() - begin, 1e-9)))
    end = time.perf_counter() + SECONDS * len(alive)
    rounds = 0
    names = list(alive)
    while time.perf_counter() < end or rounds < 5:
        random.shuffle(names)  # what ran before decides which data are in the caches
        for name in names:
            run, count = alive[name], repeats[name]
            begin = time.perf_counter()
            for _ in range(count):
                run()
            results[name].append((time.perf_counter() - begin) / count)
        rounds += 1
        if rounds >= 200:
            break
    return {name: 1e6 * statistics.median(results[name]) if name in alive else None for name in candidates}, reasons


def numba_spmv(A, x):
    import numba

    @numba.njit(fastmath=False)
    def run(indptr, indices, data, x):
        y = np.zeros(len(indptr) - 1)
        for i in range(len(y)):
            total = 0.0
            for p in range(indptr[i], indptr[i + 1]):
                total += data[p] * x[indices[p]]
            y[i] = total
        return y

    return lambda: run(A.indptr, A.indices, A.data, x)


def numba_sddmm(B, U, V):
    import numba

    @numba.njit(fastmath=False)
    def run(indptr, indices, data, U, V):
        out = np.empty_like(data)
        for i in range(len(indptr) - 1):
            for p in range(indptr[i], indptr[i + 1]):
                total = 0.0
                for r in range(U.shape[1]):
                    total += U[i, r] * V[indices[p], r]
                out[p] = data[p] * total
        return out

    return lambda: run(B.indptr, B.indices, B.data, U, V)


def optional(module, make):
    """A candidate of a library, if it is installed. Its failures are told where it runs."""
    if importlib.util.find_spec(module) is None:
        return None
    try:
        return make()
    except Exception as error:
        failure = error  # the name `error` ends with the block

        def fails():
            raise failure

        return fails


# Why a row is lost, where it is; shown on the page.
LOST = {
    "SpMV": "each entry is read once, from memory; SciPy, torch and ours are within a few per cent of each other",
}


def matrix(n, entries, seed):
    """A square matrix in csr with about so many entries in a row, at random places."""
    import scipy.sparse as sp

    rng = np.random.default_rng(seed)
    places = np.repeat(np.arange(n), entries), rng.integers(0, n, n * entries)
    made = sp.coo_matrix((rng.random(n * entries), places), shape=(n, n)).tocsr()
    made.sum_duplicates()
    return made


def rows(threads):
    import stardust as sd

    rng = np.random.default_rng(1)
    A, B, C = (matrix(SIZE, 20, seed) for seed in (1, 2, 3))
    x, X = rng.random(SIZE), rng.random((SIZE, 32))
    U, V = rng.random((SIZE, 32)), rng.random((SIZE, 32))
    S = matrix(SIZE // 4, 5, 4)
    T3 = rng.random((120, 110, 100)) * (rng.random((120, 110, 100)) < 0.01)
    M = rng.random((110, 16))
    N = rng.random((100, 16))
    sparse3 = sd.asarray(T3, format="csf")
    TA = sd.asarray(A)

    def evaluated(text, **operands):
        return lambda: sd.evaluate(text, threads=threads, **operands)

    def of_sparse(make):
        import sparse

        return make(sparse, *(sparse.GCXS.from_scipy_sparse(m) for m in (A, B, C)))

    def of_torch(make):
        import torch

        torch.set_num_threads(threads)
        t = lambda m: torch.sparse_csr_tensor(torch.from_numpy(m.indptr), torch.from_numpy(m.indices), torch.from_numpy(m.data), m.shape)
        return make(torch, t(A), t(B))

    def of_mkl(make):
        library = glob.glob(os.path.join(sys.prefix, "lib", "libmkl_rt.so*"))
        if library:
            os.environ.setdefault("MKL_RT", library[0])
        import sparse_dot_mkl

        return make(sparse_dot_mkl)

    def of_graphblas(make):
        import graphblas as gb

        gb.init("suitesparse", blocking=True)
        gb.ss.config["nthreads"] = threads
        return make(gb, *(gb.io.from_scipy_sparse(m) for m in (A, B, C, S)))

    def of_jax(make):
        import jax

        jax.config.update("jax_enable_x64", True)
        from jax.experimental import sparse as jsparse

        one = jsparse.BCSR.from_scipy_sparse(A)

        def ready(function, *operands):
            compiled = jax.jit(function)
            return lambda: compiled(*operands).block_until_ready()

        return make(jax, ready, one)

    def of_finch(make):
        import finch

        return make(finch)

    graphblas = functools.partial(optional, "graphblas")

    yield "SpMV", 1, {
        "stardust": evaluated("y(i) = A(i,j) * x(j)", A=A, x=x),
        "scipy": lambda: A @ x,
        "numba": optional("numba", lambda: numba_spmv(A, x)),
        "sparse": optional("sparse", lambda: of_sparse(lambda s, a, b, c: lambda: a @ x)),
        "torch": optional("torch", lambda: of_torch(lambda t, a, b: lambda v=t.from_numpy(x): a @ v)),
        "mkl": optional("sparse_dot_mkl", lambda: of_mkl(lambda m: lambda: m.dot_product_mkl(A, x))),
        "graphblas": graphblas(lambda: of_graphblas(lambda g, a, b, c, s: lambda v=g.Vector.from_dense(x): a.mxv(v).new())),
        "jax": optional("jax", lambda: of_jax(lambda j, ready, a: ready(lambda m, v: m @ v, a, x))),
        "finch": optional("finch", lambda: of_finch(lambda f: lambda: f.matmul(f.asarray(A), x))),
    }
    yield "SpMM, 32 columns", 2, {
        "stardust": evaluated("Y(i,k) = A(i,j) * X(j,k)", A=A, X=X),
        "scipy": lambda: A @ X,
        "sparse": optional("sparse", lambda: of_sparse(lambda s, a, b, c: lambda: a @ X)),
        "torch": optional("torch", lambda: of_torch(lambda t, a, b: lambda v=t.from_numpy(X): a @ v)),
        "mkl": optional("sparse_dot_mkl", lambda: of_mkl(lambda m: lambda: m.dot_product_mkl(A, X))),
        "graphblas": graphblas(lambda: of_graphblas(lambda g, a, b, c, s: lambda v=g.Matrix.from_dense(X): a.mxm(v).new())),
        "jax": optional("jax", lambda: of_jax(lambda j, ready, a: ready(lambda m, v: m @ v, a, X))),
    }
    yield "SpGEMM", 2, {
        "stardust": evaluated("C(i,j) = A(i,k) * B(k,j)", A=A, B=B),
        "scipy": lambda: A @ B,
        "sparse": optional("sparse", lambda: of_sparse(lambda s, a, b, c: lambda: a @ b)),
        "torch": optional("torch", lambda: of_torch(lambda t, a, b: lambda: a @ b)),
        "mkl": optional("sparse_dot_mkl", lambda: of_mkl(lambda m: lambda: m.dot_product_mkl(A, B))),
        "graphblas": graphblas(lambda: of_graphblas(lambda g, a, b, c, s: lambda: a.mxm(b).new())),
    }
    yield "A + B + C", 2, {
        "stardust": evaluated("R(i,j) = A(i,j) + B(i,j) + C(i,j)", A=A, B=B, C=C),
        "scipy": lambda: A + B + C,
        "sparse": optional("sparse", lambda: of_sparse(lambda s, a, b, c: lambda: a + b + c)),
        "graphblas": graphblas(
            lambda: of_graphblas(lambda g, a, b, c, s: lambda: a.ewise_add(b, "plus").new().ewise_add(c, "plus").new())
        ),
    }
    yield "A * B of elements", 1.5, {
        "stardust": evaluated("R(i,j) = A(i,j) * B(i,j)", A=A, B=B),
        "scipy": lambda: A.multiply(B),
        "sparse": optional("sparse", lambda: of_sparse(lambda s, a, b, c: lambda: a * b)),
        "graphblas": graphblas(lambda: of_graphblas(lambda g, a, b, c, s: lambda: a.ewise_mult(b, "times").new())),
    }
    yield "row sums", 1, {
        "stardust": evaluated("y(i) = A(i,j)", A=A),
        "scipy": lambda: A.sum(axis=1),
        "sparse": optional("sparse", lambda: of_sparse(lambda s, a, b, c: lambda: a.sum(axis=1))),
        "graphblas": graphblas(lambda: of_graphblas(lambda g, a, b, c, s: lambda: a.reduce_rowwise("plus").new())),
    }
    yield "row maxima", 1, {
        "stardust": lambda: TA.max(axis=1),
        "scipy": lambda: A.max(axis=1),
        "sparse": optional("sparse", lambda: of_sparse(lambda s, a, b, c: lambda: a.max(axis=1))),
    }
    half = SIZE // 2
    yield "rows of a slice", 1, {
        "stardust": lambda: TA[100:half],
        "scipy": lambda: A[100:half],
        "sparse": optional("sparse", lambda: of_sparse(lambda s, a, b, c: lambda: a[100:half])),
        "graphblas": graphblas(lambda: of_graphblas(lambda g, a, b, c, s: lambda: a[100:half, :].new())),
    }
    def graphblas_sddmm(g, a, b, c, s):
        u, v = (g.Matrix.from_dense(m[: SIZE // 4]) for m in (U, V))
        return lambda: s.ewise_mult(u.mxm(v.T).new(mask=s.S), "times").new()

    yield "SDDMM, rank 32", 5, {
        "stardust": evaluated("R(i,j) = B(i,j) * U(i,r) * V(j,r)", B=S, U=U[: SIZE // 4], V=V[: SIZE // 4]),
        "scipy": lambda: S.multiply(U[: SIZE // 4] @ V[: SIZE // 4].T),
        "numba": optional("numba", lambda: numba_sddmm(S, U[: SIZE // 4], V[: SIZE // 4])),
        "graphblas": graphblas(lambda: of_graphblas(graphblas_sddmm)),
    }

    def dense_einsum():
        try:
            import opt_einsum

            return lambda: opt_einsum.contract("ijk,jr,kr->ir", T3, M, N)
        except ImportError:
            return lambda: np.einsum("ijk,jr,kr->ir", T3, M, N, optimize=True)

    yield "einsum of order 3 at 1 %", 5, {
        "stardust": lambda: sd.einsum("ijk,jr,kr->ir", sparse3, M, N, threads=threads),
        "dense einsum": dense_einsum(),
    }


def overhead():
    import scipy.sparse as sp

    import stardust as sd

    A, x = sp.random(10, 10, 0.3, format="csr", random_state=1), np.ones(10)
    k = sd.compile("y(i) = A(i,j) * x(j)", A="csr:pos32")
    times, _ = interleaved(
        {
            "einsum": lambda: sd.einsum("ij,j->i", A, x),
            "evaluate": lambda: sd.evaluate("y(i) = A(i,j) * x(j)", A=A, x=x),
            "kernel": lambda: k(A=A, x=x),
            "scipy": lambda: A @ x,
        }
    )
    return times


def seconds_of(code, repeats=5, environment=None):
    """The median of the seconds that code prints in a process of its own."""
    found = []
    for _ in range(repeats):
        out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=environment)
        found.append(float(out.stdout))
    return statistics.median(found)


def starts():
    import tempfile

    clock = "import time; import numpy as np; b = time.perf_counter()\n"
    tell = "print(time.perf_counter() - b)"
    use = "import stardust as sd\nsd.evaluate('y(i) = A(i,j) * x(j) + z(i)', A=np.eye(3), x=np.ones(3), z=np.ones(3))\n"
    result = {"import": seconds_of(clock + "import stardust\n" + tell)}
    fresh = []
    for _ in range(3):
        with tempfile.TemporaryDirectory() as folder:
            fresh.append(seconds_of(clock + use + tell, 1, {**os.environ, "XDG_CACHE_HOME": folder}))
    result["first result"] = statistics.median(fresh)
    result["first result, cached"] = seconds_of(clock + use + tell)
    return result


def measure(path):
    result = {
        "schema": 1,
        "machine": platform.processor() or platform.machine(),
        "python": platform.python_version(),
        "size": SIZE,
        "load": os.getloadavg()[0],
        "versions": {
            name: version(name)
            for name in ("stardust-tensor", "numpy", "scipy", "sparse", "numba", "torch", "sparse-dot-mkl", "mkl",
                         "suitesparse-graphblas", "jax", "finch-tensor", "opt_einsum")  # fmt: skip
        },
        "rows": [],
    }
    import stardust

    result["versions"]["stardust-tensor"] = stardust.__version__
    result["overhead"] = overhead()
    result["starts"] = starts()
    processors = sorted(os.sched_getaffinity(0))
    for threads in sorted({1, min(2, len(processors))}):
        numbers = {name: str(threads) for name in ("OMP_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS")}
        bound = processors[-threads:]
        done = subprocess.run(
            [sys.executable, __file__, f"--threads={threads}"], stdout=subprocess.PIPE, text=True, check=True,
            env={**os.environ, **numbers}, preexec_fn=lambda: os.sched_setaffinity(0, bound),
        )  # fmt: skip
        result["rows"] += json.loads(done.stdout)
    with open(path, "w") as file:
        json.dump(result, file, indent=1)


def measured_rows(threads):
    found = []
    for name, wanted, candidates in rows(threads):
        candidates = {who: run for who, run in candidates.items() if run is not None}
        times, reasons = interleaved(candidates)
        found.append({"row": name, "threads": threads, "wanted": wanted, "us": times, "reasons": reasons})
        print(name, threads, {who: time and round(time, 1) for who, time in times.items()}, file=sys.stderr)
    return found


def page(path):
    result = json.load(open(path))
    shown = "\n".join(f"- {name} {number}" for name, number in result["versions"].items() if number)
    print("# The Python package beside its peers\n")
    print("`make bench-python` writes this page. Times are medians of interleaved runs in one process, in microseconds.")
    print(f"\nMatrices have {result['size']:,} rows and 20 entries in a row. Python {result['python']}; versions:\n")
    print(shown)
    if result.get("load", 0) > 0.5:
        print(f"\nOther work used the machine: its load average was {result['load']:.1f} at the start.")
    calls, starts_ = result["overhead"], result["starts"]
    print("\n| a call on 10 x 10 | µs |\n|---|---|")
    for name in calls:
        print(f"| {name} | {calls[name]:.2f} |")
    print("\n| start | ms |\n|---|---|")
    for name in starts_:
        print(f"| {name} | {1e3 * starts_[name]:.0f} |")
    lost_rows = {}
    for threads in sorted({row["threads"] for row in result["rows"]}):
        of = [row for row in result["rows"] if row["threads"] == threads]
        names = list(dict.fromkeys(name for row in of for name in row["us"]))
        print(f"\n## {threads} {'thread' if threads == 1 else 'threads'}\n")
        print("SciPy and numba have one thread.\n")
        print("| row | " + " | ".join(names) + " | SciPy's time to ours (aim) | best peer's time to ours |\n|" + "---|" * (len(names) + 3))
        for row in of:
            times = row["us"]
            peers = [time for name, time in times.items() if name != "stardust" and time]
            ratio = min(peers) / times["stardust"] if peers and times.get("stardust") else None
            cells = [f"{times[name]:,.0f}" if times.get(name) else "–" for name in names]
            best = "–" if ratio is None else f"{ratio:.2f}" + ("" if ratio >= 1 else " (lost)")
            base = times.get("scipy") or times.get("dense einsum")
            to_scipy = "–" if not base or not times.get("stardust") else f"{base / times['stardust']:.2f} ({row['wanted']})"
            print(f"| {row['row']} | {' | '.join(cells)} | {to_scipy} | {best} |")
            if ratio is not None and ratio < 1:
                lost_rows.setdefault(row["row"], LOST.get(row["row"], "not looked into"))
    if lost_rows:
        print("\nWhy rows are lost:\n")
        for name, reason in lost_rows.items():
            print(f"- {name}: {reason}.")
    lost = {(row["row"], name): reason for row in result["rows"] for name, reason in row["reasons"].items()}
    if lost:
        print("\nNot measured:\n")
        for (row, name), reason in lost.items():
            print(f"- {row}, {name}: {reason}")


if __name__ == "__main__":
    argument = sys.argv[1]
    if argument.startswith("--print="):
        page(argument.partition("=")[2])
    elif argument.startswith("--threads="):
        found = measured_rows(int(argument.partition("=")[2]))
        print(json.dumps(found))
    else:
        measure(argument)
