"""Tensor files of every format: -i reads them, -o writes them."""
import pathlib

from shared import A, AX, RUN, SPMV, X, Y, bad, case

MADE = pathlib.Path(__file__).resolve().parent.parent / "unit/files/made"  # the matrix of made/make.py
MATRIX = "1 2 1.5\n2 1 2\n2 3 -3\n4 1 4\n4 4 0.25\n6 2 8\n"
COPY = "run 'B(i,j) = A(i,j)' -f=A,B:csr -t=double --target=interpret"


def reads(name, flags="", inputs=""):
    """Reading the file `name` gives the matrix."""
    return case(f"read {name}", f"{COPY} -i=A:{inputs or name} {flags} -o=B:b.tns", files={name: (MADE / name).read_bytes()}, writes={"b.tns": MATRIX})


def passes(name):
    """Writing and reading the file `name` gives the same tensor."""
    return case(f"write and read {name}", [f"{RUN} -i=A:A.mtx -i=x:x.tns -o=y:{name}", f"run 'z(i) = y(i)' -i=y:{name} -o=z:z.tns"], files=AX, writes={name: None, "z.tns": Y})


CASES = [
    *[reads(name) for name in ["c.npy", "csr.npz", "csc.npz", "coo.npz", "a.rua"]],
    reads("two.npz", inputs="two.npz:A"),
    *[passes(name) for name in ["y.npy", "y.npz", "y.csv", "y.tsv", "y.txt", "y.rb", "y.npy.gz", "y.mtx.gz"]],
    case("an edge list from 0", f"run {SPMV} -f=A:csr -i=A:e.csv -i=x:x.tns -o=y:y.tns", files={"e.csv": "0,0,1\n0,2,2\n1,1,3\n2,0,4\n2,3,5\n", "x.tns": X}, writes={"y.tns": Y}),
    case("an edge list from 1", f"run {SPMV} -f=A:csr -i=A:e.txt --base=A:1 -i=x:x.tns -o=y:y.tns", files={"e.txt": "% x\n1 1 1\n1 3 2\n2 2 3\n3 1 4\n3 4 5\n", "x.tns": X},
         writes={"y.tns": Y}),
    case("the base in a kernel file", "run k.sd -o=y:y.tns", writes={"y.tns": Y},
         files={"e.txt": "1 1 1\n1 3 2\n2 2 3\n3 1 4\n3 4 5\n", "x.tns": X, "k.sd": "y(i) = A(i,j) * x(j)\nformat A:csr\ninput A:e.txt\nbase A:1\ninput x:x.tns\n"}),
    bad("a base of 2", f"{RUN} -i=A:e.txt --base=A:2 -i=x:x.tns", ["coordinates cannot count from 2", "--base:1:3"], files={"e.txt": "1 1\n", "x.tns": X}),
    bad("a base of a matrix", f"{RUN} -i=A:A.mtx --base=A:1 -i=x:x.tns", ["A needs no base", "--base:1:1", "MatrixMarket"], files=AX),
    bad("a base of no operand", f"{RUN} -i=A:A.mtx --base=B:1 -i=x:x.tns", "B is not an operand", files=AX),
    bad("a wrong edge", f"{RUN} -i=A:e.csv -i=x:x.tns", ["'z' is not a number", "e.csv:2:5"], files={"e.csv": "0,0,1\n0,1,z\n", "x.tns": X}),
    bad("one of several arrays", f"{RUN} -i=A:two.npz -i=x:x.tns", ["two.npz holds 2 tensors", "two.npz:A"], files={"two.npz": (MADE / "two.npz").read_bytes(), "x.tns": X}),
    bad("a truncated array", f"{RUN} -i=A:c.npy -i=x:x.tns", ["c.npy has 72 bytes of elements from byte 128 on", "--input:1:1"],
        files={"c.npy": (MADE / "c.npy").read_bytes()[:200], "x.tns": X}),
    bad("an output over a named operand", f"{RUN} -i=A:two.npz:A -i=x:x.tns -o=y:two.npz", "would overwrite two.npz, which the run reads",
        files={"two.npz": (MADE / "two.npz").read_bytes(), "x.tns": X}),
    bad("an order that the file cannot hold", "run 'B(i,j,k) = T(i,j,k)' -i=T:t.tns -o=B:b.rb", ["cannot write a tensor of order 3 to b.rb", "Rutherford-Boeing"], files={"t.tns": "1 1 1 2\n"}),
]
