"""Kernel files, kernels and shapes, with hand-computed results."""
import re

from shared import A, AX, HEADER, READ, RUN, SPMV, TARGETS, X, Y, bad, case, on

KERNEL = """# a comment
format A:ds
format x:d
y(i) = A(i,j) * x(j)
input A:A.mtx     # a file
input x:x.tns
output y:y.tns
schedule environment(innerPar, 16)
schedule environment(outerPar, 2)
"""
K = {**AX, "k.sd": KERNEL}
RESIDUAL = "run 'y(i) = b(i) - A(i,j) * x(j)' -f=A:ds -i=b:b.tns -i=A:A.mtx -i=x:x.tns -o=y:y.tns"

SUM64 = f"run 'y(i) = {' + '.join(f'x{n}(i)' for n in range(64))}' -t=int " + " ".join(f"-i=x{n}:x.tns" for n in range(64))


# Rows of A = B * C by rows, in each kind of workspace, and by inner products. One row of B is empty, and one of C.
SPGEMM = {"B.mtx": HEADER + "4 3 5\n1 1 1\n1 3 2\n2 2 3\n4 1 4\n4 2 5\n", "C.mtx": HEADER + "3 5 5\n1 1 1\n1 4 2\n3 2 3\n3 4 -1\n3 5 6\n"}
# The cancelled entry (1,4) is stored: it has terms.
SPGEMM_A = "1 1 1\n1 2 6\n1 4 0\n1 5 12\n4 1 4\n4 4 8\n"
COLLECT = "precompute(B(i,k) * C(k,j), {j}, {j}, W)"


def spgemm(name, flags, schedule=()):
    """With several bodies, except for a schedule without a copyable outer loop."""
    for par in (1, 2, 3):
        commands = ", ".join((*schedule, f"environment(outerPar, {par})"))
        yield from on(("capstan", "interpret"), f"{name}, outerPar {par}", f"run 'A(i,j) = B(i,k) * C(k,j)' -t=int -f=A,B:csr {flags} -i=B:B.mtx -i=C:C.mtx "
                      f"-s='{commands}' -o=A:A.tns", files=SPGEMM, writes={"A.tns": SPGEMM_A})


def spmv(name, matrix, x, y, **rest):
    return on(TARGETS, name, f"{RUN} {READ} -o=y:y.tns", files={"A.mtx": HEADER + matrix, "x.tns": x}, writes={"y.tns": y}, **rest)


