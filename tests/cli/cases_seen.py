"""Reports of a run: --trace and --report of run and exec."""
import re

from cases_exec import SUM, program
from shared import AX, READ, RUN, bad, case

GIVEN = f"{RUN} {READ}"
SCALA = {"p.scala": program(SUM)}
TRACE = {"otherData.resolution": 1, "traceEvents.0": {"ph": "M", "name": "process_name", "pid": 1, "args": {"name": "PCU"}}}
PAGE = re.compile(r"<!doctype html>.*\"simulations\":.*</html>\n", re.S)

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
    bad("report of target oracle", f"{GIVEN} --target=oracle --report=r.html", ["--report shows a simulation", "nothing is simulated"], files=AX),
    bad("a report page in a file", f"{GIVEN} --report=A.mtx/r.html", "A.mtx is not a directory", files=AX),
    bad("a trace that is a folder", f"{GIVEN} -o=y:y.tns --trace=d", "cannot write d: it is a directory", files={**AX, "d": None}),
    bad("exec: a trace in a file", "exec p.scala 10 --trace=p.scala/t.json", "p.scala is not a directory", files=SCALA),
]
