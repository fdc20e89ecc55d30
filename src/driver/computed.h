// Statements with computed indices: x(i + k), A(i(2:9),j), y(p(i)). The host makes a view of the tensor before the
// kernel, and places the kernel's result after it.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "driver/operand_files.h"
#include "driver/problem.h"
#include "notation/views.h"

namespace stardust::driver {

/// The statement as the user wrote it, and the tensors that it reads.
struct Computed {
  notation::Assignment written;  ///< declared
  std::vector<notation::View> views;
  std::vector<notation::Placement> placement;   ///< of the result: at most one
  std::map<std::string, ValueType> indexTypes;  ///< of the tensors in indices, which are dense
  std::set<std::string> padded;
  notation::Extents stated;     ///< by the user, of variables and axes
  notation::Extents extents;    ///< of variables and axes, as far as they are known
  exec::Operands sources = {};  ///< of views and indices, and the old contents of a placed result
};

/// The specification of a statement that reads what `spec` reads, without computed indices (notation::ofSources).
KernelSpec specOfSources(const KernelSpec& spec, const exec::Operands& given);

/// The statement without computed indices, and what it is made from.
struct Separated {
  notation::Assignment assignment;  ///< with extents
  notation::Assignment loaded;      ///< reads all tensors; with extents
  Computed computed;
};
/// `sources`: specOfSources with the formats of its tensors; `known`: its assignment, with the extents of files and
/// given tensors. Throws Error (user) for indices outside of their tensors, and for unknown extents if `sizes` needs
/// all.
Separated separated(const KernelSpec& spec, const KernelSpec& sources, const notation::Assignment& known,
                    const exec::Operands& given, Sizes sizes, const std::string& whyNeeded);

/// The statement of a kernel without data.
Separated separated(const KernelSpec& spec);
/// A declared assignment of tensors with known extents, and the tensors in its indices.
Separated separated(const notation::Assignment& written, std::set<std::string> padded,
                    const std::vector<notation::TensorVar>& ofIndices);
/// The extents of variables and axes for tensors with these extents, by name. Throws Error (user) as above.
notation::Extents extentsFor(const Computed& computed, const std::map<std::string, std::vector<std::int64_t>>& dims);
/// The assignment without computed indices, with extents of tensors, and of variables.
notation::Assignment withExtentsOf(const notation::Assignment& assignment, const notation::Extents& extents);

/// A view of the statement. `sources` has its tensor, and those in its indices. Throws Error (user) for an index tensor
/// with an entry outside of the tensor that it indexes.
Storage viewOf(const Computed& computed, const notation::View& view, const exec::Operands& sources,
               const notation::Extents& extents);
/// The same check for the computed left side.
void requirePlacesInside(const Computed& computed, const exec::Operands& sources, const notation::Extents& extents);

/// Replaces computed accesses in commands by accesses of views.
void useViews(std::vector<schedule::Command>& commands, const std::vector<notation::View>& views);

/// Draws the entries of generated index tensors, which are coordinates of the modes that they index.
void drawIndices(const KernelSpec& spec, const Computed& computed, exec::Operands& loaded);

/// Makes the views from the loaded tensors, with a receipt for each, and keeps the sources in the problem. Throws Error
/// (user) for an index tensor with an entry outside of the tensor that it indexes.
void makeViews(Problem& problem, Computed computed, exec::Operands loaded);

/// The receipts of views that are not made yet.
void promiseViews(Problem& problem, Computed computed);

}  // namespace stardust::driver
