// Generated operands of a problem.
#pragma once

#include <map>

#include "driver/problem.h"

namespace stardust::driver {

/// Adds the extents stated by generators, for index variables without an extent in `extents` and in the tensors of
/// `known`. Throws Error (user), with both places, for conflicting extents. Flags override those of a kernel file.
void addGeneratedExtents(const KernelSpec& spec, const notation::Assignment& known,
                         std::map<notation::IndexVar, notation::Extent>& extents);

/// Random contents of a tensor with known dimensions. Every operand has a seed of its own, independent of the other
/// generated operands.
Coordinates randomContents(const Generator& generator, const notation::TensorVar& tensor, std::uint64_t seed);

/// The dense vector 0, 1, 2, …, as the operand for values of an index (notation::indexValue).
Storage indexValues(const notation::TensorVar& tensor);
void addIndexValues(const notation::Assignment& assignment, exec::Operands& operands);

/// Replaces the entries of a tensor of integers by random numbers from 0 to `extent` - 1: generated indices.
void drawBelow(std::int64_t extent, Storage& tensor);

/// Adds the operands of the assignment that are rotations, each after its source, which may itself be a rotation.
/// Throws Error (user) for a source without a value, or with other dimensions.
void addRotated(const KernelSpec& spec, const exec::Operands& given, const notation::Assignment& assignment,
                exec::Operands& operands);

}  // namespace stardust::driver
