"""Outputs of runs: files of the user are never overwritten, and Stardust's own files are replaced."""
import hashlib
import os
import re

from cases_exec import FILES, SUM, program
from shared import A, AX, READ, RUN, SPMV, Y, bad, case

KERNEL = "y(i) = A(i,j) * x(j)\nformat A:ds\ninput A:A.mtx\ninput x:x.tns\n"
K = {**AX, "k.sd": KERNEL}
CPU = f"{RUN} {READ} --target=cpu"
MACHINE = "run k.sd --machine=m.toml"
HEAD = "# Stardust wrote these files. It replaces them, unless they were changed since, and leaves all others alone.\n"
ARTIFACT = {"d": None} | {f"d/{name}": None for name in
                          [".stardust", "kernel.c", "kernel.h", "stardust_kernel.h", "stardust_threads.h", "stardust_threads.c", "main.c", "CMakeLists.txt", "manifest.json"]}
DATA = {"d/data": None} | {f"d/data/{name}": None for name in ["A_dims.bin", "A2_pos.bin", "A2_crd.bin", "A_vals.bin", "x_dims.bin", "x_vals.bin", "y_dims.bin"]}
EXPLORE = f"explore {SPMV} -f=A:ds -g=A:s:0.1:20,30 -g=x:d -q --vary innerPar=1"
OF_EXPLORE = {"o": None} | {f"o/{name}": None for name in [".stardust", "README.md", "explore.json", "explore.svg"]}


def listed(files):
    """The listing of a folder with these files."""
    return HEAD + "".join(f"{hashlib.sha256(text.encode()).hexdigest()}  {name}\n" for name, text in files.items())


def links(folder):
    os.symlink("A.mtx", folder / "soft.mtx")
    os.link(folder / "A.mtx", folder / "hard.mtx")
    os.symlink(".", folder / "here")


def machine(folder):
    source = os.path.join(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))), "machines")
    for name, path in {"m.toml": "capstan.toml", "mem.toml": "memory/hbm2e.toml"}.items():
        with open(os.path.join(source, path), encoding="utf-8") as file:
            (folder / name).write_text(file.read())


def over(name, run, file, *what, **rest):
    """An output that is an input."""
    return bad(f"{name} is not written over", run, [f"would overwrite {file}, which the run reads", *what], **rest)


def printed(name, run, *programs, files=AX):
    """Runs a written program again from its text and its files, and on the arrays of the run."""
    return [case(f"exec: {name}, as it was printed, {p}", [f"{run} --spatial=o/{programs[0].split('.')[0]}.scala", f"exec o/{p}.scala --interpret"], files=files,
                 out=re.compile(r"right: \d assertions? holds?"), scratch="o") for p in programs]


