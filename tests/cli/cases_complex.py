"""Complex values: complex64 and complex128, on the command line and in files."""
import struct

from shared import bad, case, on

Z = "1 1+2i\n2 -0.5i\n3 3\n4 -1-1i\n"
HEADER = "%%MatrixMarket matrix coordinate complex general\n"
M = HEADER + "3 4 5\n1 1 1 2\n1 3 0 -1\n2 2 2 0.5\n3 1 -1 1\n3 4 4 0\n"
HERMITIAN = "%%MatrixMarket matrix coordinate complex hermitian\n2 2 3\n1 1 2 0\n2 1 1 -3\n2 2 5 0\n"
CPU = "--target=cpu"
ZI = "run 'y(i) = {}' -i=z:z.tns"
FZ = {"z.tns": Z}


def npy(descriptor, numbers, form):
    header = f"{{'descr': '{descriptor}', 'fortran_order': False, 'shape': ({len(numbers)},), }}"
    header += " " * ((64 - (10 + len(header) + 1) % 64) % 64) + "\n"
    parts = [part for number in numbers for part in (number.real, number.imag)]
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode() + struct.pack(f"<{len(parts)}{form}", *parts)


def refused(name, expression, err, flags="-t=z:complex64", **rest):
    return bad(name, f"run 'y(i) = {expression}' -i=z:z.tns {CPU} {flags}", err, **{"files": FZ, **rest})


