"""Compares the package with its peers: writes JSON, and a page from JSON.

    python bench.py RESULT.json            measures
    python bench.py --print=RESULT.json    prints the page

Each row is an operation on the same data for all libraries that are installed. The runs of a row are interleaved: one run
of each library after the other, many times over. The time is the median.
"""

import importlib.metadata
import json
import os
import platform
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
    while time.perf_counter() < end or rounds < 5:
        for name, run in alive.items():
            count = repeats[name]
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
    """A candidate of a library, if it is installed."""
    try:
        __import__(module)
        return make()
    except ImportError:
        return None


def rows(threads):
    import scipy.sparse as sp

    import stardust as sd

    rng = np.random.default_rng(1)

    def matrix(n, density, seed):
        return sp.random(n, n, density, format="csr", random_state=seed)

    A, B, C = (matrix(SIZE, 1e-3, seed) for seed in (1, 2, 3))
    x, X = rng.random(SIZE), rng.random((SIZE, 32))
    U, V = rng.random((SIZE, 32)), rng.random((SIZE, 32))
    S = matrix(SIZE // 4, 1e-3, 4)
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
        import sparse_dot_mkl

        return make(sparse_dot_mkl)

    yield "SpMV", 1, {
        "stardust": evaluated("y(i) = A(i,j) * x(j)", A=A, x=x),
        "scipy": lambda: A @ x,
        "numba": optional("numba", lambda: numba_spmv(A, x)),
        "sparse": optional("sparse", lambda: of_sparse(lambda s, a, b, c: lambda: a @ x)),
        "torch": optional("torch", lambda: of_torch(lambda t, a, b: lambda v=t.from_numpy(x): a @ v)),
        "mkl": optional("sparse_dot_mkl", lambda: of_mkl(lambda m: lambda: m.dot_product_mkl(A, x))),
    }
    yield "SpMM, 32 columns", 2, {
        "stardust": evaluated("Y(i,k) = A(i,j) * X(j,k)", A=A, X=X),
        "scipy": lambda: A @ X,
        "sparse": optional("sparse", lambda: of_sparse(lambda s, a, b, c: lambda: a @ X)),
        "torch": optional("torch", lambda: of_torch(lambda t, a, b: lambda v=t.from_numpy(X): a @ v)),
        "mkl": optional("sparse_dot_mkl", lambda: of_mkl(lambda m: lambda: m.dot_product_mkl(A, X))),
    }
    yield "SpGEMM", 2, {
        "stardust": evaluated("C(i,j) = A(i,k) * B(k,j)", A=A, B=B),
        "scipy": lambda: A @ B,
        "sparse": optional("sparse", lambda: of_sparse(lambda s, a, b, c: lambda: a @ b)),
        "torch": optional("torch", lambda: of_torch(lambda t, a, b: lambda: a @ b)),
        "mkl": optional("sparse_dot_mkl", lambda: of_mkl(lambda m: lambda: m.dot_product_mkl(A, B))),
    }
    yield "A + B + C", 2, {
        "stardust": evaluated("R(i,j) = A(i,j) + B(i,j) + C(i,j)", A=A, B=B, C=C),
        "scipy": lambda: A + B + C,
        "sparse": optional("sparse", lambda: of_sparse(lambda s, a, b, c: lambda: a + b + c)),
    }
    yield "A * B of elements", 1.5, {
        "stardust": evaluated("R(i,j) = A(i,j) * B(i,j)", A=A, B=B),
        "scipy": lambda: A.multiply(B),
        "sparse": optional("sparse", lambda: of_sparse(lambda s, a, b, c: lambda: a * b)),
    }
    yield "row sums", 1, {
        "stardust": evaluated("y(i) = A(i,j)", A=A),
        "scipy": lambda: A.sum(axis=1),
        "sparse": optional("sparse", lambda: of_sparse(lambda s, a, b, c: lambda: a.sum(axis=1))),
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
    }
    yield "SDDMM, rank 32", 5, {
        "stardust": evaluated("R(i,j) = B(i,j) * U(i,r) * V(j,r)", B=S, U=U[: SIZE // 4], V=V[: SIZE // 4]),
        "scipy": lambda: S.multiply(U[: SIZE // 4] @ V[: SIZE // 4].T),
        "numba": optional("numba", lambda: numba_sddmm(S, U[: SIZE // 4], V[: SIZE // 4])),
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
        "versions": {
            name: version(name)
            for name in ("stardust-tensor", "numpy", "scipy", "sparse", "numba", "torch", "sparse-dot-mkl", "opt_einsum")
        },
        "rows": [],
    }
    import stardust

    result["versions"]["stardust-tensor"] = stardust.__version__
    result["overhead"] = overhead()
    result["starts"] = starts()
    for threads in sorted({1, min(2, os.cpu_count() or 1)}):
        for name, wanted, candidates in rows(threads):
            candidates = {who: run for who, run in candidates.items() if run is not None}
            times, reasons = interleaved(candidates)
            result["rows"].append({"row": name, "threads": threads, "wanted": wanted, "us": times, "reasons": reasons})
            print(name, threads, {who: time and round(time, 1) for who, time in times.items()}, file=sys.stderr)
    with open(path, "w") as file:
        json.dump(result, file, indent=1)


def page(path):
    result = json.load(open(path))
    shown = ", ".join(f"{name} {number}" for name, number in result["versions"].items() if number)
    print("# The Python package beside its peers\n")
    print("`make bench-python` writes this page. Times are medians of interleaved runs in one process, in microseconds.")
    print(f"\nPython {result['python']}; {shown}. Matrices have {result['size']:,} rows and 20 entries in a row.\n")
    calls, starts_ = result["overhead"], result["starts"]
    print("| a call on 10 x 10 | µs |\n|---|---|")
    for name in calls:
        print(f"| {name} | {calls[name]:.2f} |")
    print("\n| start | ms |\n|---|---|")
    for name in starts_:
        print(f"| {name} | {1e3 * starts_[name]:.0f} |")
    for threads in sorted({row["threads"] for row in result["rows"]}):
        of = [row for row in result["rows"] if row["threads"] == threads]
        names = list(dict.fromkeys(name for row in of for name in row["us"]))
        print(f"\n## {threads} {'thread' if threads == 1 else 'threads'}\n")
        print("SciPy and numba have one thread.\n")
        print("| row | " + " | ".join(names) + " | ratio to the best peer |\n|" + "---|" * (len(names) + 2))
        for row in of:
            times = row["us"]
            peers = [time for name, time in times.items() if name != "stardust" and time]
            ratio = min(peers) / times["stardust"] if peers and times.get("stardust") else None
            cells = [f"{times[name]:,.0f}" if times.get(name) else "–" for name in names]
            best = "–" if ratio is None else f"{ratio:.2f}" + ("" if ratio >= 1 else " (lost)")
            print(f"| {row['row']} | {' | '.join(cells)} | {best} |")
    lost = {(row["row"], name): reason for row in result["rows"] for name, reason in row["reasons"].items()}
    if lost:
        print("\nNot measured:\n")
        for (row, name), reason in lost.items():
            print(f"- {row}, {name}: {reason}")


if __name__ == "__main__":
    argument = sys.argv[1]
    page(argument.partition("=")[2]) if argument.startswith("--print=") else measure(argument)
