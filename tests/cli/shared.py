"""Files and short forms that several tables use."""
import gzip

SPMV = "'y(i) = A(i,j) * x(j)'"
HEADER = "%%MatrixMarket matrix coordinate real general\n"

# | 1 0 2 0 |       | 1 |
# | 0 3 0 0 |   x = | 2 |   A x = (7, 6, 24)
# | 4 0 0 5 |       | 3 |
#                   | 4 |
A = HEADER + "3 4 5\n1 1 1\n1 3 2\n2 2 3\n3 1 4\n3 4 5\n"
X = "1 1\n2 2\n3 3\n4 4\n"
Y = "1 7\n2 6\n3 24\n"

AX = {"A.mtx": A, "x.tns": X}
READ = "-i=A:A.mtx -i=x:x.tns"
RUN = f"run {SPMV} -f=A:ds -f=x:d -f=y:d"  # without data
TARGETS = ("capstan", "interpret", "oracle", "cpu")


def zipped(text):
    return gzip.compress(text.encode(), mtime=0)


def case(name, run, **rest):
    return {"name": name, "run": run, **rest}


def bad(name, run, err, exit=1, **rest):
    """A failing run: the exit code, the message, and no output files."""
    return {"name": name, "run": run, "err": err, "exit": exit, **rest}


def on(targets, name, run, **rest):
    """The same on several targets."""
    return [case(f"{name}, {target}", f"{run} --target={target}", **rest) for target in targets]
