"""Folders of Spatial programs with their data and build files for Spatial's own compiler (--artifact on the accelerator)."""
import pathlib
import re

from cases_outputs import listed
from shared import AX, READ, RUN, SPMV, Y, bad, case

SCRIPTS = pathlib.Path(__file__).resolve().parent.parent.parent / "scripts"
COMPILE = f"compile {SPMV} -f=A:ds {READ}"
# The folder is complete, and contains our own script unchanged.
BUILD = {"d": None, "d/.stardust": None, "d/README.md": re.compile("make stage"), "d/real-spatial.d": None, "d/real-spatial": (SCRIPTS / "real-spatial").read_text(encoding="utf-8")} | {
    f"d/{'' if path.name == 'Makefile' else 'real-spatial.d/'}{path.name}": path.read_text(encoding="utf-8") for path in (SCRIPTS / "real-spatial.d").iterdir()}


def program(name, *arrays, folder="d"):
    """The files of a program."""
    return {f"{folder}/{name}.scala": None, f"{folder}/{name}.data": None} | {f"{folder}/{name}.data/{array}.csv": None for array in arrays}


OF_SPMV = ["A2_pos", "A2_crd", "A_vals", "x_vals", "y_vals_gold"]
KERNEL = program("kernel", *OF_SPMV)
RIGHT = re.compile(r"right: \d assertions? holds?")
STEPS = {"two_steps.sd": "y(i) = A(i,j) * x(j)\nz(i) = y(i) * b(i)\nformat A:ds\ngenerate A:s:0.5:6,7\ngenerate x:d\ngenerate b:d\n"}
TWO = program("twoSteps.1", *OF_SPMV) | program("twoSteps.2", "y_vals", "b_vals", "z_vals_gold")


def refused(name, run, *err, **rest):
    return bad(f"a folder for Spatial, {name}", run, list(err), files={**AX, **rest.pop("files", {})}, **rest)


