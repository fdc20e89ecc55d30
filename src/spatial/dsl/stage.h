// The current position in the Spatial program while Accel is staged; internal to the room.
#pragma once

#include <set>
#include <string>
#include <utility>

#include "spatial/exprs.h"

namespace stardust::dsl {

using spatial::intExpr;
using spatial::nameExpr;

struct Stage {
  spatial::Body* body = nullptr;  ///< the body being staged; null on the host
  std::set<std::string> taken;    ///< names used in the Spatial program
  std::string hint;               ///< the name of the val whose value is being evaluated

  bool isActive() const { return body != nullptr; }
  /// An unused name, made from a hint.
  std::string fresh(const std::string& hint);
  void emit(decltype(spatial::StmtNode::kind) kind, const Location& where);
  /// A loop with a trip count of `count`, which is 0 or 1.
  void once(spatial::Body statements, spatial::Expr count, const Location& where);
};

/// Redirects statements to another body while it lives.
class Into {
 public:
  Into(Stage& stage, spatial::Body* body) : stage_(stage), outer_(std::exchange(stage.body, body)) {}
  ~Into() { stage_.body = outer_; }
  Into(const Into&) = delete;
  Into& operator=(const Into&) = delete;

 private:
  Stage& stage_;
  spatial::Body* outer_;
};

}  // namespace stardust::dsl
