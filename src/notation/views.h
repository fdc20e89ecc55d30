// Computed accesses as accesses of views: tensors with a mode for each variable of the access, which the host makes
// before the kernel. y(i) = x(i + k) * w(k) becomes y(i) = x_view(i,k) * w(k).
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "notation/parse.h"

namespace stardust::notation {

/// x_view(i,k) = x(i + k)
struct View {
  TensorVar tensor;  ///< its modes are the variables of the access
  Access of;         ///< computed
  Location where;
};

/// A result with computed indices: the kernel computes y_part(i), whose entries the host puts into y(p(i)).
struct Placement {
  TensorVar part;
  Access of;    ///< computed
  AssignOp op;  ///< how an entry changes the old contents
  Location where;
};

/// An assignment without computed indices, and the views that it reads.
struct Viewed {
  Assignment assignment;
  std::vector<View> views;
  std::vector<Placement> placement;  ///< of the result: at most one
};

/// Names of views avoid those in `taken`. The format of a view follows that of its tensor: a dense tensor has dense
/// views; otherwise the levels up to the first sparse one keep their kind, and those below are compressed.
Viewed withViews(const Assignment& written, const std::set<std::string>& taken);
/// The expression with the same views.
Expr withViews(const Expr& expr, const std::vector<View>& views);

/// The tensors in computed indices, each once, as accesses.
std::vector<PlacedAccess> indexTensors(const Assignment& written);

/// Stands for the mode of a tensor where its index is computed: "mode 1 of x".
IndexVar axisOf(const std::string& tensor, std::size_t mode);

/// An assignment that reads all tensors of `written`, without computed indices: axisOf stands for them. Its values have
/// no meaning; it states what is loaded, and what is known about extents. `hasContents`: the result is read, too.
Assignment ofSources(const Assignment& written, bool hasContents);

/// Extents by variable and by axis.
using Extents = std::map<IndexVar, Extent>;

/// Adds the extents that computed indices imply: of a window, its size; of one unknown variable of an affine index, the
/// greatest with which the index stays inside the tensor; of an axis, the least that contains all accesses. Tensors in
/// `padded` may be left, and imply nothing. Throws Error (user) for an index that is outside for every extent.
Extents inferred(const Assignment& written, Extents known, const std::set<std::string>& padded);
/// Throws Error (user) for an index that leaves a tensor, as far as extents are known. Entries of index tensors are not
/// known here.
void requireInside(const Assignment& written, const Extents& extents, const std::set<std::string>& padded);
/// Throws Error (user) for a variable or an axis without an extent.
void requireKnown(const Assignment& written, const Extents& extents);

}  // namespace stardust::notation