CASES = [
    case("a choice of real numbers by a complex one is real", "run 'y(i) = max(select(z(i), x(i), 1), 0)' -t=z:complex128 -t=x:double -t=y:double -g=z:d:5 -g=x:d:5 --target=cpu", out="right"),
    *[one for t in ("complex64", "complex128") for one in on(("cpu", "oracle"), f"SpMV of {t}", f"run 'y(i) = A(i,j) * z(j)' -f=A:csr -i=A:A.mtx -i=z:z.tns -t={t} -o=y:y.tns",
      files={"A.mtx": M, **FZ}, writes={"y.tns": "1 -3+1i\n2 0.25-1i\n3 -7-5i\n"}, out=f" {t} ")],
    *on(("cpu", "oracle"), "the type of a complex result", f"{ZI.format('2i * z(i)')} -t=z:complex64 -o=y:y.tns", files=FZ, writes={"y.tns": "1 -4+2i\n2 1+0i\n3 0+6i\n4 2-2i\n"}, out=" complex64 "),
    *on(("cpu", "oracle"), "the absolute value is real", f"{ZI.format('abs(z(i)) * 2')} -t=z:complex128 -o=y:y.tns", files={"z.tns": "1 3+4i\n2 -2\n3 0\n4 1i\n"}, writes={"y.tns": "1 10\n2 4\n3 0\n4 2\n"}, out=" double "),
    *[case(f"{call} of complex numbers", f"{ZI.format(call)} -t=z:complex128 {CPU} -o=y:y.tns", files=FZ, writes={"y.tns": text}) for call, text in [
        ("real(z(i))", "1 1\n2 0\n3 3\n4 -1\n"), ("imag(z(i))", "1 2\n2 -0.5\n3 0\n4 -1\n"), ("conj(z(i))", "1 1-2i\n2 0+0.5i\n3 3-0i\n4 -1+1i\n"),
        ("z(i) ^ 2", "1 -3+4i\n2 -0.25-0i\n3 9+0i\n4 0+2i\n"), ("max(real(z(i)), imag(z(i)))", "1 2\n2 0\n3 3\n4 -1\n"), ("select(z(i) == 3, 1i, 2)", "1 2+0i\n2 2+0i\n3 0+1i\n4 2+0i\n")]],
    case("a comparison of complex numbers", f"{ZI.format('z(i) == 3')} -t=z:complex64 {CPU} -o=y:y.tns", files=FZ, writes={"y.tns": "1 0\n2 0\n3 1\n4 0\n"}, out=" bool "),
    case("a norm of complex numbers", f"run 'y = sqrt(sum(i, real(conj(z(i)) * z(i))))' -i=z:z.tns -t=z:complex128 {CPU} -o=y:y.tns", files={"z.tns": "1 3\n2 4i\n"}, writes={"y.tns": "5\n"}, out=" double "),
    case("a function of a complex sum", f"run 'y(i) = abs(sum(j, A(i,j) * z(j)))' -f=A:csr -i=A:A.mtx -i=z:z.tns -t=A:complex128 -t=z:complex128 {CPU} -o=y:y.tns",
         files={"A.mtx": HEADER + "2 4 2\n1 1 1 0\n2 2 0 1\n", "z.tns": "1 3+4i\n2 5\n3 0\n4 0\n"}, writes={"y.tns": "1 5\n2 5\n"}),
    case("the product of complex numbers as a reduction", f"run 'y *= z(i)' -i=z:z.tns -t=complex128 {CPU} -o=y:y.tns", files={"z.tns": "1 1i\n2 1i\n3 2\n"}, writes={"y.tns": "-2+0i\n"}),
    *[case(f"the first of complex numbers, {flags}", f"run 'y(i) first= A(i,j)' -f=A:csr -i=A:A.mtx {flags} {CPU} -o=y:y.tns", files={"A.mtx": M}, writes={"y.tns": "1 1+2i\n2 2+0.5i\n3 -1+1i\n"}) for flags in ("-t=complex64", "-t=A:complex128")],
    case("index values beside complex numbers", f"{ZI.format('z(i) * i')} -t=complex64 {CPU} -o=y:y.tns", files={"z.tns": "1 1i\n2 2\n3 1-1i\n"}, writes={"y.tns": "1 0+0i\n2 2+0i\n3 2-2i\n"}),
    case("a real and a complex operand", f"run 'y(i) = x(i) * z(i)' -i=z:z.tns -i=x:x.tns -t=z:complex64 -t=x:int8 {CPU} -o=y:y.tns", files={**FZ, "x.tns": "1 1\n2 2\n3 3\n4 4\n"},
         writes={"y.tns": "1 1+2i\n2 0-1i\n3 9+0i\n4 -4-4i\n"}, out=" complex64 "),
    case("a complex scalar", f"run 'y(i) = c * z(i)' -i=z:z.tns -i=c:1-1i -t=complex64 {CPU} -o=y:y.tns", files={"z.tns": "1 1\n2 1i\n"}, writes={"y.tns": "1 1-1i\n2 1+1i\n"}),
    case("generated complex numbers", f"run 'y(i) = A(i,j) * z(j)' -f=A:csr -g=A:s:0.1:30,40 -g=z:d -t=complex64 {CPU}", out=["right", " complex64 "]),
    case("the host computes complex numbers", f"{ZI.format('z(i) * z(i)')} -t=complex64 -o=y:y.tns --target=capstan", files={"z.tns": "1 1i\n2 2\n"}, writes={"y.tns": "1 -1+0i\n2 4+0i\n"},
         out="values of type complex64 on Capstan"),
    case("a sparse sum of complex matrices", f"run 'C(i,j) = A(i,j) + B(i,j)' -f=A:csr -f=B:csr -f=C:csr -i=A:A.mtx -i=B:A.mtx -t=complex128 {CPU} -o=C:C.mtx", files={"A.mtx": M},
         writes={"C.mtx": HEADER + "3 4 5\n1 1 2 4\n1 3 0 -2\n2 2 4 1\n3 1 -2 2\n3 4 8 0\n"}),
    case("a hermitian matrix stays one", f"run 'B(i,j) = A(i,j)' -f=A:csr -f=B:csr -i=A:A.mtx -t=complex64 {CPU} -o=B:B.mtx", files={"A.mtx": HERMITIAN}, writes={"B.mtx": HERMITIAN}),
    *[case(f"NumPy's {d}", f"{ZI.format('z(i) * 2')} -t={t} {CPU} -o=y:y.npy", files={"z.tns": "1 1+2i\n2 -1i\n"}, writes={"y.npy": npy(d, [2 + 4j, complex(0, -2)], form)})
      for t, d, form in [("complex64", "<c8", "f"), ("complex128", "<c16", "d")]],
    case("an array of NumPy's complex numbers", f"run 'y(i) = z(i)' -i=z:z.npy -t=complex64 {CPU} -o=y:y.tns", files={"z.npy": npy("<c16", [1 + 2j, -3j], "d")}, writes={"y.tns": "1 1+2i\n2 -0-3i\n"}),
    *[case(f"complex numbers of {t} in {kind} from {form}", [f"run 'B(i,j) = A(i,j)' -f=A:csr -f=B:{form} -i=A:A.mtx -t={t} {CPU} -o=B:B.{kind}",
           f"run 'C(i,j) = B(i,j)' -f=B:csr -f=C:csr -i=B:B.{kind} -t={t} {CPU} -o=C:C.mtx"], files={"A.mtx": M}, writes={"C.mtx": M, f"B.{kind}": None})
      for t in ("complex64", "complex128") for kind, form in [("mat", "csc"), ("mat", "dense"), ("h5", "csr"), ("h5", "dense"), ("npz", "csr"), ("rua", "csc"), ("csv", "csr"), ("tns", "csr")]],
    refused("a complex value as a real one", "z(i) * 2", ["z(i) * 2 is complex, but the result y holds float", "expression:1:8", "real(z(i) * 2)", "-t=y:complex64"], "-t=z:complex64 -t=y:float"),
    refused("a complex value as an integer", "abs(z(i))", ["z holds complex64 values, but the result y holds int", "expression:1:12", "no imaginary part"], "-t=z:complex64 -t=y:int"),
    bad("an imaginary literal in integers", f"run 'y(i) = x(i) + 2i' -g=x:d:3 -t=int {CPU}", ["the literal 2i is complex, but the result holds int", "expression:1:15", "-t=complex64"]),
    refused("an order of complex numbers", "z(i) < 2", ["< is not defined for complex numbers", "expression:1:8", "complex numbers have no order", "abs(z(i))"]),
    refused("the maximum of complex numbers", "max(z(i), 1)", ["max is not defined for complex numbers", "expression:1:8", "have no order"]),
    refused("the remainder of complex numbers", "z(i) % 2", ["% is not defined for complex numbers", "expression:1:8"]),
    refused("the floor of a complex number", "floor(z(i))", ["floor is not defined for complex numbers", "expression:1:8", "floor of a complex number"]),
    refused("a complex number as a truth value", "!z(i)", ["! is not defined for complex numbers", "z(i) != 0"]),
    bad("the largest of complex numbers", f"run 'y max= z(i)' -i=z:z.tns -t=complex64 {CPU}", ["max is not defined for complex numbers", "expression:1:1", "have no order"], files=FZ),
    bad("any of complex numbers", f"run 'y any= z(i)' -i=z:z.tns -t=complex64 {CPU}", "is not defined for complex numbers", files=FZ),
    bad("a declared reduction of complex numbers", f"run k.sd {CPU}", ["least is not defined for complex numbers", "of real numbers"],
        files={"k.sd": "reduction least(a, b) = select(a < b, a, b) identity inf\ny(i) least= A(i,j)\ntype complex64\nformat A:csr\ninput A:A.mtx\n", "A.mtx": M}),
    bad("a fill of a complex tensor", f"run 'y(i) = A(i,j) * z(j)' -f=A:csr --fill=A:1 -i=A:A.mtx -i=z:z.tns -t=complex64 {CPU}", "a fill of the complex tensor A", exit=2, files={"A.mtx": M, **FZ}),
    bad("a complex file as real", f"run 'y(i) = A(i,j) * x(j)' -f=A:csr -i=A:A.mtx -g=x:d {CPU}", ["the matrix is complex, and is read as float", "A.mtx:1:34", "-t=complex64"], files={"A.mtx": M}),
    bad("an imaginary part that is missing", f"run 'y(i) = A(i,j)' -f=A:csr -i=A:A.mtx -t=complex64 {CPU}", ["the imaginary part is missing", "A.mtx:3:"], files={"A.mtx": HEADER + "1 1 1\n1 1 1\n"}),
    bad("an imaginary part on the diagonal of a hermitian matrix", f"run 'y(i) = A(i,j)' -f=A:csr -i=A:A.mtx -t=complex64 {CPU}", ["lies on the diagonal, and has an imaginary part", "A.mtx:3:"],
        files={"A.mtx": HERMITIAN.replace("1 1 2 0", "1 1 2 1")}),
    bad("a hermitian matrix of reals", f"run 'y(i) = A(i,j)' -f=A:csr -i=A:A.mtx -t=complex64 {CPU}", "a hermitian matrix is complex", files={"A.mtx": HERMITIAN.replace("complex", "real")}),
    bad("a complex number in a real text", f"run 'y(i) = z(i)' -i=z:z.tns {CPU}", ["'1+2i' is not a number", "z.tns:1:3"], files=FZ),
    bad("half a complex number in a text", f"run 'y(i) = z(i)' -i=z:z.tns -t=complex64 {CPU}", ["'1+i2' is not a number", "z.tns:1:3"], files={"z.tns": "1 1+i2\n"}),
    bad("an array of complex numbers as real ones", f"run 'y(i) = z(i)' -i=z:z.npy {CPU}", ["element 0 of z.npy", "is 1+2i", "the value type float has no imaginary part", "-t=complex64"],
        files={"z.npy": npy("<c16", [1 + 2j], "d")}),
    bad("a complex scalar as a real one", f"run 'y(i) = c * x(i)' -g=x:d:3 -i=c:1-1i {CPU}", ["the scalar c has type float, which cannot hold 1-1i", "imaginary part"]),
    bad("an imaginary index", f"run 'y(i) = A(i,2i)' -g=A:d:3,3 {CPU}", "expression:1:"),
]
