"""The graph algorithms of the examples, run to their end on every target, and compared with plain loops in Python."""
import math
import random

from shared import HEADER, TARGETS, bad, case, on

N = 40
EXAMPLES = "$SOURCE/examples"


def edges(count, seed):
    """{(i, j): length} without loops; lengths are small integers, so that sums of them are exact."""
    random.seed(seed)
    found = {}
    while len(found) < count:
        i, j = random.randrange(N), random.randrange(N)
        if i != j:
            found[i, j] = random.randint(1, 9)
    return found


def matrix(entries):
    return HEADER + f"{N} {N} {len(entries)}\n" + "".join(f"{i + 1} {j + 1} {v}\n" for (i, j), v in sorted(entries.items()))


def vector(values):
    return "".join(f"{i + 1} {v}\n" for i, v in enumerate(values))


def text(value):
    return "inf" if value == math.inf else str(value)


A = edges(90, 1)
SOURCES = {3: 1, 17: 1}


def distances(length):
    """From the nearest source, along edges j -> i."""
    far = [0 if i in SOURCES else math.inf for i in range(N)]
    for _ in range(N):
        for (i, j), v in A.items():
            far[i] = min(far[i], far[j] + length(v))
    return far


def components():
    label = list(range(1, N + 1))
    for _ in range(N):
        for i, j in SPARSE:
            label[i] = label[j] = min(label[i], label[j])
    return label


def pagerank(rounds):
    degree = [sum(1 for i, j in A if j == of) for of in range(N)]
    rank = [1 / N] * N
    for _ in range(rounds):
        lost = sum(rank[j] for j in range(N) if degree[j] == 0)
        new = [(0.15 + 0.85 * lost) / N] * N
        for i, j in A:
            new[i] += 0.85 * rank[j] / degree[j]
        rank = new
    return rank


def truss(k):
    left = {(i, j) for i, j in DENSE} | {(j, i) for i, j in DENSE}
    while True:
        weak = {(i, j) for i, j in left if sum((i, m) in left and (j, m) in left for m in range(N)) < k - 2}
        if not weak:
            return left
        left -= weak


def spread(rounds):
    degree = [sum(v for (i, _), v in A.items() if i == of) for of in range(N)]
    score = [[Y.get((i, c), 0) for c in range(3)] for i in range(N)]
    for _ in range(rounds):
        new = [[0.2 * Y.get((i, c), 0) for c in range(3)] for i in range(N)]
        for (i, j), v in A.items():
            for c in range(3):
                new[i][c] += 0.8 * v * score[j][c] / degree[i]
        score = new
    return score


def near(wanted, width, error):
    """Whether a file of coordinates and values has these values, in order, up to an error."""
    def check(contents):
        found = [float(line.split()[width]) for line in contents.splitlines()]
        return len(found) == len(wanted) and all(abs(a - b) <= error for a, b in zip(found, wanted))
    return check


SPARSE, DENSE = edges(30, 2), edges(250, 3)
Y = {(random.randrange(N), c): 1 for c in range(3) for _ in range(4)}
GRAPH = {"A.mtx": matrix(A), "s.tns": "".join(f"{i + 1} {v}\n" for i, v in SOURCES.items())}
REACHED = distances(lambda v: 1)
UPPER = {(min(e), max(e)) for e in DENSE}

