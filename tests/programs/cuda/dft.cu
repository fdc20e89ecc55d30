exit code 2
not supported: exp of complex numbers on the GPU
 --> examples/dft.sd:2:1
2 | X(k) = x(n) * exp(-6.283185307179586i * k * n / 64)
  | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  why: the runtime of kernels has the arithmetic of complex numbers, and their parts, only
  help: run it on the CPU: --target=cpu
