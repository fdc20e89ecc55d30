"""Every flag, in every form, and the forms that TACO's users expect."""
import pathlib
import re

from shared import bad, A, AX, HEADER, READ, RUN, SPMV, TARGETS, X, Y, case, on, zipped

XMTX = HEADER + "4 1 4\n1 1 1\n2 1 2\n3 1 3\n4 1 4\n"
SCALED = "run 'y(i) = alpha * x(i)' -i=x:x.tns -f=x:d"
DOT = "run 'alpha = a(i) * b(i)' -f=a:d -f=b:d -i=a:x.tns -i=b:x.tns"
MANY = "abcdefghklmnopqrstuv"
PARTS = ["expression", "cin", "plan", "iteration", "schedule", "spatial", "program", "result", "timing", "resources", "placement", "stalls", "times"]


def verified(report):
    return report["verified"] is True and report["against"] == "reference"


def guide_examples():
    """The commands shown in the guide."""
    guide = (pathlib.Path(__file__).resolve().parent.parent.parent / "docs" / "guide" / "cli.md").read_text()
    commands = re.findall(r"^stardust (.+)$", re.search(r"```sh\n(.*?)```", guide, re.S).group(1), re.M)
    for number, command in enumerate(commands):
        written = {name: None for name in re.findall(r"(?:-o=y:|--json=|--out=)(\S+)", command)}
        yield case(f"example {number} of the guide", command.replace("examples/", "$SOURCE/examples/"),
                   files={"m.mtx": A, "m.mtx.gz": zipped(A)}, writes=written)


