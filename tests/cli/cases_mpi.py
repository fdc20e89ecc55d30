"""Ranks of MPI: programs as text; runs where there is an MPI."""
import shutil

from shared import AX, READ, RUN, SPMV, Y, bad, case

MPI = f"{RUN} {READ} --target=mpi"
HAS_MPI = shutil.which("mpirun") and shutil.which("mpicc")
RIGHT = "right, compared in full"

RUNS = [
    case("MPI: a vector", f"{MPI} --ranks=2 -o=y:y.tns", files=AX, out=RIGHT, writes={"y.tns": Y}),
    *[case(f"MPI: {expression} {flags} on {ranks}", f"run '{expression}' {flags} --target=mpi --ranks={ranks}", out=RIGHT) for expression, flags, ranks in [
        ("y(i) = A(i,j) * x(j)", "-f=A:csr -g=A:s:0.05:60,80 -g=x:d", 3),
        ("y(i) = A(i,j) * x(j)", "-f=A:csr -g=A:s:0.5:3,8 -g=x:d", 7),
        ("C(i,j) = A(i,k) * B(k,j)", "-f=A,B,C:csr -g=A,B:s:0.1:60,60", 4),
        ("C(i,j) = A(i,k) * A(k,j)", "-f=A,C:csr -g=A:s:0.1:40,40", 2),
        ("R(i,j) = A(i,j) + B(i,j)", "-f=A,B,R:csr -g=A,B:s:0.1:30,30", 2),
        ("S(i,j) = B(i,j) * C(i,k) * D(k,j)", "-f=S,B:csr -g=B:s:0.2:30,40 -g=C,D:d -d=k:16", 3)]],
    bad("MPI: a scalar", "run 'a = x(i) * z(i)' -g=x,z:d:9 --target=mpi", "a scalar over ranks", exit=2),
]

CASES = [
    case("MPI: compile prints the program", f"compile {SPMV} -f=A:csr --target=mpi", out=["MPI_Init", "MPI_Irecv", "stardust_entry"]),
    bad("MPI: no number of ranks", f"{MPI} --ranks=none", "--ranks=none is no number of ranks", files=AX),
    bad("MPI: ranks of the CPU", f"{RUN} {READ} --target=cpu --ranks=2", ["--ranks is for kernels of MPI", "add --target=mpi, or leave out --ranks"], files=AX),
    *(RUNS if HAS_MPI else []),
]
