"""The expressions, the formats of their tensors, and the combinations that are measured."""
import dataclasses
import functools
import itertools
import re

from covering import covering

MATRIX = ("dense", "csr", "csc", "dcsr", "dcsc", "coo")
FEW = ("dense", "csr", "csc")
VECTOR = ("dense", "s")
CUBE = ("dense", "coo", *("csf:" + ",".join(order) for order in itertools.permutations("012")))
CUBE_FEW = ("dense", "csf:0,1,2", "csf:2,1,0", "coo")
FOUR = ("dense", "csf:0,1,2,3", "csf:3,2,1,0", "coo")
FOUR_ALL = ("dense", "coo", *("csf:" + ",".join(order) for order in itertools.permutations("0123")))
DENSE = ("dense",)
BLOCKS = ("bcsr", "ssdd", "dsdd:0,1,3,2")
BY_ORDER = {0: (None,), 1: VECTOR, 2: MATRIX, 3: CUBE_FEW, 4: FOUR}

RANK = 16   # the extent of the variables r and q
BLOCK = 4   # the extent of the variables u, v and w, inside a block
WORK = 800_000  # steps of the smallest size
MOST_WORK = 16_000_000  # steps of the largest size
MOST_COMBINATIONS = 1500


@dataclasses.dataclass(frozen=True)
class Expression:
    name: str
    text: str
    scipy: str = ""  # Python on SciPy's operands (peers.py); empty: no equivalent
    formats: dict = dataclasses.field(default_factory=dict)  # of tensors with other formats than those of their order
    split: tuple = ()  # the same in several statements, over the temporary T
    quick: tuple = ()  # combinations of `--quick`, each a text of formats in the order of `tensors`

    @functools.cached_property
    def accesses(self):
        """(tensor, variables) from left to right; the first is the result."""
        return accesses(self.text)

    @functools.cached_property
    def variables(self):
        return dict(reversed(self.accesses))

    @property
    def result(self):
        return self.accesses[0][0]

    @property
    def tensors(self):
        """The tensors that have a format: scalars have none."""
        return [name for name, variables in dict(self.accesses).items() if variables]

    @property
    def choices(self):
        return [self.formats.get(name, BY_ORDER[len(self.variables[name])]) for name in self.tensors]

    def combinations(self, seed=1):
        """Every pair of formats of every two tensors occurs in a combination."""
        return [dict(zip(self.tensors, row)) for row in covering(self.choices, seed)]

    def quick_combinations(self):
        return [dict(zip(self.tensors, row.split())) for row in self.quick]


def accesses(text):
    found = re.findall(r"([A-Za-z]\w*)(?:\(([a-z](?:,[a-z])*)\))?(?!\w*\()", text)
    return [(name, tuple(variables.split(",")) if variables else ()) for name, variables in found if name not in ("max", "min")]


def terms(text):
    """The additive terms of the right side, roughly: their accesses."""
    return [accesses(term) for term in re.split(r" [+-] ", text.split("=", 1)[1])]


def extent(variable, n):
    return RANK if variable in "rq" else BLOCK if variable in "uvw" else n


def density(variables, n):
    """Of a sparse tensor: 8 entries for each row of a matrix, 64 for each slice of a tensor of order 3 or 4, a tenth of a vector."""
    extents = [extent(variable, n) for variable in variables if variable not in "uvw"]
    if len(extents) == 1:
        return 0.1
    entries = (8 if len(extents) == 2 else 64) * max(extents)
    return min(0.5, entries / product(extents))


def product(values):
    return functools.reduce(lambda a, b: a * b, values, 1)


def dense(format):
    return format in (None, "dense")


def signature(expression, formats):
    """Which tensors are dense: combinations with the same signature have the same data."""
    return tuple(dense(formats.get(name)) for name in expression.tensors)


def work(expression, formats, n):
    """An estimate of the steps of a good kernel: the coordinates at which all factors of a term are stored, and the stored values."""
    steps = 0
    for term in terms(expression.text):
        variables = {variable for _, used in term for variable in used}
        points = product(extent(variable, n) for variable in variables)
        for name, used in set(term):
            points *= 1 if dense(formats.get(name)) else density(used, n)
        steps += points
    for name in expression.tensors:
        used = expression.variables[name]
        if name != expression.result or dense(formats[name]):
            steps += product(extent(variable, n) for variable in used) * (1 if dense(formats[name]) else density(used, n))
    return steps


