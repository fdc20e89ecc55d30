"""Statements without a rule on the accelerator run on the host."""
import re

from shared import AX, READ, RUN, SPMV, Y, bad, case

STEPS = {**AX, "k.sd": "y(i) = A(i,j) * x(j)\nz(i) = y(i) * b(i)\nw(i) = z(i) + y(i)\nformat A:csr\ntype b:double\ninput A:A.mtx\ninput x:x.tns\ngenerate b:d\n"}
REFUSED = [re.compile(r"on the host z\(i\) = y\(i\) \* b\(i\)\nnot supported: b is double and z is float: a Spatial program has one value type\n --> k.sd:2:1\n"),
           re.compile(r"\ny +host +12  the host reads it\n"), re.compile(r"\nz +accelerator +12  the host computed it\n")]

OF_STEPS = ["s.1.scala", "s.3.scala", "s.1.data", "s.3.data", *(f"s.1.data/{name}" for name in (".stardust", "A2_pos.csv", "A2_crd.csv", "A_vals.csv", "x_vals.csv", "y_vals_gold.csv")),
            *(f"s.3.data/{name}" for name in (".stardust", "z_vals.csv", "y_vals.csv", "w_vals_gold.csv"))]

CASES = [
    *[case(f"type {t} on the host, {target}", f"{RUN} {READ} -t={t} -o=y:y.tns --target={target}", files=AX, writes={"y.tns": Y},
           out=[f"values of type {t} on Capstan", "right, compared in full", f"computed on the host, not on the accelerator: values of type {t}", re.compile(r"time +[0-9.e-]+ ms on \d+ threads? of the host")])
      for target in ["capstan", "interpret"] for t in ["double", "long"]],
    case("mixed types on the host", f"{RUN} {READ} -t=A:int --json=r.json", files=AX, out="a Spatial program has one value type",
         writes={"r.json": {"target": "capstan", "result.verified": True, "refusal.what": lambda what: "one value type" in what, "refusal.at": "y(i) = A(i,j) * x(j)",
                            "refusal.remedy": "-t=int or -t=float for all tensors", "cpu.seconds.least": lambda s: s > 0, "transfers": []}}),
    case("more coordinates than a scan has bits", "run 'z(i) = a(i) + b(i)' -f=z,a,b:s -i=a:v.tns -i=b:v.tns", files={"v.tns": "1\n2147483647\n5 1\n"},
         out=["the loop over i scans the bits of 2147483647 coordinates", "right, compared in full"]),
    case("only the statement that is refused", "run k.sd --json=r.json", files=STEPS, out=[*REFUSED, "timing on capstan"],
         writes={"r.json": {"cycles": lambda n: n > 0, "transfers.0": {"tensor": "z", "to": "accelerator", "bytes": 12, "why": "the host computed it"},
                            "earlier.0.transfers": [], "earlier.1.transfers.0.to": "host", "earlier.1.refusal.why": ""}}),
    case("--explain of a statement on the host", "run k.sd --explain", files=STEPS, out=REFUSED),
    case("pictures of those that ran on the accelerator", "run k.sd --trace=t.json --report=r.html", files=STEPS, writes={"t.json": None, "r.html": None}),
    case("programs of those that ran on the accelerator", "run k.sd --spatial=s.scala", files=STEPS, writes={name: None for name in OF_STEPS}),
    case("compile prints the C of what is refused", f"compile {SPMV} -f=A:ds -d=i:3 -d=j:4 -t=double", out=["stardust_status kernel("]),
    *[bad(f"{flag} of a statement on the host", f"{RUN} {READ} -t=double {flag}", ["values of type double on Capstan", "expression:1:1", "-t=float", f"or leave out {flag.split('=')[0]}"],
          files=AX, exit=2) for flag in ["--trace=t.json", "--report=r.html", "--spatial=s.scala"]],
    bad("--strict of a statement on the host", f"{RUN} {READ} -t=double --strict", ["values of type double on Capstan", "expression:1:1", "-t=float", "or run it without strict"], files=AX, exit=2),
    bad("a file for the program of what is refused", f"compile {SPMV} -f=A:ds -d=i:3 -d=j:4 -t=double --out=s.scala", ["values of type double on Capstan", "or leave out --out"], exit=2),
    bad("exploring what runs on the host", f"explore {SPMV} -f=A:ds {READ} -t=double --vary innerPar=1,16", ["no combination can run", "values of type double on Capstan"],
        files=AX, exit=2, scratch="explore"),
]
