// Wheres: the producer fills workspaces, the consumer reads them.
#pragma once

#include <vector>

#include "loops/lower/locate.h"
#include "loops/lower/packing.h"
#include "loops/lower/walker.h"

namespace stardust::loops {

class Wheres : public Part {
 public:
  Wheres(Context& context, Walker& walker, Result& result, Workspaces& workspaces, Locator& locator)
      : Part(context),
        packing_(context, result, workspaces),
        walker_(walker),
        result_(result),
        workspaces_(workspaces),
        locator_(locator) {}

  /// Where a workspace may be too large to be dense, both forms are in the function.
  void lower(const cin::Where& s, Scope& scope, Body& out);

 private:
  using Made = std::vector<Access>;  // the workspaces that begin here
  Made madeBy(const cin::Where& s) const;
  void inTwoWays(const Expr& condition, const Emit& then, const Emit& otherwise, const Scope& scope, Body& out);
  void lowerDense(const cin::Where& s, const Made& made, Scope& scope, Body& out);
  void fillAndRead(const cin::Where& s, const Made& made, Scope& scope, Body& out);

  Packing packing_;
  Walker& walker_;
  Result& result_;
  Workspaces& workspaces_;
  Locator& locator_;
};

}  // namespace stardust::loops