def sizes(expression, formats):
    """n, and the sizes for the growth: 2n and 4n where they are not too large."""
    n = 8
    while n < 65536 and work(expression, formats, 2 * n) <= WORK:
        n *= 2
    return [n, *(size for size in (2 * n, 4 * n) if work(expression, formats, size) <= MOST_WORK)]


def flags(expression, formats, n):
    """The flags of the tool."""
    result = []
    for name in expression.tensors:
        result.append(f"-f={name}:{formats[name]}")
    for name in dict(expression.accesses):
        used = expression.variables[name]
        if name != expression.result:
            result.append(f"-g={name}:d" if dense(formats.get(name)) else f"-g={name}:s:{density(used, n):.6g}")
    return [*result, *(f"-d={variable}:{extent(variable, n)}" for variable in sorted({v for _, used in expression.accesses for v in used}))]


def canonical(expression, formats):
    """The same dense tensors, and the usual format of each sparse one."""
    usual = {1: "s", 2: "csr", 3: "csf:0,1,2", 4: "csf:0,1,2,3"}
    return {name: format if dense(format) or format in BLOCKS else usual[len(expression.variables[name])] for name, format in formats.items()}


E = Expression
T3 = {"X": CUBE}
FACTORS = {name: FEW for name in "UVW"}


def mttkrp(variables, mode, **rest):
    """The MTTKRP of a tensor in one mode: the others are contracted with a factor each."""
    others = [v for v in variables if v != variables[mode]]
    factors = "UVW"[:len(others)]
    text = f"C({variables[mode]},r) = X({','.join(variables)}) * " + " * ".join(f"{f}({v},r)" for f, v in zip(factors, others))
    return E(f"MTTKRP of order {len(variables)}, mode {mode}", text, f"mttkrp(X, [{', '.join(factors)}], {mode})", **rest)


