"""Long runs, --timeout and --memory-limit, and disks without room."""
import os
import re

from shared import AX, READ, RUN, SPMV, bad, case

TIMED = f"{RUN} -g=A:s:0.1:500,500 -g=x:d --target=cpu"
CPU = f"{RUN} {READ} --target=cpu"
QUICK = "explore 'C(i,j) = A(i,k) * A(k,j)' -f=A,C:ds --vary generate=A:s:0.1:20,20"
HOURS = ",A:s:0.000001:100000,100000"  # a value more, of 100,000 rows of a workspace
# A workspace of 100,000 rows that is scanned completely: hours in the simulator and the interpreter, but fast in the
# reference.
SCANS = "'C(i,j) = A(i,k) * B(k,j)' -f=A,B,C:ds -g=A,B:s:0.000001:100000,100000"

SLEEPS = "#!/bin/sh\nsleep 600\n"
# It compiles for ten minutes, and writes a file at the requested path.
SLOW = "#!/bin/sh\ncase $1 in --version|-dumpmachine) exec cc $1;; esac\n: > $TMPDIR/part.s\nsleep 600\n"
# Its kernels do not terminate if HANG is set.
HANGS = "#!/bin/sh\ncase $1 in --version|-dumpmachine) exec cc $1;; esac\nexec cc -Dstardust_entry=another \"$@\" forever.c\n"
FOREVER = """#undef stardust_entry
extern char* getenv(const char*);
extern int pause(void);
int another(void*, int);
int stardust_entry(void* arguments, int threads) {
  while (getenv("HANG")) pause();
  return another(arguments, threads);
}
"""
FULL = "#!/bin/sh\ncase $1 in --version|-dumpmachine) exec cc $1;; esac\necho 'cc1: out of memory allocating 65536 bytes' >&2\nexit 1\n"


def programs(folder):
    for name in ("sleeps", "slow", "hangs", "full"):
        if (folder / name).exists():
            (folder / name).chmod(0o755)


def pipe(folder):
    for name in ("A.mtx", "k.sd", "k.scala"):
        os.mkfifo(folder / name)


def stopped(name, run, doing, **rest):
    """A run that --timeout stops in the named phase; it may print the results so far."""
    return bad(name, run, [re.compile(rf"^not supported: the work is not done within --timeout=1{doing}$", re.M), "help: allow more time"], exit=2, prints=True, **rest)


