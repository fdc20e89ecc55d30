"""The GPU: CUDA as text, and runs on an emulated device."""
from shared import AX, READ, RUN, SPMV, Y, bad, case

GPU = f"{RUN} {READ} --target=gpu"

CASES = [
    case("the emulated GPU", f"{GPU} --emulate -o=y:y.tns --print=program,result", files=AX, out=["lines of CUDA", "kernels over the device", "right, compared in full"], writes={"y.tns": Y}),
    case("the report of the emulated GPU", f"{GPU} --emulate --json=r.json", files=AX, writes={"r.json": {"target": "gpu", "result.verified": True, "gpu.emulated": True}}),
    case("compile prints the CUDA", f"compile {SPMV} -f=A:csr --target=gpu", out=["#include <stardust/runtime/stardust_cuda.h>", "STARDUST_KERNEL kernel_chunk(", "stardust_entry"]),
    case("CUDA with its runtime", f"compile {SPMV} -f=A:csr --target=gpu --self-contained", out=["#define STARDUST_KERNEL extern", "STARDUST_KERNEL kernel_chunk("]),
    case("compile writes the CUDA", f"compile {SPMV} -f=A:csr --target=gpu --out=k.cu", writes={"k.cu": None}),
    case("loops of the GPU", f"compile {SPMV} -f=A:csr --target=gpu --print=loops", out=["until chunks warps {", "lanes {"]),
    case("a product of sparse matrices on the emulated GPU", "run 'C(i,j) = A(i,k) * B(k,j)' -f=A,B,C:csr -g=A,B:s:0.1:60,60 --target=gpu --emulate", out="right, compared in full"),
    case("a scatter on the emulated GPU", "run 'y(j) = A(i,j) * x(i)' -f=A:csr -g=A:s:0.1:60,60 -g=x:d --target=gpu --emulate --print=program,result", out=["3 kernels over the device", "right, compared in full"]),
    case("words of C++ and CUDA are names", "run 'new(class) = this(class,gpu) * device(gpu)' -f=this:csr -g=this:s:0.5:4,5 -g=device:d --target=gpu --emulate", out="right, compared in full"),
    case("an integer division by zero on the GPU", "run 'y(i) = a(i) / b(i)' -t=int -g=a:d:4 -f=b:d -i=b:b.tns --target=gpu --emulate", files={"b.tns": "1 1\n4 2\n"}, exit=1, err="integer division by zero"),
    bad("no GPU", GPU, ["there is no GPU", "--emulate", "--target=cpu"], files=AX),
    bad("an emulation of the CPU", f"{RUN} {READ} --target=cpu --emulate", ["--emulate is for kernels of the GPU", "add --target=gpu, or leave out --emulate"], files=AX),
    bad("an artifact of the GPU", f"{GPU} --emulate --artifact=dir", "an artifact for the GPU", files=AX, exit=2),
    bad("a function of complex numbers", "run 'y(i) = exp(z(i))' -t=complex128 -g=z:d:5 --target=gpu --emulate", ["exp of complex numbers on the GPU", "--target=cpu"], exit=2),
]
