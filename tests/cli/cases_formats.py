"""Sparse contents without a format are stored sparse, and the report notes it."""
from shared import A, HEADER, SPMV, TARGETS, X, Y, bad, case, on

SPARSE = {"A.mtx": A, "x.tns": "1 1\n4 4\n", "full.tns": X, "v.mtx": HEADER + "4 1 2\n1 1 1\n4 1 4\n",
          "array.mtx": HEADER.replace("coordinate", "array") + "4 1\n1\n0\n0\n4\n", "T.tns": "1 1 2 3\n2 1 4 1\n2 3 1 2\n"}


TRIANGLES = {"L.mtx": HEADER + "3 3 3\n1 1 1\n2 2 1\n3 1 4\n", "U.mtx": HEADER + "3 3 2\n1 3 1\n1 1 5\n", "three.tns": "1 1\n2 2\n3 3\n",
             "S.mtx": HEADER.replace("general", "symmetric") + "3 3 3\n1 1 1\n2 2 1\n3 1 4\n"}


def stored(name, expression, flags, formats, notes, **rest):
    """The formats of the tensors, and the number of notes."""
    return case(f"no format: {name}", f"run '{expression}' {flags} --target=oracle --json=r.json", files=SPARSE,
                writes={"r.json": {"tensors": lambda tensors: [t["format"] for t in tensors] == formats, "notes": lambda all: len(all) == notes}}, **rest)


WIDE = {"A.tns": "5 7 2\n1000000000000 999999999999 3.5\n999999999999 5 4\n", "B.tns": "5 5 1\n7 1000000000000 3\n999999999999 1 10\n",
        "W.mtx": HEADER + "3000000000 4 2\n5 2 2\n2999999999 1 1\n"}
PRODUCT = "'C(i,j) = A(i,k) * B(k,j)'"
HUGE = " ".join(f"-d={index}:1000000000000" for index in "ijk")

