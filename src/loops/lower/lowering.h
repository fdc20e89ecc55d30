// The walk over a statement. Everything is emitted in one pass, top-down: an access is located, level by level, in the
// outermost body where the position of the level is known, so that what does not change in a loop is computed before
// it.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cin/positions.h"
#include "iteration/contraction.h"
#include "loops/lower/context.h"
#include "loops/lower/locate.h"
#include "loops/lower/orders.h"
#include "loops/lower/result_parts.h"
#include "loops/lower/values.h"

namespace stardust::loops {

struct Head;

/// A row of the result that chunks over positions share: a chunk reduces into its first row apart.
struct SharedRow {
  Access access;  ///< of the result
  AssignOp op{};
  std::vector<IndexVar> keys;       ///< coordinates that say which row it is
  std::vector<Expr> first;          ///< those of the first row of the chunk; -1 if it has none
  std::vector<std::string> firsts;  ///< the same: arrays with an element for each chunk
  std::string parts;                ///< what each chunk reduces into its first row
  Expr size;                        ///< elements of a row
  bool isFirst = false;             ///< the body is lowered for the first row
};

class Lowering : public Part {
 public:
  explicit Lowering(Context& context)
      : Part(context),
        result_(context),
        workspaces_(context),
        locator_(context, workspaces_),
        values_(context, workspaces_),
        parts_(context, result_, workspaces_) {}
  /// With its outermost loops in chunks where what `serial` saw allows it.
  Lowering(Context& context, const Lowering& serial);
  Function run(const std::string& name);

  /// After `run`: whether a loop may be chunked; whether the chunks of all that were share nothing.
  bool mayBeChunked() const { return mayBeChunked_; }
  bool isIndependent() const { return isIndependent_; }
  /// Loops that the schedule wants vectorised, by the variables that they count in.
  const std::map<std::string, WantedVector>& wantedVectors() const { return vectors_; }
  /// Throws Error (unsupported): the schedule wants a loop to run in a way that it cannot.
  void requireAsScheduled() const;

 private:
  // lowering.cpp
  void lower(const cin::Stmt& stmt, Scope& scope, Body& out);
  using Part::extent;
  Expr extent(const IndexVar& var, const Scope& scope);  ///< also of variables that count positions

  // loops.cpp
  struct Merge;
  /// A loop that counts: over all coordinates, or over the positions of `leader`.
  struct Root {
    std::string var;
    Expr begin, end;
    std::optional<iteration::LevelIterator> leader = {};
  };
  void forall(const cin::Forall& loop, const Scope& outer, Body& out);
  void overCoordinates(const cin::Forall& loop, const Scope& outer, Body& out);
  Expr boundOfLoop(const cin::Forall& loop, const Scope& outer, Body& out);  ///< how many coordinates it visits at most
  Merge openMerge(const cin::Forall& loop, const Scope& outer, Body& out);
  void iterate(const cin::Forall& loop, Merge& merge, const Scope& outer, Body& inside);
  std::map<const Head*, Expr> findCoordinate(const cin::Forall& loop, const Merge& merge, Body& inside);
  void placeHeads(const cin::Forall& loop, Merge& merge, const std::map<const Head*, Expr>& stands, Body& inside);
  static Scope iterationOf(const cin::Forall& loop, const Merge& merge, const Scope& outer);
  static void advanceLeaders(const Merge& merge, Body& inside);
  static bool addsToScalar(const cin::Stmt& stmt);
  static Root rootOf(const Merge& merge);
  void limitCoordinates(Merge& merge, const LevelLimit& limit, const Scope& outer, Body& out);
  const IndexVar& scheduledAs(const IndexVar& loop) const;
  void noteBound(const cin::Forall& loop, const Merge& merge, const Scope& outer);
  void visit(const cin::Forall& loop, Merge& merge, Scope& inner, Body& out);
  Stmt counted(const cin::Forall& loop, const std::string& var, const Expr& begin, const Expr& end, Body inside);
  Body& allocations();                   ///< where arrays are made that are used again and again
  Expr derive(Scope& scope, Body& out);  ///< the condition under which what follows from the innermost loop exists
  Expr derived(const cin::Derived& derived, const Scope& scope);

