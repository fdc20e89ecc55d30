// The outermost loop in chunks: runs of its iterations with about equal work, which may run at the same time.
//
// The statement is lowered once without chunks, which tells whether a loop may be cut (ChunkPlan), and then again.
#pragma once

#include "loops/lower/estimates.h"
#include "loops/lower/result_parts.h"
#include "loops/lower/shared_rows.h"

namespace stardust::loops {

/// A scalar workspace that each chunk reduces into for itself.
struct Partial {
  std::string tensor, outerValues, outerStored;
  std::string values, flags;  ///< arrays with an element for each chunk
};

/// How a loop was cut: into `count` chunks.
struct Cut {
  Expr count;
  std::string firsts;  ///< an array: the iteration in which each chunk begins, and the end of the last one
};

/// One of them, as its body sees it.
struct Chunk {
  std::string var;  ///< which one it is
  Expr begin, end;  ///< its iterations
  LevelEstimates estimates;
  std::vector<Partial> partials;
  std::optional<SharedRow> shared{};
};

class Chunks : public Part {
 public:
  Chunks(Context& context, Result& result, Workspaces& workspaces, Locator& locator, Merging& merging)
      : Part(context),
        estimates_(context, merging, locator),
        sharedRows_(context, locator),
        result_(result),
        workspaces_(workspaces) {}

  /// Whether iterations share nothing but what chunks can put together, and what they append has a bound. To be asked
  /// when an iteration was lowered once.
  bool mayCut(const cin::Forall& loop, const Counting& counting) const;
  /// `emit` emits the loop from a begin until an end, in the scope of its chunk.
  using EmitLoop = std::function<void(const Expr& begin, const Expr& end, const Scope& inner, Body& out)>;
  void lower(const cin::Forall& loop, const Counting& counting, const Scope& outer, const EmitLoop& emit, Body& out);

 private:
  LevelEstimates estimatesOf(const cin::Forall& loop, Body& out);
  /// The work before iteration `x`.
  using WorkBefore = std::function<Expr(const Expr& x)>;
  WorkBefore workBefore(const cin::Forall& loop, const Counting& counting, const LevelEstimates& estimates,
                        const Scope& outer);
  Cut cut(const Counting& counting, const WorkBefore& work, bool assembles, Body& out);
  std::vector<Partial> beginPartials(const cin::Forall& loop, Body& out);
  void endPartials(const Chunk& chunk, Body& out);
  void combinePartials(const cin::Forall& loop, const Chunk& chunk, const Cut& cut, Body& out);

  Estimates estimates_;
  SharedRows sharedRows_;
  Result& result_;
  Workspaces& workspaces_;
};

}  // namespace stardust::loops
