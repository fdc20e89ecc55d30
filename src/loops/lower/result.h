// Assembly of the result. A dense result is a preallocated array. A sparse result is appended in storage order: each
// compressed level counts its positions, a coordinate is appended once an entry below it has been stored, and the end
// of a fiber is recorded after its loop.
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

  /// Maps each appended level to the variable with its current number of positions. Empty: the result is dense.
  std::map<int, std::string> counts;
  /// The number of positions of the dense levels directly below, if the level has `most` positions. Emits a failure if
  /// it overflows.
  Expr densePositionsBelow(int level, const Expr& most, Body& out);
  Expr count(int level) const { return variable(counts.at(level), Type::I64); }

  /// Emits the arrays in the prologue, and the counters unless chunks have their own. Throws Error (unsupported) for
  /// other formats.
  void begin(bool declaresCounts);
  void end(Body& out);

  /// Initialisation of a row by the iteration that computes it, if the iterations of the outermost loop write disjoint
  /// rows of a dense result: threads share the initialisation, and the rows are in cache. Empty if the loop overwrites
  /// every value, or for any other loop. Requires that the body of an iteration has been lowered.
  Body beginRow(const cin::Forall& loop, const Scope& inner);

  /// Emitted before the loop over a fiber that appends at most `bound` coordinates.
  void openFiber(int level, const Expr& bound, const Scope& scope, Body& out);
  /// Reserves space for the coordinates of a fiber, so that its loop appends without capacity checks.
  void reserve(int level, const Expr& bound, Body& out);
  void openEntry(int level, const cin::Stmt& body, Scope& inner, Body& out);
  void closeEntry(int level, const Scope& inner, Body& out);
  void closeFiber(int level, const Scope& scope, Body& out);

  void write(const cin::Assign& s, const Expr& at, const Expr& value, const Scope& scope, Body& out);

 private:
  struct Entry {
    bool direct = false;   ///< the assignment itself appends
    std::string stored{};  ///< last appended level: a variable, whether an entry below the coordinate was stored
    Expr before{};         ///< other levels: the position count of the next appended level before this coordinate
  };
  Body appendCoordinate(int level, const Scope& scope);
  void appendRun(const Expr& value, const Scope& scope, Body& out);
  /// Fills `size` values from `begin` with the identity.
  Stmt filled(const Expr& begin, const Expr& size);

  std::map<int, Entry> entries_;
  std::optional<RunAppender> runs_;  // for a run-length last level
  bool allFibers_ = false;           // every fiber of the outermost appended level is closed by the loops
  bool allValues_ = false;           // every value of a dense result is written
};

}  // namespace stardust::loops
