"""Fill values: the absent entries of a sparse tensor count with them."""
import struct

from shared import HEADER, TARGETS, bad, case, on

# | 1 . 2 . |       | 10 |
# | . . . . |   x = | 20 |
# | 4 . . 5 |       | 30 |
#                   | 40 |
A = HEADER + "3 4 4\n1 1 1\n1 3 2\n3 1 4\n3 4 5\n"
FILES = {"A.mtx": A, "x.tns": "1 10\n2 20\n3 30\n4 40\n"}
READ = "-f=A:csr -i=A:A.mtx -i=x:x.tns"


def npy(numbers):
    header = f"{{'descr': '<f4', 'fortran_order': False, 'shape': ({len(numbers)},), }}"
    header += " " * (-(len(header) + 11) % 64) + "\n"
    return b"\x93NUMPY\1\0" + struct.pack(f"<H{len(header)}s{len(numbers)}f", len(header), header.encode(), *numbers)


WRITE_H5 = f"run 'd(i) min= A(i,j)' -f=d:s --fill=A:inf --fill=d:inf {READ.replace(' -i=x:x.tns', '')} -o=d:d.h5 --target=cpu"

CASES = [
    case("a file of binsparse states the fill", [WRITE_H5, "run 'y(i) = d(i)' -f=d:s -i=d:d.h5 --fill=d:inf -o=y:y.npy --target=cpu"], files={"A.mtx": A},
         writes={"d.h5": None, "y.npy": npy([1, float("inf"), 4])}),
    bad("the fill of a file is not that of the operand", [WRITE_H5, "run 'y(i) = d(i)' -f=d:s -i=d:d.h5 --target=cpu"], ["d.h5 has the fill value inf, not 0", "fill A:inf"],
        files={"A.mtx": A}, writes={"d.h5": None}),
    *on(TARGETS, "the fill of a result, in a file of every coordinate", f"run 'd(i) min= A(i,j)' -f=d:s --fill=A:inf --fill=d:inf {READ.replace(' -i=x:x.tns', '')} -o=d:d.npy",
        files={"A.mtx": A}, writes={"d.npy": npy([1, float("inf"), 4])}),
    *on(TARGETS, "the fill of a result, in a file of entries", f"run 'd(i) min= A(i,j)' -f=d:s --fill=A:inf --fill=d:inf {READ.replace(' -i=x:x.tns', '')} -o=d:d.tns",
        files={"A.mtx": A}, writes={"d.tns": "1 1\n3 4\n"}),
    *on(TARGETS, "a fill that is skipped", f"run 'd(i) min= A(i,j) + x(j)' --fill=A:inf {READ} -o=d:d.tns --json=r.json", files=FILES,
        writes={"d.tns": "1 11\n2 inf\n3 14\n", "r.json": {"tensors.0.format": "ds"}}),
    *on(TARGETS, "a fill that counts", f"run 'd(i) min= A(i,j) + x(j)' --fill=A:0 {READ} -o=d:d.tns", files=FILES, writes={"d.tns": "1 11\n2 inf\n3 14\n"}),
    *on(TARGETS, "a fill that makes the operand dense", f"run 'd(i) min= A(i,j) * x(j)' --fill=A:3 {READ} -o=d:d.tns --json=r.json", files=FILES,
        out="A is stored dense, with 3 where it was ds", writes={"d.tns": "1 10\n2 30\n3 40\n", "r.json": {"tensors.0.format": "dd"}}),
    *on(TARGETS, "a fill of a sum", f"run 'y(i) = A(i,j) * x(j)' --fill=A:-1 {READ} -o=y:y.tns", files=FILES, writes={"y.tns": "1 10\n2 -100\n3 190\n"}),
    *on(TARGETS, "a fill under a product", f"run 'y(i) *= A(i,j)' --fill=A:1 {READ.replace(' -i=x:x.tns', '')} -o=y:y.tns --json=r.json", files=FILES,
        writes={"y.tns": "1 2\n2 1\n3 20\n", "r.json": {"tensors.0.format": "ds"}}),
    *on(TARGETS, "a fill of integers", f"run 'd(i) max= A(i,j)' -t=int --fill=A:-inf {READ.replace(' -i=x:x.tns', '')} -o=d:d.tns", files=FILES,
        writes={"d.tns": "1 2\n2 -2147483648\n3 5\n"}),
    *on(TARGETS, "a divisor with a fill", "run 'y(i) = x(i) / s(i)' --fill=s:2 -f=s:s -i=x:x.tns -i=s:s.tns -o=y:y.tns", files={**FILES, "s.tns": "2 5\n"},
        writes={"y.tns": "1 5\n2 4\n3 15\n4 20\n"}),
    *on(TARGETS, "a dense operand of a file that leaves entries out", "run 'y(i) = 2 * s(i)' --fill=s:7 -f=s:d -d=i:3 -i=s:s.tns -o=y:y.tns", files={"s.tns": "2 5\n"},
        writes={"y.tns": "1 14\n2 10\n3 14\n"}),
    *on(["cpu", "oracle"], "dense levels below sparse ones", "run 'y(i) = B(i,j)' --fill=B:2 -f=B:sd -d=i:3 -i=B:B.tns -o=y:y.tns", files={"B.tns": "2 3 5\n"},
        writes={"y.tns": "1 6\n2 9\n3 6\n"}),
    case("run-length levels", "run 'y(i) = 2 * s(i)' --fill=s:7 -f=s:r -d=i:3 -i=s:s.tns -o=y:y.tns --target=cpu", files={"s.tns": "2 5\n"}, writes={"y.tns": "1 14\n2 10\n3 14\n"}),
    *on(TARGETS, "fills in a file, of a result that is read again", "run k.sd", files={**FILES, "k.sd": "C(i,j) min= A(i,j) + x(j)\nd(i) min= C(i,j) + y(i)\nfill A,C:inf\nformat A,C:csr\n"
        "input A:A.mtx\ninput x:x.tns\ninput y:y.tns\noutput d:d.tns\n", "y.tns": "1 1\n2 2\n3 3\n"}, writes={"d.tns": "1 12\n2 inf\n3 17\n"}),
    *on(TARGETS, "shortest paths from a file with the source", "run k.sd", files={"A.mtx": HEADER + "3 3 2\n2 1 5\n3 2 1\n", "s.tns": "1 0\n",
        "k.sd": "repeat max 9\nn(i) min= min(d(i), A(i,j) + d(j))\nchanged = n(i) != d(i)\nd(i) = n(i)\nuntil changed == 0\nfill A,d:inf\nformat A:csr\nformat d:d\ninput A:A.mtx\ninput d:s.tns\noutput n:n.tns\n"},
        writes={"n.tns": "1 0\n2 5\n3 6\n"}),

    bad("a fill of a scalar", "run 'y(i) = a * x(i)' --fill=a:2 -i=a:3 -g=x:d:4", ["a is a scalar, and has no absent entries", "--fill:1:1", "-i=a:2"]),
    bad("a fraction as an integer", "run 'y(i) = x(i)' -t=int -f=x:s --fill=x:0.5 -g=x:s:0.5:4", ["0.5 is no value of type int", "--fill:1:1"]),
    *[bad(f"an infinite integer in a sum, {levels}", f"run 'd(i) min= A(i,j) + x(j)' -t=int -f=A:{levels} --fill=A:inf {READ.replace('-f=A:csr ', '')}",
          ["A(i,j) + x(j) wraps where A is absent", "--fill:1:1", "leave the fill out: min= then skips absent entries"], files=FILES) for levels in ("ds", "dd")],
    bad("a fill that the reduction contradicts", f"run 'y(i) min= A(i,j) + x(j)' --fill=y:0 {READ}", ["the absent entries of y are inf, not 0", "--fill:1:1", "fill y:inf"], files=FILES),
    bad("a fill that a sum contradicts", f"run 'y(i) = A(i,j) * x(j)' -f=y:s --fill=y:inf {READ}", ["the absent entries of y are 0, not inf", "--fill:1:1", "fill y:0"], files=FILES),
    bad("a fill that is no number", f"run 'y(i) = x(i)' --fill=x:nan -g=x:d:4", ["nan is not a fill", "--fill:1:1"]),
    bad("a fill of no tensor", f"run 'y(i) = x(i)' --fill=B:2 -g=x:d:4", ["B is not a tensor of the expression", "--fill:1:1"]),
    bad("two fills", "run k.sd", ["the fill of tensor x is given twice", "k.sd:3:6"], files={"k.sd": "y(i) = x(i)\nfill x:2\nfill x:3\ngenerate x:d:4\n"}),
]