CASES = [
    # Contents.
    case("a folder for Spatial", f"{COMPILE} --artifact=d", files=AX,
         writes={**BUILD, **KERNEL, "d/kernel.scala": re.compile(r'loadCSV1D\[Int\]\("kernel\.data/A2_pos\.csv"\)'), "d/kernel.data/A2_pos.csv": "0\n2\n3\n5\n", "d/kernel.data/x_vals.csv": "1\n2\n3\n4\n",
                 "d/kernel.data/y_vals_gold.csv": "7\n6\n24\n", "d/README.md": re.compile(r"\| `kernel\.scala` \| `y\(i\) = A\(i,j\) \* x\(j\)` \| `kernel\.data/`: `A2_crd\.csv`")}),
    case("a folder for Spatial, of a name", f"{COMPILE} --name=my_spmv --artifact=d", files=AX, writes={**BUILD, **program("my_spmv", *OF_SPMV), "d/my_spmv.scala": re.compile("class My_spmv_0 extends My_spmv")}),
    case("a folder for Spatial, of several expressions", "compile two_steps.sd --artifact=d", files=STEPS, writes={**BUILD, **TWO}),
    case("a folder for Spatial, of the interpreter's program", f"{COMPILE} --target=interpret --artifact=d", files=AX, writes={**BUILD, **KERNEL}),
    case("a folder for Spatial, and the program shown", f"{COMPILE} --artifact=d --print=spatial", files=AX, out='loadCSV1D[T]("kernel.data/A_vals.csv")', writes={**BUILD, **KERNEL}),
    case("a folder for Spatial, of a run", [f"{COMPILE} --artifact=e", f"{RUN} {READ} --artifact=d --print=result -o=y:y.tns"], files=AX, out="right, compared in full", scratch="e", writes={**BUILD, **KERNEL, "y.tns": Y}),
    case("a folder for Spatial is the same of a run and compiled", [f"{COMPILE} --artifact=d", f"{RUN} {READ} --artifact=e", "machines"], files=AX,
         same=[[f"{folder}/{file}" for folder in "de"] for file in ["kernel.scala", "README.md", "kernel.data/A_vals.csv", "kernel.data/y_vals_gold.csv"]], writes={**BUILD, **KERNEL, "e": None, **{file.replace("d/", "e/", 1): None for file in (BUILD | KERNEL) if file != "d"}}),

    # It runs in this environment.
    case("exec: a folder for Spatial", [f"{COMPILE} --artifact=d", "exec d/kernel.scala"], files=AX, out=RIGHT, scratch="d"),
    *[case(f"exec: a folder for Spatial, program {n} of several", ["compile two_steps.sd --artifact=d", f"exec d/twoSteps.{n}.scala --interpret"], files=STEPS, out=RIGHT, scratch="d") for n in (1, 2)],
    case("exec: a folder for Spatial, of integers", [f"{COMPILE} -t=int --artifact=d", "exec d/kernel.scala --interpret"], files=AX, out=RIGHT, scratch="d"),
    case("exec: a folder for Spatial, of a converted result", ["compile 'A(i,j) = B(i,j) + C(i,j)' -f=A:ss:1,0 -f=B,C:ds -g=B,C:s:0.3:5,6 --artifact=d", "exec d/kernel.scala --interpret"], out=RIGHT, scratch="d"),
    case("exec: a program has its own data, and none of its name", [f"{COMPILE} --artifact=d", "exec d/kernel.scala --interpret"], files={**AX, "kernel.data/x_vals.csv": "9\n9\n9\n9\n"}, out=RIGHT, scratch="d"),

    # Repeated, and over files of other programs.
    case("a folder for Spatial, of fewer programs than before", ["compile two_steps.sd --artifact=d", f"{COMPILE} --artifact=d"], files={**AX, **STEPS}, writes={**BUILD, **KERNEL}),
    case("a folder for Spatial, after one of C", [f"{RUN} {READ} --target=cpu --artifact=d", f"{COMPILE} --artifact=d"], files=AX, writes={**BUILD, **KERNEL}),
    case("a folder for Spatial leaves logs and programs of the user's alone", f"{COMPILE} --artifact=d", writes={**BUILD, **KERNEL},
         files={**AX, "d/logs/kernel/result": "right\n", "d/mine.scala": "mine", "d/kernel.scala": "ours", "d/.stardust": listed({"kernel.scala": "ours"})}),
    refused("beside the user's files", f"{COMPILE} --artifact=d", "the folder d holds README.md, which stardust did not write", "empty or not there yet", files={"d/README.md": "mine"}),
    refused("over a program that was tuned", f"{COMPILE} --artifact=d", "d/kernel.scala was changed since stardust wrote it", files={"d/kernel.scala": "mine", "d/.stardust": listed({"kernel.scala": "ours"})}),
    refused("over a Makefile that is not listed", f"{COMPILE} --artifact=d", "the folder d holds Makefile, which stardust did not write", files={"d/Makefile": "mine", "d/.stardust": listed({})}),
    refused("where a file is", f"{COMPILE} --artifact=x.tns", "not a directory"),
    refused("that cannot be written", f"{COMPILE} --artifact=/proc/x", "cannot write /proc/x"),
    *[refused(f"and {file} in it", f"{RUN} {READ} --artifact=u {flag}u/{file}", f"would both be written to u/{file}") for flag, file in [("-o=y:", "README.md"), ("--json=", "Makefile"), ("--trace=", "real-spatial"), ("-o=y:", "y.scala")]],

    # Refusals.
    refused("of the oracle", f"{RUN} {READ} --target=oracle --artifact=d", "the oracle compiles nothing", "--target=capstan or --target=cpu"),
    refused("and the program elsewhere", f"{COMPILE} --artifact=d --out=p.scala", "--artifact and --out are of one program", "leave out --out"),
    refused("and the program of a run elsewhere", f"{RUN} {READ} --artifact=d --spatial=p.scala", "--artifact and --spatial are of one program", "leave out --spatial"),
    refused("and another program", f"{RUN} {READ} --artifact=d --program=p.scala", "--artifact and --program are of one program", files={"p.scala": ""}),
    refused("without data", f"compile {SPMV} -f=A:ds -d=i:3 -d=j:4 --artifact=d", "the operand A has no value", "-i=A:FILE.mtx"),
    *[refused(f"of a statement for the host, {run.split()[0]}", f"{run} -t=double --artifact=d", "double", "an artifact for Capstan has Spatial programs only", "--target=cpu, whose artifact is C", exit=2) for run in (COMPILE, f"{RUN} {READ}")],
    refused("with a strict conversion", "compile 'A(i,j) = B(j,i)' -f=A,B:ds -g=B:s:0.3:5,6 --strict --artifact=d", "a strict run converts nothing on the host"),
    refused("that is too large for the machine", f"{COMPILE} --set=machine.grid.pmu=1 --artifact=d", "PMU", exit=2),
]
