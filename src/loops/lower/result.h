// The result. A dense one is an array that is there from the start. One with compressed levels is appended in the order
// in which it is stored: each compressed level counts its positions; a coordinate is appended once something was stored
// below it, and the end of a fiber is noted when its loop is over.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "levels/registry.h"
#include "loops/lower/context.h"
#include "loops/lower/levels/run_length.h"
#include "loops/lower/scope.h"

namespace stardust::loops {

class Result : public Part {
 public:
  using Part::Part;

  /// By appended level: the variable that counts its positions so far. Empty: the result is dense.
  std::map<int, std::string> counts;
  /// How many positions the dense levels directly below have, if the level has `most`. Fails where that has no number.
  Expr densePositionsBelow(int level, const Expr& most, Body& out);
  Expr count(int level) const { return variable(counts.at(level), Type::I64); }

  /// Its arrays, in the prologue; and the counts, unless chunks have their own. Throws Error (unsupported) for other
  /// formats.
  void begin(bool declaresCounts);
  void end(Body& out);

  /// What the outermost loop does first if its iterations are the rows of a dense result, each of which writes its own:
  /// threads share the filling, and rows are in cache when they are added to. Empty where the loop writes every value
  /// anyway, or if it is another loop. To be asked when the body of an iteration is lowered.
  Body beginRow(const cin::Forall& loop, const Scope& inner);

  /// Before the loop over a fiber that finds at most `bound` coordinates.
  void openFiber(int level, const Expr& bound, const Scope& scope, Body& out);
  /// Room for the coordinates of a fiber, so that its loop appends without asking.
  void reserve(int level, const Expr& bound, Body& out);
  void openEntry(int level, const cin::Stmt& body, Scope& inner, Body& out);
  void closeEntry(int level, const Scope& inner, Body& out);
  void closeFiber(int level, const Scope& scope, Body& out);

  void write(const cin::Assign& s, const Expr& at, const Expr& value, const Scope& scope, Body& out);

 private:
  struct Entry {
    bool direct = false;  ///< the assignment appends it
    std::string
        stored{};   ///< of the last appended level: a variable, whether something was stored below the coordinate
    Expr before{};  ///< of others: the positions of the next appended level before it
  };
  Body appendCoordinate(int level, const Scope& scope);
  void appendRun(const Expr& value, const Scope& scope, Body& out);
  /// All of `size` values from `begin` on hold what nothing was reduced into.
  Stmt filled(const Expr& begin, const Expr& size);

  std::map<int, Entry> entries_;
  std::optional<RunAppender> runs_;  // of the last level
  bool allFibers_ = false;           // every fiber of the outermost appended level is closed
  bool allValues_ = false;           // every value of a dense result is written
};

}  // namespace stardust::loops
