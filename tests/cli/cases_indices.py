"""Computed indices: windows, affine indices, gathers and scatters, with hand-computed results and refusals."""
from shared import HEADER, TARGETS, bad, case, on

# | 1 0 2 0 |
# | 0 3 0 0 |   x = (1, 2, 3, 4, 5), w = (1, 10), p = (4, 0, 4), z = (7, 0, 9)
# | 4 0 0 5 |
FILES = {"A.mtx": HEADER + "3 4 5\n1 1 1\n1 3 2\n2 2 3\n3 1 4\n3 4 5\n", "x.tns": "1 1\n2 2\n3 3\n4 4\n5 5\n", "w.tns": "1 1\n2 10\n",
         "p.tns": "1 4\n2 0\n3 4\n", "z.tns": "1 7\n3 9\n", "q.tns": "1 1\n2 2\n"}
X, W, P, A, Z = "-i=x:x.tns", "-i=w:w.tns", "-i=p:p.tns", "-i=A:A.mtx", "-i=z:z.tns"


def kernel(name, expression, flags, result, targets=TARGETS):
    """The file of y is the result; or the files that the flags and `result` name."""
    writes = result if isinstance(result, dict) else {"y.tns": result}
    output = "" if isinstance(result, dict) else " -o=y:y.tns"
    return on(targets, name, f"run '{expression}' -t=int {flags}{output}", files=FILES, writes=writes)


def refused(name, expression, flags, err, exit=1):
    return bad(name, f"run '{expression}' -t=int {flags} --target=oracle", err, files=FILES, exit=exit)


