"""Value types: bool, integers of 8 to 64 bits, unsigned ones, and floats of 16 bits."""
import struct

from shared import A, AX, READ, RUN, X, Y, bad, case, on

NUMBERS = ("int8", "int16", "uint8", "uint16", "uint32", "uint64", "float16", "bfloat16")
PATTERN = "%%MatrixMarket matrix coordinate pattern general\n3 4 5\n1 1\n1 3\n2 2\n3 1\n3 4\n"
XI = "run 'y(i) = {}' -i=x:x.tns --target=cpu"


def npy(descriptor, numbers, form):
    header = f"{{'descr': '{descriptor}', 'fortran_order': False, 'shape': ({len(numbers)},), }}"
    header += " " * ((64 - (10 + len(header) + 1) % 64) % 64) + "\n"
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode() + struct.pack(f"<{len(numbers)}{form}", *numbers)


def refused(name, expression, flags, err, **rest):
    return bad(name, f"run '{expression}' -i=x:x.tns --target=cpu {flags}", err, **{"files": {"x.tns": X}, **rest})


CASES = [
    *[one for t in NUMBERS for one in on(("cpu", "oracle"), f"SpMV of {t}", f"{RUN} {READ} -t={t} -o=y:y.tns", files=AX, writes={"y.tns": Y}, out=f" {t} ")],
    *on(("cpu", "oracle"), "SpMV of truth values", f"{RUN} {READ} -t=bool -o=y:y.tns", files={"A.mtx": PATTERN, "x.tns": "2 1\n4 1\n3 0\n1 0\n"}, writes={"y.tns": "1 0\n2 1\n3 1\n"}),
    case("uint8 wraps", f"{XI.format('x(i) * 100')} -t=uint8 -o=y:y.tns", files={"x.tns": X}, writes={"y.tns": "1 100\n2 200\n3 44\n4 144\n"}),
    case("int8 wraps before a division", f"{XI.format('(x(i) * 100) / 2')} -t=int8 -o=y:y.tns", files={"x.tns": X}, writes={"y.tns": "1 50\n2 -28\n3 22\n4 -56\n"}),
    case("a comparison as truth values", f"{XI.format('x(i) > 2.5')} -t=y:bool -o=y:y.npy", files={"x.tns": X}, writes={"y.npy": npy("|b1", [0, 0, 1, 1], "B")}),
    case("a reduction of a comparison is or", f"run 'y = x(i) > 2.5' -i=x:x.tns --target=cpu -t=y:bool -o=y:y.tns", files={"x.tns": X}, writes={"y.tns": "1\n"}),
    *[case(f"NumPy's {d}", f"{XI.format('x(i) * 2')} -t={t} -o=y:y.npy", files={"x.tns": X}, writes={"y.npy": npy(d, [2, 4, 6, 8], form)})
      for t, d, form in [("int8", "|i1", "b"), ("int16", "<i2", "h"), ("uint8", "|u1", "B"), ("uint16", "<u2", "H"), ("uint32", "<u4", "I"), ("uint64", "<u8", "Q"), ("float16", "<f2", "e")]],
    case("an array of NumPy's uint64", "run 'y(i) = x(i) / 2' -i=x:x.npy --target=cpu -t=uint64 -o=y:y.tns", files={"x.npy": npy("<u8", [2**64 - 1, 2**63], "Q")},
         writes={"y.tns": f"1 {2**63 - 1}\n2 {2**62}\n"}),
    case("a large uint64 in a text", "run 'y(i) = x(i)' -i=x:x.tns --target=cpu -t=uint64 -o=y:y.tns", files={"x.tns": f"1 {2**64 - 1}\n"}, writes={"y.tns": f"1 {2**64 - 1}\n"}),
    case("the result of mixed types is NumPy's", f"run 'y(i) = A(i,j) * x(j)' {READ} -f=A:csr --target=cpu -t=A:uint8 -t=x:int8 -o=y:y.tns", files=AX, writes={"y.tns": Y}, out=" int16 "),
    case("the result of a comparison is bool", f"{XI.format('x(i) > 2')} -t=x:uint8", files={"x.tns": X}, out=" bool "),
    case("the result of the old types stays float", f"{XI.format('x(i) + 1')} -t=x:int", files={"x.tns": X}, out=" float "),
    case("types of later expressions", "run k.sd --target=cpu -o=z:z.tns", files={"k.sd": "m(i) = x(i) > 2\nz(i) = m(i) * x(i)\ntype x:uint8\ninput x:x.tns\n", "x.tns": X},
         writes={"z.tns": "1 0\n2 0\n3 3\n4 4\n"}),
    case("a sum in a comparison", "run 'y(i) = sum(j, A(i,j) * x(j)) > 6.5' -f=A:csr -i=A:A.mtx -i=x:x.tns --target=cpu -t=y:bool -o=y:y.tns", files=AX, writes={"y.tns": "1 1\n2 0\n3 1\n"}),
    case("files of MATLAB and HDF5 keep the type", [f"{XI.format('x(i)')} -t=uint8 -o=y:y.mat", f"{XI.format('x(i)')} -t=int16 -o=y:y.h5",
         "run 'z(i) = y(i)' -i=y:y.mat --target=oracle -t=uint8 -o=z:z.tns"], files={"x.tns": X}, writes={"z.tns": X, "y.mat": None, "y.h5": None}),
    case("float16 is computed in float", "run 'y = x(i)' -g=x:d:5000 --target=cpu -t=float16", out="right"),
    *[case(f"SpMV of {t} in words, {target}", f"{RUN} {READ} -t={t} -o=y:y.tns --target={target}", files=AX, writes={"y.tns": Y}, out=f" {t} ")
      for t in ("int8", "uint16", "uint32", "float16", "bfloat16") for target in ("capstan", "interpret")],
    case("a sum of truth values in words", f"{RUN} {READ} -t=bool -o=y:y.tns --target=capstan", files={"A.mtx": PATTERN, "x.tns": "2 1\n4 1\n3 0\n1 1\n"}, writes={"y.tns": "1 1\n2 1\n3 1\n"}),
    case("uint8 wraps behind words", "run 'y(i) = x(i) * 100' -i=x:x.tns --target=interpret -t=uint8 -o=y:y.tns", files={"x.tns": X}, writes={"y.tns": "1 100\n2 200\n3 44\n4 144\n"}),
    case("the host divides what wraps", "run 'y(i) = (x(i) * 100) / 2' -i=x:x.tns --target=capstan -t=int8 -o=y:y.tns", files={"x.tns": X}, writes={"y.tns": "1 50\n2 -28\n3 22\n4 -56\n"},
         out=["wrapped values of type int8 on Capstan", "expression:1:8"]),
    bad("a strict run widens nothing", f"{RUN} {READ} -t=int8 --strict", ["has values of type int8, and would be converted to int", "converts nothing on the host", "-t=int"], files=AX),
    refused("a number as a truth value", "y(i) = x(i) * 2", "-t=y:bool", ["x(i) is a number, but the result y holds bool", "expression:1:8", "x(i) != 0"]),
    bad("the negative of a truth value", "run 'y(i) = -x(i)' -g=x:d:3 -t=bool --target=cpu", ["- is not defined for the value type bool", "expression:1:8", "&& || xor or !"]),
    bad("fractions in an int8", "run 'y(i) = x(i)' -g=x:d:3 -t=y:int8 --target=cpu", ["x holds float values, but the result y holds int8", "expression:1:8", "keep fractions"]),
    bad("a literal beyond uint8", "run 'y(i) = x(i) + 300' -g=x:d:3 -t=uint8 --target=cpu", ["the literal 300 does not fit in the value type uint8", "expression:1:15", "uint8 holds 0 to 255"]),
    bad("a literal beyond bool", "run 'y(i) = x(i) + 2' -g=x:d:3 -t=bool --target=cpu", ["the literal 2 does not fit in the value type bool", "bool holds 0 to 1"]),
    bad("a number in a file of truth values", f"run 'y(i) = A(i,j)' -i=A:A.mtx -t=bool --target=cpu", ["2 does not fit in the value type bool", "a truth value is 0 or 1", "A.mtx:4:5"], files={"A.mtx": A}),
    bad("a negative number in a file of unsigned ones", "run 'y(i) = x(i)' -i=x:x.tns -t=uint16 --target=cpu", ["-1 does not fit in the value type uint16"], files={"x.tns": "1 -1\n"}),
    bad("a number beyond float16", "run 'y(i) = x(i)' -i=x:x.tns -t=float16 --target=cpu", ["70000 does not fit in the value type float16"], files={"x.tns": "1 70000\n"}),
    bad("an array of bfloat16", f"{XI.format('x(i)')} -t=bfloat16 -o=y:y.npy", ["cannot write y.npy: NumPy has no values of type bfloat16", "-t=float"], files={"x.tns": X}),
    bad("the square root of a uint8", f"{XI.format('sqrt(x(i))')} -t=uint8", ["sqrt is not defined for the value type uint8"], files={"x.tns": X}),
]
