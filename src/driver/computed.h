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
  notation::Extents stated;   ///< by the user, of variables and axes
  notation::Extents extents;  ///< of variables and axes, as far as they are known
  /// Views that are not made before the loops are known, which may read their tensors in place (in_place.h). There are
  /// facts about them, but no operands.
  std::set<std::string> open = {};
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
/// The same check for a view that is not made, of a tensor with these extents.
void requireViewInside(const notation::View& view, const std::vector<std::int64_t>& dims, const exec::Operands& sources,
                       const notation::Extents& extents);
/// The same check for the computed left side.
void requirePlacesInside(const Computed& computed, const exec::Operands& sources, const notation::Extents& extents);

/// Replaces computed accesses in commands by accesses of views.
void useViews(std::vector<schedule::Command>& commands, const std::vector<notation::View>& views);

/// Draws the entries of generated index tensors, which are coordinates of the modes that they index.
void drawIndices(const KernelSpec& spec, const Computed& computed, exec::Operands& loaded);

/// Views that are not made, and the tensors of integers in their indices, by name. Tensors have their extents, if they
/// are known.
struct ViewsInPlace {
  std::vector<notation::View> views;
  std::map<std::string, notation::TensorVar> indexTensors;
};

/// The open view with this name; null: there is none.
const notation::View* openView(const Problem& problem, const std::string& name);
/// An operand of a problem, or a tensor that its views are made from; null: there is no data.
const Storage* dataOf(const Problem& problem, const std::string& tensor);

/// Makes the views from the loaded tensors, with a receipt for each, and keeps the sources in the problem. Throws Error
/// (user) for an index tensor with an entry outside of the tensor that it indexes.
void makeViews(Problem& problem, Computed computed, exec::Operands loaded, Views views = Views::Made);

/// The receipts of views that are not made yet.
void promiseViews(Problem& problem, Computed computed, Views views = Views::Made);

/// Makes an open view of a problem that was prepared for a target, and converts it as the receipts say. Without data,
/// only its receipt.
void makeOpenView(Problem& problem, const notation::View& view);

/// Facts about a view with these extents that is not made: entries are spread as in its tensor.
planner::TensorFacts factsOfView(const StorageView& source, const std::vector<std::int64_t>& extents);

}  // namespace stardust::driver
