// Chained reads: reads whose index depends on other reads in the same body, as in the steps of a search.
#pragma once

#include <string>
#include <unordered_map>

#include "spatial/nodes.h"

namespace stardust::capstan {

/// The links of chained reads in a leaf body. The link of a value is the number of dependent reads before it: 0 for
/// arithmetic on iterators, 1 for a(i), 2 for b(a(i)). Statements are added in program order. Linear in their size.
class ReadChains {
 public:
  void add(const spatial::Stmt& primitive);
  int add(const spatial::Expr& value);

  int linkOf(const spatial::Expr& value) const;
  /// Whether a separate context computes the values of this link and passes them on: those that determine an index
  /// after two reads. Otherwise the context of each later read would recompute the whole chain.
  bool isShared(int link) const { return link >= 2 && link <= deepestIndex_; }

 private:
  int read(int index);

  std::unordered_map<const spatial::ExprNode*, int> links_;
  std::unordered_map<std::string, int> names_;  ///< vals and Regs of this body
  int deepestIndex_ = 0;
};

}  // namespace stardust::capstan