CASES = [
    *on(TARGETS, "breadth-first search", f"run {EXAMPLES}/bfs.sd -i=A:A.mtx -i=s:s.tns -d=i:{N} --print=result --json=r.json", files=GRAPH,
        out="until left == 0", writes={"r.json": {"rounds.reached": True, "rounds.count": 1 + max(d for d in REACHED if d < math.inf)}}),
    *on(TARGETS, "levels of breadth-first search", f"run {EXAMPLES}/bfs.sd -i=A:A.mtx -i=s:s.tns -d=i:{N} -o=d:d.tns", files=GRAPH,
        writes={"d.tns": vector([-1 if d == math.inf else d for d in REACHED])}),
    *on(TARGETS, "shortest paths", f"run {EXAMPLES}/sssp.sd -i=A:A.mtx -i=s:s.tns -d=i:{N} -o=d:d.tns", files=GRAPH,
        writes={"d.tns": vector([text(d) for d in distances(lambda v: v)])}),
    *on(TARGETS, "connected components", f"run {EXAMPLES}/components.sd -i=A:A.mtx -i=c:c.tns -o=c:out.tns",
        files={"A.mtx": matrix(SPARSE), "c.tns": vector(range(1, N + 1))}, writes={"out.tns": vector(components())}),
    *on(TARGETS, "PageRank", f"run {EXAMPLES}/pagerank.sd -i=A:A.mtx -o=p:p.tns", files=GRAPH, writes={"p.tns": near(pagerank(100), 1, 1e-5)}),
    *on(TARGETS, "k-truss", f"run {EXAMPLES}/ktruss.sd -i=A:A.mtx -o=N:N.tns", files={"A.mtx": matrix(DENSE)},
        writes={"N.tns": lambda contents: {tuple(int(x) - 1 for x in line.split()[:2]) for line in contents.splitlines() if line.split()[2] != "0"} == truss(4)}),
    *on(TARGETS, "label propagation", f"run {EXAMPLES}/label_propagation.sd -i=A:A.mtx -i=Y:Y.tns -d=c:3 -o=F:F.tns",
        files={**GRAPH, "Y.tns": "".join(f"{i + 1} {c + 1} {v}\n" for (i, c), v in sorted(Y.items()))},
        writes={"F.tns": near([x for row in spread(60) for x in row], 2, 5e-3)}),
    *on(TARGETS, "triangle counting", f"run {EXAMPLES}/triangles.sd -i=A:A.mtx -o=t:t.tns", files={"A.mtx": matrix({e: 1 for e in UPPER})},
        writes={"t.tns": f"{sum((j, k) in UPPER and (i, k) in UPPER for i, j in UPPER for k in range(N))}\n"}),

    # Rounds.
    *on(TARGETS, "a number of rounds", "run k.sd --print=result", files={"k.sd": "repeat 5\nx += 2\ny = 3 * x\nend\ninput x:1\noutput y:y.tns\n"},
        out="rounds      5\n", writes={"y.tns": "33\n"}),
    *on(TARGETS, "a value from before the block", "run k.sd", files={"k.sd": "x(i) = 2 * b(i)\nrepeat 3\nt(i) = x(i) * x(i)\nx(i) = t(i)\nend\ny(i) = x(i) + 1\n"
                                                                    "dim i:2\ninput b:b.tns\noutput y:y.tns\n", "b.tns": "1 1\n2 0.5\n"}, writes={"y.tns": "1 257\n2 2\n"}),
    *on(TARGETS, "the limit of rounds is a result", "run k.sd --print=result --json=r.json", files={"k.sd": "repeat max 4\nx += 1\nuntil x >= 10\ninput x:1\n"},
        out="rounds      4, the most; x >= 10 does not hold: x is 5", writes={"r.json": {"rounds.reached": False, "rounds.count": 4, "rounds.most": 4}}),
    case("two blocks", "run k.sd --target=cpu", files={"k.sd": "repeat\nx += 1\nuntil x >= 4\ny = x * 10\nrepeat 2\ny += x\nend\ninput x:0\noutput y:y.tns\n"},
         writes={"y.tns": "48\n"}),
    *on(TARGETS, "a sum inside of a block", "run k.sd", files={"k.sd": "repeat 2\nx = sqrt(sum(i, b(i) * c)) + 1\nc = x * x\nend\ninput c:2\ninput b:b.tns\noutput x:x.tns\n",
                                                             "b.tns": "1 1\n2 1\n3 3\n4 3\n"}, writes={"x.tns": near([math.sqrt(8 * 25) + 1], 0, 1e-5)}),
    bad("a block without an end", "run k.sd", ["this repeat has no end", "k.sd:1:1"], files={"k.sd": "repeat\nx += 1\n"}),
    bad("an end without a block", "run k.sd", ["until without repeat", "k.sd:2:1"], files={"k.sd": "x = 1\nuntil x > 1\n"}),
    bad("a block in a block", "run k.sd", ["a repeat in a repeat", "k.sd:2:1"], files={"k.sd": "repeat\nrepeat\nx += 1\nuntil x > 1\n"}),
    bad("an empty block", "run k.sd", ["nothing is repeated", "k.sd:3:1"], files={"k.sd": "x = 1\nrepeat\nuntil x > 1\n"}),
    bad("a condition that no round changes", "run k.sd", ["no statement of the block changes the condition", "k.sd:4:7"], files={"k.sd": "x = 1\nrepeat\ny = 2\nuntil x > 1\n"}),
    bad("a condition of a tensor", "run k.sd", ["y(i) is not a scalar of the kernel", "k.sd:3:7"], files={"k.sd": "repeat\ny(i) = 2 * b(i)\nuntil y(i) > 1\n"}),
    bad("a condition of an unknown scalar", "run k.sd", ["delta is not a scalar of the kernel", "k.sd:3:7"], files={"k.sd": "repeat\ny = 2 * b(i)\nuntil delta > 1\n"}),
    bad("a counted block with a condition", "run k.sd", ["a repeat with a number of rounds ends with end", "k.sd:3:1"], files={"k.sd": "repeat 3\ny = 2\nuntil y > 1\n"}),
    bad("a block with a condition that ends without it", "run k.sd", ["this repeat ends with until", "k.sd:3:1"], files={"k.sd": "repeat max 3\ny = 2\nend\n"}),
    bad("no rounds", "run k.sd", ["there cannot be 0 rounds", "k.sd:1:8"], files={"k.sd": "repeat 0\ny = 2\nend\n"}),
    *on(TARGETS, "accumulation without a first value", "run k.sd", files={"k.sd": "repeat 3\nx += b(i)\ny = x\nend\ninput b:b.tns\noutput y:y.tns\n", "b.tns": "1 2\n2 5\n"}, writes={"y.tns": "7\n"}),
    bad("a tensor that is computed twice in a round", "run k.sd", ["x is computed twice", "k.sd:3:1"], files={"k.sd": "repeat 2\nx = y\nx = 2 * y\nend\ninput y:1\n"}),
    bad("a product into old contents", "run k.sd", ["*= into old contents of x", "k.sd:5:7"], exit=2, files={"k.sd": "repeat 2\nx *= y\nend\ninput y:2\ninput x:1\n"}),
    bad("an artifact of rounds", "run k.sd --artifact=out", ["an artifact of a repeat", "k.sd:1:1"], exit=2, files={"k.sd": "repeat 2\nx += 1\nend\ninput x:1\n"}),
    bad("reducing a kernel with rounds", "reduce k.sd --out=out", "the kernel has several expressions", files={"k.sd": "repeat 2\nx += 1\nend\ninput x:1\n"}),
]
