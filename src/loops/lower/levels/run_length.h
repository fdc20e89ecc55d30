// Appending the runs of a result.
#pragma once

#include <string>

#include "loops/lower/context.h"

namespace stardust::loops {

/// The last level of a result, if that keeps runs of equal values. Coordinates are appended in order; those that are
/// passed over hold what nothing was reduced into; neighbours that are equal become one run.
class RunAppender : public Part {
 public:
  /// `count`: the variable that counts the runs so far.
  RunAppender(Context& context, std::string count);

  /// Before the loop over a fiber that appends at most `bound` coordinates. Fibers before it that no loop came to are
  /// closed.
  void openFiber(const Expr& parent, const Expr& bound, Body& out);
  /// The coordinates from `first` to `last`, none of which is below what was appended to this fiber before.
  void append(const Expr& first, const Expr& last, const Expr& value, Body& out);
  void closeFiber(const Expr& parent, Body& out);
  /// After all loops, where all levels above are dense and have `fibers` positions.
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
  std::string closed_;  // a variable, how many fibers are closed; empty below a compressed level
  std::string start_, covered_,
      value_;  // of the open fiber: its first run, how many coordinates have one, its last value
};

}  // namespace stardust::loops
