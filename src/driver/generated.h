// The operands of a problem that are generated.
#pragma once

#include <map>

#include "driver/problem.h"

namespace stardust::driver {

/// Adds the extents that generators state, for index variables that have none in `extents` and in the tensors of
/// `known`. Throws Error (user), with both places: extents that contradict those or each other. Those of a kernel file
/// give way to what flags say.
void addGeneratedExtents(const KernelSpec& spec, const notation::Assignment& known,
                         std::map<notation::IndexVar, notation::Extent>& extents);

/// Random contents of a tensor whose dimensions are known. Every operand has a seed of its own, whatever else is
/// generated.
Coordinates randomContents(const Generator& generator, const notation::TensorVar& tensor, std::uint64_t seed);

/// Adds the operands that are made from others, each after its source, which may be made from another one itself.
/// Throws Error (user) at a source without a value, or of other dimensions.
void addRotated(const KernelSpec& spec, const exec::Operands& given, Problem& problem);

}  // namespace stardust::driver
