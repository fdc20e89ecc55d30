"""Sweeps, and single settings: combinations, Pareto fronts, stored reports and refusals."""
import fcntl
import re

from shared import bad, case

SPMV = "'y(i) = A(i,j) * x(j)' -f=A:ds -g=A:s:0.05:60,50 -g=x:d"
explore = f"explore {SPMV}"
VARY = "--vary outerPar=1,4 --vary innerPar=1,16"
RUNS = {"scratch": "explore/runs", "writes": {"explore": None, "explore/.stardust": None, "explore/README.md": None, "explore/explore.svg": None, "explore/explore.json": None}}
measured = lambda point: point["state"] == "measured" and point["cycles"] > 0 and point["units"]["all"] == sum(point["units"][k] for k in ("PCU", "PMU", "MC", "shuffle"))


TARGETS = {**RUNS, "writes": {**RUNS["writes"], "explore/targets.svg": None}}


def json(wanted):
    return {**RUNS, "writes": {**RUNS["writes"], "explore/explore.json": wanted}}


def page(pattern):
    return {**RUNS, "writes": {**RUNS["writes"], "explore/README.md": re.compile(pattern)}}


held = []  # open until the end of the tests


def hold(folder):
    """Holds the lock of a folder of runs, as another process would."""
    (folder / "explore/runs").mkdir(parents=True)
    for of in ("explore", "explore/runs"):
        (folder / of / ".stardust").touch()
    held.append(open(folder / "explore/runs/lock", "w"))
    fcntl.flock(held[-1], fcntl.LOCK_EX)


