// Views that are not made: where only dense levels have computed indices, loops compute the coordinate, and read the
// tensor itself.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "cin/nodes.h"
#include "driver/computed.h"

namespace stardust::driver {

/// The names of those views of the assignment whose tensors loops could read in place. The tensor is dense, or has
/// dense levels above compressed ones; indices of compressed levels are variables. Variables that occur nowhere else
/// get their extents from a view, which is then made.
std::set<std::string> readableInPlace(const notation::Assignment& assignment, const std::vector<notation::View>& views,
                                      const std::set<std::string>& padded);

/// Those open views of a problem that is prepared for the CPU whose tensors its loops read in place. A view is made if
/// it is converted, if its tensor is, or if loops run over its positions.
ViewsInPlace viewsInPlace(const Problem& problem, const cin::Stmt& scheduled);

/// Makes the other open views.
void makeOpenViews(Problem& problem, const ViewsInPlace& inPlace);

/// The statement with accesses of tensors in place of those of the views: x_view(i,k) becomes x(x_at) with the relation
/// index(x_at, i + k).
cin::Stmt readInPlace(const cin::Stmt& stmt, const ViewsInPlace& views);

}  // namespace stardust::driver
