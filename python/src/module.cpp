// The extension stardust._core.
#define STARDUST_LOADS_NUMPY
#include <nanobind/nanobind.h>

#include "calls.h"
#include "errors.h"
#include "kernel.h"
#include "numpy_api.h"
#include "runs.h"
#include "tensor.h"

namespace {

int loadNumPy() {
  import_array1(-1);
  return 0;
}

}  // namespace

NB_MODULE(_core, module) {
  if (loadNumPy() != 0) nanobind::raise_python_error();
  nanobind::set_leak_warnings(false);  // kernels are kept as long as the process
  module.doc() = "The compiled part of stardust.";
  stardust::python::bindErrors(module);
  stardust::python::bindTensor(module);
  stardust::python::bindKernel(module);
  stardust::python::bindCalls(module);
  stardust::python::bindRuns(module);
}
