// Whole runs from Python: simulations, and the names of targets and machines.
#pragma once

#include <nanobind/nanobind.h>

namespace stardust::python {

void bindRuns(nanobind::module_& module);

}  // namespace stardust::python
