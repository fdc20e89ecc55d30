"""Runs on the CPU: timing, threads, artifacts, compilers, and flags without a meaning on other targets."""
import pathlib
import re

from shared import AX, READ, RUN, SPMV, Y, bad, case

PROCESSOR = (pathlib.Path(__file__).resolve().parent.parent.parent / "machines/cpu/xeon-avx512.toml").read_text()
CPU = f"{RUN} {READ} --target=cpu"
ARTIFACT = {"dir": None} | {f"dir/{name}": None for name in [".stardust", "kernel.c", "kernel.h", "stardust_kernel.h", "stardust_threads.c", "stardust_threads.h", "main.c", "CMakeLists.txt", "manifest.json"]}
DATA = {"dir/data": None} | {f"dir/data/{name}": None for name in ["A_dims.bin", "A2_pos.bin", "A2_crd.bin", "A_vals.bin", "x_dims.bin", "x_vals.bin", "y_dims.bin"]}

# A slow C compiler, which writes a file at the requested path.
SLOW = "#!/bin/sh\ncase $1 in --version|-dumpmachine) exec cc $1;; esac\n: > $TMPDIR/part.s\nsleep 60\n"


def executable(folder):
    (folder / "slow").chmod(0o755)


CASES = [
    case("threads and timed runs", f"{CPU} --threads=2 -time=5 --json=r.json -o=y:y.tns", files=AX,
         out=["right, compared in full", re.compile(r"time +[0-9.e-]+ ms \(median of 5 runs, the least [0-9.e-]+ ms\) on 2 threads"),
              re.compile(r"check +[0-9.]+ [mu]?s: the reference [0-9.]+ [mu]?s, the comparison [0-9.]+ [mun]?s")],
         writes={"y.tns": Y, "r.json": {"target": "cpu", "result.verified": True, "cpu.threads": 2, "cpu.seconds.runs": lambda runs: len(runs) == 5,
                                        "cpu.seconds.median": lambda s: s > 0, "cpu.seconds.least": lambda s: s > 0}}),
    case("--time=5", f"{CPU} --time=5", files=AX, out="median of 5 runs"),
    case("one run", f"{CPU} --threads=1", files=AX, out="on 1 thread, the first run"),
    case("the second time it is there", [f"{CPU} -t=double --threads=1", f"{CPU} -t=double --threads=1"], files=AX, out="compiled before"),
    *[case(f"type {t} on the CPU", f"{CPU} -t={t} -o=y:y.tns", files=AX, writes={"y.tns": Y}) for t in ["int", "long", "float", "double"]],
    *[case(f"format {f} on the CPU", f"run {SPMV} -f=A:{f} {READ} -o=y:y.tns --target=cpu", files=AX, writes={"y.tns": Y})
      for f in ["dd", "ds", "ss", "sd", "uq", "db", "ds:1,0", "ss:1,0"]],
    case("keywords of the file", "run k.sd", files={**AX, "k.sd": "y(i) = A(i,j) * x(j)\nformat A:ds\ninput A:A.mtx\ninput x:x.tns\ntarget cpu\nthreads 2\ntime 3\n"},
         out="median of 3 runs"),
    case("--print=c", f"{CPU} --print=c", files=AX, out=["#include <stardust/runtime/base.h>", "stardust_status kernel("]),
    case("--print=c with the runtime in it", f"{CPU} --print=c --self-contained", files=AX, out=["#define RESERVE(", "stardust_status kernel("]),
    bad("the C of the accelerator contains no runtime", f"{RUN} {READ} --self-contained", ["--self-contained is for kernels of the CPU", "add --target=cpu"], files=AX),
    *[case(f"a row is prefetched {ahead} coordinates ahead, by {how}", f"compile 'A(i,j) = B(i,j) * C(i,k) * D(j,k)' -f=A,B:ds --target=cpu --print=c {flag}", out=f"B2 + {ahead} < B2_crd_length",
           files={"p.toml": re.sub(r"ahead = 8", "ahead = 5", PROCESSOR)})
      for how, flag, ahead in [("the description that the C was tuned for", "", 8), ("its name", "--processor=xeon-avx512", 8), ("--set", "--set=processor.unrolled.ahead=3", 3),
                               ("a file", "--processor=p.toml", 5), ("a file and --set", "--processor=p.toml --set=processor.unrolled.ahead=6", 6)]],
    case("--print=loops", f"{CPU} --print=loops", files=AX, out=["function kernel {", "out y_vals: f32[] = vals(y)"]),
    case("compile prints the loops", f"compile {SPMV} -f=A:ds -d=i:3 -d=j:4 --target=cpu --print=loops", out=["function kernel {", "in A2_pos: i64[] = pos(A, 2)"]),
    case("a schedule for processors", f"{CPU} --threads=2 -s='parallelize(i, CPUThread), unroll(j, 4)' --print=loops,c,result", files=AX,
         out=["parallel {", "unroll 4 {", "#pragma GCC unroll 4", "right, compared in full"]),
    case("a vectorised loop", "run 'C(i,j) = A(i,k) * B(k,j)' -f=A:ds -i=A:A.mtx -g=B:d:4,40 --target=cpu -s='reorder(k,j), vectorize(j)' --print=loops,c,result", files=AX,
         out=["simd {", "#pragma omp simd", "right, compared in full"]),
    case("non-zeros in equal runs", f"{CPU} --threads=2 -s='fuse(i, j, f), pos(f, fpos, A), split_up(fpos, chunk, inner, 2), parallelize(chunk, CPUThread), unroll(inner, 4)' --print=loops,result",
         files=AX, out=["parallel {", "unroll 4 {", "y_parts", "right, compared in full"]),
    bad("an unrolled merge", "run 'C(i,j) = A(i,j) + B(i,j)' -f=A,B,C:ds -g=A,B:s:0.5:9,9 -s='unroll(j, 4)' --target=cpu",
        ["not supported: unroll(j, 4)", "--schedule:1:1", "merges several operands"], exit=2),
    case("compile prints the C", f"compile {SPMV} -f=A:ds -d=i:3 -d=j:4 --target=cpu", out=["stardust_status kernel(", "stardust_entry"]),
    case("C for any sizes", f"compile {SPMV} -f=A:csr --target=cpu", out=["stardust_status kernel(", "stardust_entry"]),
    case("C for any sizes, and with a scalar", "compile 'y(i) = alpha * A(i,j) * x(j)' -f=A:csr --target=cpu", out="stardust_status kernel("),
    case("the C is the same for all sizes", [f"compile {SPMV} -f=A:csr --target=cpu --out=a.c", f"compile {SPMV} -f=A:csr --target=cpu -d=i:7 -d=j:9 --out=b.c"],
         writes={"a.c": None, "b.c": None}, same=[["a.c", "b.c"]]),
    case("an artifact for any sizes", f"compile {SPMV} -f=A:csr --target=cpu --artifact=dir", writes=ARTIFACT),
    case("C of several expressions for any sizes", "compile k.sd --target=cpu", files={"k.sd": "y(i) = A(i,j) * x(j)\nz(i) = y(i) + b(i)\n"}, out="stardust_status "),
    bad("Capstan needs sizes", f"compile {SPMV} -f=A:csr", ["the extent of index variable i is not known", "a program for Capstan is made for its sizes", "--target=cpu", "-d=i:100"]),
    case("compile writes the C", f"compile {SPMV} -f=A:ds -d=i:3 -d=j:4 --target=cpu --out=k.c", writes={"k.c": re.compile("stardust_status kernel")}),
    case("names that are words of C", "run 'long(for) = union(for,while) * if(while)' -f=union:ds -g=union:s:0.5:4,5 -g=if:d --target=cpu", out="right, compared in full"),
    case("an artifact without data", f"compile {SPMV} -f=A:ds -d=i:3 -d=j:4 --target=cpu --artifact=dir", writes=ARTIFACT),
    case("an artifact with data", f"{CPU} --artifact=dir", files=AX, writes={**ARTIFACT, **DATA}),
    *[bad(f"{name} while the C compiler runs", f"{CPU} --cc=./slow -o=y:y.tns", re.compile("^interrupted while .*\n$"), exit=130, interrupt=1.5, signal=name,
          files={**AX, "slow": SLOW}, prepare=executable) for name in ["SIGINT", "SIGTERM", "SIGHUP"]],
    bad("an artifact that cannot be written", f"{CPU} --artifact=/proc/x", "cannot write /proc/x", files=AX),
    *[case(f"an operand of format {f} in another order keeps its padding in {r}",
           f"run 'R(l,j) = A(l,j) * C(k,l,l)' --target=cpu -f=R:{r} -f=A:ss -f=C:{f} -g=A:s:0.6:4,4 -g=C:s:0.2:3,4,4", out="right, compared in full")
      for f in ["uqd", "uud", "bsd", "bbd", "usd"] for r in ["ss", "ss:1,0"]],
    case("a matrix of format ud, transposed", "run 'R(j,i) = C(i,j)' --target=cpu -f=R:ss -f=C:ud -g=C:s:0.2:5,6", out="right, compared in full"),
    case("a compiler with arguments", f"{CPU} --cc='cc -DUNUSED=1'", files=AX, out="right, compared in full"),
    bad("no such compiler", f"{CPU} --cc=no-such-cc", ["there is no C compiler no-such-cc", "--cc="], files=AX),
    bad("a compiler that is none", f"{CPU} --cc=false", "does not respond", files=AX),
    bad("a compiler is no command line", f"{CPU} --cc='cc; echo hello'", "there is no C compiler cc;", files=AX),
    *[bad(f"{flag} elsewhere", f"{RUN} {READ} {flag}", ["the target is capstan", "--target=cpu"], files=AX)
      for flag in ["--threads=2", "--time=3", "-time=3", "--cc=cc"]],
    *[bad(f"{flag} is no number of them", f"{CPU} {flag}", "is a number from 1 to", files=AX) for flag in ["--threads=0", "--threads=2000", "--time=0"]],
    bad("Spatial of the CPU", f"{CPU} --spatial=s.scala", "the CPU runs C", files=AX),
    bad("an artifact where a file is", f"{CPU} --artifact=x.tns", "not a directory", files=AX),
]