CASES = [
    *on(TARGETS, "a kernel file", "run k.sd", files=K, writes={"y.tns": Y}),
    case("a flag overrides the file's output", "run k.sd -o=y:other.tns", files=K, writes={"other.tns": Y}),
    case("a flag overrides the file's input", "run k.sd -i=x:x2.tns", files={**K, "x2.tns": X.replace("1 1", "1 10")},
         writes={"y.tns": "1 16\n2 6\n3 60\n"}),
    case("a generator overrides the file's input", "run k.sd -g=x:d", files=K, writes={"y.tns": None}),
    case("a flag overrides the file's format", "run k.sd -f=A:ss --target=oracle", files=K, out="ss", writes={"y.tns": Y}),
    case("a flag overrides the file's type", "run k.sd -t=double --target=oracle", files=K, out="double", writes={"y.tns": Y}),
    case("a flag overrides the file's schedule", "run k.sd -s='environment(outerPar, 4)' --print=schedule", files=K, out="outerPar, 4", writes={"y.tns": Y}),
    case("where the units of a run lie", "run k.sd --print=placement", files=K, out=["hops on average", "store y"], writes={"y.tns": Y}),
    case("where units would lie", "compile k.sd --print=placement", files=K, out=["hops on average", "store y"]),
    case("a kernel file can be compiled", "compile k.sd", files=K, out="class K"),
    case("a kernel file says everything", "run all.sd", files={**AX, "all.sd": KERNEL + "type int\nmachine capstan\nmemory ideal\ntarget capstan\nseed 5\n"
         "print result\njson r.json\ndim j:4\n"}, out="result ", writes={"y.tns": Y, "r.json": {"memory": "ideal", "seed": 5}}),
    case("a kernel file with CR LF", "run k.sd", files={**AX, "k.sd": KERNEL.replace("\n", "\r\n")}, writes={"y.tns": Y}),
    *[test for commands in ("share(x)", "keep(A)", "keep(A, pos), share(A, crd, 2)", "split_up(i, io, ii, 2), stream(A, io)", "split_down(i, io, ii, 4), stream(A, io), share(x)")
      for test in on(TARGETS, f"the transfers {commands}", f"{RUN} {READ} -s='{commands}, environment(outerPar, 2)' -o=y:y.tns", files=AX, writes={"y.tns": Y})],
    case("the example spmv.sd", "run $SOURCE/examples/spmv.sd -i=A:A.mtx -i=x:x.tns -o=y:y.tns", files=AX, writes={"y.tns": Y}),
    case("the example sddmm.sd", "run $SOURCE/examples/sddmm.sd -i=B:A.mtx -d=k:5", files=AX, out="right"),

    # Spatial's keywords are ordinary names in the notation.
    *[case(f"an index variable named {word}", f"run 'y({word}) = A({word},j) * x(j)' {READ} -o=y:y.tns", files=AX, writes={"y.tns": Y})
      for word in ("gather", "gen_bitvector", "Scan", "List", "LUT", "until", "Foreach")],

    # Einstein summation covers one additive term.
    case("residual", f"{RESIDUAL} --target=oracle", files={**AX, "b.tns": "1 10\n2 10\n3 10\n"}, writes={"y.tns": "1 3\n2 4\n3 -14\n"}),
    case("residual, interpret", f"{RESIDUAL} --target=interpret", files={**AX, "b.tns": "1 10\n2 10\n3 10\n"}, writes={"y.tns": "1 3\n2 4\n3 -14\n"}),
    case("residual, capstan", f"{RESIDUAL} --target=capstan", files={**AX, "b.tns": "1 10\n2 10\n3 10\n"}, writes={"y.tns": "1 3\n2 4\n3 -14\n"}),
    case("two sums", "run 'a = b(i) + c(j)' -i=b:x.tns -i=c:x.tns -o=a:a.tns --target=oracle", files=AX, writes={"a.tns": "20\n"}),
    case("precedence", "run 'y(i) = 2 * (x(i) + 1) - -x(i) / 2' -i=x:x.tns -o=y:y.tns --target=oracle", files=AX,
         writes={"y.tns": "1 4.5\n2 7\n3 9.5\n4 12\n"}),
    case("a constant", "run 'y(i) = 2' -d=i:2 -o=y:y.tns --target=oracle", writes={"y.tns": "1 2\n2 2\n"}),
    *on(TARGETS, "+= into old contents", "run 'y(i) += A(i,j) * x(j)' -f=A:ds -i=A:A.mtx -i=x:x.tns -i=y:old.tns -o=y:y.tns",
        files={**AX, "old.tns": "1 100\n2 200\n3 300\n"}, writes={"y.tns": "1 107\n2 206\n3 324\n"}),
    *on(TARGETS, "a sparse result that is computed everywhere", "run 'B(i,j) = A(i,j) + 1' -f=A,B:csr -i=A:A.mtx", files=AX,
        out="note        B stores every coordinate, as A(i,j) + 1 is computed everywhere; -f=B:dd would store no coordinates for it"),
    *on(TARGETS, "+= into nothing", "run 'y(i) += A(i,j) * x(j)' -f=A:ds -i=A:A.mtx -i=x:x.tns -o=y:y.tns --json=r.json", files=AX,
        out="note        y starts from zeros", writes={"y.tns": Y, "r.json": {"notes.0": "y starts from zeros; -i=y:FILE or -g=y:… gives it old contents for +="}}),
    case("+= into a sparse result", "run 'y(i) += x(i)' -f=y:s -f=x:s -d=i:9 -i=x:x.tns -i=y:old.tns -o=y:y.tns --target=oracle",
         files={"x.tns": "2 5\n4 6\n", "old.tns": "4 1\n9 2\n"}, writes={"y.tns": "2 5\n4 7\n9 2\n"}),
    case("min= along the stored entries", "run 'd(i) min= A(i,j) + x(j)' -t=int -f=A:ds -i=A:A.mtx -i=x:x.tns -o=d:d.tns --target=oracle",
         files={**AX, "A.mtx": HEADER + "3 4 3\n1 1 1\n1 3 2\n3 1 4\n"}, writes={"d.tns": "1 2\n2 2147483647\n3 5\n"}),
    case("min= into old contents", "run 'd(i) min= A(i,j) + x(j)' -t=int -f=A:ds -i=A:A.mtx -i=x:x.tns -i=d:old.tns -o=d:d.tns --target=oracle",
         files={**AX, "A.mtx": HEADER + "3 4 3\n1 1 1\n1 3 2\n3 1 4\n", "old.tns": "1 1\n2 7\n3 9\n"}, writes={"d.tns": "1 1\n2 7\n3 5\n"}),
    *[each for sign, y in (("or=", "1 1\n2 0\n3 0\n4 1\n"), ("and=", "1 1\n2 1\n3 0\n4 0\n"), ("xor=", "1 0\n2 0\n3 0\n4 1\n"))
      for each in on(TARGETS, f"{sign} of truth values", f"run 'y(i) {sign} A(i,j)' -f=A:csr -f=y:d -i=A:A.mtx -o=y:y.tns",
                     files={"A.mtx": HEADER + "4 4 6\n1 1 -2\n1 3 3\n3 1 0\n4 1 1\n4 2 0\n4 4 0\n"}, writes={"y.tns": y})],
    *[each for sign, y in (("|=", "1 7\n2 0\n3 4\n"), ("&=", "1 2\n2 -1\n3 4\n"), ("^^=", "1 5\n2 0\n3 4\n"), ("any=", "1 2\n2 2147483647\n3 4\n"))
      for each in on(TARGETS, f"{sign} of bits", f"run 'y(i) {sign} A(i,j)' -t=int -f=A:csr -f=y:d -i=A:A.mtx -o=y:y.tns",
                     files={"A.mtx": HEADER + "3 4 3\n1 1 2\n1 3 7\n3 1 4\n"}, writes={"y.tns": y})],
    *on(TARGETS, "a declared reduction", "run k.sd", files={"k.sd": "import r.sd\ny(i) longest= A(i,j) * x(j)\nformat A:csr\nformat y:d\ninput A:A.mtx\ninput x:x.tns\noutput y:y.tns\n",
        "r.sd": "reduction longest(a, b) = select(abs(a) < abs(b) || abs(a) == abs(b) && a < b, b, a) identity 0\n",
        "A.mtx": HEADER + "3 4 4\n1 1 -7\n1 3 2\n1 4 1\n3 1 4\n", "x.tns": X}, writes={"y.tns": "1 -7\n2 0\n3 4\n"}),
    *on(TARGETS, "a declared reduction of a flag", "run 'y lexmin= x(i)' -t=int --reduction='lexmin(a, b) = select(a < b, a, b) identity inf' -i=x:x.tns -o=y:y.tns",
        files={"x.tns": "1 4\n2 -3\n3 9\n"}, writes={"y.tns": "-3\n"}),
    *on(TARGETS, "a declared reduction is a function", "run k.sd", files={"k.sd": "reduction both(a, b) = a * b identity 1\ny(i) = both(x(i), 3)\ninput x:x.tns\noutput y:y.tns\n",
        "x.tns": "1 4\n2 -3\n"}, writes={"y.tns": "1 12\n2 -9\n"}),
    *[each for sign, p in (("argmin=", "1 1\n2 -1\n3 0\n4 0\n"), ("argmax=", "1 2\n2 -1\n3 3\n4 0\n"))
      for each in on(TARGETS, f"{sign} of a row", f"run 'p(i) {sign} A(i,j)' -f=A:csr -i=A:A.mtx -o=p:p.tns --json=r.json",
                     files={"A.mtx": HEADER + "4 4 7\n1 1 7\n1 2 -2\n1 3 9\n3 1 4\n3 3 4\n3 4 5\n4 1 0\n"}, writes={"p.tns": p, "r.json": {"tensors.1.type": "int"}})],
    *on(TARGETS, "reductions inside of two expressions", "run k.sd", files={"A.tns": "1 1 3\n2 2 -4\n", "k.sd": "y(i) = max(sum(j, A(i,j)), 0)\nz(i) = y(i) + sum(j, A(i,j)) * max(k, y(k))\n"
        "format A:csr\ninput A:A.tns\noutput z:z.tns\n"}, writes={"z.tns": "1 12\n2 -12\n"}),
    *on(TARGETS, "a matrix that gives a vector its extent, whose sum is computed first", "run 'y(i) = A(i,j) * x(j) / sum(k, x(k))' -f=A:csr -g=A:s:0.2:20,30 -g=x:d", out="y with 20 stored entries"),
    *on(TARGETS, "a reduction that gives the extents of another", "run 'y(i) = max(sum(j, A(i,j) * x(j)), 0) / (sum(k, x(k)) + 1)' -f=A:csr -g=A:s:0.2:20,20 -g=x:d", out="y with 20 stored entries"),
    *on(TARGETS, "argmax= of a sum of large integers", "run 'p argmax= sum(j, A(i,j))' -f=A:csr -t=A:long -i=A:A.tns -o=p:p.tns", files={"A.tns": "1 1 5\n2 1 1099511627776\n"}, writes={"p.tns": "1\n"}),
    *on(TARGETS, "argmin= of a sum of fractions", "run 'p argmin= sum(j, A(i,j))' -f=A:csr -i=A:A.tns -o=p:p.tns", files={"A.tns": "1 1 0.75\n2 1 0.5\n"}, writes={"p.tns": "1\n"}),
    *on(TARGETS, "a result of infinities alone", "run 'y(i) max= A(i,j)' -f=A:csr -g=A:s:0:2,7 -o=y:y.tns", writes={"y.tns": "1 -inf\n2 -inf\n"}),
    *on(TARGETS, "an infinite scalar", "run 'm max= A(i,j)' -f=A:csr -g=A:s:0:2,7 -o=m:m.tns", writes={"m.tns": "-inf\n"}),
    *on(TARGETS, "argmin= of a term, of integers", "run 'p argmin= A(i,i) * x(i)' -t=int -f=A:csr -i=A:A.mtx -i=x:x.tns -o=p:p.tns",
        files={"A.mtx": HEADER + "4 4 3\n1 1 7\n2 2 1\n4 4 -1\n", "x.tns": X}, writes={"p.tns": "3\n"}),
    *on(["cpu", "oracle"], "argmax= of doubles", "run 'p argmax= x(i)' -t=x:double -t=p:long -i=x:x.tns -o=p:p.tns", files={"x.tns": "1 1\n2 1.00000000001\n3 1\n"}, writes={"p.tns": "1\n"}),
    case("argmin= of nothing", "run 'p argmin= A(i,i) * x(i)' -f=A:csr -i=A:A.mtx -i=x:x.tns -o=p:p.tns --target=cpu", files={"A.mtx": HEADER + "4 4 1\n1 2 7\n", "x.tns": X}, writes={"p.tns": "-1\n"}),
    *[each for f in ("csr", "csc") for each in on(TARGETS, f"first= of a row, {f}", f"run 'y(i) first= A(i,j)' -f=A:{f} -f=y:d -i=A:A.mtx -o=y:y.tns",
        files={"A.mtx": HEADER + "3 4 5\n1 2 7\n1 3 -2\n3 1 0\n3 3 4\n3 4 5\n"}, writes={"y.tns": "1 7\n2 0\n3 0\n"})],
    *on(TARGETS, "first= of a matrix", "run 'y first= A(i,j) * x(j)' -f=A:csc -i=A:A.mtx -i=x:x.tns -o=y:y.tns",
        files={"A.mtx": HEADER + "4 4 4\n2 3 7\n2 4 1\n3 1 5\n4 1 6\n", "x.tns": X}, writes={"y.tns": "21\n"}),
    *on(TARGETS, "or= into old contents", "run 'y(i) or= A(i,j)' -f=A:csr -i=A:A.mtx -i=y:old.tns -o=y:y.tns",
        files={"A.mtx": HEADER + "3 4 2\n1 1 2\n3 1 0\n", "old.tns": "1 0\n2 5\n3 0\n"}, writes={"y.tns": "1 1\n2 1\n3 0\n"}),
    case("the host computes a reduction that the accelerator lacks", "run 'y(i) xor= A(i,j)' -f=A:csr -g=A:s:0.5:9,9 --print=result",
         out="computed on the host, not on the accelerator: the accelerator has no reduction to the logical exclusive or (xor)"),
    case("*=", "run 'd *= x(i)' -t=int -i=x:x.tns -o=d:d.tns --target=oracle", files=AX, writes={"d.tns": "24\n"}),
    case("min and max", "run 'y(i) = min(x(i), 3, 2 * x(i)) + max(x(i), -x(i))' -i=x:x.tns -o=y:y.tns --target=oracle", files=AX,
         writes={"y.tns": "1 2\n2 4\n3 6\n4 7\n"}),
    *on(TARGETS, "abs and sqrt of what is stored", "run 'y(i) = sqrt(abs(x(i))) - abs(x(i))' -f=x:s -f=y:s -d=i:5 -i=x:x.tns -o=y:y.tns",
        files={"x.tns": "2 -4\n3 0\n5 2.25\n"}, writes={"y.tns": "2 -2\n3 0\n5 -0.75\n"}),
    *on(TARGETS, "functions that Spatial has", "run 'y(i) = exp(x(i)) * 0 + floor(x(i)) + x(i) ^ 2' -f=x:s -d=i:3 -i=x:x.tns -o=y:y.tns",
        files={"x.tns": "1 -1.5\n3 4\n"}, writes={"y.tns": "1 0.25\n2 0\n3 20\n"}),
    *on(TARGETS, "functions that Spatial lacks run on the host", "run 'y(i) = cbrt(x(i)) + round(x(i))' -f=x:s -f=y:s -d=i:3 -i=x:x.tns -o=y:y.tns",
        files={"x.tns": "1 -8\n3 27\n"}, writes={"y.tns": "1 -10\n3 30\n"}),
    *on(TARGETS, "comparisons, truth values and choices", "run 'y(i) = select(x(i) > 1 && not x(i) == 4, x(i), 0) + (x(i) != 2) * 10' -f=x:s -f=y:s -d=i:5 -i=x:x.tns -o=y:y.tns",
        files={"x.tns": "1 -8\n3 2\n4 4\n5 3\n"}, writes={"y.tns": "1 10\n2 10\n3 2\n4 10\n5 13\n"}),
    *on(TARGETS, "a mask and its complement", "run 'y(i) = select(m(i), x(i), 0) * 10 + x(i) * (1 - m(i))' -t=int -f=x:s -f=m:s -f=y:s -d=i:5 -i=x:x.tns -i=m:m.tns -o=y:y.tns",
        files={"x.tns": "1 7\n3 2\n4 4\n", "m.tns": "2 1\n3 1\n4 0\n"}, writes={"y.tns": "1 7\n3 20\n4 4\n"}),
    *on(TARGETS, "remainders, powers and bits of integers", "run 'y(i) = x(i) % 3 + x(i) ^ 3 + (x(i) & 6) - (x(i) ^^ 1)' -t=int -f=y:d -d=i:3 -i=x:x.tns -o=y:y.tns",
        files={"x.tns": "1 -4\n2 5\n3 0\n"}, writes={"y.tns": "1 -55\n2 127\n3 -1\n"}),
    *on(TARGETS, "functions of integers that Spatial has of floats", "run 'y(i) = x(i) ^ 2 + floor(x(i))' -t=int -f=x:s -f=y:s -d=i:3 -i=x:x.tns -o=y:y.tns",
        files={"x.tns": "1 -4\n3 5\n"}, writes={"y.tns": "1 12\n3 30\n"}),
    *on(TARGETS, "bits and truth values of integers", "run 'y(i) = select(x(i) > 0 || x(i) < -3, x(i) & 6, 0) + (!x(i) | 2)' -t=int -f=y:d -d=i:3 -i=x:x.tns -o=y:y.tns",
        files={"x.tns": "1 -4\n2 0\n3 -1\n"}, writes={"y.tns": "1 6\n2 3\n3 2\n"}),
    *on(TARGETS, "functions of a file, and of a flag", "run k.sd --function='twice(a) = 2 * a'",
        files={"k.sd": "import lib/f.sd\nfunction twice(a) = 3 * a\nfunction both(a) = leaky(a) + twice(a)\ny(i) = both(x(i))\nformat x:s\nformat y:s\ndim i:3\ninput x:x.tns\noutput y:y.tns\n",
               "lib/f.sd": "# functions\nimport g.sd\n", "lib/g.sd": "import f.sd\nfunction leaky(a) = max(a, 0.5 * a)\n", "x.tns": "1 -4\n3 2\n"},
        writes={"y.tns": "1 -10\n3 6\n"}),
    *on(TARGETS, "a function of a sum", "run 'y(i) = relu(sum(j, A(i,j) * x(j)) - sum(i, b(i)))' -f=A:ds -i=A:A.mtx -i=x:x.tns -i=b:b.tns -o=y:y.tns",
        files={"A.mtx": HEADER + "3 2 4\n1 1 1\n1 2 -3\n2 2 3\n3 1 4\n", "x.tns": "1 2\n2 1\n", "b.tns": "1 -1\n2 1\n3 2\n"}, writes={"y.tns": "1 0\n2 1\n3 6\n"}),
    *on(["oracle", "cpu"], "a sum of a sparse matrix in doubles", "run 'C(i,j) = sqrt(sum(k, A(i,k) * A(k,j)))' -t=C:double -f=C:ds -f=A:ds -i=A:A.mtx -o=C:C.tns",
        files={"A.mtx": HEADER + "3 3 2\n1 2 2\n2 3 8\n"}, writes={"C.tns": "1 3 4\n"}),
    case("sum alone is what the notation sums anyway", "run 'y(i) = sum(j, A(i,j) + 1)' -f=A:ds -i=A:A.mtx -o=y:y.tns --target=cpu", out="y(i) = 1 * (A(i,j) + 1)",
         files={"A.mtx": HEADER + "2 3 2\n1 2 2\n2 3 8\n"}, writes={"y.tns": "1 5\n2 11\n"}),
    *on(TARGETS, "other reductions inside of an expression", "run 'y(i) = x(i) - max(k, x(k)) + min(i, prod(j, A(i,j) + 1))' -f=A:ds -i=A:A.mtx -i=x:x.tns -o=y:y.tns",
        files={"A.mtx": HEADER + "3 2 4\n1 1 1\n1 2 -3\n2 2 3\n3 1 4\n", "x.tns": "1 2\n2 1\n3 7\n"}, writes={"y.tns": "1 -9\n2 -10\n3 -4\n"}),
    *on(TARGETS, "softmax of the rows of a matrix", "run 'Y(i,j) = exp(A(i,j) - max(k, A(i,k))) / sum(k, exp(A(i,k) - max(k, A(i,k))))' -f=A:dd -i=A:A.mtx -o=Y:Y.tns",
        files={"A.mtx": HEADER + "2 2 2\n1 1 1\n2 2 0.5\n"}, writes={"Y.tns": re.compile(r"1 1 0\.7310.*\n1 2 0\.2689.*\n2 1 0\.3775.*\n2 2 0\.6224.*\n")}),
    *on(TARGETS, "any and all of the rows", "run 'y(i) = 2 * any(j, A(i,j) > x(j)) + all(j, A(i,j) > x(j))' -f=A:dd -i=A:A.mtx -i=x:x.tns -o=y:y.tns",
        files={"A.mtx": HEADER + "3 2 5\n1 1 1\n1 2 3\n2 1 3\n2 2 4\n3 1 -4\n", "x.tns": "1 2\n2 1\n"}, writes={"y.tns": "1 2\n2 3\n3 0\n"}),
    *on(TARGETS, "max of a scalar is no reduction", "run 'y(i) = max(a, x(i))' -i=a:3 -i=x:x.tns -o=y:y.tns", files=AX, writes={"y.tns": "1 3\n2 3\n3 3\n4 4\n"}),
    *on(TARGETS, "values of indices", "run 'y(i) = i * x(i) + (i >= 2) * 10' -i=x:x.tns -o=y:y.tns", files=AX, writes={"y.tns": "1 0\n2 2\n3 16\n4 22\n"}),
    *on(TARGETS, "a lower triangle", "run 'L(i,j) = select(i >= j, A(i,j), 0)' -t=int -f=A,L:ds -i=A:A.mtx -o=L:L.tns",
        files={"A.mtx": HEADER + "3 3 4\n1 1 1\n1 3 2\n3 1 4\n2 3 7\n"}, writes={"L.tns": "1 1 1\n1 3 0\n2 3 0\n3 1 4\n"}),
    *on(TARGETS, "a sum of values of indices alone", "run 's = 3 * sum(i, i * i)' -t=int -d=i:4 -o=s:s.tns", writes={"s.tns": "42\n"}),
    *on(TARGETS, "a distance from the diagonal under a split loop", "run 'd max= (j - i) * A(i,j)' -t=int -f=A:ds -i=A:A.mtx -s='split_up(i, io, ii, 2)' -o=d:d.tns",
        files={"A.mtx": HEADER + "3 3 3\n1 1 1\n1 3 2\n3 1 4\n"}, writes={"d.tns": "4\n"}),
    case("an index value in C", "compile 'y(i) = i * x(i)' --target=cpu", out="(float)i"),
    bad("a value for an index", "run 'y(i) = i * x(i)' -i=i:3 -g=x:d -d=i:4", ["i is not an operand of the expression", "--input:1:1"]),
    case("a sum of calls has a note", "run 'y(i) = relu(A(i,j) * x(j) + b(i))' -f=A:ds -i=A:A.mtx -i=x:x.tns -g=b:d --target=oracle", files=AX,
         out="max(sum(j, A(i,j) * x(j)) + b(i), 0)"),
    bad("a sum over no variable of its term", "run 'y(i) = 2 * sum(k, A(i,j) * 1)'", ["k does not occur in what is reduced", "expression:1:16"]),
    bad("a sum over an expression", "run 'y(i) = 2 * sum(A(i,j) * 1, j * 1)'", ["expected a variable that is reduced over", "expression:1:16"]),
    *on(TARGETS, "the example functions", "run 'y(i) = leaky(x(i)) + softplus(x(i)) + silu(x(i)) + gelu(x(i))' --import=$SOURCE/examples/functions/activations.sd -i=x:x.tns -o=y:y.tns",
        files={"x.tns": "1 -2\n2 0\n3 2\n"}, writes={"y.tns": re.compile(r"1 -0\.176.*\n2 0\.6931.*\n3 7\.84.*\n")}),
    bad("an unknown file of functions", "run k.sd", ["there is no file lib.sd", "k.sd:1:8"], files={"k.sd": "import lib.sd\ny(i) = x(i)\n"}),
    bad("an expression in a file of functions", "run k.sd", ["an imported file has functions and reductions only", "lib.sd:1:1"], files={"k.sd": "import lib.sd\ny(i) = x(i)\n", "lib.sd": "y(i) = x(i)\n"}),
    bad("a function that calls itself", "run k.sd", ["f calls itself", "k.sd:1:23"], files={"k.sd": "function f(a) = 2 * ( f(a) )\ny(i) = f(x(i))\n"}, exit=2),
    bad("a function of a tensor", "run k.sd", ["x(i) is not a parameter of f", "k.sd:1:21"], files={"k.sd": "function f(a) = a * x(i)\ny(i) = f(x(i))\n"}),
    bad("a function that is there", "run k.sd", ["there is a function exp", "k.sd:1:10"], files={"k.sd": "function exp(a) = a\ny(i) = x(i)\n"}),
    bad("two parameters of one name", "run k.sd", ["the parameter a occurs twice", "k.sd:1:15"], files={"k.sd": "function f(a, a) = a\ny(i) = x(i)\n"}),
    bad("an operand too many", "run k.sd", ["f has 2 operands", "f is of one operand", "k.sd:2:8"], files={"k.sd": "function f(a) = a\ny(i) = f(x(i), 1)\n"}),
    bad("definitions that grow without bounds", "run k.sd", ["becomes more than 10000 operands and operators"],
        files={"k.sd": "function f0(a) = a * a\n" + "".join(f"function f{n + 1}(a) = f{n}(f{n}(a))\n" for n in range(5)) + "y(i) = f5(x(i))\n"}),
    *on(["interpret", "capstan", "oracle", "cpu"], "abs of the least integer wraps", "run 'y(i) = abs(x(i))' -t=int -f=x:s -f=y:s -d=i:2 -i=x:x.tns -o=y:y.tns",
        files={"x.tns": "1 -2147483648\n2 -3\n"}, writes={"y.tns": "1 -2147483648\n2 3\n"}),
    *on(TARGETS, "no square root of a negative number", "run 'y(i) = sqrt(x(i))' -f=x:s -f=y:s -d=i:3 -i=x:x.tns -o=y:y.tns",
        files={"x.tns": "1 -4\n3 4\n"}, writes={"y.tns": "1 nan\n3 2\n"}),
    case("a trace", "run 't = A(i,i)' -f=A:ds -i=A:A.mtx -o=t:t.tns --target=oracle",
         files={"A.mtx": HEADER + "3 3 3\n1 1 2\n1 3 9\n3 3 5\n"}, writes={"t.tns": "7\n"}),
    case("TACO's braces", "run 'y_{i} = A_{i,j} * x_{j}' -f=A:ds -i=A:A.mtx -i=x:x.tns -o=y:y.tns", files=AX, writes={"y.tns": Y}),
    *on(["interpret", "capstan", "oracle"], "SDDMM", "run 'A(i,j) = B(i,j) * C(i,k) * D(k,j)' -f=A:ds -f=B:ds -f=C:dd -f=D:dd:1,0 -i=B:A.mtx -i=C:C.mtx "
        "-i=D:D.mtx -o=A:A.tns -t=int",
        files={"A.mtx": A, "C.mtx": HEADER + "3 2 4\n1 1 1\n1 2 1\n2 1 2\n3 2 1\n", "D.mtx": HEADER + "2 4 4\n1 1 1\n1 2 2\n2 3 3\n2 4 4\n"},
        writes={"A.tns": "1 1 1\n1 3 6\n2 2 12\n3 1 0\n3 4 20\n"}),

    # Formats by name, and those that the host converts.
    *on(["interpret", "capstan"], "bit vectors are converted, with a receipt", f"{RUN} {READ} -f=A:db -o=y:y.tns --json=r.json".replace("-f=A:ds ", ""),
        files=AX, out=["converted on the host", "the accelerator reads dense and compressed levels"],
        writes={"y.tns": Y, "r.json": {"conversions.0.tensor": "A", "conversions.0.from": "db", "conversions.0.to": "ds", "conversions.0.when": "before",
                                       "conversions.0.stored": 5, "tensors.0.format": "db"}}),
    *on(["interpret", "capstan"], "a result in bit vectors is assembled as compressed", "run 'A(i,j) = B(i,j) * x(j)' -f=A:db -f=B:csr -i=B:A.mtx -i=x:x.tns "
        "-o=A:A.tns --json=r.json", files=AX, writes={"A.tns": "1 1 1\n1 3 6\n2 2 6\n3 1 4\n3 4 20\n",
                                                      "r.json": {"conversions.0.when": "after", "conversions.0.to": "db", "result.stored": 5}}),
    case("an operand that is read against its levels is converted",
         "run 'A(i,j) = B(j,i)' -f=A:ds -f=B:ds -i=B:A.mtx -o=A:A.tns --json=r.json --print=plan", files=AX,
         out=["converted on the host", "ds:1,0", "the loops visit B(j,i) by i, then j"],
         writes={"A.tns": None, "r.json": {"conversions.0.tensor": "B", "conversions.0.copy": "", "conversions.0.to": "ds:1,0",
                                           "result.verified": True}}),
    case("a tensor that is read in two orders is copied", "run 't = A(i,j) * A(j,k) * A(k,i)' -f=A:ds -g=A:s:0.3:9,9 --json=r.json",
         out="A as A_copy", writes={"r.json": {"conversions.0.copy": "A_copy", "result.verified": True}}),
    case("it is searched where the schedule orders the loops", "run 'A(i,j) = B(j,i)' -f=A:ds -f=B:ds -i=B:A.mtx -s='reorder(i,j)' --strict",
         files=AX, out="searched for i"),
    case("it is converted without data", "compile 'A(i,j) = B(j,i)' -f=A:ds -f=B:ds -d=i:4 -d=j:5 --print=plan,spatial",
         out=["the loops visit B(j,i)", "B:ds:1,0"]),
    case("nothing to convert under --strict", f"{RUN} {READ} -o=y:y.tns --strict", files=AX, writes={"y.tns": Y}),
    *[case(f"spmv with A as {name}", f"run 'y(i) = A(i,j) * x(j)' -f=A:{name} {READ} -o=y:y.tns --target=oracle", files=AX, writes={"y.tns": Y})
      for name in ["csr", "csc", "dcsr", "dcsc", "coo", "coo2", "coo:1,0", "csf", "dense", "bb", "bs:1,0", "us"]],
    case("block compressed rows", "run 'y(i,r) = A(i,j,r,s) * x(j,s)' -f=A:bcsr -i=A:A.tns -i=x:x.tns -o=y:y.tns --target=oracle",
         files={"A.tns": "4\n2 2 2 2\n1 1 1 1 2\n1 1 2 2 3\n2 2 1 2 5\n", "x.tns": "1 1 1\n1 2 2\n2 1 3\n2 2 4\n"}, out="dsdd",
         writes={"y.tns": "1 1 2\n1 2 6\n2 1 20\n2 2 0\n"}),

    # Several expressions in a file.
    *on(TARGETS, "two expressions", "run k.sd", files={**AX, "k.sd": "format A:ds\nz(i) = A(i,j) * x(j)\ny(i) = z(i) + z(i)\ninput A:A.mtx\ninput x:x.tns\n"
                                                        "output y:y.tns\noutput z:z.tns\njson r.json\nprint result\n"},
        writes={"z.tns": Y, "y.tns": "1 14\n2 12\n3 48\n", "r.json": {"kernel": "K2", "earlier.0.kernel": "K1", "earlier.0.result.verified": True}}),
    case("the programs of two expressions", "compile k.sd --out=p.scala -d=i:3 -d=j:4",
         files={"k.sd": "format A:ds\nz(i) = A(i,j) * x(j)\ny(i) = z(i) + z(i)\n"}, writes={"p.1.scala": None, "p.2.scala": None}),
    case("what is rotated", "run 'A(i,j) = B(i,j) + C(i,j) + D(i,j)' -f=A,B,C,D:csr -i=B:B.mtx '-g=C:rotate(B,1)' '-g=D:rotate(C,-2,even)' -o=A:A.tns "
         "--target=oracle", files={"B.mtx": HEADER + "2 3 3\n1 1 1\n1 2 2\n2 3 4\n"},
         # C = (1,2) 1, (1,3) 2, (2,1) 4; D = C with column 3 to 1 and column 1 to 2
         writes={"A.tns": "1 1 3\n1 2 4\n1 3 2\n2 1 4\n2 2 4\n2 3 4\n"}),
    case("sizes of what is generated", "run 'y(i) = A(i,j) * x(j)' -f=A:csr -g=A:s:0.5:7,9 -g=x:d --print=expression --target=oracle", out="7 x 9"),
    case("a dimension wins over a kernel file's size", "run k.sd -d=j:5 --print=expression --target=oracle", out="7 x 5",
         files={"k.sd": "format A:csr\ny(i) = A(i,j) * x(j)\ngenerate A:s:0.5:7,9\ngenerate x:d\n"}),
    case("a generator wins over a kernel file's size", "run k.sd -g=x:d:5 --print=expression --target=oracle", out="7 x 5",
         files={"k.sd": "format A:csr\ny(i) = A(i,j) * x(j)\ngenerate A:s:0.5:7,9\ngenerate x:d\n"}),
    case("a flag's file changes what is computed, and so a kernel file's size", "run k.sd -i=A:A.mtx --print=expression --target=oracle", files={**AX,
         "k.sd": "B(i,j) = A(i,j)\nD(i,j) = B(i,j) + C(i,j)\ngenerate A:s:0.5:7,9\ngenerate C:s:0.5:7,9\n"}, out=re.compile(r"C +3 x 4")),
    case("a file without sizes takes those of a generator", f"run {SPMV} -g=A:s:1:3,5 -i=x:x.tns --print=expression --target=oracle", files=AX, out=["3 x 5", "x is stored as s"]),
    case("a file wins over a size", f"run {'k.sd'} -i=A:A.mtx --print=expression --target=oracle", out="3 x 4",
         files={**AX, "k.sd": "format A:csr\ny(i) = A(i,j) * x(j)\ngenerate A:s:0.5:7,9\ngenerate x:d\n"}),
    case("another density keeps the size", "run k.sd -g=A:s:1 --print=expression --target=oracle", out=["7 x 9", "63"],
         files={"k.sd": "format A:csr\ny(i) = A(i,j) * x(j)\ngenerate A:s:0.5:7,9\ngenerate x:d\n"}),

    # 64 operands.
    *on(TARGETS, "64 times the same operand", f"run 'y(i) = {' + '.join(['x(i)'] * 64)}' -t=int -i=x:x.tns -o=y:y.tns", files={"x.tns": "1 1\n2 3\n"},
        writes={"y.tns": "1 64\n2 192\n"}),
    *on(TARGETS, "64 operands", f"{SUM64} -o=y:y.tns", files={"x.tns": "1 1\n2 3\n"}, writes={"y.tns": "1 64\n2 192\n"}),

    # Workspaces.
    *spgemm("SpGEMM, the compiler's workspace", "-f=C:csr"),
    *spgemm("SpGEMM, a dense workspace", "-f=C:csr -f=W:d:onChip", [COLLECT]),
    *spgemm("SpGEMM, a sparse workspace", "-f=C:csr -f=W:b:onChip", [COLLECT]),
    *spgemm("SpGEMM, inner products", "-f=C:csc"),
    *[case(f"SpGEMM in a workspace {ws}, {rows} x {k} x {columns}, {density}", f"run 'A(i,j) = B(i,k) * C(k,j)' -f=A,B,C:csr -f=W:{ws}:onChip -s='{COLLECT}' "
           f"-g=B:s:{density}:{rows},{k} -g=C:s:{density}:{k},{columns} --print=result", out="right, compared in full")
      for ws in "db" for rows, k, columns, density in ((1, 1, 1, 1), (1, 1, 1, 0), (3, 40, 1200, 0.1), (60, 2, 1, 0.3), (20, 20, 513, 0.02))],
    *[case(f"a workspace {ws} under {op}", f"run 'y(j) {op} A(i,j) + x(i)' -t=int -f=A:csr -f=W:{ws}:onChip -s='precompute(A(i,j) + x(i), {{j}}, {{j}}, W)' "
           "-g=A:s:0.1:30,40 -g=x:d --print=result", out="right, compared in full") for ws in "db" for op in ("min=", "max=")],
    case("a sparse workspace of order 2", "run 'A(i,j) = B(k,i) * C(k,j)' -f=A,B,C:csr -f=W:db:onChip -s='reorder(k,i,j), precompute(B(k,i) * C(k,j), {i,j}, "
         "{i,j}, W)' -g=B:s:0.1:50,20 -g=C:s:0.1:50,700 --print=result,plan", out=["right, compared in full", "a bit for each"]),
    case("a sparse workspace times another operand", "run 'A(i,j) = B(i,k) * C(k,j) * D(i,j)' -f=A,B,C,D:csr -f=W:b:onChip -s='reorder(i,k,j), "
         "precompute(B(i,k) * C(k,j), {j}, {j}, W)' -g=B:s:0.1:50,20 -g=C:s:0.1:20,700 -g=D:s:0.1 --print=result", out="right, compared in full"),
    case("a dense workspace times a dense operand", "run 'y(j) = A(i,j) * x(i) * z(j)' -f=A:csr -g=A:s:0.1:30,40 -g=x:d -g=z:d -s='precompute(A(i,j) * x(i), {j}, "
         "{j}, W)' --print=result", out="right, compared in full"),
    case("a sparse workspace and a dense result", "run 'A(i,j) = B(i,k) * C(k,j)' -f=B,C:csr -f=W:b:onChip -s='precompute(B(i,k) * C(k,j), {j}, {j}, W)' "
         "-g=B:s:0.1:50,20 -g=C:s:0.1:20,700 --print=result", out="right, compared in full"),
    bad("a workspace that is not a bit vector", f"run 'A(i,j) = B(i,k) * C(k,j)' -f=A,B,C:csr -f=W:s:onChip -s='{COLLECT}' -i=B:B.mtx -i=C:C.mtx",
        ["workspace W cannot have the format s:onChip", " --> --format:1:1", "-f=W:d:onChip or -f=W:b:onChip"], exit=2, files=SPGEMM),
    bad("a copy is stored like the tensor", "run 'y(i) = A(i,j) * x(j)' -f=A:csr -f=W:b:onChip -s='precompute(x(j), {j}, {j}, W)' -g=A:s:0.5:3,4 -g=x:d",
        "a copy of a tensor is stored like the tensor", exit=2),

    # Shapes.
    *spmv("1 x 1", "1 1 1\n1 1 5\n", "1 2\n", "1 10\n"),
    *spmv("1 x n", "1 3 2\n1 1 5\n1 3 1\n", "1 2\n2 2\n3 4\n", "1 14\n"),
    *spmv("n x 1", "3 1 2\n1 1 5\n3 1 1\n", "1 2\n", "1 10\n2 0\n3 2\n"),
    *spmv("an empty matrix", "2 2 0\n", "1 2\n2 3\n", "1 0\n2 0\n"),
    *spmv("empty rows", "4 2 1\n3 2 5\n", "1 2\n2 3\n", "1 0\n2 0\n3 15\n4 0\n"),
    *spmv("explicit zeros", "1 2 2\n1 1 0\n1 2 1\n", "1 2\n2 3\n", "1 3\n"),
    *on(TARGETS, "more rows than a PMU has words", f"{RUN} -i=A:A.mtx -i=x:x.tns -o=y:y.tns.gz",
        files={"A.mtx": HEADER + "70000 2 2\n1 1 5\n70000 2 1\n", "x.tns": "1 2\n2 3\n"}, writes={"y.tns.gz": None}),
    *on(TARGETS, "more columns than a PMU has words", f"{RUN} -i=A:A.mtx -i=x:x.tns -o=y:y.tns",
        files={"A.mtx": HEADER + "2 70000 2\n1 1 5\n2 70000 2\n", "x.tns": "1 2\n70000 3\n"}, writes={"y.tns": "1 10\n2 6\n"}),
    bad("more cycles than anybody waits for", "run 'C(i,j) = A(i,k) * B(k,j)' -f=A,B,C:csr -g=A,B:s:1e-12:30000000,30000000",
        ["the run takes at least", "a simulation has at most", "--target=cpu"], exit=2),
    # Interrupted during a simulation of some ten seconds.
    bad("Ctrl-C", "run 'y(i) = A(i,j) * x(j)' -f=A:ds -g=A:s:0.0000001 -g=x:d -d=i:3000000 -d=j:2000000 -o=y:y.tns --json=r.json",
        re.compile("^interrupted while .*\n$"), exit=130, interrupt=1),
    bad("Ctrl-C where nothing can be asked to stop", "run 's = a(i)' -g=a:s:0.5 -f=a:s -d=i:60000000 --target=oracle",
        re.compile("^interrupted while .*\n$"), exit=130, interrupt=0.5, signal="SIGTERM"),
]
