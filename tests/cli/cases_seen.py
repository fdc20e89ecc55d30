"""Reports of a run: --trace and --report of run and exec."""
import re

from cases_exec import SUM, program
from shared import AX, READ, RUN, SPMV, Y, bad, case

GIVEN = f"{RUN} {READ}"
SCALA = {"p.scala": program(SUM)}
TRACE = {"otherData.resolution": 1, "traceEvents.0": {"ph": "M", "name": "process_name", "pid": 1, "args": {"name": "PCU"}}}
PAGE = re.compile(r"<!doctype html>.*\"simulations\":.*</html>\n", re.S)

PROFILE = re.compile(r"<!doctype html>.*Where the time went, by loop.*forall\(j in A2\).*Which bound is near.*</html>\n", re.S)
PROFILED = {"verified": True, "cpu.profile.loops": lambda loops: [(loop["entered"], loop["iterations"]) for loop in loops if loop["loop"].startswith("forall(j in A2)")] == [(3, 5)],
            "cpu.profile.arrays": lambda arrays: [a["read"] for a in arrays if a["array"] == "A2_crd"] == [5]}

CASES = [
    case("trace", f"{GIVEN} --trace=t.json", files=AX, writes={"t.json": TRACE}),
    case("trace in a new folder", f"{GIVEN} --trace=new/t.json", files=AX, writes={"new/t.json": TRACE, "new": None}),
    case("trace: the same every time", [f"{GIVEN} --trace=t.json", f"{GIVEN} --trace=u.json"], files=AX, writes={"t.json": TRACE, "u.json": TRACE}, same=[["t.json", "u.json"]]),
    case("trace of several memories", f"{GIVEN} --memory=hbm2e,ideal --trace=t.json", files=AX, writes={"t.json": {"traceEvents.0.args.name": "hbm2e: PCU"}}),
    case("exec: trace, of a program whose whole numbers are computed on PMUs", "exec p.scala 10 --trace=t.json", files=SCALA, writes={"t.json": {**TRACE, "traceEvents.0": {**TRACE["traceEvents.0"], "pid": 2, "args": {"name": "PMU"}}}}),
    bad("exec: trace of what is interpreted", "exec p.scala 10 --interpret --trace=t.json", ["nothing is simulated", "--interpret"], files=SCALA),
    *[bad(f"trace of target {target}", f"{GIVEN} --target={target} --trace=t.json", "nothing is simulated", files=AX) for target in ("oracle", "interpret")],
    case("report", f"{GIVEN} --report=r.html", files=AX, writes={"r.html": PAGE}),
    case("report and trace of several memories", f"{GIVEN} --memory=hbm2e,ideal --report=r.html --trace=t.json", files=AX, writes={"r.html": PAGE, "t.json": None}),
    case("report: the same every time", [f"{GIVEN} --report=r.html", f"{GIVEN} --report=s.html"], files=AX, writes={"r.html": PAGE, "s.html": PAGE}, same=[["r.html", "s.html"]]),
    case("exec: report", "exec p.scala 10 --report=r.html", files=SCALA, writes={"r.html": PAGE}),
    *[bad(f"report of target {target}", f"{GIVEN} --target={target} --report=r.html", ["--report shows where the time of a simulation or of a kernel on the CPU went", "--target=cpu"], files=AX)
      for target in ("oracle", "interpret")],
    bad("exec: report of a program that is interpreted", "exec p.scala 10 --interpret --report=r.html", ["and neither runs", "--interpret"], files=SCALA),
    bad("compile: report", f"compile {SPMV} -f=A:ds --target=cpu --report=r.html", "--report"),
    *[case(f"report of the CPU, {what}", f"{GIVEN} --target=cpu {flags} --report=r.html --json=r.json -o=y:y.tns", files=AX,
           out=["where the time went, by loop", "forall(j in A2): ws += A(i,j) * x(j)", "values of x", "which bound is near", re.compile("^bound  ", re.M)],
           writes={"r.html": PROFILE, "y.tns": Y, "r.json": PROFILED})
      for what, flags in [("one thread", "--threads=1"), ("two threads, timed", "--threads=2 --time=3"), ("double", "-t=double"), ("with the C compiler named", "--cc=cc --self-contained")]],
    case("a profile without a page", f"{GIVEN} --target=cpu --print=profile", files=AX, out="where the time went, by loop"),
    case("JSON alone has no profile", f"{GIVEN} --target=cpu --json=r.json", files=AX, writes={"r.json": re.compile(r'\A(?!.*"profile")', re.S)}),
    case("profiles of several expressions", "run k.sd --target=cpu --report=r.html", files={**AX, "k.sd": "y(i) = A(i,j) * x(j)\nz(i) = y(i) + y(i)\nformat A:ds\ninput A:A.mtx\ninput x:x.tns\n"},
         writes={"r.html": re.compile("y\\(i\\) = A.*z\\(i\\) = y", re.S)}),
    *[case(f"a profile of {what}", f"run '{expression}' {flags} --target=cpu --threads=2 --print=result,profile", out=["right, compared in full", "which bound is near"])
      for what, expression, flags in [("a product of sparse matrices", "C(i,j) = A(i,k) * B(k,j)", "-f=A,B,C:ds -g=A,B:s:0.1:90,90"),
                                      ("a product with many columns, whose workspace is hashed", "C(i,j) = A(i,k) * B(k,j)", "-f=A,B,C:ds -g=A:s:0.1:90,90 -g=B:s:0.00001:90,90000000"),
                                      ("a sampled product", "C(i,j) = A(i,j) * D(i,k) * E(j,k)", "-f=A,C:ds -g=A:s:0.1:90,90 -g=D,E:d:90,20 -t=double"),
                                      ("a product of elements", "C(i,j) = A(i,j) * B(i,j)", "-f=A,B,C:ds -g=A,B:s:0.1:90,90 -t=int"),
                                      ("a sum", "C(i,j) = A(i,j) + B(i,j)", "-f=A,B,C:ds -g=A,B:s:0.1:90,90"),
                                      ("a scalar", "s = a(i) * b(i)", "-f=a:s -g=a:s:0.1:90 -g=b:d"),
                                      ("a result of no entries", "C(i,j) = A(i,j) * B(i,j)", "-f=A,B,C:ds -g=A,B:s:0:9,9"),
                                      ("a statement without loops", "s = 3 + t", "-i=t:4"),
                                      ("tensors with the names of the results", "ticks(i) = counters(i,j) * x(j)", "-f=counters:ds -g=counters:s:0.3:9,9 -g=x:d"),
                                      *[(f"a matrix of format {f}", "y(i) = A(i,j) * x(j)", f"-f=A:{f} -g=A:s:0.3:40,50 -g=x:d") for f in ("ss", "uq", "db", "dr", "ds:1,0")],
                                      ("non-zeros in equal runs", "y(i) = A(i,j) * x(j)", "-f=A:ds -g=A:s:0.3:40,50 -g=x:d -s='fuse(i, j, f), pos(f, fpos, A), split_up(fpos, chunk, inner, 2), parallelize(chunk, CPUThread)'")]],
    bad("a profile of the accelerator", f"{GIVEN} --target=oracle --print=profile", ["'profile' cannot be printed here", "--target=cpu"], files=AX),
    bad("a profile without a run", f"compile {SPMV} -f=A:ds --target=cpu --print=profile", ["'profile' cannot be printed here", "compile runs nothing"]),
    bad("a report page in a file", f"{GIVEN} --report=A.mtx/r.html", "A.mtx is not a directory", files=AX),
    bad("a trace that is a folder", f"{GIVEN} -o=y:y.tns --trace=d", "cannot write d: it is a directory", files={**AX, "d": None}),
    bad("exec: a trace in a file", "exec p.scala 10 --trace=p.scala/t.json", "p.scala is not a directory", files=SCALA),
]
