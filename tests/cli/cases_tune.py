"""The search for a schedule: what it prints and writes, and what it refuses."""
import json as js
import re

from shared import bad, case

SPMV = "'y(i) = A(i,j) * x(j)' -f=A:csr -g=A:s:0.05:60,50 -g=x:d"
best = re.compile(r"(?s)expression .*candidates  \d+.*schedule +origin.*the default.*\nschedule    environment\(innerPar, 16\), environment\(outerPar, \d+\)")


def trials(text):
    tuned = js.loads(text)
    whole = [trial for trial in tuned["trials"] if trial["runs"] and trial["runs"][-1]["share"] == 1]
    cycles = {trial["schedule"]: trial["runs"][-1]["cycles"] for trial in whole}
    return (tuned["isComplete"] and tuned["leastCycles"] > 0 and "" in cycles and cycles[tuned["best"]] == min(cycles.values())
            and any(trial["isOnFront"] for trial in whole) and any("refusal" in trial for trial in tuned["trials"]))


# The number of the prediction's note, and a result that is verified.
chosen = re.compile(r"(?s)note +auto is (the default schedule|environment\(innerPar, 16\), environment\(outerPar, \d+\).*): [\d]+ cycles are predicted, limited by .+; the best of \d+ predicted schedules\n.*right, compared in full")
predicted = re.compile(r"(?s)auto        the best predicted schedule takes 1\.\d\d times the cycles of the best one: .*prediction  of \d+ schedules in .* s; rank correlation with the simulated cycles (0\.[89]|1\.0)")
AUTO = "y(i) = A(i,j) * x(j)\nformat A:csr\ngenerate A:s:0.05:60,50\ngenerate x:d\nschedule auto\n"
KEEP = f"tune {SPMV} --tuned=k.json"
KEPT = {"k.json": None, "k.json.lock": None}
taken = re.compile(r"(?s)note +tuned is .*stored\(\).*, which stardust .* found: \d+ cycles with operands .*right, compared in full")


CASES = [
    case("auto: the best predicted schedule", f"run {SPMV} -s=auto", out=chosen),
    case("auto: in a kernel file", "run k.sd", out=chosen, files={"k.sd": AUTO}),
    case("auto: the candidate of a search", "tune k.sd", out=predicted, files={"k.sd": AUTO.replace("0.05:60,50", "0.05:200,150")}),
    case("auto: prints as it is written, and flags override it", "run k.sd -s='environment(outerPar, 2)'", out=re.compile("(?s)^(?!.*note +auto).*outerPar=2"), files={"k.sd": AUTO}),
    bad("auto: beside another command", f"run {SPMV} -s='auto, reorder(i, j)'", ["auto beside other commands", "it chooses the whole schedule"], 1),
    bad("auto: of a statement that the accelerator refuses", "run 'y(i) xor= A(i,j) * x(j)' -f=A:csr -g=A:s:0.05:50,60 -g=x:d -s=auto", ["auto finds no schedule", "no reduction to the logical exclusive or", "leave out auto"], 2),
    bad("auto: for the CPU", f"run {SPMV} -s=auto --target=cpu", ["auto for the CPU", "leave out auto"], 2),
    bad("auto: several expressions", "run k.sd", ["auto with 2 expressions"], 2, files={"k.sd": "t(i) = x(i)\ny(i) = t(i)\ngenerate x:d:9\nschedule auto\n"}),
    bad("auto: is no variable", f"run {SPMV} -s='environment(auto, 1), reorder(i, j)'", ["there is no environment variable auto"], 1),
    bad("auto: without data", "compile k.sd", ["auto without data", "--artifact=DIR"], 2, files={"k.sd": AUTO}),
    case("tune an expression", f"tune {SPMV}", out=best),
    case("all schedules that were tried", f"tune {SPMV} --top=2 --json=t.json", out=best, writes={"t.json": trials}),
    case("the winner in a kernel file", "tune k.sd --save=best.sd", out=best,
         files={"k.sd": "# a comment\nformat A:csr\ny(i) = A(i,j) * x(j)\ngenerate A:s:0.05:60,50\ngenerate x:d\nschedule environment(outerPar, 2)\n"},
         writes={"best.sd": re.compile(r"(?s)^# a comment\nformat A:csr\ny\(i\) = .*generate x:d\nschedule environment\(innerPar, 16\), environment\(outerPar, \d+\), .*\n$")}),
    case("the winner of an expression in a kernel file", f"tune {SPMV} --memory=ideal --save=best.sd", out=best,
         writes={"best.sd": re.compile(r"(?s)^y\(i\) = A\(i,j\) \* x\(j\)\nformat A:csr\ngenerate A:.*\ngenerate x:d\nschedule ")}),
    case("tuned: the kept schedule", [KEEP, f"run {SPMV.replace('60,50', '80,60')} --tuned=k.json"], out=taken, writes=KEPT),
    case("tuned: of the user, in a kernel file", ["tune k.sd", "run k.sd"], out=taken, files={"k.sd": AUTO.replace("auto", "tuned")}),
    bad("tuned: none is kept", "run k.sd", ["there are no kept schedules", "tuned.json does not exist"], variables={"XDG_CACHE_HOME": "/nowhere"}, files={"k.sd": AUTO.replace("auto", "tuned")}),
    bad("tuned: other operands", [KEEP, f"run {SPMV.replace('60,50', '600,50')} --tuned=k.json"], ["no schedule is kept for such operands", "of the nearest ones, ", " differs 1", "-s=auto"], writes=KEPT),
    bad("tuned: another kernel", [KEEP, f"run {SPMV.replace('csr', 'ss')} --tuned=k.json"], ["no schedule is kept for this kernel"], writes=KEPT),
    bad("tuned: another memory", [KEEP, f"run {SPMV} --tuned=k.json --memory=ddr4-2133x4"], ["no schedule is kept for this kernel"], writes=KEPT),
    bad("tuned: another file", f"run {SPMV} --tuned=k.json", ["k.json has no kept schedules", "--tuned=FILE"], files={"k.json": "{}"}),
    bad("tuned: a later version of the file", f"run {SPMV} --tuned=k.json", ["k.json has no kept schedules", "its format has the version 99"], files={"k.json": '{"format": 99}'}),
    bad("tune: keep in another file", f"tune {SPMV} --tuned=k.json", ["k.json has no kept schedules"], files={"k.json": "y = x\n"}),
    bad("tuned: beside another command", f"run {SPMV} --tuned=k.json -s='reorder(i, j)'", ["tuned beside other commands"]),
    bad("tuned: for the CPU", f"run {SPMV} -s=tuned --target=cpu", ["tuned for the CPU"], 2),
    bad("tuned: without data", f"compile {SPMV} -s=tuned", ["tuned without data"], 2),
    bad("tune: two expressions", "tune k.sd", ["tuning 2 expressions"], 2, files={"k.sd": "t(i) = x(i)\ny(i) = t(i)\ngenerate x:d:9\n"}),
    bad("tune: no budget", f"tune {SPMV} --budget=0", ["--budget is 0"], 1),
    bad("tune: a statement that runs on the host", "tune 'y(i) = exp(x(i))' -g=x:d:9 -t=double", ["no schedule runs"], 2),
    bad("tune: flags beside a file that is saved", "tune k.sd -g=x:d:9 --save=b.sd", ["--save with --generate"], 1, files={"k.sd": "y(i) = x(i)\n"}),
]
