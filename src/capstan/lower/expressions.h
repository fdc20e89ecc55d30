// Lowering of index-notation expressions.
#pragma once

#include "capstan/lower/presence.h"
#include "capstan/lower/transfers.h"

namespace stardust::spatial {

class Expressions {
 public:
  Expressions(Context& context, Workspaces& workspaces, Presence& presence, Transfers& transfers)
      : context_(context), workspaces_(workspaces), presence_(presence), transfers_(transfers) {}

  Expr of(const notation::Expr& expr);

 private:
  Expr of(const Access& access);
  Expr of(const notation::Call& call, const notation::Expr& expr);
  Expr ofWorkspace(const Access& access);

  Context& context_;
  Workspaces& workspaces_;
  Presence& presence_;
  Transfers& transfers_;
};

}  // namespace stardust::spatial
