// Reads whose index depends on other reads of the same body, as the steps of a search do.
#pragma once

#include <string>
#include <unordered_map>

#include "spatial/nodes.h"

namespace stardust::capstan {

/// The links of the chains of reads in a body of primitives. The link of a value is how many reads wait for each other
/// before it is known: 0 for arithmetic on iterators, 1 for a(i), 2 for b(a(i)). Statements are added in program order.
/// Linear in their size.
class ReadChains {
 public:
  void add(const spatial::Stmt& primitive);
  int add(const spatial::Expr& value);

  int linkOf(const spatial::Expr& value) const;
  /// Whether values of this link are computed by a context of their own, which passes them on: those that decide an
  /// index after two reads. The context of each later read would compute them again otherwise, all the way from the
  /// start of the chain.
  bool isShared(int link) const { return link >= 2 && link <= deepestIndex_; }

 private:
  int read(int index);

  std::unordered_map<const spatial::ExprNode*, int> links_;
  std::unordered_map<std::string, int> names_;  ///< vals and Regs of this body
  int deepestIndex_ = 0;
};

}  // namespace stardust::capstan
