// The value type of a result that declares none, where operands have types other than int, long, float and double.
#pragma once

#include <optional>
#include <string>

#include "driver/kernel_spec.h"

namespace stardust::driver {

/// The declared type of a tensor, or that of all tensors, or float.
ValueType declaredType(const KernelSpec& spec, const std::string& tensor);

/// The type that NumPy's promotion gives for the operands of the expression; bool of a comparison or a logical
/// operator; that of the parts of a complex number where the value is real, as of abs. None if the result has a
/// declared type, or if all operands are int, long, float and double: the result is then float by default.
std::optional<ValueType> derivedType(const KernelSpec& spec, const notation::Assignment& expression);

/// The specification with declarations of the derived types of all expressions, and of the sums in them. A sum has the
/// value type of the result of its expression, or of its own operands if that result is bool. It is complex where its
/// values are, and else real, with the same width.
KernelSpec withDerivedTypes(KernelSpec spec);

}  // namespace stardust::driver
