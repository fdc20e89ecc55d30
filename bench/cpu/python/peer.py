"""The frame of a library in the CPU benchmark: a child process that answers requests on standard input, one line of JSON each.

{"threads": …, "kernel": …, "operands": {name: {"dims": […], "dense": …, "crd": FILE, "vals": FILE}}}   prepares a kernel and answers null
"run"      computes it once and answers the seconds
"digest"   answers the sum of the result's values and of their magnitudes

With the argument --describe, it answers the version of the library, the kernels, and those that use several threads.
A kernel is a function from the operands to a function that computes the result.
"""
import json
import os
import sys
import time

# The threads of OpenMP do not wait as long as usual for work, because they would disturb the other programs. Before the library is loaded.
os.environ.update(GOMP_SPINCOUNT="10000", KMP_BLOCKTIME="1")

import numpy as np  # noqa: E402
import scipy.sparse as sp  # noqa: E402


class Operand:
    def __init__(self, dims, dense, crd, vals):
        self.dims = dims
        self.dense = dense
        self.values = np.fromfile(vals)
        self.crd = np.fromfile(crd, dtype=np.int32).reshape(-1, len(dims))

    def array(self):
        return self.values.reshape(self.dims)

    def matrix(self, kind=sp.csr_matrix):
        """The matrix of the first mode by all others, flattened."""
        rest = np.ravel_multi_index(self.crd[:, 1:].T, self.dims[1:]) if len(self.dims) > 1 else np.zeros(len(self.crd), dtype=int)
        return kind((self.values, (self.crd[:, 0], rest)), shape=(self.dims[0], int(np.prod(self.dims[1:]))))

    def fibers(self):
        """A row for each nonempty fiber, with the first two coordinates of each."""
        first = np.r_[True, np.any(self.crd[1:, :2] != self.crd[:-1, :2], axis=1)]
        pointers = np.r_[np.flatnonzero(first), len(first)]
        rows = sp.csr_matrix((self.values, self.crd[:, 2], pointers), shape=(len(pointers) - 1, self.dims[2]))
        return rows, self.crd[first, :2]


def answer(value):
    print(json.dumps(value), flush=True)


def serve(version, kernels, values, use_threads=None):
    """values: from a result to an array of its values; use_threads: sets the number of threads, if there may be several."""
    if "--describe" in sys.argv:
        return answer({"version": version, "kernels": sorted(kernels), "parallel": use_threads is not None})
    request = json.loads(sys.stdin.readline())
    if use_threads:
        use_threads(request["threads"])
    compute = kernels[request["kernel"]](**{name: Operand(**arrays) for name, arrays in request["operands"].items()})
    answer(None)
    result = None
    for line in sys.stdin:
        if json.loads(line) == "run":
            start = time.perf_counter()
            result = compute()
            answer(time.perf_counter() - start)
        else:
            stored = np.asarray(values(result))
            answer([float(stored.sum()), float(np.abs(stored).sum())])