CASES = [
    case("diagonals where the rows are those of a sparse vector", "run 'y(i) = A(i,j) * abs(z(i) * x(j))' -f=A:dia -f=z:s -g=z:s:0.4 -g=A:s:0.01:300,300 -g=x:d --target=cpu --threads=4", out="right"),
    case("one triangle, with more rows than the type has numbers", "run 'y(i) = A(i,j) * x(j)' -f=A:csr:symmetric -g=A:s:0.05:600,600 -g=x:d -t=int8 --target=cpu", out="right"),
    *on(TARGETS, "wide: a product of extents of 10^12", f"run {PRODUCT} -f=A,B,C:dcsr -i=A:A.tns -i=B:B.tns {HUGE} -o=C:C.tns", files=WIDE,
        writes={"C.tns": "5 1000000000000 6\n999999999999 5 4\n1000000000000 1 35\n"}),
    case("wide: a product of many entries takes memory for the entries", f"run {PRODUCT} -f=A,B,C:dcsr -g=A,B:s:2e-19 {HUGE} --target=cpu --memory-limit=1GB",
         out="right, compared in full", limited=True),
    case("wide: the format of contents with wide rows", "run 'y(j) = W(i,j)' -i=W:W.mtx --target=cpu -o=y:y.tns", files=WIDE, out="W is stored as ss",
         writes={"y.tns": "1 1\n2 2\n3 0\n4 0\n"}),
    case("wide: the largest extent", "run 'y(j) = A(i,j)' -f=A:dcsr -f=y:s -i=A:A.tns -d=i:4611686018427387904 -d=j:4611686018427387904 --target=cpu -o=y:y.tns", files=WIDE,
         writes={"y.tns": "5 4\n7 2\n999999999999 3.5\n"}),
    *[case(f"wide: written and read as {kind}", [f"run 'B(i,j) = A(i,j)' -f=A,B:dcsr -i=A:A.tns -o=B:B{kind} --target=cpu", f"run 'C(i,j) = B(i,j)' -f=B,C:dcsr -i=B:B{kind} -o=C:C.tns --target=cpu"], files={"A.tns": WIDE["A.tns"]},
           writes={f"B{kind}": None, "C.tns": WIDE["A.tns"].replace("5 7 2\n1000000000000 999999999999 3.5\n999999999999 5 4\n", "5 7 2\n999999999999 5 4\n1000000000000 999999999999 3.5\n")})
      for kind in [".mtx", ".tns", ".npz", ".h5", ".txt"]],
    bad("wide: written as a MATLAB matrix", "run 'B(i,j) = A(i,j)' -f=A,B:ss -i=A:A.tns -d=j:9 -o=B:B.mat --target=cpu", "a sparse matrix of 1000000000000 rows cannot be written to a MATLAB file",
        files={"A.tns": "5 7 2\n1000000000000 9 3.5\n"}, prints=True),
    bad("wide: a dense level", "run 'y(i) = A(i,j)' -f=A:dcsr -f=y:d -i=A:A.tns -d=i:4611686018427387904 --target=cpu", ["y as d would have 1 x 4611686018427387904 positions at level 1", "--format:1:1"], files=WIDE, exit=2),
    bad("wide: rows that are stored densely", "run 'y(j) = A(i,j)' -f=A:csr -f=y:s -i=A:A.tns --target=cpu", ["A as ds takes at least 8000.0 GB", "-f=A:ss"], files=WIDE, exit=2),
    bad("wide: coordinates of 32 bits", "run 'y(j) = A(i,j)' -f=A:dcsr:crd32 -f=y:s -i=A:A.tns --target=cpu", ["has coordinates of 32 bits, and mode 0 has dimension 1000000000000", "use crd64"], files=WIDE),
    bad("wide: a strict run on the accelerator", "run 'y(j) = A(i,j)' -f=A:dcsr -f=y:s -i=A:A.tns --strict", ["a loop over i with 1000000000000 iterations", "the accelerator counts with 32 bits"], files=WIDE, exit=2),
    *on(TARGETS, "widths: of operands and a result", "run 'C(i,j) = A(i,j) + A(i,j)' -f=A:csr:pos32:crd64 -f=C:dcsr:pos32:crd64 -i=A:A.mtx -o=C:C.tns --json=r.json", files=SPARSE,
        writes={"C.tns": "1 1 2\n1 3 4\n2 2 6\n3 1 8\n3 4 10\n", "r.json": {"tensors": lambda tensors: [t["format"] for t in tensors] == ["ds:pos32:crd64", "ss:pos32:crd64"]}}),
    case("widths: the types of a kernel's arrays", f"compile {SPMV} -f=A:csr:pos32:crd64 --target=cpu", out=["const int32_t* restrict A2_pos", "const int64_t* restrict A2_crd"]),
    case("widths: wide coordinates of extents in the command", f"compile {SPMV} -f=A:csr -f=x:s -d=i:5 -d=j:3000000000 --target=cpu", out=["const int64_t* restrict A2_crd", "const int64_t* restrict x1_crd"]),
    bad("widths: one that there is not", f"run {SPMV} -f=A:csr:crd16 -i=A:A.mtx -i=x:full.tns", ["there is no width crd16", "--format:1:7", "have 32 or 64 bits"], files=SPARSE),
    bad("widths: two", f"run {SPMV} -f=A:csr:pos32:pos64 -i=A:A.mtx -i=x:full.tns", ["a format has one width of pos", "--format:1:13"], files=SPARSE),
    *on(TARGETS, "no format: SpMV", f"run {SPMV} -i=A:A.mtx -i=x:full.tns -o=y:y.tns", files=SPARSE, writes={"y.tns": Y},
        out="note        A is stored as ds, as A.mtx has 5 entries for 12 coordinates; -f=A:dense stores every coordinate"),
    *on(TARGETS, "no format: SpMSpV", f"run {SPMV} -i=A:A.mtx -i=x:x.tns -o=y:y.tns", files=SPARSE, writes={"y.tns": "1 1\n2 0\n3 24\n"}, out="x is stored as s"),
    *on(TARGETS, "no format: a tensor", "run 'y(i) = T(i,j,k) * x(k)' -i=T:T.tns -i=x:full.tns -o=y:y.tns", files=SPARSE, writes={"y.tns": "1 6\n2 6\n"}, out="T is stored as sss"),
    *on(TARGETS, "no format: +=", "run 'C(i,j) += A(i,j)' -i=C:A.mtx -i=A:A.mtx -o=C:C.tns", files=SPARSE,
        writes={"C.tns": "1 1 2\n1 3 4\n2 2 6\n3 1 8\n3 4 10\n"}, out="C is stored as ds"),
    stored("a sparse vector", "y(i) = x(i)", "-i=x:v.mtx", ["s", "d"], 1),
    stored("an array", "y(i) = x(i)", "-i=x:array.mtx", ["d", "d"], 0),
    stored("a list of every coordinate", "y(i) = x(i)", "-i=x:full.tns", ["d", "d"], 0),
    stored("a list as long as the vector, with one coordinate twice", "y(i) = x(i)", "-i=x:twice.mtx", ["s", "d"], 2) | {"files": {"twice.mtx": HEADER + "2 1 2\n1 1 1\n1 1 1\n"}},
    stored("said dense", "y(i) = A(i,j) * x(j)", "-i=A:A.mtx -i=x:x.tns -f=A,x:dense", ["dd", "d", "d"], 0),
    stored("a generator", "y(i) = A(i,j) * x(j)", "-g=A:s:0.5:3,4 -g=x:d", ["ds", "d", "d"], 1, out="A is stored as ds, as it is generated sparse; -f=A:dense"),
    stored("a rotation", "y(i) = A(i,j) * B(i,j) * C(i,j)", "-i=A:A.mtx -g='B:rotate(A,1)' -g='C:rotate(B,1)'", ["ds", "ds", "ds", "d"], 3, out="C is stored as ds, as A is;"),
    stored("a rotation of what is said", "y(i) = A(i,j) * B(i,j)", "-i=A:A.mtx -g='B:rotate(A,1)' -f=A:csc", ["ds:1,0", "ds:1,0", "d"], 1),
    stored("a rotation of what is said dense", "y(i) = A(i,j) * B(i,j)", "-i=A:A.mtx -g='B:rotate(A,1)' -f=A:dense", ["dd", "dd", "d"], 0),
    stored("an operand that is read twice", "t = A(i,j) * A(i,k)", "-i=A:A.mtx", ["ds", ""], 1),
    stored("+= of what is computed everywhere", "y(i) += x(i)", "-i=y:v.mtx -i=x:full.tns", ["d", "d", "d"], 0),
    stored("min= of a part", "d(i) min= A(i,j) + x(j)", "-i=d:x3.tns -i=A:A.mtx -i=x:full.tns", ["s", "ds", "d", "s"], 2) | {"files": {**SPARSE, "x3.tns": "1\n3\n2 9\n"}},
    case("no format: several expressions", "run k.sd --target=oracle --json=r.json",
         files={**SPARSE, "k.sd": "B(i,j) = A(i,j) * 2\ny(i) = A(i,j) * B(i,j)\ninput A:A.mtx\nformat B:csr\n"},
         writes={"r.json": {"tensors": lambda tensors: [t["format"] for t in tensors] == ["ds", "ds", "d"], "notes": [], "earlier.0.notes": lambda all: len(all) == 1}}),
    case("no format: compiled as it runs", "compile 'y(i) = A(i,j) * x(j)' -g=A:s:0.5:3,4 -g=x:d --print=expression", out="A is stored as ds"),
    case("no format: compiled, several expressions", "compile k.sd --print=spatial",
         files={**SPARSE, "k.sd": "B(i,j) += A(i,j)\ny(i) = B(i,j) * x(j)\ninput A:A.mtx\ninput B:A.mtx\n"}, out="B2_crd"),
    case("no format: entries that repeat", f"run {SPMV} -i=A:twice.mtx -i=x:full.tns --target=oracle -o=y:y.tns", files={**SPARSE, "twice.mtx": HEADER.replace("real", "pattern") + "2 4 3\n1 2\n1 2\n2 4\n"},
         out="note        1 entry of twice.mtx repeats the coordinates of another: their values are added up", writes={"y.tns": "1 4\n2 4\n"}),
    bad("no format: division by a part", "run 'y(i) = x(i) / z(i)' -i=x:full.tns -i=z:v.mtx", ["division by the sparse tensor z", "-f=z:dense"], files=SPARSE, exit=2),
    case("no format: a large dense result", "run 'C(i,j) = A(i,k) * A(k,j)' -i=A:A.mtx --target=oracle --print=expression", files={"A.mtx": HEADER + "4000 4000 2\n1 2 3\n2 1 4\n"},
         out="note        C is dense by default, 16,000,000 values in 0.064 GB; -f=C:ds stores only computed entries"),
    bad("no format: too large a dense result", "run 'C(i,j) = A(i,k) * A(k,j)' -i=A:A.mtx --target=oracle", ["a dense result with more than 2^27 values", "expression:1:1", "-f with csr"],
        files={"A.mtx": HEADER + "12000 12000 2\n1 2 3\n2 1 4\n"}, exit=2),
    case("no format: a large sparse matrix is read at once", f"run {SPMV} -i=A:A.mtx -g=x:d --target=oracle --json=r.json", files={"A.mtx": HEADER + "2000000 2000000 2\n1 2 3\n2 1 4\n"},
         writes={"r.json": {"tensors.0.stored": 2}}),
    case("a symmetric matrix by its upper triangle", f"run {SPMV} -i=A:A.mtx -i=x:full.tns -o=y:y.tns --json=r.json --target=oracle",
         files={**SPARSE, "A.mtx": HEADER.replace("general", "symmetric") + "4 4 2\n1 2 1\n3 3 1\n"}, writes={"y.tns": "1 2\n2 1\n3 3\n4 0\n",
         "r.json": {"notes.1": "A.mtx line 3: the matrix is given by its upper triangle, where the lower one is usual; the other triangle is its mirror image"}}),
    *on(TARGETS, "runs: an operand and a result", "run 'y(i) = A(i,j) * x(j)' -f=A:dr -f=x,y:r -i=A:A.mtx -i=x:full.tns -o=y:y.tns --json=r.json", files=SPARSE,
        writes={"y.tns": Y, "r.json": {"tensors": lambda tensors: [t["format"] for t in tensors] == ["dr", "r", "r"]}}),
    *on(TARGETS, "runs: from runs to runs", "run 'R(i,j) = A(i,j) + A(i,j)' -f=A,R:dr -i=A:runs.mtx -o=R:R.tns --json=r.json",
        files={"runs.mtx": HEADER.replace("coordinate", "array") + "2 4\n0\n0\n3\n0\n3\n0\n3\n7\n"},
        writes={"R.tns": "1 1 0\n1 2 6\n1 3 6\n1 4 6\n2 1 0\n2 2 0\n2 3 0\n2 4 14\n", "r.json": {"tensors.0.stored": 4, "tensors.1.stored": 4}}),
    case("runs: the accelerator gets them dense", f"run {SPMV} -f=A:dr -i=A:A.mtx -i=x:full.tns --json=r.json", files=SPARSE, writes={"r.json": {"conversions.0.from": "dr", "conversions.0.to": "dd"}}),
    bad("runs: a strict run", f"run {SPMV} -f=A:dr -i=A:A.mtx -i=x:full.tns --strict", ["A is stored as dr, and would be converted to dd", "-f=A:dd"], files=SPARSE),
    bad("runs: above another level", f"run {SPMV} -f=A:rd -i=A:A.mtx -i=x:full.tns", ["level 0 of format \"rd\" is run-length (r) above a level 'd'", "--format:1:3", "make it the innermost level, or use d"], files=SPARSE),
    bad("runs: positions", f"run {SPMV} -f=A:dr -i=A:A.mtx -i=x:full.tns --target=cpu -s='pos(j, p, A)'", ["A does not store j compressed", "its level 2 is run-length", "leave it out"], files=SPARSE),
    *[case_ for form in ["sky", "da", "dh", "de", "dia", "bsr", "bsr(2,3)", "bsr(1,1)", "ha", "ae", "eh"]
      for case_ in on(TARGETS, f"levels: a product with a matrix as {form}", f"run {SPMV} '-f=A:{form}' -i=A:A.mtx -i=x:full.tns -o=y:y.tns", files=SPARSE, writes={"y.tns": Y})],
    *[case_ for form in ["sky", "dh", "ell", "dia", "bsr(2,2)"]
      for case_ in on(TARGETS, f"levels: a result as {form}", f"run 'B(i,j) = A(i,j) + A(i,j)' '-f=A,B:{form}' -i=A:A.mtx -o=B:B.mtx", files=SPARSE, writes={"B.mtx": None})],
    *on(TARGETS, "levels: triangles", "run 'y(i) = L(i,j) * x(j) + U(i,j) * x(j)' -f=L:lower -f=U:upper -i=L:L.mtx -i=U:U.mtx -i=x:three.tns -o=y:y.tns", files=TRIANGLES, writes={"y.tns": "1 9\n2 2\n3 4\n"}),
    *[case_ for form in ["symmetric", "csr:symmetric", "coo:symmetric", "dh:symmetric", "csc:symmetric"]
      for case_ in on(TARGETS, f"levels: a symmetric matrix as {form}", f"run {SPMV} -f=A:{form} -i=A:S.mtx -i=x:three.tns -o=y:y.tns", files=TRIANGLES, writes={"y.tns": "1 13\n2 2\n3 4\n"})],
    case("levels: a symmetric matrix is converted with a receipt", f"run {SPMV} -f=A:csr:symmetric -i=A:S.mtx -i=x:three.tns --json=r.json", files=TRIANGLES,
         writes={"r.json": {"conversions.0.from": "ds:symmetric", "conversions.0.to": "ds", "tensors.0.stored": 3}}),
    case("levels: a symmetric result", "run 'B(i,j) = 2 * A(i,j)' -f=A,B:csr:symmetric -i=A:S.mtx -o=B:B.mtx --target=cpu --json=r.json", files=TRIANGLES, writes={"r.json": {"tensors.1.stored": 3}, "B.mtx": None}),
    bad("levels: a symmetric matrix that is none", f"run {SPMV} -f=A:symmetric -i=A:L.mtx -i=x:three.tns", ["the entries at (2,0) and (0,2) differ", "csr"], files=TRIANGLES),
    bad("levels: a triangle of a matrix that is none", f"run {SPMV} -f=A:csr:symmetric -i=A:L.mtx -i=x:three.tns", ["the entries at (2,0) and (0,2) differ", "leave symmetric out"], files=TRIANGLES),
    bad("levels: an entry above the diagonal", f"run {SPMV} -f=A:lower -i=A:S.mtx -i=x:three.tns", ["an entry in row 0 and column 2 is above the diagonal", "csr, or upper"], files=TRIANGLES),
    bad("levels: blocks of another format", f"run {SPMV} '-f=A:csr(2,2)' -i=A:A.mtx -i=x:full.tns", ["format \"ds\" has no blocks", "use bsr"], files=SPARSE),
    bad("levels: the size of blocks", f"run {SPMV} '-f=A:bsr(0,2)' -i=A:A.mtx -i=x:full.tns", ["blocks of 0 x 2", "1 to 1024"], files=SPARSE),
    bad("levels: diagonals of a vector", f"run {SPMV} -f=A:csr -f=x:g -i=A:A.mtx -i=x:full.tns", ["level 0 of format \"g\" is diagonals (g)", "directly below a dense outermost level"], files=SPARSE),
    bad("levels: a symmetric vector", f"run {SPMV} -f=x:s:symmetric -i=A:A.mtx -i=x:full.tns", ["cannot store one triangle", "a matrix has two levels"], files=SPARSE),
    bad("levels: zeros of a result that are none", "run 'B(i,j) min= A(i,j) + A(i,j)' -f=A:csr -f=B:dia -i=A:A.mtx --target=cpu", ["the result B as dg", "stores 0 where no term is", "-f=B:ds"], files=SPARSE, exit=2),
    bad("levels: positions", f"run {SPMV} -f=A:dia -i=A:A.mtx -i=x:full.tns --target=cpu -s='pos(j, p, A)'", ["A does not store j compressed", "its level 2 is diagonals"], files=SPARSE),
    bad("levels: a strict run", f"run {SPMV} -f=A:bsr -i=A:A.mtx -i=x:full.tns --strict", ["A is stored as dk(4,4), and would be converted to ds", "-f=A:ds"], files=SPARSE),
]