EXPRESSIONS = [
    E("A·B", "C(i,j) = A(i,k) * B(k,j)", "A @ B", quick=("csr csr csr", "csc csr csc", "coo dcsr dcsc", "csr dense coo")),
    E("A·B'", "C(i,j) = A(i,k) * B(j,k)", "A @ B.T", quick=("csr csr csr", "csr coo csc")),
    E("A'·B", "C(i,j) = A(k,i) * B(k,j)", "A.T @ B", quick=("csr csr csr", "dcsc csr coo")),
    E("A'·B'", "C(i,j) = A(k,i) * B(j,k)", "A.T @ B.T", {"A": FEW, "B": FEW, "C": FEW}),
    E("A·A'", "C(i,j) = A(i,k) * A(j,k)", "A @ A.T", quick=("csr csr",)),
    E("A'·A", "C(i,j) = A(k,i) * A(k,j)", "A.T @ A", {"C": FEW}),
    E("A·B·x", "y(i) = A(i,j) * B(j,k) * x(k)", "A @ (B @ x)", {"B": FEW}, split=("T(j) = B(j,k) * x(k)", "y(i) = A(i,j) * T(j)"), quick=("dense csr csr dense",)),
    E("A·B·C", "D(i,l) = A(i,j) * B(j,k) * C(k,l)", "A @ B @ C", {"B": FEW, "C": FEW, "D": FEW},
      split=("T(i,k) = A(i,j) * B(j,k)", "D(i,l) = T(i,k) * C(k,l)"), quick=("csr csr csr csr",)),
    E("A·B·C·x", "y(i) = A(i,j) * B(j,k) * C(k,l) * x(l)", "A @ (B @ (C @ x))", {"B": FEW, "C": FEW},
      split=("T(k) = C(k,l) * x(l)", "S(j) = B(j,k) * T(k)", "y(i) = A(i,j) * S(j)"), quick=("dense csr csr csr dense",)),
    E("A'·A·x", "y(i) = A(j,i) * A(j,k) * x(k)", "A.T @ (A @ x)", split=("T(j) = A(j,k) * x(k)", "y(i) = A(j,i) * T(j)")),
    E("x'·A·z", "s = x(i) * A(i,j) * z(j)", "scalar(x.T @ (A @ z))", quick=("s csc s",)),
    E("A + B", "C(i,j) = A(i,j) + B(i,j)", "A + B", quick=("csr csr csr", "csc coo csr")),
    E("A - B", "C(i,j) = A(i,j) - B(i,j)", "A - B", {"A": FEW, "B": FEW, "C": FEW}),
    E("A + B'", "C(i,j) = A(i,j) + B(j,i)", "A + B.T", {"B": FEW, "C": FEW}),
    E("A + A'", "C(i,j) = A(i,j) + A(j,i)", "A + A.T", {"C": FEW}, quick=("csr csr",)),
    E("A + B + D", "C(i,j) = A(i,j) + B(i,j) + D(i,j)", "A + B + D", {"B": FEW, "C": FEW, "D": FEW}),
    E("A·B + D·F", "C(i,j) = A(i,k) * B(k,j) + D(i,k) * F(k,j)", "A @ B + D @ F", {"B": FEW, "C": FEW, "D": FEW, "F": FEW},
      quick=("csr csr csr csr csr", "csr csr csc csc csr")),
    E("A·B + D", "C(i,j) = A(i,k) * B(k,j) + D(i,j)", "A @ B + D", {"B": FEW, "C": FEW, "D": FEW}, quick=("csr csr csr csr",)),
    E("max(A, B)", "C(i,j) = max(A(i,j), B(i,j))", "A.maximum(B) if sparse(A) else np.maximum(A, B)", {"C": FEW, "B": FEW}),
    E("M∘(A·B)", "C(i,j) = M(i,j) * A(i,k) * B(k,j)", "mul(M, A @ B)", {"C": FEW}, split=("T(i,j) = A(i,k) * B(k,j)", "C(i,j) = M(i,j) * T(i,j)"),
      quick=("csr csr csr csr",)),
    E("M∘(A·B')", "C(i,j) = M(i,j) * A(i,k) * B(j,k)", "mul(M, A @ B.T)", {"B": FEW, "C": FEW}, quick=("csr csr csr csr",)),
    E("triangles", "s = A(i,j) * A(j,k) * A(i,k)", "total(mul(A, A @ A))", quick=("csr",)),
    E("SDDMM", "C(i,j) = M(i,j) * U(i,r) * V(j,r)", "sddmm(M, U, V)", {"C": FEW, **FACTORS}, quick=("csr csr dense dense", "csc coo dense dense")),
    E("SDDMM, V by columns", "C(i,j) = M(i,j) * U(i,r) * V(r,j)", "sddmm(M, U, V.T)", {"C": FEW, "M": FEW, **FACTORS}, quick=("csr csr dense dense",)),
    E("A∘B", "C(i,j) = A(i,j) * B(i,j)", "mul(A, B)", quick=("csr csr csc",)),
    E("A∘B'", "C(i,j) = A(i,j) * B(j,i)", "mul(A, B.T)", {"B": FEW, "C": FEW}, quick=("csr csr csr",)),
    E("A∘A'", "C(i,j) = A(i,j) * A(j,i)", "mul(A, A.T)", {"C": FEW}),
    E("scaled rows", "C(i,j) = x(i) * A(i,j)", "diagonal(x) @ A", {"C": FEW}),
    E("scaled columns", "C(i,j) = A(i,j) * x(j)", "A @ diagonal(x)", {"C": FEW}, quick=("csr csr s",)),
    E("scaled rows and columns", "C(i,j) = x(i) * A(i,j) * z(j)", "diagonal(x) @ A @ diagonal(z)", {"A": FEW, "C": FEW}),
    E("trace of A", "s = A(i,i)", "A.trace()", quick=("coo",)),
    E("trace of A·B", "s = A(i,j) * B(j,i)", "total(mul(A, B.T))", {"B": FEW}, quick=("csr csr",)),
    E("inner product of A and B", "s = A(i,j) * B(i,j)", "total(mul(A, B))", {"B": FEW}, quick=("csr csc",)),
    E("sum of A", "s = A(i,j)", "A.sum()"),
    E("sum of squares of A", "s = A(i,j) * A(i,j)", "total(mul(A, A))"),
    E("sums of rows", "y(i) = A(i,j)", "A.sum(axis=1)", quick=("dense csc",)),
    E("sums of columns", "y(j) = A(i,j)", "A.sum(axis=0)", quick=("dense csr",)),
    E("A·x", "y(i) = A(i,j) * x(j)", "A @ x", quick=("dense csr dense", "dense csc dense", "s csc s")),
    E("A'·x", "y(i) = A(j,i) * x(j)", "A.T @ x", quick=("dense csr dense",)),
    E("b - A·x", "y(i) = b(i) - A(i,j) * x(j)", "plus(b, A @ x, -1)"),
    E("2·A'·x + 3·z", "y(i) = 2 * A(j,i) * x(j) + 3 * z(i)", "plus(3 * z, 2 * (A.T @ x))"),
    E("sums of max(A∘x, 0)", "y(i) = max(A(i,j) * x(j), 0)", "positive(A @ diagonal(x)).sum(axis=1)", quick=("dense csr dense",)),
    E("max(x, 0)", "y(i) = max(x(i), 0)", "positive(x)"),
    E("A·x + A'·x", "y(i) = A(i,j) * x(j) + A(j,i) * x(j)", "A @ x + A.T @ x", quick=("dense csr dense",)),
    E("z∘(A·x)", "y(i) = z(i) * A(i,j) * x(j)", "mul(z, A @ x)"),
    E("min-plus A·x", "y(i) min= A(i,j) + x(j)", "", quick=("dense csc dense",)),
    E("A·X", "Y(i,r) = A(i,k) * X(k,r)", "A @ X", {"X": FEW, "Y": FEW}, quick=("dense csc dense",)),
    E("A'·X", "Y(i,r) = A(k,i) * X(k,r)", "A.T @ X", {"X": FEW, "Y": FEW}, quick=("dense csr dense",)),
    E("X·A", "Y(r,j) = X(r,k) * A(k,j)", "X @ A", {"X": FEW, "Y": FEW}),
    E("A·X·W", "Y(i,q) = A(i,k) * X(k,r) * W(r,q)", "A @ (X @ W)", {"X": FEW, "Y": FEW, "W": FEW},
      split=("T(k,q) = X(k,r) * W(r,q)", "Y(i,q) = A(i,k) * T(k,q)"), quick=("dense csr dense dense",)),
    E("Kronecker product", "K(i,j,k,l) = A(i,k) * B(j,l)", "kron(A, B)", {"K": FOUR, "B": FEW}, quick=("csf:0,1,2,3 csr csr",)),
    E("outer product", "C(i,j) = x(i) * z(j)", "outer(x, z)", quick=("csc s s",)),
    E("A + x·z'", "C(i,j) = A(i,j) + x(i) * z(j)", "A + outer(x, z)", {"C": FEW}),
    E("x'·z", "s = x(i) * z(i)", "scalar(x.T @ z)"),
    E("x + z", "y(i) = x(i) + z(i)", "plus(x, z)"),
    E("x∘z", "y(i) = x(i) * z(i)", "mul(x, z)"),
    E("TTV, mode 0", "C(j,k) = X(i,j,k) * x(i)", "ttv(X, x, 0)", {**T3, "C": FEW}, quick=("csr csf:0,1,2 dense",)),
    E("TTV, mode 1", "C(i,k) = X(i,j,k) * x(j)", "ttv(X, x, 1)", {"C": FEW}),
    E("TTV, mode 2", "C(i,j) = X(i,j,k) * x(k)", "ttv(X, x, 2)", {**T3, "C": FEW}, quick=("csr csf:2,1,0 dense",)),
    E("TTM, mode 0", "Y(r,j,k) = X(i,j,k) * U(i,r)", "", {**T3, **FACTORS, "Y": ("dense", "csf:0,1,2")}),
    E("TTM, mode 1", "Y(i,r,k) = X(i,j,k) * U(j,r)", "", {**T3, **FACTORS, "Y": ("dense", "csf:0,1,2")}, quick=("csf:0,1,2 csf:0,1,2 dense",)),
    E("TTM, mode 2", "Y(i,j,r) = X(i,j,k) * U(k,r)", "ttm(X, U)", {**T3, **FACTORS, "Y": ("dense", "csf:0,1,2")}),
    *(mttkrp("ijk", mode, formats={**T3, **FACTORS, "C": FEW}, quick=("dense csf:0,1,2 dense dense",)) for mode in range(3)),
    E("X + Z", "Y(i,j,k) = X(i,j,k) + Z(i,j,k)", "X.like(X) + Z.like(X)", quick=("csf:0,1,2 csf:0,1,2 csf:2,1,0",)),
    E("X∘Z", "Y(i,j,k) = X(i,j,k) * Z(i,j,k)", "mul(X.like(X), Z.like(X))"),
    E("X + Z, modes reversed", "Y(i,j,k) = X(i,j,k) + Z(k,j,i)", ""),
    E("inner product of X and Z", "s = X(i,j,k) * Z(i,j,k)", "total(mul(X.like(X), Z.like(X)))", quick=("csf:0,1,2 coo",)),
    E("contraction of two modes", "C(i,l) = X(i,j,k) * Z(j,k,l)", "X.unfold(0) @ Z.fibers(2)", {"C": FEW}, quick=("csr csf:0,1,2 csf:0,1,2",)),
    E("contraction with a matrix", "y(k) = X(i,j,k) * A(i,j)", "", {"A": FEW}, quick=("dense csf:2,1,0 csr",)),
    E("sums of slices", "C(i,k) = X(i,j,k)", "", {**T3, "C": ("dense", "csr")}),
    E("two TTVs", "y(i) = X(i,j,k) * x(j) * z(k)", "", T3, quick=("dense csf:2,1,0 dense dense",)),
    E("three TTVs", "s = X(i,j,k) * x(i) * z(j) * w(k)", "", T3),
    E("TTMc", "Y(i,r,q) = X(i,j,k) * U(j,r) * V(k,q)", "", {**FACTORS, "Y": ("dense",)},
      split=("T(i,j,q) = X(i,j,k) * V(k,q)", "Y(i,r,q) = T(i,j,q) * U(j,r)"), quick=("dense csf:0,1,2 dense dense",)),
    *(mttkrp("ijkl", mode, formats={**{name: FEW[:2] for name in "UVW"}, "X": FOUR if mode else FOUR_ALL, "C": DENSE}, quick=("dense csf:0,1,2,3 dense dense dense",) if mode in (0, 3) else ())
      for mode in range(4)),
    E("TTV of order 4, mode 3", "Y(i,j,k) = X(i,j,k,l) * x(l)", "", {}, quick=("csf:0,1,2 csf:0,1,2,3 dense",)),
    E("contraction of order 4", "C(i,j,m) = X(i,j,k,l) * Z(k,l,m)", "", {"C": CUBE_FEW}),
    E("sum of order 4", "Y(i,j,k,l) = X(i,j,k,l) + Z(i,j,k,l)", "", {"Y": ("dense", "csf:0,1,2,3")}),
    E("blocked A·x", "y(i,u) = A(i,j,u,v) * x(j,v)", "", {"A": BLOCKS, "x": DENSE, "y": DENSE}, quick=("dense bcsr dense",)),
    E("blocked A'·x", "y(j,v) = A(i,j,u,v) * x(i,u)", "", {"A": BLOCKS, "x": DENSE, "y": DENSE}),
    E("blocked A·X", "Y(i,u,r) = A(i,j,u,v) * X(j,v,r)", "", {"A": BLOCKS, "X": DENSE, "Y": DENSE}, quick=("dense bcsr dense",)),
    E("blocked A + B", "C(i,j,u,v) = A(i,j,u,v) + B(i,j,u,v)", "", {"A": BLOCKS, "B": BLOCKS, "C": BLOCKS}),
    E("blocked A·B", "C(i,j,u,w) = A(i,k,u,v) * B(k,j,v,w)", "", {"A": BLOCKS, "B": BLOCKS, "C": BLOCKS}, quick=("bcsr bcsr bcsr",)),
]
