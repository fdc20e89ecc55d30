"""Single passes: opt, --print-after, --print-changed; and reduce."""
import pathlib

from shared import AX, READ, RUN, bad, case

LISTING = "tensor y: d float 3\ntensor A: ds float 3 4\ntensor x: d float 4\nforall(i, forall(j, y(i) += A(i,j) * x(j)))\n"
S = {"s.txt": LISTING}
PROCESSOR = (pathlib.Path(__file__).resolve().parent.parent.parent / "machines/cpu/xeon-avx512.toml").read_text()
LOOPS = "function f {\n  out y_vals: f64[] = vals(y)\n  resize y_vals to 3 = 0.0\n}\n"
# Fails while the file has a sum of two operands.
SUMS = {"fails": "#!/bin/sh\nif grep -q 'B.*+.*C' \"$1\"; then echo 'wrong: 12'; exit 3; fi\n"}
SUM = "'R(i,j) = 2 * A(i,j) * x(i) + B(i,j) + C(i,j)' -f=A,B,C,R:ds -g=A,B,C:s:0.2:9,11 -g=x:d -s='reorder(j, i)'"


def executable(folder):
    (folder / "fails").chmod(0o755)


CASES = [
    case("opt: list", "opt --list", out=["insert-workspaces", "takes", "lower-to-spatial", "unroll-and-jam"]),
    case("opt: passes of three forms", "opt s.txt -p accelerate-reductions,lower-to-loops,dot-products", files=S, out=["function kernel", "dot(A_vals, A2_crd, x_vals"]),
    case("opt: for another processor", "opt s.txt -p accelerate-reductions,lower-to-loops --processor=p.toml", files={**S, "p.toml": PROCESSOR.replace("grain = 8192", "grain = 77")},
         out="/ 154"),
    bad("opt: no processor", "opt s.txt --processor=xeon", "did you mean xeon-avx512?", files=S),
    case("opt: to Spatial", "opt s.txt -p plan,lower-to-spatial,dead-code", files=S, out=["class Kernel", "Accel {"]),
    case("opt: no pass prints the text", "opt s.txt", files=S, out=["tensor    y: d float 3", "y(i) += A(i,j) * x(j)"]),
    case("opt: a schedule", "opt s.txt -p schedule -s 'split_up(i, io, ii, 2)'", files=S, out=["split_up(i, io, ii, 2)", "forall(io,"]),
    case("opt: print what changed", "opt s.txt -p insert-workspaces,accelerate-reductions --print-changed", files=S, out=["*** after accelerate-reductions"]),
    case("opt: print after", "opt s.txt -p insert-workspaces --print-after=insert-workspaces", files=S, out=["*** after insert-workspaces: unchanged"]),
    case("opt: loops", "opt f.txt --ir=loops -p dead-code", files={"f.txt": LOOPS}, out=["resize y_vals to 3 = 0.0"]),
    bad("opt: no such pass", "opt s.txt -p insert-workspace", ["there is no pass insert-workspace", "did you mean insert-workspaces?"], files=S),
    bad("opt: a pass of another form", "opt s.txt -p dot-products", ["takes loops, and here is cin", "--ir=loops"], files=S),
    bad("opt: no such form", "opt s.txt --ir=c", ["there is no parser for the form 'c'", "--ir=loops"], files=S),
    bad("opt: an undeclared tensor", "opt s.txt", ["x is not declared", "tensor x:", "^"], files={"s.txt": LISTING.replace("tensor x: d float 4\n", "")}),
    bad("opt: another order", "opt s.txt", ["A has 1 levels and 2 indices"], files={"s.txt": LISTING.replace("A: ds float 3 4", "A: s float 3")}),
    bad("opt: no value type", "opt s.txt", ["half is not a value type", "^"], files={"s.txt": LISTING.replace("A: ds float", "A: ds half")}),
    bad("opt: declared twice", "opt s.txt", "A is declared twice", files={"s.txt": "tensor A: d int\n" + LISTING}),
    bad("opt: not well-formed", "opt s.txt", "the statement is not well-formed", files={"s.txt": LISTING.replace("forall(j, y(i) += A(i,j) * x(j))", "y(i) += A(i,j) * x(j)")}),
    bad("opt: no loops", "opt s.txt --ir=loops", "function", files=S),
    bad("opt: CIN as loops", "opt s.txt --ir=loops", ["expected 'function'", "s.txt:1:1", "it looks like a text of cin: --ir=cin"], files=S),
    bad("opt: CIN as notation", "opt s.txt --ir=notation", "it looks like a text of cin: --ir=cin", files=S),
    bad("opt: notation as CIN", "opt s.txt", "it looks like a text of notation: --ir=notation", files={"s.txt": LISTING.replace("forall(i, forall(j, y(i) += A(i,j) * x(j)))", "y(i) = A(i,j) * x(j)")}),
    bad("opt: loops as CIN", "opt s.txt", "it looks like a text of loops: --ir=loops", files={"s.txt": LOOPS}),
    bad("opt: an empty file", "opt s.txt", ["s.txt is empty", "notation, cin, loops or Spatial"], files={"s.txt": " \n"}),
    bad("opt: an empty standard input", "opt", ["the standard input is empty", "--print-after=concretize"]),
    case("opt: a pass without a name", "opt s.txt -p ''", files=S, out=["y(i) += A(i,j) * x(j)"]),
    bad("opt: a pass before what it takes", "opt s.txt -p lower-to-spatial", ["takes plan, and here is cin", "help: plan before it"], files=S),
    bad("opt: a schedule that no pass reads", "opt s.txt -p plan -s 'split_up(i, io, ii, 2)'", ["none of the passes uses --schedule", "-p=schedule"], files=S),
    bad("opt: print after a pass that does not run", "opt s.txt -p plan --print-after=buffers", "the pass buffers of --print-after does not run", files=S),
    bad("opt: a place in loops", "opt f.txt --ir=loops", ["'z' is not declared", "f.txt:3:20", "^"], files={"f.txt": LOOPS.replace("to 3", "to z")}),
    bad("opt: a high expression", "opt f.txt --ir=loops", "more than 2000 levels high", files={"f.txt": LOOPS.replace("to 3", "to " + "1+" * 3000 + "1")}),
    bad("opt: many signs", "opt f.txt --ir=loops", "nests deeper than 200 levels", files={"f.txt": LOOPS.replace("to 3", "to " + "- " * 9999 + "1")}),
    bad("opt: no file", "opt t.txt", "t.txt", files=S),
    case("opt: unknown extents are for loops", "opt s.txt -p lower-to-loops", files={"s.txt": LISTING.replace("float 3\n", "float\n").replace(" 3 4", "").replace("float 4\n", "float\n")}, out=["function kernel"]),
    case("run: print after a pass", f"{RUN} {READ} --print-after=plan,buffers --print=result", files=AX, out=["*** after plan", "*** after buffers", "result"]),
    bad("compile: print after a pass before a command that is refused", "compile 'y(i) = A(i,j) * x(j)' -f=A:ds -d=i:3 -d=j:4 -s='split_up(k, ko, ki, 2)' --print-after=concretize", "there is no loop over k", out=["*** after concretize"], prints=True),
    case("compile: print what changed", f"compile 'y(i) = A(i,j) * x(j)' -f=A:ds -d=i:3 -d=j:4 --target=cpu --print-changed", out=["*** after dot-products", "*** after concretize"]),
    bad("compile: print after no pass", f"compile 'y(i) = A(i,j) * x(j)' -f=A:ds --target=cpu --print-after=dots", ["there is no pass dots"]),
    bad("compile: print after a pass of another target", "compile 'y(i) = A(i,j) * x(j)' -f=A:ds --target=cpu --print-after=plan", ["this target does not run the pass plan", "dot-products"]),
    bad("run: print after a pass where none runs", f"{RUN} {READ} --target=oracle --print-after=schedule", ["this target does not run the pass schedule", "it runs no passes"], files=AX),
    case("reduce: to what fails", f"reduce {SUM} --quiet --command=./fails --out=small", files=SUMS, prepare=executable, out=["exit code 3: wrong: 0", "R = B + C"], writes={"small/reduced.sd": None, "small/.stardust": None, "small": None}),
    bad("reduce: what does not fail", f"reduce {SUM} --quiet --out=small", ["the kernel does not fail", "--command"]),
    bad("reduce: no such command", f"reduce {SUM} --quiet --command=./nothing", ["cannot run ./nothing"]),
    bad("reduce: a folder of the user", f"reduce {SUM} --quiet --out=d", "d", files={"d/mine.txt": "mine"}),
]
