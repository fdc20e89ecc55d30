"""The GPU: CUDA as text, runs on an emulated device, and on the one of tests/fake_gpu."""
import os
import shutil

from shared import AX, READ, RUN, SPMV, Y, bad, case

GPU = f"{RUN} {READ} --target=gpu"



def fake(name, words, fault="", **fields):
    """A run on the GPU of tests/fake_gpu, with a fault of its driver or compiler."""
    variables = {"LD_LIBRARY_PATH": "$BUILD/fake_gpu/driver", "CUDA_HOME": "$BUILD/fake_gpu", "FAKE_GPU": fault}
    return case(f"a GPU: {name}", words, variables={**variables, **fields.pop("also", {})}, **fields)


CASES = [
    fake("a vector", f"{GPU} -o=y:y.tns --print=program,result,timing", files=AX, out=["right, compared in full", "a fake GPU, sm_90; kernels by NVRTC 12.0", "the first run (--time=20 repeats it)"], writes={"y.tns": Y}),
    fake("timed", f"{GPU} --time=3 --print=timing", files=AX, out=["median of 3 runs", "with copies"]),
    fake("a report", f"{GPU} --json=r.json", files=AX, writes={"r.json": {"target": "gpu", "result.verified": True, "gpu.device.name": "a fake GPU", "gpu.device.architecture": "sm_90"}}),
    *[fake(f"{expression} {flags}", f"run '{expression}' {flags} --target=gpu", out="right, compared in full") for expression, flags in [
        ("C(i,j) = A(i,k) * B(k,j)", "-f=A,B,C:csr -g=A,B:s:0.1:60,60"),
        ("R(i,j) = A(i,j) + B(i,j)", "-f=A,B,R:csr -g=A,B:s:0.1:300,300"),
        ("y(j) = A(i,j) * x(i)", "-f=A:csr -g=A:s:0.1:60,60 -g=x:d"),
        ("C(i,j) = A(i,k) * B(k,j)", "-f=A,B,C:csr -g=A,B:s:0:6,6"),
        ("S(i,j) = B(i,j) * C(i,k) * D(j,k)", "-f=S,B:csr -g=B:s:0.2:30,40 -g=C:d -g=D:d -d=k:16")]],
    fake("arrays of kernels that outgrow the first heap", "run 'C(i,j) = A(i,k) * B(k,j)' -f=A,B,C:csr -g=A:s:0.05:400,50 -g=B:s:0.001:50,300000 --target=gpu", out="right, compared in full"),
    fake("no device", GPU, "no-device", files=AX, exit=1, err=["there is no GPU", "knows no device", "--emulate", "--target=cpu"]),
    fake("a driver that does not start", GPU, "start", files=AX, exit=1, err=["there is no GPU", "does not start: unknown error"]),
    fake("code of another architecture", GPU, "wrong-architecture", files=AX, exit=2, err=["a fake GPU (sm_90) does not run the code", "no kernel image", "of the same release"]),
    fake("a GPU that is newer than the compiler", GPU, files=AX, also={"FAKE_GPU_ARCHITECTURE": "120"}, out="right, compared in full"),
    fake("too little memory", "run 'C(i,j) = a(i) * b(j)' -f=C:dd -g=a:d:300 -g=b:d:400 --target=gpu", "memory", exit=1, err=["a fake GPU has not enough memory: 0.000", "GiB are needed at once", "are free", "--target=cpu"]),
    fake("a kernel past the time limit of the driver", GPU, "timeout", files=AX, exit=1, err=["a kernel took longer than a fake GPU allows", "smaller data"]),
    bad("a timed emulation", f"{GPU} --emulate --time=5", ["an emulated GPU is not timed", "leave out --time or --emulate"], files=AX),
    *[fake("without a CUDA compiler", GPU, files=AX, also={"CUDA_HOME": "$PWD"}, exit=1, err=["there is no CUDA compiler", "nvidia-cuda-nvrtc", "--emulate"]) for found in [shutil.which("nvcc") or os.path.exists("/usr/local/cuda")] if not found],
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