CASES = [
    case("targets", "targets", out=["capstan", "interpret", "oracle", "cpu", "this computer"]),
    *guide_examples(),
    *on(TARGETS, "the default is right", f"{RUN} {READ} -o=y:y.tns", files=AX, writes={"y.tns": Y}, out="y with 3 stored entries"),
    case("-f A:ds", f"run {SPMV} -f A:ds -f x:d -f y:d -i A:A.mtx -i x:x.tns -o y:y.tns", files=AX, writes={"y.tns": Y}),
    case("-f before the expression", f"run -f A:ds {SPMV} {READ} -o=y:y.tns", files=AX, writes={"y.tns": Y}),
    case("-fA:ds", f"run {SPMV} -fA:ds {READ} -o=y:y.tns", files=AX, writes={"y.tns": Y}),
    case("--format=A:ds", f"run {SPMV} --format=A:ds --format=x:d --input=A:A.mtx --input=x:x.tns --output=y:y.tns --target=oracle", files=AX,
         writes={"y.tns": Y}),
    case("--format A:ds", f"run {SPMV} --format A:ds --input A:A.mtx --input x:x.tns --output y:y.tns --type float --seed 3", files=AX,
         writes={"y.tns": Y}),
    case("blanks in a value", f"run {SPMV} -f='A : ds : 0, 1 : offChip' {READ} -o='y: y.tns'", files=AX, writes={"y.tns": Y}),
    *[case(f"format {f}", f"run {SPMV} -f=A:{f} {READ} -o=y:y.tns --target=oracle", files=AX, writes={"y.tns": Y})
      for f in ["dd", "ds", "dc", "ss", "sd", "uq", "ds:1,0", "ss:1,0", "ds:0,1:offChip", "ds:offChip"]],
    case("region on chip", f"run {SPMV} -f=A:ds -f=x:d:onChip {READ} --target=oracle", files=AX),
    *[case(f"type {t}", f"{RUN} {READ} -t={t} -o=y:y.tns --target=oracle", files=AX, writes={"y.tns": Y})
      for t in ["int", "long", "float", "double", "int32", "int64", "float32", "float64"]],
    *on(TARGETS, "int", f"{RUN} {READ} -t=int -o=y:y.tns", files=AX, writes={"y.tns": Y}),
    case("a tensor's own type", f"{RUN} {READ} -t=A:double -t=x:double -t=y:double -o=y:y.tns --target=oracle", files=AX, writes={"y.tns": Y}),
    case("double keeps its digits", "run 'y(i) = x(i)' -i=x:x.tns -t=double -o=y:y.tns --target=oracle", files={"x.tns": "1 0.1234567890123456\n"},
         writes={"y.tns": "1 0.1234567890123456\n"}),
    *[case(f"{target} has no {t}", f"{RUN} {READ} -t={t} -o=y:y.tns --target={target} --strict", exit=2, files=AX,
           err=[f"values of type {t} on Capstan", "--target=oracle"]) for target in ["capstan", "interpret"] for t in ["double", "long"]],

    # Files: every kind that is written can be read.
    *[case(f"written {ext} is read again", [f"{RUN} {READ} -o=y:y{ext} -q", f"run 'z(i) = y(i)' -i=y:y{ext} -o=z:z.tns"], files=AX,
           writes={f"y{ext}": None, "z.tns": Y}) for ext in [".mtx", ".tns", ".mtx.gz", ".tns.gz"]],
    case("a vector as .mtx", f"{RUN} {READ} -o=y:y.mtx", files=AX, writes={"y.mtx": HEADER + "3 1 3\n1 1 7\n2 1 6\n3 1 24\n"}),
    case("an int vector as .mtx", f"{RUN} {READ} -t=int -o=y:y.mtx", files=AX,
         writes={"y.mtx": HEADER.replace("real", "integer") + "3 1 3\n1 1 7\n2 1 6\n3 1 24\n"}),
    case("a vector from .mtx", f"{RUN} -i=A:A.mtx -i=x:x.mtx -o=y:y.tns", files={**AX, "x.mtx": XMTX}, writes={"y.tns": Y}),
    case("a row vector from .mtx", f"{RUN} -i=A:A.mtx -i=x:r.mtx -o=y:y.tns",
         files={**AX, "r.mtx": HEADER + "1 4 4\n1 1 1\n1 2 2\n1 3 3\n1 4 4\n"}, writes={"y.tns": Y}),
    case("gzip", f"{RUN} -i=A:A.mtx.gz -i=x:x.tns.gz -o=y:y.tns", files={"A.mtx.gz": zipped(A), "x.tns.gz": zipped(X)}, writes={"y.tns": Y}),
    case("a .tns matrix", f"{RUN} -i=A:A.tns -i=x:x.tns -o=y:y.tns", files={"A.tns": "1 1 1\n1 3 2\n2 2 3\n3 1 4\n3 4 5\n", "x.tns": X},
         writes={"y.tns": Y}),
    case("a .tns with a header", f"{RUN} -i=A:A.tns -i=x:x.tns -o=y:y.tns", files={"A.tns": "2\n4 4\n1 1 1\n3 4 5\n", "x.tns": X},
         writes={"y.tns": "1 1\n2 0\n3 20\n4 0\n"}),
    case("a pattern", f"{RUN} -i=A:P.mtx -i=x:x.tns -o=y:y.tns", files={"P.mtx": HEADER.replace("real", "pattern") + "2 4 2\n1 1\n2 4\n", "x.tns": X},
         writes={"y.tns": "1 1\n2 4\n"}),
    case("symmetric", f"{RUN} -i=A:S.mtx -i=x:x.tns -o=y:y.tns",
         files={"S.mtx": HEADER.replace("general", "symmetric") + "4 4 2\n2 1 3\n4 4 5\n", "x.tns": X}, writes={"y.tns": "1 6\n2 3\n3 0\n4 20\n"}),
    case("skew-symmetric", f"{RUN} -i=A:S.mtx -i=x:x.tns -o=y:y.tns",
         files={"S.mtx": HEADER.replace("general", "skew-symmetric") + "4 4 1\n2 1 3\n", "x.tns": X}, writes={"y.tns": "1 -6\n2 3\n3 0\n4 0\n"}),
    case("array", f"{RUN} -i=A:D.mtx -i=x:x.tns -o=y:y.tns",
         files={"D.mtx": HEADER.replace("coordinate", "array") + "1 4\n1\n1\n0\n1\n", "x.tns": X}, writes={"y.tns": "1 7\n"}),
    case("duplicates are summed", f"{RUN} -i=A:A.mtx -i=x:x.tns -o=y:y.tns", files={"A.mtx": HEADER + "1 4 2\n1 1 1\n1 1 2\n", "x.tns": X},
         writes={"y.tns": "1 3\n"}),
    case("CR LF", f"{RUN} {READ} -o=y:y.tns", files={"A.mtx": A.replace("\n", "\r\n"), "x.tns": X.replace("\n", "\r\n")}, writes={"y.tns": Y}),
    case("an older result is replaced", f"{RUN} {READ} -o=y:y.tns", files={**AX, "y.tns": "old"}, writes={"y.tns": Y}),
    case("a sparse result", "run 'B(i,j) = 2 * A(i,j)' -f=A:ds -f=B:ds -i=A:A.mtx -o=B:B.tns --target=oracle", files=AX,
         writes={"B.tns": "1 1 2\n1 3 4\n2 2 6\n3 1 8\n3 4 10\n"}),
    case("a file name with blanks and colons", f"{RUN} '-i=A:a b:c.mtx' -i=x:x.tns '-o=y:r s.tns'", files={"a b:c.mtx": A, "x.tns": X},
         writes={"r s.tns": Y}),

    # Scalars.
    *on(TARGETS, "a scalar operand", f"{SCALED} -i=alpha:2.5 -o=y:y.tns", files={"x.tns": X}, writes={"y.tns": "1 2.5\n2 5\n3 7.5\n4 10\n"}),
    case("a negative scalar", f"{SCALED} -i=alpha:-2e0 -t=int -o=y:y.tns", files={"x.tns": X}, writes={"y.tns": "1 -2\n2 -4\n3 -6\n4 -8\n"}),
    case("a scalar from a file", f"{SCALED} -i=alpha:a.tns -o=y:y.tns", files={"x.tns": X, "a.tns": "2\n"}, writes={"y.tns": "1 2\n2 4\n3 6\n4 8\n"}),
    *on(TARGETS, "a scalar result", f"{DOT} -o=alpha:s.tns --json=r.json", files={"x.tns": X},
        writes={"s.tns": "30\n", "r.json": {"result.value": 30, "result.verified": True}}),
    case("a written scalar is read again", [f"{DOT} -o=alpha:s.tns", f"{SCALED} -i=alpha:s.tns -o=y:y.tns"], files={"x.tns": X},
         writes={"s.tns": "30\n", "y.tns": "1 30\n2 60\n3 90\n4 120\n"}),

    # Dimensions.
    case("dims from -d", f"run {SPMV} -f=A:ds -g=A:s:0.5 -g=x:d -d=i:5 -d=j:6 --json=r.json", writes={"r.json": {"tensors.0.dims": [5, 6]}}),
    case("--dim", f"run {SPMV} --format=A:ds --generate=A:s --generate=x:d --dim=i:5 --dim=j:6 --target=oracle", out="5 x 6"),
    case("dims from each other", f"{RUN} -i=A:A.mtx -g=x:d --json=r.json", files=AX,
         writes={"r.json": {"tensors.1.dims": [4], "tensors.2.dims": [3]}}),
    case("a .tns grows to the matrix", f"{RUN} -i=A:A.mtx -i=x:x.tns -o=y:y.tns", files={"A.mtx": A, "x.tns": "1 1\n"}, writes={"y.tns": "1 1\n2 0\n3 4\n"}),
    case("a .tns grows to -d", f"{RUN} -i=A:A.tns -i=x:x.tns -d=i:5 -o=y:y.tns", files={"A.tns": "1 1 1\n", "x.tns": X},
         writes={"y.tns": "1 1\n2 0\n3 0\n4 0\n5 0\n"}),
    case("two .tns grow to each other", f"{RUN} -i=A:A.tns -i=x:x.tns --json=r.json", files={"A.tns": "2 7 1\n", "x.tns": X},
         writes={"r.json": {"tensors.0.dims": [2, 7], "tensors.1.dims": [7]}}),
    case("a tensor used twice grows in both modes", "run 'B(i,k) = A(i,j) * A(j,k)' -i=A:A.tns --target=oracle --json=r.json -t=int",
         files={"A.tns": "2 7 1\n"}, writes={"r.json": {"tensors.0.dims": [7, 7]}}),

    # Schedules and parallelisation.
    case("-s", f"{RUN} {READ} -s='environment(innerPar, 4), environment(outerPar, 2)' -o=y:y.tns --print=spatial", files=AX,
         writes={"y.tns": Y}, out=["ip: scala.Int = 4", "bp: scala.Int = 2"]),
    case("--schedule twice", f"{RUN} {READ} --schedule='environment(innerPar, 4)' --schedule='environment(outerPar, 2)' --print=schedule", files=AX,
         out=["environment(innerPar, 4)", "environment(outerPar, 2)"]),
    case("the schedule of the paper", f"{RUN} {READ} -o=y:y.tns -s='environment(innerPar, 16), precompute(A(i,j) * x(j), {{}}, {{}}, ws), "
         "accelerate(forall(j, ws += A(i,j) * x(j)), Spatial, Reduction, innerPar)'", files=AX, writes={"y.tns": Y}),
    *[case(f"the same for outerPar 1, 2, 8, 16, {target}",
           [f"run {SPMV} -f=A:ds -g=A:s:0.3 -g=x:d -d=i:37 -d=j:23 --target={target} -s='environment(outerPar,{p})' -o=y:y{p}.tns" for p in [1, 2, 8, 16]],
           writes={f"y{p}.tns": None for p in [1, 2, 8, 16]}, same=[[f"y{p}.tns" for p in [1, 2, 8, 16]]]) for target in ["capstan", "interpret"]],

    *[case(f"an intersection is {how} if scanDensity is {d}", f"run $SOURCE/examples/elementwise_product.sd -s='environment(scanDensity, {d})' --print=spatial",
           out=re.compile(program, re.S)) for d, how, program in [(0, "scanned", "Scan"), (50, "searched", r"\A(?!.*Scan)"), (100, "searched", r"\A(?!.*Scan)")]],
    case("scanned or searched, the same", [f"run $SOURCE/examples/elementwise_product.sd -s='environment(scanDensity, {d})' -o=A:{d}.tns" for d in [0, 100]],
         writes={"0.tns": None, "100.tns": None}, same=[["0.tns", "100.tns"]]),

    case("searches that do not fit the machine become scans", f"run 'z(i) = {'(i) * '.join(MANY)}(i)' -f=z,{','.join(MANY)}:s -g={','.join(MANY)}:s:0.001:100000 "
         "--print=schedule,result", out=["environment(scanDensity, 0)", "right, compared in full"]),
    *[case(f"a scan if more bodies fit with it, {columns} columns", f"run 'C(i,j) = A(i,j) * B(i,j)' -f=A,B,C:csr -g=A:s:{5 / columns}:200,{columns} -g=B:s:{5 / columns}:200,{columns} --print=schedule,result",
           out=re.compile(schedule, re.S)) for columns, schedule in [(5000, r"environment\(scanDensity, 0\).*right, compared in full"),
                                                                     (20000, r"\A(?!.*scanDensity).*right, compared in full")]],
    case("passes share the coordinates of outer levels if their streams do not fit", "run 'A(i,j,k,l) = B(i,j,k,l) * C(i,j,k,l) * D(i,j,k,l)' -f=A,B,C,D:ssss "
         "-g=B,C,D:s:0.4:6,6,6,6 --print=schedule,plan,result", out=["environment(sharedLevels, 1)", "loaded once for all passes", "right, compared in full"]),
    case("a product of order 4 fits with fewer bodies", "run 'A(i,j,k,l) = B(i,j,k,l) * C(i,j,k,l)' -f=A,B,C:dsss -g=B,C:s:0.4:6,6,6,6 --print=result", out="right, compared in full"),

    # A literal decides nothing about where a selection is stored.
    *[case(f"max with 0 keeps absence, {target}", f"run 'B(i,j) = max(A(i,j), 0)' -f=A,B:csr -i=A:A.tns -d=i:3 -d=j:3 --target={target} -o=B:B.tns",
           files={"A.tns": "1 2 5\n3 1 -4\n"}, writes={"B.tns": "1 2 5\n3 1 0\n"}) for target in ["capstan", "interpret", "oracle", "cpu"]],
    case("a loop visits the entries under max with 0", "run 'y(i) = max(A(i,j) * x(j), 0)' -f=A:csr -g=A:s:0.02:50,60 -g=x:d --print=iteration,result",
         out=["the positions of A2", "right, compared in full"]),
    case("a sum of products of sparse matrices collects rows", "run 'A(i,j) = B(i,k) * C(k,j) + D(i,k) * C(k,j)' -f=A,B,C,D:csr -g=B,C,D:s:0.1:30,30 --print=cin,result",
         out=["sequence(forall(k, forall(j, w(j) += B(i,k) * C(k,j)))", "right, compared in full"]),

    # Generators and seeds.
    case("the seed is printed", f"{RUN} -g=A:s -g=x:d -d=i:3 -d=j:3", out="seed 42"),
    case("--seed", f"{RUN} -g=A:s -g=x:d -d=i:3 -d=j:3 --seed=7 --json=r.json", out="seed 7", writes={"r.json": {"seed": 7}}),
    case("the same seed gives the same", [f"{RUN} -g=A:s:0.5 -g=x:d -d=i:9 -d=j:9 --seed=7 -o=y:{n}.tns" for n in "ab"],
         writes={"a.tns": None, "b.tns": None}, same=[["a.tns", "b.tns"]]),
    case("density 0", f"{RUN} -g=A:s:0 -g=x:d -d=i:3 -d=j:3 -o=y:y.tns", writes={"y.tns": "1 0\n2 0\n3 0\n"}),
    case("density 1", f"{RUN} -g=A:s:1 -g=x:d -d=i:3 -d=j:3 --json=r.json", writes={"r.json": {"tensors.0.stored": 9}}),

    # Machines, targets, reports.
    *[case(f"memory {m}", f"{RUN} {READ} --memory={m} --json=r.json", files=AX, writes={"r.json": {"memory": m, "verified": True}})
      for m in ["hbm2e", "ddr4-2133x4", "ideal"]],
    case("three memories", f"{RUN} {READ} --memory=hbm2e,ddr4-2133x4,ideal --json=r.json", files=AX, out=["hbm2e", "ddr4-2133x4", "ideal"],
         writes={"r.json": {"memories": lambda m: len(m) == 3, "memories.2.memory": "ideal"}}),
    case("--machine", f"{RUN} {READ} --machine=capstan --print=timing", files=AX, out="capstan"),
    case("a machine file", f"{RUN} {READ} --machine=$SOURCE/machines/capstan.toml --memory=$SOURCE/machines/memory/ideal.toml --print=timing", files=AX,
         out="capstan"),
    case("the report", f"{RUN} {READ} --json=r.json", files=AX, writes={"r.json": {
        "schema": 2, "expression": "y(i) = A(i,j) * x(j)", "target": "capstan", "result": verified, "result.maxRelativeError": lambda e: 0 <= e < 1e-5,
        "result.precision": "digits", "result.check.seconds": lambda s: s > 0, "result.check.referenceSeconds": lambda s: s > 0,
        "cycles": lambda c: c > 0, "seconds": lambda s: 0 < s < 1, "dram.readBytes": lambda b: b >= 5 * 8, "dram.writeBytes": lambda b: b >= 12,
        "dram.gbPerSecond": lambda g: g > 0, "dram.peakGbPerSecond": 1792, "resources.PCU": lambda n: n > 0, "resources.PMU": lambda n: n > 0,
        "resources.MC": lambda n: n > 0, "resources.shuffle": 16, "stalls": dict.__len__, "machine.hash": lambda h: len(h) == 64,
        "memoryHash": lambda h: len(h) == 64, "stardust.git": str.__len__, "seed": 42}}),
    *[case(f"the report of {t}", f"{RUN} {READ} --target={t} --json=r.json", files=AX,
           writes={"r.json": {"target": t, "result.verified": True, "schema": 2}}) for t in ["interpret", "oracle"]],
    case("a report in a new folder", f"{RUN} {READ} --json=out/new/r.json", files=AX, writes={"out": None, "out/new": None, "out/new/r.json": None}),
    case("a report to stdout", f"{RUN} {READ} --target=oracle --print=result --json=/dev/stdout", files=AX, out=re.compile(r'^{\n  "schema": 2,[^\0]*}\n$')),
    case("a program to stdout", "run 'y(i) = b(i)' -g=b:d:4 --spatial=/dev/stdout", out=re.compile("^[^\0]*class Kernel[^\0]*$")),
    *[case(f"{value} in the report", f"run 's = a / b' -i=a:{a} -i=b:{b} -t=double --target=oracle --json=r.json", writes={"r.json": {"result.value": value, "verified": True}})
      for a, b, value in [("+1", 0, "inf"), (-1, 0, "-inf"), (0, 0, "nan"), ("+.5", 2, 0.25)]],
    *on(TARGETS, "verified is said of every target", f"{RUN} {READ} --json=r.json", files=AX, writes={"r.json": {"verified": True}}),
    case("a number that begins with its point", "run 'y(i) = .5 * x(i)' -i=x:x.tns -o=y:y.tns", files={"x.tns": X}, writes={"y.tns": "1 0.5\n2 1\n3 1.5\n4 2\n"}),
    *on(TARGETS, "an extent of 0", "run 'y(i) = x(i)' -g=x:d -d=i:0 --json=r.json", writes={"r.json": {"tensors.0.dims": [0], "verified": True}}),
    case("a mark before a kernel file", "run k.sd --print=expression", files={"k.sd": "\ufeffy(i) = b(i)\ngenerate b:d:4\n"}, out="y(i) = b(i)"),
    *[case(f"--print={part}", f"{RUN} {READ} --print={part}", files=AX, out=re.compile(r"\w")) for part in PARTS],
    case("--print twice", f"{RUN} {READ} --print=cin --print=plan,result", files=AX, out=["cin after the schedule", "memory plan", "result "]),
    case("quiet", f"{RUN} {READ} -q --print=result", files=AX, out="result "),
    case("--spatial", [f"{RUN} {READ} --spatial=y.scala", "check y.scala"], files=AX, scratch="y.data", writes={"y.scala": re.compile("class Kernel")}, out="well-formed"),

    # The other commands.
    case("compile", f"compile {SPMV} -f=A:ds -d=i:3 -d=j:4", out=["class Kernel", "Accel {"]),
    case("compile to a file", [f"compile {SPMV} -f=A:ds -d=i:3 -d=j:4 --out=p.scala", "check p.scala"], writes={"p.scala": re.compile("Accel")},
         out="well-formed (0 errors"),
    case("compile is deterministic", [f"compile {SPMV} -f=A:ds -i=A:A.mtx --out={n}.scala" for n in "ab"], files=AX,
         writes={"a.scala": None, "b.scala": None}, same=[["a.scala", "b.scala"]]),
    *[bad(f"--print={part} with --target={target}", f"{command} {SPMV} -f=A:csr -g=A:s:0.1:9,9 -g=x:d -d=i:9 -d=j:9 --target={target} --print={part}",
          [f"'{part}' cannot be printed here", "--print:1:1", has], exit=1)
      for command, target, part, has in [("run", "oracle", "cin", "--target=capstan and --target=interpret and --target=cpu"), ("run", "oracle", "loops", "--target=cpu"),
                                         ("run", "interpret", "stalls", "--target=capstan"), ("run", "cpu", "spatial", "--target=capstan and --target=interpret"),
                                         ("compile", "capstan", "timing", "stardust run"), ("compile", "cpu", "result", "stardust run"), ("compile", "cpu", "iteration", "--target=capstan")]],
    *[case(f"{command} --print={part} says who has it", f"{command} {SPMV} -f=A:csr -g=A:s:0.1:9,9 -g=x:d -d=i:9 -d=j:9 --print={part},expression",
           out=[f"{part:<11} none: of {targets}; the target is capstan", "expression  y(i)"]) for command in ["run", "compile"]
      for part, targets in [("loops", "--target=cpu and --target=gpu and --target=mpi"), ("c", "--target=cpu and --target=mpi")]],
    case("--explain on the CPU", f"compile {SPMV} -f=A:csr --target=cpu --explain", out=["cin after the schedule", "iteration   none: of --target=capstan and --target=interpret and --target=sam; the target is cpu"]),
    bad("compile for the oracle", f"compile {SPMV} -d=i:9 -d=j:9 --target=oracle", ["the oracle compiles nothing", "--target:1:1", "--target=cpu"]),
    case("an innerPar that the CPU has not", f"compile {SPMV} --target=cpu -s='environment(innerPar, 8)' --print=expression",
         out="note        environment(innerPar, 8) applies to the accelerator, and has no effect on the CPU"),
    case("a par without effect", f"compile {SPMV} -d=i:9 -d=j:9 --print=program -s='precompute(x(j), {{j}}, {{j}}, w), map(forall(j, w(j) = x(j)), Spatial, BulkLoad, 8)'",
         out=["(1 warning)", "[par-without-effect] the factor 8 of BulkLoad has no effect"]),
    case("made-up names are said", "compile 'A(i,j) = B(i,k) * C(k,j)' -f=A,B,C:csr -d=i:9 -d=j:9 -d=k:9 --explain",
         out=["introduced: the workspace w\n", "j_2 is j, in a loop inside k\n"]),
    case("a tensor that is read twice is named with its indices", "compile 't = A(i,j) * A(j,k) * A(i,k)' -f=A:csr -d=i:9 -d=j:9 -d=k:9 --explain",
         out=["A(j,k) ∩ A(i,k)", "the set bits of A(j,k) ∩ A(i,k)"]),
    case("compile prints", f"compile {SPMV} -f=A:ds -d=i:3 -d=j:4 --print=cin,plan", out=["cin after the schedule", "memory plan"]),
    *[case(f"{command} --explain", f"{command} $SOURCE/examples/elementwise_product.sd --explain",
           out=["cin after the schedule", "memory plan", "sparse-intersection ", "of 200 pays", "⇒ Foreach or Reduce over a Scan", "by rank among the bits"])
      for command in ["run", "compile"]],
    case("--explain and --print add up", f"{RUN} {READ} --explain --print=result", files=AX, out=["memory plan", "compressed-intersection-left", "result "]),
    *[case(f"a program by hand, {target}", f"{RUN} {READ} --program=$SOURCE/examples/paper/spmv_handwritten.scala -o=y:y.tns --target={target}", files=AX,
           writes={"y.tns": Y}) for target in ["capstan", "interpret"]],
    case("a program by hand for another machine", f"{RUN} {READ} --program=$SOURCE/examples/paper/spmv_plasticine.scala --machine=plasticine -o=y:y.tns",
         files=AX, writes={"y.tns": Y}, out="plasticine at 1 GHz"),
    case("machines", "machines", out=["machine  capstan", "memory   hbm2e", "memory   ddr4-2133x4", "memory   ideal", "processor xeon-avx512"]),
    case("--help", "--help", out=["run", "compile", "check", "machines", "Exit codes"]),
    case("run --help", "run --help", out=["-f,--format", "-i,--input", "--target", "Exit codes"]),
    case("--version", "--version", out=re.compile(r"^stardust \d+\.\d+\.\d+ \(")),
]