CASES = [
    # in any phase
    stopped("--timeout reading", f"run {SPMV} -f=A:ds -i=A:A.mtx -g=x:d --timeout=1 -o=y:y.tns --json=r.json", ": stopped while reading A.mtx", prepare=pipe),
    *[stopped(f"--timeout of {run.split()[0]}, reading", run, "", prepare=pipe)
      for run in ["compile k.sd --timeout=1", "exec k.scala --timeout=1", "check k.scala --timeout=1"]],
    stopped("--timeout of explore, reading", "explore k.sd --vary innerPar=1,2 --timeout=1", ": stopped while reading the kernel's files", prepare=pipe),
    stopped("--timeout of a C compiler that does not answer", f"{CPU} --cc=./sleeps --timeout=1", ": stopped while compiling C", files={**AX, "sleeps": SLEEPS}, prepare=programs),
    stopped("--timeout of a C compiler that takes long", f"{CPU} --cc=./slow --timeout=1", ": stopped while compiling C", files={**AX, "slow": SLOW}, prepare=programs),
    stopped("--timeout of a kernel", [f"{CPU} --cc=./hangs", f"{CPU} --cc=./hangs --timeout=1 -o=y:y.tns"], ": stopped while running on the CPU", files={**AX, "hangs": HANGS, "forever.c": FOREVER}, prepare=programs, variables={"HANG": "1"},
            out="expression  y(i) = A(i,j) * x(j)\ntensor"),
    stopped("--timeout of timed runs", [f"{TIMED} --time=1", f"{TIMED} --time=1000000 --timeout=1 --print=timing,result"], ": stopped while running on the CPU",
            out=re.compile(r"^time +[0-9.e+-]+ ms \(median of [0-9]+ runs.*\n(            uneven: .*\n)?$")),
    stopped("--timeout of the reference", "run 'y(i) = A(i,j) * B(j,k) * C(k,l) * x(l)' -g=A,B,C:d:1000,1000 -g=x:d --target=oracle --timeout=1", ": stopped while (generating [ABC]|computing the reference)"),
    stopped("--timeout of the simulator", f"run {SCANS} --timeout=1", ".*"),
    stopped("--timeout of the interpreter", f"run {SCANS} --target=interpret --timeout=1", ".*"),
    stopped("--timeout=1 of a sequence keeps its first statement", "run k.sd --timeout=1 --print=expression,result", ".*",
            files={"k.sd": "a = b(i)\nC(i,j) = A(i,k) * B(k,j)\nformat A,B,C:ds\ngenerate A,B:s:0.000001:100000,100000\ngenerate b:d:1\n"}, out="result      a with 1 stored entry: right"),
    bad("--timeout of explore keeps the table", [f"{QUICK}", f"{QUICK}{HOURS} --timeout=1"], ["not supported: the work is not done within --timeout=1: stopped while running the combinations", "why: the table has the finished runs"],
        exit=2, prints=True, scratch="explore", out=[re.compile(r"^\* +A:s:0.1:20,20 +[0-9]+ ", re.M), "1 of 2 combinations measured, 1 not run"]),
    bad("Ctrl-C of explore keeps the table", [f"{QUICK}", f"{QUICK}{HOURS}"], ["interrupted while running the combinations: the table has the finished runs"], exit=130, interrupt=2, scratch="explore",
        out=re.compile(r"^\* +A:s:0.1:20,20 +[0-9]+ ", re.M)),
    bad("Ctrl-C keeps what is known", f"{CPU} --cc=./slow", re.compile("^interrupted while compiling C\n$"), exit=130, interrupt=1.5, files={**AX, "slow": SLOW}, prepare=programs, out="expression  y(i) = A(i,j) * x(j)\ntensor"),
    bad("--timeout of paper keeps the page", "paper --only=perf --timeout=1", ["not supported: the work is not done within --timeout=1: stopped while measuring", "the page has the finished runs"], exit=2, scratch="docs"),
    case("a limit that is not reached", f"{CPU} --timeout=1000.5 --memory-limit=2GiB", files=AX, out="right, compared in full"),
    *[case(f"{run} takes limits", f"{run} --timeout=900 --memory-limit=1.5G", files={"k.scala": open(os.path.dirname(__file__) + "/../../examples/paper/spmv_handwritten.scala").read()}, out=re.compile("."), **rest)
      for run, rest in [("machines", {}), (f"compile {SPMV} -d=i:3 -d=j:4", {})]],
    *[bad(f"--timeout={text}", f"machines --timeout={text}", [f"error: --timeout={text} is not a number of seconds", "help: a number above 0"]) for text in ["0", "-1", "abc", "5s", "1e400", "nan", "inf"]],
    *[bad(f"--memory-limit={text}", f"machines --memory-limit={text}", [f"error: --memory-limit={text} is not a number of bytes", "help: write --memory-limit=512M"]) for text in ["0", "x", "5X", "5iB", "-3G", "99999999T"]],
    bad("--memory-limit=1K", "machines --memory-limit=1K", ["is less than any command needs", "help: allow at least 64M"]),
    # --memory-limit
    bad("--memory-limit before the work", "run 'C(i,j) = A(i,k) * B(k,j)' -g=A,B:d:5000,5000 --memory-limit=500MB", ["not supported: A, generated, takes at least 0.7 GB", "the limit of this process (--memory-limit, ulimit) leaves 0.5 GB"],
        exit=2, limited=True),
    bad("--memory-limit on the way", "run 'C(i,j) = A(i,j) * x(j)' -f=A:ss -f=C:ss -f=x:d -g=A:s:0.3:3000,3000 -g=x:d --memory-limit=130M", "does not fit in the limit of this process (--memory-limit, ulimit)", exit=2, limited=True, prints=True),
    bad("a C compiler without memory", f"{CPU} --cc='sh full'", ["not supported: ", "/sh has not enough memory to compile a kernel", "allow more memory"], exit=2, files={**AX, "full": FULL}, prepare=programs),
    # progress
    bad("without a terminal, a line every ten seconds", f"{CPU} --cc=./slow --timeout=11", re.compile(r"^progress: 1\d s, compiling C: \d+ s$", re.M), exit=2, prints=True, files={**AX, "slow": SLOW}, prepare=programs),
    bad("--quiet shows no progress", f"{CPU} --cc=./slow --timeout=11 --quiet", re.compile(r"^not supported: the work is not done"), exit=2, prints=True, files={**AX, "slow": SLOW}, prepare=programs),
    # full disks
    *[bad(f"no room for {flag}", f"run {SPMV} -f=A:ds -i=A:A.mtx -i=x:x.tns {flag}", [re.compile(r"^error: cannot write small/[A-Za-z0-9_./]+: No space left on device$", re.M), "help: free some space"], prints=True, out="result      y",
          disks={"small": 0}, files={**AX, "small": None})
      for flag in ["-o=y:small/y.tns", "-o=y:small/y.tns.gz", "--json=small/r.json", "--spatial=small/k.scala", "--trace=small/t.json", "--report=small/r.html"]],
    bad("no room for a program", f"compile {SPMV} -d=i:3 -d=j:4 --out=small/k.scala", "cannot write small/k.scala: No space left on device", disks={"small": 0}, files={"small": None}),
    *[bad(f"no room to compile, {free} bytes", f"{CPU} -s='unroll(j, {2 + free // 4096})'", ["error: cannot compile a kernel in small: No space left on device", "set TMPDIR to a directory with room"], prints=True,
          disks={"small": free}, variables={"TMPDIR": "small"}, files={**AX, "small": None}) for free in [0, 16384]],
    case("no room for the cache", f"{CPU} --print=program,result", disks={"small": 0}, variables={"XDG_CACHE_HOME": "$PWD/small"}, files={**AX, "small": None},
         out=["right, compared in full", re.compile(r"and not kept: .*/small/stardust/kernels: No space left on device \(XDG_CACHE_HOME can name another directory\)")]),
    bad("explore on a full disk prints its table", f"{QUICK} --out=small/x", [re.compile(r"^error: cannot write small/x/.*: No space left on device$", re.M), "the table above is all that there is"], prints=True,
        out=[re.compile(r"^\* +A:s:0.1:20,20 +[0-9]+ ", re.M), "1 of 1 combination measured"], disks={"small": 0}, files={"small": None}),
    bad("standard output that is full", f"run {SPMV} -f=A:ds -g=A:s:0.5:3,4 -g=x:d --target=oracle --json=/dev/full", "cannot write /dev/full: No space left on device", prints=True),
]