  // runs.cpp
  std::vector<iteration::LevelIterator> followersOf(const cin::Forall& loop, const Scope& outer) const;
  bool takesWholeRuns(const cin::Forall& loop, const Merge& merge) const;
  Body runByRun(const cin::Forall& loop, Merge& merge, const Scope& outer);

  // positions.cpp
  void overPositions(const cin::Forall& loop, const cin::PositionLoop& counting, const Scope& outer, Body& out);
  void openPositions(const cin::Pos& pos, const cin::Forall& loop, Scope& scope, Body& out);
  void countPositions(const cin::Forall& loop, const cin::PositionLoop& counting, const Scope& outer, Body& out);
  void visitAllPositions(const cin::Forall& loop, const cin::Pos& pos, const Scope& outer, Body& out);
  void visitPositions(const cin::Forall& loop, const cin::Pos& pos, const Expr& begin, const Expr& end, Scope scope,
                      Body& out);
  void limit(Scope& scope, const PositionRange& range, const Expr& begin, const Expr& end, Body& out);
  Expr parentOfPosition(const PositionRange& range, int level, const Expr& at, Body& out);
  Expr positionOf(const IndexVar& part, Expr at, const Scope& scope);
  cin::Stmt summed(const IndexVar& innermost, const cin::Stmt& body);

  // shared_rows.cpp
  std::optional<SharedRow> sharedRow(const cin::Forall& loop) const;
  void beginSharedRow(const cin::Forall& loop, const Scope& outer, Body& out);
  void allocateSharedRow(Body& out);
  bool isSharedRow(const IndexVar& var, const Scope& scope) const;
  Stmt firstOrOther(const cin::Stmt& body, const Scope& scope);
  void storeSharedRow(const Expr& value, const Scope& scope, Body& out);
  void combineSharedRow(Body& out);
  std::pair<Expr, std::vector<IndexVar>> offsetInRow(const SharedRow& row, const Scope& scope);

  // intersect.cpp
  bool intersectsTwo(const Merge& merge) const;
  void walkTogether(const cin::Forall& loop, Merge& merge, const Scope& outer, Body& inside);
  Body withoutBranch(const Root& root, const Body& inside);
  Body lookedUpOrWalked(const cin::Forall& loop, const Scope& outer, Body walked);

  // short_fibers.cpp
  bool unitesFibersOfFibers(const cin::Forall& loop, const Merge& merge) const;
  struct Entries;
  Body entriesOrFibers(const cin::Forall& loop, const Merge& merge, const Scope& outer, Body fiberByFiber);
  Entries entriesBelow(const Head& head, Body& out);
  static Expr areShort(const Merge& merge, const std::vector<Entries>& operands, const Expr& innerExtent);
  void writeKeys(const Entries& entries, Body& out);
  Body leastEntry(const cin::Forall& loop, const std::vector<Entries>& operands, const std::string& before,
                  Scope scope);

  // assign.cpp
  void assign(const cin::Assign& s, const Scope& scope, Body& out);
  void assign(const cin::Assign& s, const notation::Expr& rhs, const Scope& scope, Body& out);
  Expr forWholeRuns(const cin::Assign& s, Expr value, const Scope& scope) const;
  void toResult(const cin::Assign& s, const Expr& value, const Scope& scope, Body& out);

  // where.cpp
  void where(const cin::Where& s, Scope& scope, Body& out);
  using Way = std::function<void(Scope&, Body&)>;
  void inTwoWays(const Expr& condition, const Way& then, const Way& otherwise, const Scope& scope, Body& out);
  void whereDense(const cin::Where& s, const std::vector<Access>& made, Scope& scope, Body& out);
  void fillAndRead(const cin::Where& s, const std::vector<Access>& made, Scope& scope, Body& out);
  std::vector<Access> madeBy(const cin::Where& s) const;  ///< the workspaces that begin here

