"""Malformed flags and kernel files: the message has the fault, its place, the reason, and a legal alternative."""
import re

from shared import AX, READ, RUN, SPMV, bad

GIVEN = f"run {SPMV} {READ}"


def flag(name, flags, err, **rest):
    return bad(f"flag: {name}", f"{GIVEN} {flags}", err, files=AX, **rest)


def kernel(name, text, err, **rest):
    return bad(f"kernel file: {name}", "run k.sd", err, files={**AX, "k.sd": text}, **rest)


PROGRAM = """@spatial class P extends SpatialTest {
  type T = Float
  def main(args: Array[String]): Unit = {
    val x_in = loadCSV1D[T]("x_vals.csv")
    val x_dram = DRAM[T](x_in.length); setMem(x_dram, x_in)
    val NAME = DRAM[T](3)
    Accel {
      val s = FIFO[T](16)
      s load x_dram(0 :: 3 par 16)
      NAME stream_store_vec(0, s, 3)
    }
  }
}
"""


def program(name, text, err, rest="", **more):
    return bad(f"--program: {name}", f"{RUN} {READ} --program=p.scala {rest}", err, files={**AX, "p.scala": text}, **more)


CASES = [
    bad("--program without a file", f"{RUN} {READ} --program=none.scala", ["none.scala", "No such file"], files=AX),
    program("no program", "1 1\n", ["expected a class", "p.scala:1:1"]),
    program("another result", PROGRAM.replace("NAME", "z"), ["the program has no y_vals_dram", "give the DRAM"]),
    program("a wrong result", PROGRAM.replace("NAME", "y_vals_dram"), ["y differs from the result of the reference evaluator", "the program computes something else"],
            exit=3),
    program("the report of a wrong result", PROGRAM.replace("NAME", "y_vals_dram"), "the program computes something else", "--json=r.json", exit=3,
            writes={"r.json": {"verified": False, "result.verified": False, "result.difference": lambda text: "y" in text}}),
    program("an array that is not there", PROGRAM.replace("NAME", "y_vals_dram").replace("x_vals.csv", "z.csv"), ["file z.csv is missing", "p.scala:4"]),
    program("with the oracle", PROGRAM, ["the oracle runs no program"], "--target=oracle"),
    bad("--program of several expressions", "run k.sd --program=p.scala", ["several expressions", "one at a time"],
        files={"k.sd": "y(i) = x(i)\nz(i) = y(i)\ngenerate x:d\ndim i:3\n", "p.scala": PROGRAM}),
    # The command line itself.
    bad("no command", "", "stardust --help lists the commands"),
    bad("an unknown command", "runn x", ["there is no command runn", "did you mean run?"]),
    bad("run without a kernel", "run", ["stardust run needs a kernel", "a kernel file (.sd), or an expression", "stardust run --help"]),
    bad("check without a program", "check", "stardust check needs a program"),
    bad("a kernel without a command", f"{SPMV} -f=A:ds", ["there is no command before the kernel", "help: stardust run "]),
    bad("a flag before the command", f"--quiet run {SPMV}", ["the flag --quiet stands before the command", "write it after stardust run"]),
    bad("a flag without a command", "--quiet", ["the flag --quiet stands before the command", "stardust --help"]),
    bad("an unknown flag without a command", "--nothing", "there is no flag --nothing"),
    bad("a second command", f"run {SPMV} compile", ["'compile' is an extra argument", "one command"]),
    bad("an argument behind --", f"run {SPMV} -- foo", "'foo' is an extra argument"),
    bad("a second empty argument", [["run", "y(i) = x(i)", ""]], "'' is an extra argument"),
    bad("--version behind a command", "run --version", ["there is no flag --version", "write stardust --version"]),
    bad("two programs", "check a.scala b.scala", ["'b.scala' is an extra argument", "stardust check --help"]),
    *[bad(f"{command} without the value of {flag}", f"{command} {flag}", [f"{name} has no value", f"help: {name}="])
      for command, flag, name in [(f"run {SPMV}", "-f", "--format"), (f"run {SPMV}", "-qs", "--schedule"), (f"run {SPMV}", "-time", "--time"), (f"run {SPMV}", "--trace", "--trace"),
                                  (f"compile {SPMV}", "--out", "--out"), ("exec p.scala", "--app", "--app"), (f"explore {SPMV}", "--vary", "--vary"),
                                  (f"explore {SPMV}", "--jobs", "--jobs"), ("paper", "--only", "--only")]],
    *[bad(f"{command} with {flag} twice", f"{command} {flag}=a {flag}=b", [f"{flag} is given twice", "keep one of the two"])
      for command, flag in [(f"run {SPMV}", "--spatial"), (f"run {SPMV}", "--report"), (f"run {SPMV}", "--artifact"), (f"compile {SPMV}", "--out"), ("exec p.scala", "--memory"),
                            (f"explore {SPMV}", "--out"), ("paper", "--data")]],
    *[bad(f"{jobs} jobs", f"explore {SPMV} --vary innerPar=1,2 --jobs={jobs}", [f"--jobs cannot be '{jobs}'", "a number from 1 to 1024"]) for jobs in ("x", "0", "-3", "1.5", "99999999999999999999")],
    flag("a flag in place of a value", "--json --quiet", ["--json has no value", "another flag, --quiet", "--json=--quiet"]),
    flag("a flag with a value in place of a value", "-f -d=i:3", ["-f has no value", "another flag, -d"]),
    flag("a second value", "-f A:ds x:d", ["'x:d' is an extra argument", "repeat the flag: -f=x:d"]),
    flag("blanks around the =", "-f = A:ds", ["there is a blank between -f and '='", "write -f=VALUE"]),
    flag("a blank before the =", "--format =A:ds", "there is a blank between --format and '='"),
    bad("an unquoted expression", "run y = a '*' b", ["is an extra argument", "quotes around an expression"]),
    bad("machines with an argument", "machines x", "'x' is an extra argument"),
    bad("an empty argument", [["run", ""]], "there is no expression"),
    flag("unknown", "--formt=A:ds", ["there is no flag --formt", "did you mean --format?"]),
    flag("unknown letter", "-z", "there is no flag -z"),
    flag("an empty value", "-f=", "-f has no value"),
    flag("an empty long value", "--print=", "--print has no value"),
    flag("an empty schedule", "-s=", "-s has no value"),
    flag("a name that is not there at all", "--nothing", ["there is no flag --nothing", "run --help"]),
    flag("flag of another command", "--out=x", ["there is no flag --out", "a flag of stardust compile"]),
    bad("a second kernel", f"run {SPMV} k.sd", "'k.sd' is an extra argument"),

    # -f
    flag("format of an unknown tensor", "-f=B:ds", ["the expression has no tensor B", "--format:1:1", "it has A, x, y"]),
    flag("a similar tensor", "-f=a:ds", "did you mean A?"),
    flag("an unknown level", "-f=A:dx", ["there is no level format 'x'", "--format:1:4\n", "d dense, s compressed"]),
    flag("too few levels", "-f=A:d", ["A(i,j) has 2 indices, but its format d has 1 level", "--format:1:1", "formats of order 2: A:dense, A:csr"]),
    flag("a format of matrices for a vector", "-f=x:csr", ["x(j) has 1 index, but its format ds has 2 levels", "--format:1:1", "formats of order 1: x:s, x:vec"]),
    bad("a format of matrices for a tensor", "run 'y(i) = A(i,j,k)' -f=A:csr", ["A(i,j,k) has 3 indices, but its format ds has 2 levels", "formats of order 3: A:dcc, A:csf"]),
    bad("a format for a scalar", "run 'y(i) = a * x(i)' -f=a:vec", ["a has 0 indices, but its format d has 1 level", "a scalar has no levels: leave the format of a out"]),
    flag("an order where modes stand", "-f=A:coo:3", ["there is no mode 3 in a format of one level", "--format:1:7", "coo3 is coo of order 3"]),
    flag("an order that no name has", "-f=A:csf:65", ["there is no mode 65", "--format:1:7"]),
    flag("too many levels", "-f=A:dss", ["has 3 levels", "--format:1:1"]),
    flag("a repeated mode", "-f=A:ds:0,0", ["mode order 0,0 is not a permutation of 0,1", "--format:1:3"]),
    flag("a mode that is not there", "-f=A:ds:0,2", ["there is no mode 2", "--format:1:8"]),
    flag("a negative mode", "-f=A:ds:0,-1", "there is no mode -1"),
    flag("too few modes", "-f=A:ds:0", "mode order 0 names 1"),
    flag("an unknown region", "-f=A:ds:onchip", ["there is no region onchip", "--format:1:6", "did you mean onChip?"]),
    flag("nothing after the colon", "-f=A:", ["expected level formats", "T:LEVELS|NAME[:ORDER]"]),
    flag("no colon", "-f=A", ["expected ':'", "format T:LEVELS|NAME[:ORDER][:offChip|onChip]"]),
    flag("no tensor", "-f=:ds", ["expected a tensor, but found ':'", "format T:LEVELS"]),
    flag("something behind", "-f='A:ds ds'", "expected the end of the value of 'format', but found 'ds'"),
    flag("a singleton below s", "-f=A:sq", "singleton"),
    flag("a singleton first", "-f=A:qd", "singleton"),
    flag("twice", "-f=A:ds -f=A:dd", ["the format of tensor A is given twice", "keep one of the two"]),

    # -t -d
    flag("an unknown type", "-t=char", ["there is no value type 'char'", "values are int or int32, long or int64, float or float32, double or float64"]),
    flag("an unknown type of a tensor", "-t=A:quad", ["'quad'", "--type:1:3"]),
    flag("the type of an unknown tensor", "-t=Z:int", "the expression has no tensor Z"),
    flag("two types", "-t=int -t=float", "is given twice"),
    flag("mixed types", "-t=A:int --strict", "a Spatial program has one value type", exit=2),
    flag("a negative extent", "-d=j:-1", "j cannot have the extent -1"),
    flag("too large an extent", "-d=j:4611686018427387905", "extents are 0 to 4611686018427387904"),
    flag("an extent beyond 64 bits", "-d=j:99999999999999999999", "is out of range"),
    bad("flag: dense levels with more positions than an Int counts", "compile 'y(i) = A(i,j) * x(j)' -f=A:dd -d=i:100000 -d=j:100000 --out=p.scala",
        ["the dense levels of A(i,j) have more than 2147483647 positions", "an Int of 32 bits", "--target=cpu"], exit=2),
    flag("an extent that is no integer", "-d=j:1e3", ["expected the extent, but found '1e3'", "dim VAR:EXTENT"]),
    flag("the extent of an unknown variable", "-d=k:4", ["the expression has no index variable k", "--dim:1:1"]),
    flag("an extent that contradicts a file", "-d=j:5", ["index variable j has extent 4 in A(i,j), not 5", "--dim:1:1"]),
    flag("extents that contradict a .tns", "-d=i:2", "index variable i has extent 3 in A(i,j), not 2"),
    bad("no extent", f"{RUN} -g=A:s -g=x:d -d=i:3", ["the extent of index variable j is not known", "expression:1:8", "-d=j:100"]),

    # -i -o -g
    bad("an operand without a value", f"run {SPMV} -i=A:A.mtx", ["the operand x has no value", "expression:1:17", "-g=x:d"], files=AX),
    bad("a scalar without a value", "run 'y(i) = c * x(i)' -i=x:x.tns", ["the operand c has no value", "-i=c:2.5"], files=AX),
    bad("a number for a vector", f"run {SPMV} -i=A:A.mtx -i=x:3", ["x has order 1, and a number has order 0", "--input:1:1"], files=AX),
    *[bad(f"the int scalar {v}", f"run 'y(i) = c * x(i)' -i=x:x.tns -t=int -i=c:{v}", ["the scalar c has type int, which cannot hold", why, "--input:1:1"],
          files=AX) for v, why in [("2.5", "it has a fraction"), ("nan", "it is not finite"), ("1e300", "it is out of range")]],
    bad("a scalar that is no number", "run 'y(i) = c * x(i)' -i=x:x.tns -i=c:two", "'two' is neither a number nor a file", files=AX),
    bad("a float scalar out of range", "run 'y(i) = c * x(i)' -i=x:x.tns -i=c:1e300", "cannot hold", files=AX),
    flag("the input of an unknown tensor", "-i=B:A.mtx", ["B is not an operand of the expression", "there is A, x"]),
    flag("the input of the result", "-i=y:x.tns", "y is not an operand"),
    flag("an input twice", "-i=A:A.mtx", "the input of tensor A is given twice"),
    flag("read and generated", "-g=x:d", ["tensor x is both read and generated", "keep one"]),
    flag("no file", "-i=A:", "expected a file, or the value of a scalar"),
    flag("the output of an operand", "-o=A:a.tns", ["A is not the result", "there is y"]),
    flag("an output of no kind", "-o=y:y.xyz", ["the kind of the file y.xyz is unknown", ".mtx"]),
    flag("an output in a folder that is not there", "-o=y:none/y.tns", "there is no folder none"),
    bad("an output that is a folder", f"{GIVEN} -o=y:d.tns", "it is not a regular file", files={**AX, "d.tns": None}),
    flag("an output in a file", "-o=y:A.mtx/y.tns", "there is no folder A.mtx"),
    flag("two outputs", "-o=y:a.tns -o=y:b.tns", "is given twice"),
    bad("a tensor of order 3 as .mtx", "run 'B(i,j,k) = A(i,j,k)' -g=A:d -d=i:2 -d=j:2 -d=k:2 -o=B:B.mtx", ["order 3", "write a .tns file"]),
    flag("an unknown kind of contents", "-g=A:x", ["there is no kind 'x' of random tensor", "d (dense), s (sparse), rmat"]),
    flag("a density above 1", "-g=A:s:1.5", "from 0 to 1"),
    flag("a density in percent", "-g=A:s:5", ["from 0 to 1", "5 % is s:0.05"]),
    flag("extents without a density", "-g=A:s:10,20", ["the density is missing", "extents come after it", "s:0.1:10,…"]),
    bad("a generated extent against a matrix", f"run {SPMV} -i=A:A.mtx -g=x:d:7", ["x is generated with the extent 7 for j, but A(i,j) (--input=A:A.mtx) gives j the extent 4", "--generate:1:1"], files=AX),
    bad("a generated extent against a dimension", f"run {SPMV} -i=A:A.mtx -g=x:d:7 -d=j:4", "but --dim=j:4 gives j the extent 4", files=AX),
    bad("generated extents against a dimension", f"run {SPMV} -g=A:s:0.5:7,9 -d=j:5 -g=x:d", "A is generated with the extent 9 for j, but --dim=j:5 gives j the extent 5"),
    bad("a generated extent against a dimension of the same file", "run k.sd", ["x is generated with the extent 7 for j, but line 2 of k.sd gives j the extent 4", "k.sd:3:10"],
        files={**AX, "k.sd": "y(i) = A(i,j) * x(j)\ndim j:4\ngenerate x:d:7\ngenerate A:s:0.5\ndim i:3\n"}),
    bad("a flag's extent against a kernel file's dimension", "run k.sd -g=x:d:7", ["but line 2 of k.sd gives j the extent 4", "--generate:1:1"],
        files={"k.sd": "y(i) = A(i,j) * x(j)\ndim j:4\ngenerate A:s:0.5\ndim i:3\n"}),
    bad("a generated extent against an earlier result", "run k.sd", "C is generated with the extent 5 for i, but B(i,j) (an earlier expression) gives i the extent 3",
        files={"k.sd": "B(i,j) = A(i,j)\nD(i,j) = B(i,j) + C(i,j)\ngenerate A:s:0.5:3,4\ngenerate C:s:0.5:5,4\n"}),
    bad("a dimension against a file", f"run {SPMV} {READ} -d=j:7", ["index variable j has extent 4 in A(i,j), not 7", "--dim:1:1"], files=AX),
    bad("a part of a scalar", "run 'y(i) = a * x(i)' -g=a:s:0.5 -g=x:d:4", ["a is a scalar, and cannot be generated sparse", "--generate:1:1", "-i=a:2.5"]),
    bad("a scalar with an extent", "run 'y(i) = a * x(i)' -g=a:d:5 -g=x:d:4", ["a has order 0, and is given 1 extent", "-g=a:d"]),
    flag("a negative density", "-g=A:s:-0.5", "from 0 to 1"),
    flag("a name for the wrong order", "-f=A:vec", ["A(i,j) has 2 indices, but its format d has 1 level", "formats of order 2: A:dense"]),
    flag("a misspelt name of a format", "-f=A:csrr", "did you mean csr?"),
    flag("modes of a format that has its own", "-f=A:csc:1,0", "csc has a mode order of its own"),
    flag("a family with a mode that is not there", "-f=A:csf:0,2", "there is no mode 2"),
    flag("an extent below 0", "-g=A:s:0.1:-1,5", ["a mode cannot have the extent -1", "--generate:1:9"]),
    bad("extents of another order", f"run {SPMV} -g=A:s:0.1:5 -g=x:d", ["A has order 2, and is given 1 extent", "--generate:1:1"]),
    flag("rotated by nothing", "-g=A:rotate(x)", "expected ','"),
    flag("rotated oddly", "-g=A:rotate(x,1,odd)", "there is no 'odd' to rotate"),
    bad("rotated from what is not there", f"run {SPMV} -i=A:A.mtx '-g=x:rotate(z,1)'", "x is made from z, which has no value", files=AX),
    bad("rotated from itself", f"run {SPMV} -i=A:A.mtx '-g=x:rotate(x,1)'", "x is made from x, which has no value", files=AX),
    bad("rotated from another shape", f"run {SPMV} -i=A:A.mtx '-g=x:rotate(A,1)'", "x has extents 4, and A has 3 x 4", files=AX),
    bad("two sizes for one index variable", "run 'y(i) = A(i,j) * x(j)' -g=A:s:0.1:5,6 -g=x:d:7", ["x is generated with the extent 7 for j, but A(i,j) (--generate=A:s:0.1:5,6) gives j the extent 6", "--generate:1:1", "1 | x:d:7", "leave the extents of x out"]),
    flag("a conversion under --strict", "-f=A:coo --strict", ["A is stored as uq, and would be converted to ss", "--format:1:1", "1 | A:coo", "a strict run",
         "-f=A:ss"]),
    bad("an operand against its levels under --strict", "run 'A(i,j) = B(j,i)' -f=A:csr -f=B:csr -g=B:s:0.5:5,6 --strict",
        ["B is stored as ds, and would be converted to ds:1,0", "1 | B:csr", "by i, then j", "-f=B:ds:1,0", "reorder(i, j)"]),
    bad("a converted result under --strict", "run 'A(i,j) = B(i,j) * c(j)' -f=A:db -f=B:csr -g=B:s:0.5:5,6 -g=c:d --strict",
        ["A is stored as db", "--format:1:1", "-f=A:ds"]),
    flag("the density of a dense tensor", "-g=A:d:0.5", "a dense tensor has no density"),
    flag("a density that is no number", "-g=A:s:x", ["expected the density", "generate T:d|s[:DENSITY]"]),
    bad("a scan of all coordinates that there can be", "run 'z(i) = a(i) + b(i)' -f=z,a,b:s -i=a:v.tns -i=b:v.tns --strict", ["the loop over i scans the bits of 2147483647 coordinates"],
        files={"v.tns": "1\n2147483647\n5 1\n"}, exit=2),
    bad("too many entries", f"{RUN} -g=A:s:1 -g=x:d -d=i:2147483647 -d=j:2147483647", "at most 2147483647 entries", exit=2),

    # Targets, machines, prints, reports.
    flag("an unknown target", "--target=capstn", ["there is no target 'capstn'", "did you mean capstan? There are capstan, interpret, oracle, cpu, gpu"]),
    flag("two targets", "--target=oracle --target=capstan", "the target is given twice"),
    flag("an unknown part to print", "--print=plna,cin", ["plna is not a part that can be printed", "did you mean plan?", "there is expression, cin"]),
    flag("an unknown memory", "--memory=hbm2", ["there is no memory system hbm2", "did you mean hbm2e?", "ideal"]),
    flag("an unknown memory, whatever the target", "--memory=foo --target=oracle", "there is no memory system foo"),
    flag("an empty name of a memory", "--memory=hbm2e,,ideal", "a name is missing"),
    flag("an unknown machine", "--machine=capstann", ["there is no machine capstann", "did you mean capstan?"]),
    flag("a seed that is no number", "--seed=x", ["expected the seed", "seed NUMBER"]),
    flag("a negative seed", "--seed=-1", "a seed is not negative"),
    flag("a fraction as a seed", "--seed=1.5", "expected the seed"),
    flag("two seeds", "--seed=1 --seed=2", "the seed is given twice"),
    bad("a report that is a folder", f"{GIVEN} -o=y:y.tns --json=d", "cannot write d: it is a directory", files={**AX, "d": None}),
    bad("a report in a file", f"{GIVEN} -o=y:y.tns --json=A.mtx/r.json", "A.mtx is not a directory", files=AX),
    bad("a program that is a folder", f"{GIVEN} --spatial=d", "it is a directory", files={**AX, "d": None}),
    bad("a compiled program that is a folder", f"compile {SPMV} -f=A:ds -d=i:2 -d=j:2 --out=d", "it is a directory", files={"d": None}),
    bad("compile without extents", f"compile {SPMV} -f=A:ds -d=i:2", "the extent of index variable j is not known"),
    bad("a folder as a program to check", "check d", "d is a directory", files={"d": None}),
    bad("a missing program to check", "check none.scala", "there is no file none.scala"),

    # Kernel files: the place includes the line.
    bad("kernel file: missing", "run none.sd", "there is no file none.sd"),
    bad("kernel file: a folder", "run d.sd", "d.sd is a directory", files={"d.sd": None}),
    kernel("empty", "", "k.sd is empty"),
    kernel("comments only", "# nothing\n\n", "k.sd has no expression"),
    kernel("an unknown keyword", "format A:ds\nformt x:d\n", ["there is no keyword 'formt'", "k.sd:2:1", "2 | formt x:d", "did you mean 'format'?"]),
    kernel("a bad format", "# 1\n# 2\ny(i) = A(i,j) * x(j)\nformat A:dz\n", ["'z'", "k.sd:4:11", "4 | format A:dz"]),
    kernel("a tensor computed twice", "y(i) = x(i)\ny(i) = 2 * x(i)\n", ["y is computed twice", "k.sd:2:1"]),
    kernel("a tensor computed after it is used", "y(i) = z(i)\nz(i) = x(i)\n", ["z is computed after it is used", "k.sd:2:1"]),
    kernel("an input for an intermediate result", "z(i) = x(i)\ny(i) = z(i)\ninput z:x.tns\n", ["z is not an operand of the expression", "k.sd:3:7"]),
    kernel("a format twice", "format A:ds\ny(i) = A(i,j) * x(j)\nformat A:dd\n", ["given twice", "k.sd:3:8"]),
    kernel("a syntax error", "y(i) = A(i,j) *\n", ["expected a tensor, a number or '('", "k.sd:1:"]),
    kernel("an unknown command", "y(i) = x(i)\nschedule reordr(i)\n", ["there is no command reordr", "k.sd:2:10", "did you mean reorder?"]),
    kernel("an extent that contradicts", "y(i) = A(i,j) * x(j)\ninput A:A.mtx\ninput x:x.tns\ndim j:9\n", ["j has extent 4", "k.sd:4:5"]),
    kernel("a keyword without a value", "y(i) = x(i)\nformat\n", ["expected a tensor", "k.sd:2"]),
    kernel("an extent below 0", "dim i:-1\n", "k.sd:1:7"),
    kernel("a missing file", "y(i) = x(i)\ninput x:none.tns\n", ["cannot open none.tns", "k.sd:2:7"]),
    kernel("binary", b"\x7fELF\x00\x01\x02\xff", ["k.sd is not a text file", "zero byte"]),
    kernel("a string without end", "y(i) = x(i)\nprint \"abc\n", ["quote", "k.sd:2"]),
    kernel("a long line", "y(i) = " + "x(i) + " * 5000 + "\n", ["nests deeper than 200 levels", "k.sd:1:"]),

    # Refused before the work starts.
    *[bad(f"{flag} where nothing can be written", f"run 'y(i) = b(i)' -g=b:d:4 {flag}=/proc/x", "cannot write /proc/x: /proc: ") 
      for flag in ["--json", "--spatial", "--trace", "--report"]],
    bad("a result where nothing can be written", "run 'y(i) = b(i)' -g=b:d:4 -o=y:/proc/y.tns", ["cannot write /proc/y.tns: /proc: ", "--output:1:1"]),

    # Two outputs that are the same file.
    flag("a result and the report in one file", "-o=y:u.tns --json=u.tns", ["the result y and the report (json) would both be written to u.tns", "--json:1:1", "a file of its own"]),
    flag("one file, spelled twice", "-o=y:./u.tns --json=u.tns", ["would both be written to u.tns", "./u.tns and u.tns are one file"]),
    flag("one file, by way of a folder that is not there", "--report=d/../u --json=u", ["the report (json) and the page (--report) would both", "d/../u"]),
    flag("the page and the report in one file", "--report=u --json=u", "would both be written to u"),
    flag("the page and the trace in one file", "--report=u --trace=u", "the trace (--trace) and the page (--report) would both"),
    flag("the program and the trace in one file", "--spatial=u --trace=u", "the program (--spatial) and the trace (--trace)"),
    flag("two texts on the standard output", "--json=/dev/stdout --spatial=/dev/fd/1", "/dev/stdout and /dev/fd/1 are one file"),
    flag("a file where another needs a folder", "--json=u --report=u/r.html", ["the report (json) would be the file u", "u/r.html is in it"]),
    flag("an artifact and a report", "--target=cpu --artifact=u --json=u", ["the artifact (--artifact) and the report (json) would both be u", "one is a folder"]),
    flag("a report over a file of an artifact", "--target=cpu --artifact=u --json=u/manifest.json", "would both be written to u/manifest.json"),
    flag("an artifact in a file", "--target=cpu --artifact=u/a --json=u", "u/a is in it"),
    bad("two compiled programs in one file", f"compile {SPMV} -f=A:ds -d=i:2 -d=j:2 --target=cpu --out=u --artifact=u", "the artifact (--artifact) and the program (--out) would both be u"),
    bad("the report and the trace of a program in one file", "exec p.scala --json=u --trace=./u", "the report (--json) and the trace (--trace) would both", files={"p.scala": PROGRAM}),
    kernel("two results in one file", "y(i) = x(i)\nz(i) = y(i)\ngenerate x:d:4\noutput y:u.tns\noutput z:./u.tns\n",
           ["the result y and the result z would both be written to ./u.tns", "k.sd:5:8", "u.tns and ./u.tns are one file"]),
    kernel("a result and the report in one file", "y(i) = x(i)\ngenerate x:d:4\njson u.tns\noutput y:u.tns\n", ["both be written to u.tns", "k.sd:3:6"]),

    # Problems that do not fit (the tests limit a run to 4 GiB).
    *[bad(f"a dense result that does not fit, {target}", f"run 'y(i) = a(i)' -f=a:s -i=a:a.tns -d=i:2147483647 --target={target}",
          ["y as d takes at least", "the limit of this process (--memory-limit, ulimit) leaves", "expression:1:1", "-f=y:s stores only the entries that exist"], exit=2, limited=True, files={"a.tns": "1 3\n"}) for target in ["capstan", "interpret", "oracle", "cpu"]],
    bad("rows that do not fit", "run 'C(i,j) = A(i,j)' -f=A:ss -f=C:ds -i=A:A.tns -d=i:2147483647 -d=j:4",
        ["C as ds takes at least 34.4 GB", "--format:1:1", "-f=C:ss"], exit=2, limited=True,
        files={"A.tns": "1 1 3\n"}),
    bad("contents that do not fit", "run 's = a(i)' -g=a:d:2147483647 --target=cpu", ["a, generated, takes at least", "--generate:1:1", "-g=a:s:0.001"], exit=2, limited=True),
    bad("more positions than a level has", "run 'C(i,j) = A(i,j)' -f=A:ss -i=A:A.tns -d=i:2147483647 -d=j:4",
        ["C as dd would have 2147483647 x 4 positions at level 2", "expression:1:1"], exit=2,
        files={"A.tns": "1 1 3\n"}),
    bad("what does not fit on the way", "run 'y(i) = a(i)' -f=a:s -f=y:d -i=a:a.tns -d=i:110000000 --target=oracle",
        ["does not fit in the limit of this process (--memory-limit, ulimit)", "--format:1:1", "-f=y:s"], exit=2, limited=True, files={"a.tns": "1 3\n"}),

    # Values, and the place that messages mark.
    bad("a number that no double holds", "run 's = a' -i=a:1e400", ["1e400 is out of range", "--input:1:1"]),
    bad("a negative extent", "run 'y(i) = b(i)' -g=b:d -d=i:-3", ["i cannot have the extent -3", "  |   ^^\n", "0 to 4611686018427387904"]),
    bad("a negative number of threads", "run 'y(i) = b(i)' -g=b:d:4 --target=cpu --threads=-3", "  | ^^\n"),
    bad("contents twice", "run 'y(i) = b(i)' -g=b:d:4 -g=b:d:5", "the contents of tensor b are given twice"),
    *[bad(f"{flag} takes no value, {value}", f"run 'y(i) = b(i)' -g=b:d:4 {flag}{value}", [f"{flag} takes no value", f"write {flag} alone"])
      for flag in ["--strict", "--quiet", "--explain", "-q", "-h", "--help"] for value in ["=1", "="]],
    *[bad(f"-q takes no value in {command}", f"{command} x.sd -q{value}", "-q takes no value") for command, value in [("exec", "=1"), ("explore", "=true"), ("paper", "=0"), ("compile", "1")]],
    *[bad(f"{flag} takes no value", f"{flag}=1", f"{flag} takes no value") for flag in ["--version", "-h"]],
    bad("--interpret takes no value", "exec p.scala --interpret=1", "--interpret takes no value"),
    bad("an unknown letter after a flag", f"run 'y(i) = b(i)' -g=b:d:4 -qf", "-f"),
    bad("a folder is no kernel", "run folder", "folder is a directory", files={"folder": None}),
    bad("a device is no expression", "run /dev/null", "/dev/null is empty"),
    bad("a loop fused with itself", "run 'A(i,j) = B(i,j)' -g=B:d:4,4 -s='fuse(i, i, f)'", ["i is named twice", "help: fuse(i, j, f)"]),
    bad("lanes of a processor", "run 'y(i) = b(i)' -g=b:d:4 -s='vectorize(i)'", "vectorize(i) is for processors"),
    bad("loops that nobody separated", "run 'y(i) = A(i,j) * x(j) + z(i)' -g=A:d:4,4 -g=x,z:d -s='reorder(j, i)'", re.compile(r"not directly nested(?![^\0]*precompute)")),
]
