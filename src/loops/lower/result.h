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
  explicit Result(Context& context) : Part(context), context_(context) {}

  /// By compressed level: the variable that counts its positions so far. Empty: the result is dense.
  std::map<int, std::string> counts;

  bool isCompressed(int level) const { return !levels::of(facts_.result.tensor.format.level(level)).hasLocate; }
  int nextCompressed(int level) const;  ///< the order of the result if there is none
  Expr denseBetween(int from, int to);  ///< the product of the dimensions of these levels
  Expr count(int level) const { return variable(counts.at(level), Type::I64); }

  /// Its arrays, in the prologue; and the counts, unless chunks have their own. Throws Error (unsupported) for other
  /// formats.
  void begin(bool declaresCounts);
  void end(Body& out);

  /// What the outermost loop does first if its iterations are the rows of a dense result, each of which writes its own:
  /// threads share the filling, and rows are in cache when they are added to. Empty where the loop writes every value
  /// anyway, or if it is another loop. To be asked when the body of an iteration is lowered.
  Body beginRow(const cin::Forall& loop, const Scope& inner);

  /// The level whose coordinates the loop finds; none if it finds none. Throws Error (unsupported) if they come out of
  /// order.
  std::optional<int> levelOf(const cin::Forall& loop, const Scope& scope) const;
  /// Whether its last level merges equal neighbours.
  bool appendsRuns() const { return runs_.has_value(); }
  /// Before the loop over a fiber that finds at most `bound` coordinates.
  void openFiber(int level, const Expr& bound, const Scope& scope, Body& out);
  /// Room for the coordinates of a fiber, so that its loop appends without asking.
  void reserve(int level, const Expr& bound, Body& out);
  void openEntry(int level, const cin::Stmt& body, Scope& inner, Body& out);
  void closeEntry(int level, const Scope& inner, Body& out);
  void closeFiber(int level, const Scope& scope, Body& out);

  /// An entry of the last level, below a coordinate of the level above it; `isNext`: which no entry before was below.
  /// Without a branch.
  void appendEntry(const Expr& isNext, const Expr& above, const Expr& coordinate, const Expr& value, Body& out);

  /// What appends an entry at a position of the leader of its loop, so that there is room, and does that under a
  /// condition: the same without a branch. Empty if `append` does anything else, or could fail where the condition does
  /// not hold.
  Body appendedWhere(const Expr& condition, Body append) const;

  /// Whether no loop around comes back to the same element, and nothing else writes it.
  bool isWrittenOnce(const Access& lhs, const Scope& scope) const;
  /// Where the element is stored. Throws Error (unsupported) if the loops do not know.
  Expr placeOf(const Access& lhs, const Scope& scope) const;
  void write(const cin::Assign& s, const Expr& at, const Expr& value, const Scope& scope, Body& out);

 private:
  struct Entry {
    bool direct = false;  ///< the assignment appends it
    std::string
        stored{};   ///< of the last compressed level: a variable, whether something was stored below the coordinate
    Expr before{};  ///< of others: the positions of the next compressed level before it
  };
  bool visitsOnce(int level, const Scope& scope) const;
  Body appendCoordinate(int level, const Scope& scope);
  void appendRun(const Expr& value, const Scope& scope, Body& out);
  /// All of `size` values from `begin` on hold what nothing was reduced into.
  Stmt filled(const Expr& begin, const Expr& size);

  Context& context_;
  std::map<int, Entry> entries_;
  std::optional<RunAppender> runs_;  // of the last level
  bool allFibers_ = false;           // every fiber of the outermost compressed level is closed
  bool allValues_ = false;           // every value of a dense result is written
};

}  // namespace stardust::loops
