"""Malformed tensor files and Spatial programs."""
import gzip
import os
import random

from shared import A, AX, HEADER, READ, RUN, SPMV, X, bad

NOISE = random.Random(1).randbytes(4096)
GZ = gzip.compress(A.encode(), mtime=0)


def mtx(name, content, err, ext=".mtx", **rest):
    return bad(f"mtx: {name}", f"{RUN} -i=A:A{ext} -i=x:x.tns -o=y:y.tns --json=r.json", err, files={f"A{ext}": content, "x.tns": X}, **rest)


def tns(name, content, err, ext=".tns", **rest):
    return bad(f"tns: {name}", f"{RUN} -i=A:A.mtx -i=x:x{ext} -o=y:y.tns --json=r.json", err, files={"A.mtx": A, f"x{ext}": content}, **rest)


def entry(line):
    return HEADER + "3 4 1\n" + line + "\n"


CASES = [
    bad("file: missing", f"{RUN} -i=A:none.mtx -i=x:x.tns", ["cannot open none.mtx", "--input:1:1"], files=AX),
    bad("file: a folder", f"{RUN} -i=A:d.mtx -i=x:x.tns", ["d.mtx: it is a directory", "--input:1:1"], files={**AX, "d.mtx": None}),
    bad("file: no extension", f"{RUN} -i=A:A -i=x:x.tns", ["the kind of the file A is unknown", ".mtx", "--input:1:1"], files={**AX, "A": A}),
    bad("file: .gz alone", f"{RUN} -i=A:A.gz -i=x:x.tns", "the kind of the file", files=AX),
    bad("file: a matrix as a vector", f"{RUN} -i=A:A.mtx -i=x:A.mtx", ["A.mtx holds a matrix of 3 x 4, but a vector is expected", "A.mtx:2:1"], files=AX),
    bad("file: a vector as a matrix", f"{RUN} -i=A:x.tns -i=x:x.tns", ["order 1, but one of order 2 is expected", "x.tns:1:1"], files=AX),
    bad("file: a vector as a scalar", "run 'y(i) = c * x(i)' -i=x:x.tns -i=c:x.tns", "order 1, but one of order 0 is expected", files=AX),
    bad("file: a matrix as a scalar", "run 'y(i) = c * x(i)' -i=x:x.tns -i=c:A.mtx", "a tensor of order 0 is expected", files=AX),
    bad("file: two scalars", "run 'y(i) = c * x(i)' -i=x:x.tns -i=c:c.tns", ["single field '2', but line 2 has 1 field\n", "c.tns:2:1"], files={**AX, "c.tns": "2\n3\n"}),

    mtx("empty", "", "A.mtx is empty"),
    mtx("header only", HEADER, "ends before the line with the sizes"),
    mtx("no header", "3 4 1\n1 1 1\n", ["A.mtx is not a MatrixMarket file", "A.mtx:1:1", "put this line first: %%MatrixMarket matrix coordinate real general"]),
    mtx("an unknown layout", HEADER.replace("coordinate", "csr") + "1 1 0\n", ["unknown layout 'csr'", "coordinate or array"]),
    mtx("complex", HEADER.replace("real", "complex") + "1 1 0\n", "the matrix is complex, and is read as float"),
    mtx("hermitian", HEADER.replace("general", "hermitian") + "1 1 0\n", "hermitian"),
    mtx("truncated", HEADER + "3 4 3\n1 1 1\n2 2 2\n", ["ends after 2 of 3 entries", "cut short"]),
    mtx("goes on", HEADER + "3 4 1\n1 1 1\n2 2 2\n", ["goes on after its 1 entry", "A.mtx:4:1"]),
    mtx("sizes missing", HEADER + "3 4\n", "the number of entries is missing"),
    mtx("negative sizes", HEADER + "-3 4 1\n1 1 1\n", ["the number of rows is -3", "A.mtx:2:1"]),
    mtx("sizes beyond 2^62", HEADER + "4611686018427387905 4 1\n1 1 1\n", "the number of rows is 4611686018427387905"),
    mtx("sizes beyond 2^64", HEADER + "99999999999999999999999 4 1\n1 1 1\n", "the number of rows is"),
    mtx("more entries than memory", HEADER + "2147483647 2147483647 2147483647\n1 1 1\n", "ends after 1 of 2147483647 entries"),
    mtx("coordinate 0", entry("0 1 1"), ["coordinate 0 of mode 0 is out of range", "A.mtx:3:1", "count from 1", "if the file counts from 0, add 1"]),
    mtx("a negative coordinate", entry("1 -1 1"), ["coordinate -1 of mode 1", "A.mtx:3:3"]),
    mtx("too large a coordinate", entry("1 5 1"), ["coordinate 5 of mode 1 is out of range", "here 4"]),
    mtx("a coordinate beyond 2^64", entry("1 99999999999999999999 1"), "out of range"),
    mtx("a coordinate that is no integer", entry("1 1.5 1"), "'1.5' of mode 1 is not an integer"),
    mtx("a word as a coordinate", entry("1 one 1"), ["'one' of mode 1 is not an integer", "3 | 1 one 1"]),
    mtx("a word as a value", entry("1 1 one"), ["'one' is not a number", "A.mtx:3:5"]),
    mtx("no value", entry("1 1"), "the value is missing"),
    mtx("two values", entry("1 1 1 1"), "unexpected '1'"),
    mtx("a value beyond float", entry("1 1 1e99"), ["does not fit in the value type float", "-t=double"]),
    bad("mtx: a fraction as an int", f"{RUN} {READ} -t=int", ["2.5 is not an integer", "-t=float"], files={"A.mtx": entry("1 1 2.5"), "x.tns": X}),
    mtx("both triangles of a symmetric matrix", HEADER.replace("general", "symmetric") + "4 4 2\n2 1 1\n1 2 1\n", ["entry (1,2) lies above the diagonal, and that of line 3 below it", "A.mtx:4:1", "say general"]),
    mtx("a fraction in an integer matrix", HEADER.replace("real", "integer") + "3 4 1\n1 1 3.5\n", ["3.5 is not an integer", "A.mtx:3:5", "say real in the header"]),
    mtx("lines that end in CR", (HEADER + "3 4 1\n1 1 1\n").replace("\n", "\r"), ["the lines of A.mtx end in CR alone", "--input:1:1"]),
    mtx("UTF-16", (HEADER + "3 4 1\n1 1 1\n").encode("utf-16"), ["A.mtx is not a text file", "it is encoded as UTF-16"]),
    mtx("a rectangular symmetric matrix", HEADER.replace("general", "symmetric") + "3 4 0\n", "cannot be symmetric"),
    mtx("binary", NOISE, ["A.mtx is not a text file", "--input:1:1"]),
    mtx("binary after the header", HEADER.encode() + b"3 4 1\n\x00\x01\x02", ["not a text file"]),
    mtx("letters beyond ASCII", entry("1 1 é"), "A.mtx:3:5"),
    mtx("a line of two megabytes", HEADER + "1" * (2 << 20) + "\n", "longer than"),
    mtx("not gzip", NOISE, "A.mtx.gz is not a text file", ext=".mtx.gz"),
    mtx("truncated gzip", GZ[: len(GZ) // 2], "A.mtx.gz ends in the middle of its gzip stream", ext=".mtx.gz"),
    mtx("corrupt gzip", GZ[:20] + bytes([GZ[20] ^ 255]) + GZ[21:], "A.mtx.gz is corrupt", ext=".mtx.gz"),
    mtx("a wrong checksum", GZ[:-8] + b"\0\0\0\0" + GZ[-4:], "A.mtx.gz is corrupt", ext=".mtx.gz"),
    mtx("empty gzip", gzip.compress(b""), "A.mtx.gz is empty", ext=".mtx.gz"),
    mtx("a gzip of nothing", b"", "A.mtx.gz is empty", ext=".mtx.gz"),
    mtx("rubbish after the gzip", GZ + NOISE, "A.mtx.gz is corrupt", ext=".mtx.gz"),

    tns("empty", "", ["x.tns has no entries", "header lines"]),
    tns("comments only", "# nothing\n", "x.tns has no entries"),
    tns("coordinate 0", "0 1\n", ["coordinate 0 of mode 0 is out of range", "x.tns:1:1"]),
    tns("a negative coordinate", "1 1\n-2 1\n", ["coordinate -2", "x.tns:2:1", "2 | -2 1"]),
    tns("a coordinate beyond 2^62", "4611686018427387905 1\n", "out of range"),
    tns("too few fields", "1 1\n2\n", "the value is missing"),
    tns("too many fields", "1 1\n2 2 2\n", "unexpected '2'"),
    tns("a word", "1 one\n", "'one' is not a number"),
    tns("binary", NOISE, "x.tns is not a text file"),
    tns("a header that is exceeded", "1\n4\n5 1\n", ["coordinate 5 of mode 0 is out of range", "here 4"]),
    tns("a header of another order", "2\n4 4\n1 1 1\n", "order 2, but one of order 1 is expected"),
    tns("a header that contradicts the matrix", "1\n5\n1 1\n", ["j has extent 5 in x(j), but 4 in A(i,j)", "expression:1:17"]),
    tns("truncated gzip", gzip.compress(X.encode())[:-6], "x.tns.gz ends in the middle of its gzip stream", ext=".tns.gz"),

    bad("scala: empty", "check p.scala", "p.scala is empty", files={"p.scala": ""}),
    *[bad(f"{command} of a tensor", f"{command} A.mtx", ["A.mtx is a tensor, not a", "-i=A:A.mtx"], files=AX) for command in ["run", "compile", "check", "exec"]],
    *[bad(f"{command} of a kernel", f"{command} k.sd", ["k.sd is a kernel, not a Spatial program", "help: stardust run k.sd"], files={"k.sd": "y(i) = x(i)\n"}) for command in ["check", "exec"]],
    *[bad(f"{command} of a Spatial program", f"{command} p.scala", ["p.scala is a Spatial program, not a kernel", "stardust exec p.scala"], files={"p.scala": ""}) for command in ["run", "compile"]],
    bad("check of a program written by hand", "check $SOURCE/examples/spatial/dot_product.scala", ["not a program in the form that the compiler prints", "dot_product.scala:16:13", "help: stardust exec "]),
    bad("exec of a compiled program", [f"compile 'y(i) = A(i,j) * x(j)' -f=A:ds -d=i:3 -d=j:4 --out=k.scala", "exec k.scala"],
        ["cannot read A2_pos.csv", "k.scala:", "stardust run EXPRESSION --program=k.scala"], writes={"k.scala": None}),
    bad("a kernel file that is not there", "run spmw.sd", ["there is no file spmw.sd", "did you mean spmv.sd?"], files={"spmv.sd": "y(i) = x(i)\n"}),
    bad("a tensor file that is not there", f"{RUN} -i=A:B.mtx -i=x:x.tns", ["cannot open B.mtx", "--input:1:1", "did you mean A.mtx?"], files=AX),
    *[bad(f"{command} of {name}", f"{command} {file}", [what, "help: "], files={file: content})
      for command, extension in [("run", "sd"), ("compile", "sd"), ("exec", "scala"), ("check", "scala")] for file in [f"f.{extension}"]
      for name, content, what in [("an empty file", "", f"{file} is empty"), ("a binary file", b"\x7fELF\0\1\2", f"{file} is not a text file"),
                                  ("a directory", None, f"{file} is a directory")]],
    bad("a kernel without an expression", "run k.sd", ["k.sd has no expression", "give it a line such as"], files={"k.sd": "format A:csr\n"}),
    bad("a file without its tensor", f"{RUN} -i=A.mtx", ["the tensor for A.mtx is missing", "--input:1:1", "as in A:A.mtx"], files=AX),
    bad("a word for a scalar", "run 'y(i) = c * x(i)' -g=x:d:4 -i=c:abc", ["'abc' is neither a number nor a file", "--input:1:1", "a scalar is a number", "-i=c:2.5"]),
    bad("extents with an x", f"{RUN} -g=A:s:0.1:20x30 -g=x:d", ["extents are separated by commas", "--generate:1:9", "help: 20,30"]),
    bad("a region in small letters", f"run {SPMV} -f=A:ds:offchip", ["there is no region offchip", "--format:1:6", "did you mean offChip?"]),
    bad("a target in capitals", f"{RUN} --target=CPU", ["there is no target 'CPU'", "did you mean cpu?"]),
    bad("a memory by its beginning", f"{RUN} --memory=hbm2", ["there is no memory system hbm2", "did you mean hbm2"]),
    bad("a parameter out of range", f"{RUN} {READ} --set=machine.grid.pcu=-3", ["grid.pcu = -3 is out of range", "--set:1:1"], files=AX),
    bad("a variable of the environment as a command", f"compile {SPMV} -d=i:3 -d=j:3 -s='innerPar=8'", ["innerPar is a variable of the environment", "environment(innerPar, 16)"]),
    bad("a class that is not there", "exec $SOURCE/examples/spatial/dot_product.scala --app=Foo", ["there is no class Foo", "help: there are "]),
    bad("a file that is not there", "run spmw", ["there is no file spmw", "did you mean spmw.sd?"], files={"spmw.sd": ""}),
    bad("a word that is no expression", "run 3", ["there is no file 3", "an expression in quotes"]),
    bad("scala: binary", "check p.scala", "p.scala is not a text file", files={"p.scala": NOISE}),
    bad("scala: truncated", "check p.scala", ["found the end of the file", "p.scala:3:12"], files={"p.scala": "import spatial.dsl._\n@spatial class K extends SpatialTest {\n  def main("}),
    bad("scala: deep", "check p.scala", "more than 200 constructs are nested here",
        files={"p.scala": "import spatial.dsl._\n@spatial class K extends SpatialTest {\n def main(args: Array[String]): Unit = {\n  Accel {\n val a = "
               + "(" * 20000 + "\n"}),
]

if os.geteuid() != 0:  # root has all these permissions
    CASES += [
        bad("file: not readable", f"{RUN} {READ}", "Permission denied", files=AX, prepare=lambda folder: (folder / "A.mtx").chmod(0)),
    ]