CASES = [
    over("an operand", f"{RUN} {READ} -o=y:x.tns", "x.tns", "it is the file of x", files=AX),
    *[over(f"an operand called {name}", f"{RUN} {READ} -o=y:{name}", "A.mtx", f"{name} is the file of A, by another name", files=AX, prepare=links)
      for name in ["./A.mtx", "here/A.mtx", "soft.mtx", "hard.mtx"]],
    over("an operand of the kernel file", "run k.sd -o=y:x.tns", "x.tns", "--output:1:1", files=K),
    *[over(f"the kernel file ({flag})", f"run k.sd {flag}=k.sd", "k.sd", "it is the kernel file", files=K) for flag in ["--json", "--spatial", "--trace", "--report"]],
    over("the kernel file (--out)", "compile k.sd --out=k.sd", "k.sd", "it is the kernel file", files=K),
    over("the kernel file, of the CPU", "compile k.sd --target=cpu --out=./k.sd", "k.sd", "./k.sd is the kernel file, by another name", files=K),
    over("an operand, when compiling", "compile k.sd --out=A.mtx", "A.mtx", "it is the file of A", files=K),
    over("a program that is run", "run k.sd --program=p.scala --json=p.scala", "p.scala", "it is the program (--program)", files={**K, "p.scala": ""}),
    over("the machine's description", f"{MACHINE} --json=m.toml", "m.toml", "the description of the machine", files=K, prepare=machine),
    over("the memory's description", "run k.sd --memory=hbm2e,mem.toml@200 --json=mem.toml", "mem.toml", "the description of the memory system", files=K, prepare=machine),
    over("a program written by hand (--spatial)", "exec p.scala 10 --spatial=p.scala", "p.scala", "it is the program", files={"p.scala": program(SUM)}),
    over("a program written by hand (--json)", "exec p.scala 10 --json=./p.scala", "p.scala", "./p.scala is the program, by another name", files={"p.scala": program(SUM)}),
    over("the machine of a program", "exec p.scala 10 --machine=m.toml --json=m.toml", "m.toml", "the description of the machine", files={"p.scala": program(SUM)}, prepare=machine),
    over("a file that a program reads", "exec p.scala --json=r.json", "in.csv", "r.json is a file of the program, by another name", " --> p.scala:",
         files={"p.scala": program(FILES), "in.csv": "1,2,3\n4,5,6\n"}, prepare=lambda folder: os.symlink("in.csv", folder / "r.json")),
    over("a program by itself", "exec p.scala", "p.scala", "it is the program", files={"p.scala": program('Accel { }\nwriteCSV1D(Array[Int](1), "p.scala")\nassert(1 == 1)')}),
    bad("a program's file and the report in one file", "exec p.scala --json=r.json", "would both be written to r.json",
        files={"p.scala": program(FILES.replace("in.csv", "first.csv").replace("out.csv", "r.json")), "first.csv": "1,2,3\n4,5,6\n"}),
    case("a program may replace what it read", "exec p.scala", files={"p.scala": program(FILES.replace("out.csv", "in.csv")), "in.csv": "1,2,3\n4,5,6\n"}, writes={"in.csv": "2,4,6\n8,10,12\n"}),
    bad("the program that is run, printed again", "run k.sd --program=p.scala --spatial=q.scala", "--spatial would write the program that --program reads", files={**K, "p.scala": ""}),

    # Names with the extension of another kind of file.
    *[bad(f"{flag} of another kind", f"run k.sd {flag}", [f"which is {kind} by its name", f"give the file a name with {ending}"], files=K)
      for flag, kind, ending in [("--json=n.sd", "a kernel", ".json"), ("--json=r.scala", "a Spatial program", ".json"), ("--spatial=b.mtx", "a matrix", ".scala"),
                                 ("--spatial=t.tns.gz", "a tensor", ".scala"), ("--trace=m.toml", "a machine description", ".json"), ("--report=r.json", "JSON", ".html")]],
    bad("C in a Spatial program", "compile k.sd --target=cpu --out=k.scala", ["a Spatial program by its name", "with .c"], files=K),
    bad("a Spatial program in C", "compile k.sd --out=k.c", ["a program in C by its name", "with .scala"], files=K),
    case("earlier outputs are replaced", "run k.sd -o=y:y.tns --json=r.json --spatial=s.scala", files={**K, "y.tns": "1 1\n", "r.json": "{}", "s.scala": "old"},
         writes={"y.tns": Y, "r.json": {"result.verified": True}, "s.scala": re.compile("@spatial"), "s.data": None, "s.data/.stardust": None,
                 **{f"s.data/{name}.csv": None for name in ["A2_pos", "A2_crd", "A_vals", "x_vals", "y_vals_gold"]}}),

    # Folders.
    bad("an artifact beside the user's files", f"{CPU} --artifact=.", ["the folder . holds A.mtx, which stardust did not write", "empty or not there yet"], files=AX),
    bad("an artifact over the user's C", f"{CPU} --artifact=d", "the folder d holds CMakeLists.txt, which stardust did not write", files={**AX, "d/CMakeLists.txt": "mine", "d/main.c": "mine"}),
    bad("an artifact in a folder with a folder", f"{CPU} --artifact=d", "the folder d holds src, which", files={**AX, "d/src/a": "mine"}),
    case("an artifact in an empty folder", f"{CPU} --artifact=d/", files={**AX, "d": None}, writes={**ARTIFACT, **DATA}),
    case("an artifact, written again, leaves other files alone", [f"{CPU} -t=double --artifact=d", f"{CPU} --artifact=d"], files=AX, writes={**ARTIFACT, **DATA}),
    case("an artifact takes the files of the one before it away", [f"{CPU} --name=first --artifact=d", f"compile {SPMV} -f=A:ds -d=i:3 -d=j:4 --target=cpu --artifact=d"], files=AX, writes=ARTIFACT),
    bad("an artifact over a file that was changed", f"{CPU} --artifact=d", "d/main.c was changed since stardust wrote it", files={**AX, "d/main.c": "mine", "d/.stardust": listed({"main.c": "ours"})}),
    bad("an artifact over a file that it did not list", f"{CPU} --artifact=d", "the folder d holds main.c, which stardust did not write", files={**AX, "d/main.c": "mine", "d/.stardust": listed({})}),
    bad("an artifact where a file has the name of its folder", f"{CPU} --artifact=d", "the folder d holds data, which stardust did not write", files={**AX, "d/data": "mine", "d/.stardust": listed({})}),
    case("an artifact beside files of the user's that it knows not to touch", f"{CPU} --artifact=d", writes={**ARTIFACT, **DATA, "d/main.c": re.compile("usage: ")},
         files={**AX, "d/notes.txt": "mine", "d/build/a.o": "mine", "d/main.c": "ours", "d/.stardust": listed({"main.c": "ours"})}),
    bad("a list that stardust did not write", f"{CPU} --artifact=d", ["line 1 of d/.stardust was not written by stardust"], files={**AX, "d/.stardust": "main.c\n"}),
    bad("a list of files elsewhere", f"{CPU} --artifact=d", "line 2 of d/.stardust", files={**AX, "d/.stardust": listed({"../A.mtx": A})}),
    bad("explore beside the user's files", f"{EXPLORE} --out=.", "the folder . holds README.md, which stardust did not write", files={"README.md": "mine"}),
    bad("explore where runs are the user's", f"{EXPLORE} --out=o", "the folder o/runs holds mine, which stardust did not write", files={"o/runs/mine": "mine", "o/.stardust": listed({})}, scratch="o"),
    case("explore, again", [f"{EXPLORE} --out=o", f"{EXPLORE} --out=o"], writes=OF_EXPLORE, scratch="o/runs"),
    bad("explore over a page that was changed", f"{EXPLORE} --out=o", "o/README.md was changed since stardust wrote it", files={"o/README.md": "mine", "o/.stardust": listed({"README.md": "ours"})}),
    bad("the paper beside the user's files", "paper --only=loc --out=o", "the folder o holds notes.txt, which stardust did not write", files={"o/notes.txt": "mine"}),

    # Programs and their data.
    *printed("a product with a vector", f"{RUN} {READ}", "s"),
    *printed("integers", f"{RUN} {READ} -t=int", "s"),
    *printed("a scalar result", "run 'y = A(i,j) * x(j) * b(i)' -f=A:ds -i=A:A.mtx -i=x:x.tns -g=b:d", "s"),
    *printed("a scan that counts", "run 'A(i,j) = B(i,j) + C(i,j)' -f=A,B,C:ds -g=B,C:s:0.3:20,30", "s"),
    *printed("differences about zero", "run 'y(i) = b(i) - A(i,j) * x(j)' -f=A:ds -i=A:A.mtx -i=x:x.tns -g=b:d", "s"),
    *printed("a result with room for more", "run $SOURCE/examples/spgemm.sd", "s"),
    *printed("nothing stored in either factor", "run 'A(i,j) = B(i,j) * C(i,j)' -f=A,B,C:ds -g=B,C:s:0:4,5", "s"),
    *printed("rows without a minimum are infinite", "run 'd(i) min= A(i,j) + x(j)' -f=A:csr -f=x,d:d -g=A:s:0.1:30,40 -g=x:d", "s"),
    *printed("nothing stored", "run 'A(i,j) = B(i,j) + C(i,j)' -f=A,B,C:ds -g=B,C:s:0:4,5", "s"),
    case("exec: values that are no numbers, as they were printed, are not checked", ["run 'y(i) = b(i)' -i=b:b.tns --spatial=o/s.scala", "exec o/s.scala --interpret"],
         files={"b.tns": "1 nan\n2 -0.0\n3 inf\n4 0.1\n"}, scratch="o", out="it asserts nothing"),
    *printed("several expressions", "run k.sd", "s.1", "s.2", files={"k.sd": "y(i) = A(i,j) * x(j)\nz(i) = y(i) * b(i)\nformat A:ds\ngenerate A:s:0.5:6,7\ngenerate x:d\ngenerate b:d\n"}),
    case("a printed program on the arrays of another run", [f"{RUN} {READ} --spatial=s.scala", f"run {SPMV} -f=A:ds -i=A:A.mtx -g=x:d --program=s.scala --print=result"], files=AX, out="right, compared in full",
         scratch="s.data", writes={"s.scala": None}),
    bad("data over the user's", f"{RUN} {READ} --spatial=s.scala", "the folder s.data holds A_vals.csv, which stardust did not write", files={**AX, "s.data/A_vals.csv": "1\n"}),
    bad("data that was changed", f"{RUN} {READ} --spatial=s.scala", "s.data/A_vals.csv was changed", files={**AX, "s.data/A_vals.csv": "1\n", "s.data/.stardust": listed({"A_vals.csv": "2\n"})}),
    case("a program on the standard output has no data", f"{RUN} {READ} --spatial=/dev/stdout", files=AX, out='loadCSV1D[T]("A_vals.csv")'),
    case("a program's files are found beside it", "exec p/p.scala", files={"p/p.scala": program(FILES), "p/in.csv": "1,2,3\n4,5,6\n"}, writes={"out.csv": "2,4,6\n8,10,12\n"}),

    # Names.
    case("a named kernel of the CPU", f"{CPU} --name=spmv --artifact=d", files=AX,
         writes={name.replace("kernel.c", "spmv.c").replace("d/kernel.h", "d/spmv.h"): content for name, content in {**ARTIFACT, **DATA}.items()} |
         {"d/spmv.h": re.compile(r'#ifndef STARDUST_OF_SPMV_H\n(.|\n)*extern "C"(.|\n)*/\* A: an operand, of float, levels: dense \(mode 0\), compressed \(mode 1\)\n(.|\n)*   y: the result, of float, levels: dense \(mode 0\)\n')}),
    case("a named kernel of the accelerator", f"compile {SPMV} -f=A:ds -d=i:3 -d=j:4 --name=my_spmv", out="class My_spmv_0 extends My_spmv()"),
    case("a kernel may be called main", f"{CPU} --name=main --artifact=d --print=result", files=AX, scratch="d", out="right, compared in full"),
    *[bad(f"{name} is no name", f"{CPU} --name={name}", f"'{name}' is not a legal name of a kernel", files=AX) for name in ["2d", "a-b", "_x"]],
]