CASES = [
    *on(("cpu", "interpret"), "truth values at gathered coordinates", "run 'R(i) = bitwise_or(C(i), D(p(i)))' -t=bool -d=i:9 -f=C,D:s -g=C:s:0.3 -g=D:s:0.4:6 -g=p:d", out="right"),
    *kernel("a valid convolution", "y(i) = x(i + k) * w(k)", f"{X} {W}", "1 21\n2 32\n3 43\n4 54\n"),
    *kernel("a strided convolution", "y(i) = x(2*i + k) * w(k)", f"{X} {W}", "1 21\n2 43\n"),
    *kernel("a padded convolution", "y(i) = x(i + k - 1) * w(k)", f"{X} {W} --pad=x -d=i:6", "1 10\n2 21\n3 32\n4 43\n5 54\n6 5\n"),
    *kernel("a vector backwards", "y(i) = x(4 - i)", X, "1 5\n2 4\n3 3\n4 2\n5 1\n"),
    *kernel("a column of a sparse matrix", "y(i) = A(i,0)", f"{A} -f=A:csr -f=y:s", "1 1\n3 4\n"),
    *kernel("an entry of a matrix", "y(i) = A(2,3) * x(i)", f"{A} {X}", "1 5\n2 10\n3 15\n4 20\n5 25\n"),
    *kernel("a window with a stride", "y(i) = A(i(0:3:2),j) * x(j(0:4))", f"{A} {X} -f=A:csr", "1 7\n2 24\n"),
    *kernel("a gather", "y(i) = x(p(i))", f"{X} {P}", "1 5\n2 1\n3 5\n"),
    *kernel("a scatter", "y(p(i)) += z(i)", f"{P} {Z} --extents=y:5 -f=y:s", "5 16\n"),
    *kernel("a scatter into old contents", "y(p(i)) += z(i)", f"{P} {Z} -i=y:x.tns", "1 1\n2 2\n3 3\n4 4\n5 21\n"),
    *kernel("a part of a vector is replaced", "y(i(1:3)) = w(i)", f"{W} -i=y:x.tns", "1 1\n2 1\n3 10\n4 4\n5 5\n"),
    *kernel("a row of a matrix is assigned", "C(1,j) = x(j)", f"{X} -f=C:csr --extents=C:2,5 -o=C:C.tns", {"C.tns": "2 1 1\n2 2 2\n2 3 3\n2 4 4\n2 5 5\n"}),
    *kernel("zeros between the samples of a vector", "y(2*i) = w(i)", f"{W} -f=y:s", "1 1\n3 10\n"),
    *on(TARGETS, "what is computed is an operand of the next expression", "run k.sd -i=x:x.tns -o=y:y.tns", writes={"y.tns": "1 5\n2 7\n3 9\n"},
        files={**FILES, "k.sd": "type int\nt(i) = x(i + 1) + x(i + 0)\ny(i) = t(i(1:4))\n"}),
    case("the report shows the expression as written, and what the host made", f"run 'y(i) = x(i + k) * w(k)' -t=int {X} {W} -f=x:s --target=cpu", files=FILES,
         out=["expression  y(i) = x(i + k) * w(k)", "x as x_view", "x_view(i,k) = x(i + k)"]),
    case("loops read dense tensors in place", f"run 'y(i) = x(i + k) * w(k)' -t=int {X} {W} --target=cpu --print=cin,result", files=FILES,
         out=["x(x_at) * w(k)", "index(x_at, i + k)", "right"]),
    case("loops read rows in place that an index tensor names", f"run 'B(i,j) = A(p(i),j) * x(j(0:4))' -t=int {A} {X} -f=A,B:csr -i=p:rows.tns -o=B:B.tns --target=cpu --print=cin",
         files={**FILES, "rows.tns": "1 2\n2 0\n3 2\n"}, out="index(A_at1, p(i))", writes={"B.tns": "1 1 4\n1 4 20\n2 1 1\n2 3 6\n3 1 4\n3 4 20\n"}),
    *kernel("a fill of a matrix whose rows are gathered", "y(i) min= A(q(i),j)", f"{A} -f=A:csr --fill=A:inf -i=q:q.tns", "1 3\n2 4\n", ("cpu", "interpret")),
    case("the report shows where the host placed the result", f"run 'y(p(i)) += z(i)' -t=int {P} {Z} --extents=y:5 --target=cpu", files=FILES,
         out=["expression  y(p(i)) += z(i)", "y (result)", "y(p(i)) += y_part(i)"]),
    case("a program without data", "compile 'y(i) = x(i + k) * w(k)' -d=i:8 -d=k:3 --print=expression", out="expression  y(i) = x(i + k) * w(k)"),
    refused("a window that leaves the tensor", "y(i) = A(i(1:5),j) * x(j)", f"{A} {X}",
            ["A(i(1:5),j) leaves A: i(1:5) reaches 4", "expression:1:10", "mode 1 of A has 3 coordinates", "pad A"]),
    refused("a constant that leaves the tensor", "y(i) = A(i,4)", A, ["A(i,4) leaves A: 4 reaches 4", "expression:1:12", "mode 2 of A has 4 coordinates"]),
    refused("an index below 0", "y(i) = x(i - 1)", X, ["x(i - 1) leaves x: i - 1 reaches -1", "expression:1:10", "mode 1 of x has 5 coordinates"]),
    refused("a shift of a variable that another access determines", "y(i) = x(i + 1) + x(i)", X,
            ["x(i + 1) leaves x: i + 1 reaches 5", "expression:1:10", "i is below 5", "pad x"]),
    refused("an entry of an index tensor that leaves the tensor", "y(i) = w(p(i))", f"{W} {P}", ["w(p(i)) leaves w: p(0) is 4", "expression:1:10", "mode 1 of w has 2 coordinates"]),
    refused("an index tensor of floats", "y(i) = x(p(i))", f"{X} {P} -t=p:float", ["p has values of type float, and is an index", "--type:1:", "-t=p:int"]),
    refused("a sparse index tensor", "y(i) = x(p(i))", f"{X} {P} -f=p:s", ["p is stored as s, and is an index", "expression:1:10", "-f=p:dense"]),
    refused("a variable of unknown extent in a computed index", "y(i) = x(i + k)", X, ["the extent of index variable i is not known", "expression:1:10", "-d=i:100"]),
    refused("a result of unknown extent", "y(p(i)) += z(i)", f"{P} {Z}", ["the extent of mode 1 of y is not known", "expression:1:3", "--extents=y:100"]),
    refused("two entries for one coordinate", "y(p(i)) = z(i)", f"{P} {Z} -f=z:d --extents=y:5", ["y(p(i)) = assigns two entries to y(4)", "expression:1:1", "y(p(i)) += adds the entries up"]),
    refused("a window that ends before it begins", "y(i) = x(i(3:1))", X, ["the window i(3:1) ends before it begins", "expression:1:10", "i(1:3)"]),
    refused("a padding without a computed index", "y(i) = x(i)", f"{X} --pad=x", ["x has no computed indices to pad for", "--pad:1:1"]),
    refused("a padding with another number", "y(i) = x(i + 1)", f"{X} --pad=x:2", ["x padded with 2", "--pad:1:3", "absent entries are 0"], exit=2),
    refused("extents without a computed index", "y(i) = x(i)", f"{X} --extents=x:5", ["x has no computed indices to give extents for", "--extents:1:1"]),
    refused("extents of a tensor of another order", "y(p(i)) += z(i)", f"{P} {Z} --extents=y:5,5", ["y has order 1, and is given 2 extents", "--extents:1:"]),
    refused("a computed index in a statement of a schedule", "y(i) = x(i + k) * w(k)", f"{X} {W} -s='map(forall(k, y(i) += x(i + k) * w(k)), Spatial, Reduction)'",
            ["x(i + k) in a statement has computed indices", "x_view(i)"], exit=2),
]
