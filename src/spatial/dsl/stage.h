// Where the statements of the Spatial program go while Accel is staged; internal to the room.
#pragma once

#include <set>
#include <string>
#include <utility>

#include "spatial/exprs.h"

namespace stardust::dsl {

using spatial::intExpr;
using spatial::nameExpr;

struct Stage {
  spatial::Body* body = nullptr;  ///< what is being staged; null on the host
  std::set<std::string> taken;    ///< names of the Spatial program
  std::string hint;               ///< the name of the val whose value is being evaluated

  bool isActive() const { return body != nullptr; }
  /// A name that nothing has yet, made of a hint.
  std::string fresh(const std::string& hint);
  void emit(decltype(spatial::StmtNode::kind) kind, const Location& where);
  /// A loop of one iteration, or of none where `count` is 0.
  void once(spatial::Body statements, spatial::Expr count, const Location& where);
};

/// Statements go to another body until this goes out of scope.
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