  // packing.cpp: rows of the result from workspaces
  bool isPackedFrom(const cin::Stmt& consumer, const Access& workspace) const;
  bool isPacked(const cin::Where& s, const std::vector<Access>& made) const;
  /// A condition, of a workspace that is packed where it is told what is put into it; else null.
  Expr storesMuch(const cin::Where& s, const std::vector<Access>& made, const Scope& scope) const;
  bool isRowOf(const IndexVar& var) const;
  Stmt packFrom(const Workspace& w, int level);
  void packRow(const cin::Forall& loop, const Access& workspace, const Scope& scope, Body& out);
  Body sortedRow(const cin::Forall& loop, const Access& workspace, int level);
  std::vector<cin::Stmt> rowThenEntries(const cin::Forall& loop, const Scope& outer) const;
  std::vector<notation::Expr> scatteredTerms(const cin::Forall& loop, const Merge& merge) const;
  Stmt scatteredOrMerged(const cin::Forall& loop, const Merge& merge, const std::vector<notation::Expr>& terms,
                         const Scope& scope, Body merged);

  // chunks.cpp
  struct Partial {
    std::string tensor, outerValues, outerStored, values,
        flags;  ///< the last two: arrays with an element for each chunk
  };
  struct Chunks {
    std::string var, first;
    Expr count, begin, end;
    std::vector<Partial> partials;    ///< scalar workspaces that each chunk reduces into for itself
    std::optional<SharedRow> shared;  ///< chunks over positions begin and end within rows
    Expr stride{};                    ///< positions in an iteration
    Expr iteration{};                 ///< which one it is, in the body of a loop over coordinates
    Body allocations;
  };
  std::optional<LevelBound> boundOf(const std::vector<iteration::LevelIterator>& leaders, const IndexVar& var,
                                    const Scope& outer) const;
  static bool isCountedBy(const cin::Forall& loop, const Root& root, const Access& access);
  Expr workBefore(const cin::Forall& loop, const Root& root, const Expr& x);
  bool mayBeChunked(const cin::Forall& loop, const Root& root) const;
  void cutIntoChunks(const cin::Forall& loop, const Root& root, bool assembles, Body& out);
  void beginChunk(const cin::Forall& loop, bool assembles, Body& out);
  void endChunk(bool assembles, Body& out);
  void combinePartials(const cin::Forall& loop, Body& out);
  /// `emit` emits the loop from a begin until an end.
  using EmitLoop = std::function<void(const Expr&, const Expr&, Body&)>;
  void chunkedLoop(const cin::Forall& loop, const Root& root, const Scope& outer, const EmitLoop& emit, Body& out);

  // estimates.cpp
  struct Estimate {
    std::string workspace, sum;
  };
  std::string estimateBefore(const cin::Forall& loop, const std::string& workspace, Body& out);
  void estimate(const cin::Stmt& stmt, Scope& scope, Body& out);
  void estimateLoop(const cin::Forall& loop, const Scope& scope, Body& out);
  void estimateWhere(const cin::Where& s, Scope& scope, Body& out);

  Result result_;
  Workspaces workspaces_;
  Locator locator_;
  Values values_;
  ResultParts parts_;
  bool chunked_ = false;              // outermost loops are cut into chunks where they may be
  bool assemblesParts_ = false;       // the one that appends the result is such a loop
  std::optional<Chunks> chunks_;      // of the loop that is being lowered
  std::optional<Estimate> estimate_;  // what is put into a workspace is told, and nothing is computed
  bool mayBeChunked_ = false, isIndependent_ = true;
  std::map<std::string, WantedVector> vectors_;
  std::map<IndexVar, IndexVar> scheduledAs_;  // loops over coordinates, by the one over positions that they stand for
  std::set<IndexVar> merged_, shared_;        // loops that merge several levels, and those that threads share
};

}  // namespace stardust::loops
