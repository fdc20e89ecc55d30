"""The plan of a statement: its candidates, the commands that stand for it, and what turns it off."""
import re

from shared import HEADER, TARGETS, bad, case, on

# 30 rows with the entries (i, i) and (i, 3 i + 1 mod 30).
BAND = HEADER + "30 30 60\n" + "".join(f"{i + 1} {i + 1} 1\n{i + 1} {(3 * i + 1) % 30 + 1} 2\n" for i in range(30) if (3 * i + 1) % 30 != i)
BAND = BAND.replace("30 30 60", f"30 30 {BAND.count(chr(10)) - 2}")
FILES = {"A.mtx": BAND}
AAT = "'C(i,j) = A(i,k) * A(j,k)' -f=C,A:csr -i=A:A.mtx"
ABT = "'C(i,j) = A(i,k) * B(j,k)' -f=A,B,C:csr -g=A,B:s:0.005:400,400"


def planned(name, run, conversions, **rest):
    """The operands that are converted, and whether the first candidate is the one that was taken."""
    return case(f"plan: {name}", f"run {run} --target=cpu --json=r.json",
                writes={"r.json": {"cpu.conversions": lambda all: [c["tensor"] for c in all] == conversions,
                                   "cpu.candidates": lambda all: sum(c["taken"] for c in all) == min(len(all), 1) and (not all or all[0]["taken"])}}, **rest)


CASES = [
    *on(TARGETS, "plan: inner products", f"run {ABT}", out="1,620 stored entries"),
    planned("a copy of one operand", ABT, ["B"]),
    planned("a copy of one access", f"{AAT}", ["A"], files=FILES),
    planned("stored", f"{ABT} -s='stored()'", []),
    planned("a loop order", f"{ABT} -s='reorder(i, j, k)'", []),
    planned("a conversion", f"{ABT} -s='convert(A, dcsr)'", ["A"]),
    planned("a conversion and a loop order", f"{ABT} -s='convert(B, csc), reorder(i, k, j)'", ["B"]),
    planned("a conversion of a result", f"{ABT} -s='convert(C, dcsr), stored()'", ["C"]),
    case("plan: candidates", f"run {ABT} --target=cpu --explain", out="* convert(B, ds:1,0), reorder(i, k, j)"),
    bad("plan: a conversion of no tensor", f"run {ABT} -s='convert(D, csr)'", "convert(D, ds) names no tensor of the expression"),
    bad("plan: a conversion of no access", f"run {ABT} -s='convert(A(k,i), csr)'", "there are C(i,j), A(i,k), B(j,k)"),
    bad("plan: a conversion to another order", f"run {ABT} -s='convert(A, sss)'", "A has 2 modes"),
    bad("plan: a dense copy of a sparse operand", f"run {ABT} -s='convert(A, dense)'", ["would store other coordinates than A as ds", "zero times infinity", "-f=A:dd"]),
    bad("plan: a copy of runs", f"run {ABT} -s='convert(A, dr)' --target=cpu", "would store other coordinates"),
    case("plan: a format that the accelerator does not read", f"run {ABT} -s='convert(A, coo), convert(C, coo)'", out=["the accelerator reads dense and compressed levels", "cycles"]),
    bad("plan: a conversion in opt", "opt i.txt -p schedule --schedule='convert(A, csc)'", "passes have no data to convert", exit=2, files={"i.txt": "tensor A: ds float\nforall(i, forall(j, y(i) += A(i,j) * x(j)))\n"}),
    case("plan: a chain", "run 'y(i) = A(i,j) * B(j,k) * x(k)' -f=A,B:csr -g=A,B:s:0.05:400,400 -g=x:d -t=y:double -t=A:double -t=B:double -t=x:double --target=cpu --json=r.json",
         out=["is computed as t1(j) = B(j,k) * x(k), then y(i) = A(i,j) * t1(j)", re.compile("t1 +400 +s +double")],
         writes={"r.json": {"verified": True, "earlier": lambda all: [run["result"]["tensor"] for run in all] == ["t1"]}}),
    case("plan: a chain with a file for its program", "compile 'y(i) = A(i,j) * B(j,k) * x(k)' -f=A,B:csr -d=i:400 -d=j:400 -d=k:400 --target=cpu --out=y.c", writes={"y.c": None}),
    case("plan: a dominated candidate", "compile 'C(i,j) = A(i,k) * B(k,j)' -f=A,B,C:dcsr --target=cpu --explain",
         out=["* convert(B, ds), reorder(i, k, j)", "dominated   convert(A, ds), reorder(i, k, j) by reorder(i, k, j)"]),
    planned("a dense operand of a sampled product", "'C(i,j) = M(i,j) * A(i,k) * B(k,j)' -f=C,M:csr -g=M:s:0.2:400,400 -g=A:d:400,64 -g=B:d:64,400", ["B"]),
    planned("a dense operand of a few samples", "'C(i,j) = M(i,j) * A(i,k) * B(k,j)' -f=C,M:csr -g=M:s:0.0001:400,400 -g=A:d:400,64 -g=B:d:64,400", []),
    *on(["capstan", "cpu"], "plan: a shared factor", "run 'A(i,j) = B(i,k) * C(k,j) - D(i,k) * C(k,j)' -f=C:csr -g=C:s:0.05:60,60 -g=B,D:d:60,60",
        out="is computed as t1(i,k) = B(i,k) - D(i,k), then A(i,j) = t1(i,k) * C(k,j)"),
    *on(TARGETS, "plan: a shared factor, as written", "run 'A(i,j) = B(i,k) * C(k,j) - D(i,k) * C(k,j)' -f=C:csr -g=C:s:0.05:60,60 -g=B,D:d:60,60 -s='stored()'", out="A with 3,600 stored entries"),
    bad("plan: a conversion to no format", f"run {ABT} -s='convert(A, cst)'", "^"),
    bad("plan: strict", f"run {ABT} -s='convert(A, dcsr)' --target=cpu --strict", "a strict run converts nothing on the host"),
]
