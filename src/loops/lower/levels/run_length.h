// Appends the runs of a result.
#pragma once

#include <string>

#include "loops/lower/context.h"

namespace stardust::loops {

/// A run-length last level of a result. Coordinates are appended in order. Skipped coordinates hold the identity of the
/// reduction. Equal neighbours are merged into one run.
class RunAppender : public Part {
 public:
  /// `count`: the variable with the number of runs so far.
  RunAppender(Context& context, std::string count);

  /// Emitted before the loop over a fiber that appends at most `bound` coordinates. Closes preceding fibers that no
  /// loop visited.
  void openFiber(const Expr& parent, const Expr& bound, Body& out);
  /// Appends the coordinates first..last, which must follow all earlier ones of this fiber.
  void append(const Expr& first, const Expr& last, const Expr& value, Body& out);
  void closeFiber(const Expr& parent, Body& out);
  /// Emitted after all loops if all levels above are dense; they have `fibers` positions.
  void end(const Expr& fibers, Body& out);

 private:
  bool isBelowDense() const { return !closed_.empty(); }
  Expr count() const { return variable(count_, Type::I64); }
  Expr lastCoordinate() { return subtract(dimOf(facts_.result, level_), index(1)); }
  Expr identity() const { return identityOf(facts_.result.tensor); }
  void appendRun(const Expr& last, const Expr& value, Body& out);
  Body newRun(const Expr& last, const Expr& value);
  void closeUntil(const Expr& fiber, Body& out);

  int level_;
  std::string count_;
  std::string closed_;  // variable: number of closed fibers; empty below a compressed level
  std::string start_, covered_,
      value_;  // of the open fiber: its first run, the number of covered coordinates, the last value
};

}  // namespace stardust::loops
