// Lowers where statements: the producer fills workspaces, the consumer reads them.
#pragma once

#include <vector>

#include "loops/lower/locate.h"
#include "loops/lower/packing.h"
#include "loops/lower/statement_lowering.h"

namespace stardust::loops {

class Wheres : public Part {
 public:
  Wheres(Context& context, StatementLowering& statements, Result& result, Workspaces& workspaces, Locator& locator)
      : Part(context),
        packing_(context, result, workspaces),
        statements_(statements),
        result_(result),
        workspaces_(workspaces),
        locator_(locator) {}

  /// Emits two versions, dense and hashed, if a workspace may be too large for the dense form.
  void lower(const cin::Where& s, Scope& scope, Body& out);

 private:
  using Made = std::vector<Access>;  // the workspaces of this where
  Made madeBy(const cin::Where& s) const;
  void versioned(const Expr& condition, const Emit& then, const Emit& otherwise, const Scope& scope, Body& out);
  void lowerDense(const cin::Where& s, const Made& made, Scope& scope, Body& out);
  void fillAndRead(const cin::Where& s, const Made& made, Scope& scope, Body& out);

  Packing packing_;
  StatementLowering& statements_;
  Result& result_;
  Workspaces& workspaces_;
  Locator& locator_;
};

}  // namespace stardust::loops
