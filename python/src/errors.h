// Errors of the library as exceptions of Python.
#pragma once

#include <nanobind/nanobind.h>

namespace stardust::python {

/// The classes of stardust/_errors.py, by family of the diagnostic.
void bindErrors(nanobind::module_& module);

}  // namespace stardust::python