CASES = [
    case("set a variable and a parameter", f"run {SPMV} --set innerPar=4 --set machine.ag.outstandingBursts=8 --json=r.json",
         writes={"r.json": {"schedule": lambda text: "environment(innerPar, 4)" in text, "settings": {"innerPar": "4", "machine.ag.outstandingBursts": "8"}}}),
    case("what is set wins over a schedule", f"run {SPMV} -s='environment(innerPar, 16)' --set=innerPar=2 --json=r.json",
         writes={"r.json": {"schedule": lambda text: "environment(innerPar, 2)" in text and "innerPar, 16" not in text}}),
    case("a kernel file sets, a flag wins", "run k.sd --set innerPar=8 --json=r.json", files={"k.sd": "y(i) = b(i)\ngenerate b:d:9\nset innerPar=4\nset outerPar=1\n"},
         writes={"r.json": {"settings": {"innerPar": "8", "outerPar": "1"}}}),
    case("a text needs no quotes", f"run {SPMV} --set machine.network.model=ideal"),
    case("compile for a machine with a parameter", f"compile {SPMV} --set machine.shuffle.maxOuterPar=2", out="bp: scala.Int = 2"),

    case("explore", f"{explore} {VARY}", out=["4 of 4 combinations measured", "front  outerPar  innerPar  cycles"],
         **json({"axes.1": {"name": "innerPar", "values": ["1", "16"]}, **{f"points.{n}": measured for n in range(4)}, "points.3.values": {"outerPar": "4", "innerPar": "16"}})),
    case("explore memory systems and parameters", f"{explore} --vary memory=hbm2e,ideal --vary machine.ag.outstandingBursts=16,64",
         out="4 of 4", **page(r"one for each memory system(.|\n)*\| \* \| ideal \|")),
    case("what does not fit is listed with what ran out", "explore $SOURCE/examples/paper/sddmm.sd -d=k:4 --vary outerPar=2,64 --vary innerPar=16",
         out=["outerPar=64 innerPar=16: ", re.compile(r"needs \d+ MCs"), "1 of 2 combinations measured, 1 refused"],
         **json({"points.0.state": "measured", "points.1.state": "refused", "points.1.reason": lambda reason: "the program needs" in reason})),
    case("explore schedules, of files and as text", f"{explore} --vary 'schedule=a.sched,environment(innerPar, 2)'", files={"a.sched": "environment(innerPar, 4)\nenvironment(outerPar, 2)\n"},
         out=["2 of 2", "a.sched"], **RUNS),
    case("explore a kernel file on inputs", "explore k.sd --vary generate=A:s:0.1,A:s:0.3 --vary innerPar=1,16",
         files={"k.sd": "y(i) = A(i,j) * x(j)\nformat A:csr\ngenerate A:s:0.02:30,20\ngenerate x:d\nset innerPar=2\n"}, out="4 of 4", **RUNS),
    case("explore values that have commas of their own", "explore 'y(i) = A(i,j) * x(j)' -f=A:csr -g=x:d --vary generate=A:s:0.1:20,30,A:d:20,10 --vary innerPar=1,16", out="4 of 4",
         **json({"axes.0.values": ["A:s:0.1:20,30", "A:d:20,10"], "points.2.values": {"generate": "A:d:20,10", "innerPar": "1"}})),
    case("explore targets, by time", "explore 'y(i) = A(i,j) * x(j)' -f=A:csr -g=x:d --vary target=capstan,sam,sam@extensor-like --vary generate=A:s:0.05:60,50,A:s:0.5:60,50",
         out=["6 of 6", re.compile(r"combination +capstan +sam +sam@extensor-like +fastest"), re.compile(r"^generate=A:s:0.5:60,50 .* (capstan|sam)", re.M)],
         **{**TARGETS, "writes": {**TARGETS["writes"], "explore/explore.json": {"points.0.units": lambda units: units["all"] > 0, "points.2": lambda point: point["blocks"] > 0 and point["seconds"] > 0 and point["bytes"] == 0,
                                                                             "points.4.bytes": lambda bytes: bytes > 0, "points.5.entries": lambda entries: entries == 1550}}}),
    case("explore lanes of a stream graph", "explore 'y(i) = A(i,j) * x(j)' -f=A:csr -g=x:d -g=A:s:0.5:60,50 --vary target=sam --vary outerPar=1,4", out="2 of 2",
         **{**TARGETS, "writes": {**TARGETS["writes"], "explore/explore.json": {"points": lambda points: points[1]["cycles"] * 3 < points[0]["cycles"] and points[1]["blocks"] > points[0]["blocks"]}}}),
    bad("explore a target without cycles", f"{explore} --vary target=capstan,cpu", ["the CPU has no cycles to compare", "--vary:1:16", "capstan or sam"]),
    bad("explore an unknown target", f"{explore} --vary target=sim", "no target"),
    case("a second call takes up what is there", [f"{explore} --vary innerPar=1,16 -q", f"{explore} --vary innerPar=1,4,16 -q"], out="3 of 3", **RUNS),
    *[case(f"explore, interrupted by {name}", "explore 'C(i,j) = A(i,k) * B(k,j)' -f=A,B:csr -f=C:csr -g=A,B:s:0.1:300,300 --jobs=1 --vary innerPar=1,2,4,8,16 --vary memory=hbm2e,ddr4-2133x4,ideal",
         interrupt=1.5, exit=130, signal=name, err=["interrupted while running the combinations: the table has", "continues from the finished runs"], out="not run", **RUNS) for name in ["SIGINT", "SIGHUP"]],

    bad("explore where another is at work", f"{explore} {VARY}", ["another stardust works in explore/runs", "--out=DIR"], prepare=hold, scratch="explore"),
    case("explore where another was killed", f"{explore} --vary innerPar=1", files={"explore/.stardust": "", "explore/runs/.stardust": "", "explore/runs/lock": ""}, out="1 of 1", **RUNS),
    bad("explore nothing", explore, ["nothing is varied", "--vary NAME=VALUE"]),
    bad("explore an unknown name", f"{explore} --vary innerPr=1", ["there is nothing called innerPr to vary", "--vary:1:1", "did you mean innerPar?"]),
    bad("explore without values", f"{explore} --vary innerPar", ["innerPar has no values", "--vary innerPar=1,4,16"]),
    bad("explore an empty value", f"{explore} --vary innerPar=1,,4", ["a value of innerPar is missing", "--vary:1:12"]),
    bad("explore a value twice", f"{explore} --vary innerPar=1,1", "innerPar is 1 twice"),
    bad("explore a name twice", f"{explore} --vary innerPar=1 --vary innerPar=4", ["innerPar is varied twice", "one --vary"]),
    bad("explore no number", f"{explore} --vary innerPar=4,x", ["'x' is not a value of innerPar", "--vary:1:12"]),
    bad("explore out of range", f"{explore} --vary innerPar=17", ["innerPar cannot be 17", "1 to 16"]),
    bad("explore an unknown parameter", f"{explore} --vary machine.ag.outstandingBurst=1", ["no parameter ag.outstandingBurst", "did you mean ag.outstandingBursts?"]),
    bad("explore an impossible parameter", f"{explore} --vary machine.ag.outstandingBursts=0", ["ag.outstandingBursts = 0 is out of range", "machine.ag.outstandingBursts=0", "1 to 65536 is possible"]),
    bad("explore an unknown memory", f"{explore} --vary memory=hbm2e,hbm3", "there is no memory system hbm3"),
    bad("explore a schedule that is no file", f"{explore} --vary schedule=none.sched", "none.sched"),
    bad("explore a schedule that is wrong", f"{explore} --vary 'schedule=reorder(i'", "this '(' is never closed"),
    bad("explore what is given", f"{explore} --memory=hbm2e --vary memory=ideal", "the memory system is given twice"),
    bad("explore far too much", f"{explore} " + " ".join(f"--vary machine.{name}={','.join(str(n) for n in range(1, 60))}" for name in ("ag.outstandingBursts", "network.hopCycles", "fifo.vectorDepth")),
        "more than 100000 combinations"),
    bad("explore a kernel that writes", "explore k.sd --vary innerPar=1", ["a kernel that writes files cannot be explored", "k.sd:2:"], files={"k.sd": "y(i) = b(i)\noutput y:y.tns\n"}),
    bad("explore what can never run", "explore 'y(i) = b(i)' --vary innerPar=1,2", ["no combination can run"], exit=2, scratch="explore"),
    bad("copies that share counts", f"run 'A(i,j) = B(i,j) + C(i,j)' -f=A,B,C:csr -g=B,C:s:0.1:40,40 --set outerPar=64",
        ["the coordinates of A(i,j) are counted by all bodies", "at most 16", "--set:1:1"]),
    bad("explore into a file", f"{explore} {VARY} --out=o", "cannot write o: it is not a directory", files={"o": "x"}),
    bad("set nothing", f"run {SPMV} --set innerPar", "expected '='"),
    bad("set an unknown name", f"run {SPMV} --set innrPar=1", ["there is no environment variable innrPar", "--set:1:1", "did you mean innerPar?"]),
    bad("set twice", f"run {SPMV} --set innerPar=1 --set innerPar=2", "innerPar is given twice"),
    bad("set a table", f"run {SPMV} --set machine.ag=1", "no parameter ag"),
    bad("set a value of another kind", f"run {SPMV} --set machine.ag.outstandingBursts=many", "the TOML does not parse"),
]
