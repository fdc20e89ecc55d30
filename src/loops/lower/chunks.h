// Static partition of the outermost loop into chunks: consecutive iterations of about equal work, which may run in
// parallel.
//
// The statement is lowered twice. The first lowering is sequential and determines whether the loop may be partitioned
// (ChunkPlan); the second one uses chunks.
#pragma once

#include "loops/lower/boundary_rows.h"
#include "loops/lower/estimates.h"
#include "loops/lower/result_parts.h"

namespace stardust::loops {

/// A scalar workspace with a private partial result in each chunk.
struct Partial {
  std::string tensor, outerValues, outerStored;
  std::string values, flags;  ///< arrays with one element for each chunk
};

/// The partition of a loop into `count` chunks.
struct Chunking {
  Expr count;
  std::string starts;  ///< array of chunk boundaries: the first iteration of each chunk, and the end of the last one
};

/// One chunk, inside its body.
struct Chunk {
  std::string var;  ///< variable: the index of the chunk
  Expr begin, end;  ///< range of its iterations
  LevelEstimates estimates;
  std::vector<Partial> partials;
  std::optional<BoundaryRow> boundaryRow{};
};

class Chunks : public Part {
 public:
  Chunks(Context& context, Result& result, Workspaces& workspaces, Locator& locator, Merging& merging, Tables& tables)
      : Part(context),
        estimates_(context, merging, locator, tables),
        boundaryRows_(context, locator),
        result_(result),
        workspaces_(workspaces) {}

  /// Whether iterations are independent up to reductions that chunks can combine, and the entries that they append are
  /// bounded. Requires that one iteration has been lowered.
  bool canPartition(const cin::Forall& loop, const Counting& counting) const;
  /// `emit` emits the loop over the iterations [begin, end), in the scope of its chunk.
  using EmitLoop = std::function<void(const Expr& begin, const Expr& end, const Scope& inner, Body& out)>;
  void lower(const cin::Forall& loop, const Counting& counting, const Scope& outer, const EmitLoop& emit, Body& out);

 private:
  LevelEstimates estimatesOf(const cin::Forall& loop, Body& out);
  /// The work of all iterations before `x`.
  using WorkBefore = std::function<Expr(const Expr& x)>;
  WorkBefore workBefore(const cin::Forall& loop, const Counting& counting, const LevelEstimates& estimates,
                        const Scope& outer);
  Chunking partition(const cin::Forall& loop, const Counting& counting, const WorkBefore& work, bool assembles,
                     Body& out);
  std::vector<Partial> beginPartials(const cin::Forall& loop, Body& out);
  void endPartials(const Chunk& chunk, Body& out);
  void combinePartials(const cin::Forall& loop, const Chunk& chunk, const Chunking& cut, Body& out);

  Estimates estimates_;
  BoundaryRows boundaryRows_;
  Result& result_;
  Workspaces& workspaces_;
};

}  // namespace stardust::loops
