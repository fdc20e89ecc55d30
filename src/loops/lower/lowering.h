// The walk over a statement. Everything is emitted in one pass, top-down: an access is located, level by level, in the outermost body where
// the position of the level is known, so that what does not change in a loop is computed before it.
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
#include "loops/lower/arrays.h"
#include "loops/lower/chunks.h"
#include "loops/lower/cursors.h"
#include "loops/lower/lower.h"
#include "loops/lower/orders.h"
#include "loops/lower/statement.h"

namespace stardust::loops {

using notation::Access;
using notation::AssignOp;
using notation::IndexVar;
using notation::TensorVar;

/// What a loop over positions counts: those of some levels of an operand, one below the other.
struct PositionRange {
  Access access;
  int first = 0, last = 0;
  Position parent;               ///< at the level above
  std::vector<Expr> begin, end;  ///< of each of the levels
  const Expr& beginOf(int level) const { return begin.at(static_cast<std::size_t>(level - first)); }
  const Expr& endOf(int level) const { return end.at(static_cast<std::size_t>(level - first)); }
};
/// A loop over coordinates visits those that one level stores at these positions; at all of the fiber, if they are null.
struct LevelLimit {
  iteration::LevelIterator level;
  Expr begin, end;
  bool isInFiber = false;  ///< all of them are positions of the fiber
  bool isDense() const { return level.access.tensor.format.level(level.level) == LevelFormat::Dense; }
};

/// What is known where a statement is lowered.
struct Scope {
  std::vector<IndexVar> path;                           ///< the loops around, outermost first
  std::vector<bool> whole;                              ///< of each of them: whether it visits every coordinate
  std::vector<Expr> runs;                               ///< of each of them, where a condition tells: whether it visits any
  std::map<IndexVar, Expr> vars;                        ///< coordinates, of loop variables and of what is derived from them
  std::map<std::string, std::vector<Position>> places;  ///< by printed access: its levels that are located
  std::vector<Expr> facts;                              ///< conditions that hold
  std::map<IndexVar, PositionRange> ranges{};           ///< by variable that counts positions
  std::map<IndexVar, Expr> extents{};                   ///< of variables that count positions, alone or together
  std::map<IndexVar, LevelLimit> limits{};              ///< by loop over coordinates
  Expr mask{};                                          ///< where it does not hold, what is added to a scalar is 0; null: it holds
  int guards = 0;                                       ///< how many conditions, other than those of split loops, decide whether we are here

  /// Whether everything inside the first `depth` loops, under `outside` guards, comes here.
  bool visitsAll(std::size_t depth, int outside) const;
};

/// A value, and whether it is stored.
struct Value {
  Expr value;                 ///< of the result's type; only where it is present,
  Expr present;
  bool zeroIfAbsent = false;  ///< unless this: it is 0 where it is absent
};

/// What holds a workspace while its where is lowered: variables if it has no indices, else arrays with an element for each coordinate.
struct Workspace {
  std::string values, stored;  ///< `stored`: which elements are
  std::string list, length;    ///< of a sparse one: the coordinates that are stored, and how many
  std::string keys;            ///< of a hashed one: whose `values` has slots, and no `stored`
  bool filled = false;         ///< its producer is done
  Expr size;
  Expr identity;               ///< what elements of a dense one hold that are not stored
  std::size_t depth = 0;       ///< loops and guards around its where
  int guards = 0;
  Expr complete{};             ///< a condition under which every coordinate is stored; null: none is known
  int writers = 0;             ///< how many statements store: if there is one, nothing is stored where `complete` does not hold

  bool isSparse() const { return !list.empty(); }
  Type listType = Type::I32;
  bool isHashed() const { return !keys.empty(); }
  Expr listed(const Expr& at) const { return converted(Type::I64, load(list, listType, at)); }
};

/// A row of the result that chunks over positions share: a chunk reduces into its first row apart.
struct SharedRow {
  Access access;                    ///< of the result
  AssignOp op{};
  std::vector<IndexVar> keys;       ///< coordinates that say which row it is
  std::vector<Expr> first;          ///< those of the first row of the chunk; -1 if it has none
  std::vector<std::string> firsts;  ///< the same: arrays with an element for each chunk
  std::string parts;                ///< what each chunk reduces into its first row
  Expr size;                        ///< elements of a row
  bool isFirst = false;             ///< the body is lowered for the first row
};

class Lowering {
 public:
  Lowering(const cin::Stmt& stmt, std::string name, const LoweringOptions& options);
  /// With its outermost loops in chunks where what `serial` saw allows it.
  Lowering(const cin::Stmt& stmt, std::string name, const Lowering& serial);
  Function run();

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
  Expr dimOf(const Access& access, int level) { return extent(varOfLevel(access, level)); }
  Expr extent(const IndexVar& var);  ///< a name, made in the prologue
  Expr extent(const IndexVar& var, const Scope& scope);  ///< also of variables that count positions
  Expr newExtent(const IndexVar& var);
  void requireFits(const std::vector<IndexVar>& vars);  ///< as many elements as the product of their extents; in the prologue
  Type type() const { return typeOf(facts_.result.tensor.type); }
  bool isResult(const Access& access) const { return access.tensor.name == facts_.result.tensor.name; }
  Expr identityOf(const TensorVar& tensor) const;

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
  static bool addsToScalar(const cin::Stmt& stmt);
  static Root rootOf(const Merge& merge);
  void limitCoordinates(Merge& merge, const LevelLimit& limit, const Scope& outer, Body& out);
  const IndexVar& scheduledAs(const IndexVar& loop) const;
  void noteBound(const cin::Forall& loop, const Merge& merge, const Scope& outer);
  void visit(const cin::Forall& loop, Merge& merge, Scope& inner, Body& out);
  Stmt counted(const cin::Forall& loop, const std::string& var, const Expr& begin, const Expr& end, Body inside);
  Body& allocations();  ///< where arrays are made that are used again and again
  Expr derive(Scope& scope, Body& out);  ///< the condition under which what follows from the innermost loop exists
  Expr derived(const cin::Derived& derived, const Scope& scope);

  // positions.cpp
  void overPositions(const cin::Forall& loop, const cin::PositionLoop& counting, const Scope& outer, Body& out);
  void openPositions(const cin::Pos& pos, const cin::Forall& loop, Scope& scope, Body& out);
  void countPositions(const cin::Forall& loop, const cin::PositionLoop& counting, const Scope& outer, Body& out);
  void visitAllPositions(const cin::Forall& loop, const cin::Pos& pos, const Scope& outer, Body& out);
  void visitPositions(const cin::Forall& loop, const cin::Pos& pos, const Expr& begin, const Expr& end, Scope scope, Body& out);
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
  Body lookedUpOrWalked(const cin::Forall& loop, const Scope& outer, Body walked);

  // locate.cpp
  void locate(const cin::Stmt& stmt, Scope& scope, Body& out);
  void locate(const Access& access, Scope& scope, Body& out);
  void locateWorkspace(const Access& access, Scope& scope, Body& out);
  Position slotOf(const Workspace& w, const Expr& key, Body& out);
  Position search(const Access& access, int level, const Position& parent, const Expr& coordinate, Body& out);
  Position searchBits(const Access& access, int level, const Position& parent, const Expr& coordinate, Body& out);
  std::pair<Expr, Expr> fiber(const Access& access, int level, const Position& parent);  ///< begin and end; an absent one is empty
  std::unique_ptr<Cursor> cursorFor(const iteration::LevelIterator& level, const Scope& scope);
  Position parentOf(const Access& access, int level, const Scope& scope) const;

  // values.cpp
  void assign(const cin::Assign& s, const Scope& scope, Body& out);
  void assign(const cin::Assign& s, const notation::Expr& rhs, const Scope& scope, Body& out);
  Value value(const notation::Expr& expr, const Scope& scope, Body& out);
  Value valueOf(const Access& access, const Scope& scope);
  Value combined(notation::BinaryOp op, const Value& a, const Value& b, const Scope& scope, Body& out);
  Expr allStored(const notation::Expr& expr, const Scope& scope);

  // workspaces.cpp
  enum class Form { Dense, Hashed };
  void where(const cin::Where& s, Scope& scope, Body& out);
  void where(const cin::Where& s, const std::vector<Access>& made, Form form, Scope& scope, Body& out);
  std::vector<Access> madeBy(const cin::Where& s) const;  ///< the workspaces that begin here
  Expr sizeOf(const Access& workspace);
  Expr entriesOf(const cin::Stmt& stmt);  ///< how many its operands store
  Expr isHashed(const Access& workspace, const cin::Stmt& producer);  ///< a condition, of a sparse one
  void begin(const Access& workspace, Form form, const Scope& scope, Body& out);
  void beginSparse(const Access& workspace, Form form, Workspace& w, Body& out);
  void beginDense(const Access& workspace, Workspace& w, const Scope& scope, Body& out);
  void end(const Access& workspace, Body& out);
  void sortList(const Access& workspace, Body& out);
  void toWorkspace(const cin::Assign& s, const Expr& value, const Scope& scope, Body& out);
  void toScalar(const cin::Assign& s, const Expr& value, const Scope& scope, Body& out);
  void toHashed(const Workspace& w, const Expr& key, const Expr& value, std::optional<BinaryOp> op, Body& out);
  void noteComplete(const cin::Assign& s, const Scope& scope);

  static Body forgetting(const Workspace& w, const Expr& coordinate);
  static Stmt forgettingKeys(const Workspace& w);

  // packing.cpp: rows of the result from workspaces
  bool isPackedFrom(const cin::Stmt& consumer, const Access& workspace) const;
  bool isRowOf(const IndexVar& var) const;
  Stmt packFrom(const Workspace& w, int level);
  void packRow(const cin::Forall& loop, const Access& workspace, const Scope& scope, Body& out);
  std::vector<cin::Stmt> rowThenEntries(const cin::Forall& loop, const Scope& outer) const;
  std::vector<notation::Expr> scatteredTerms(const cin::Forall& loop, const Merge& merge) const;
  Stmt scatteredOrMerged(const cin::Forall& loop, const Merge& merge, const std::vector<notation::Expr>& terms, const Scope& scope, Body merged);

  // assembly.cpp: the result
  struct Entry {
    bool direct = false;   ///< the assignment appends it
    std::string stored{};  ///< of the last compressed level: a variable, whether something was stored below the coordinate
    Expr before{};         ///< of others: the positions of the next compressed level before it
  };
  void beginResult();
  void endResult(Body& out);
  bool isCompressed(int level) const { return facts_.result.tensor.format.level(level) != LevelFormat::Dense; }
  int nextCompressed(int level) const;  ///< the order of the result if there is none
  Expr denseBetween(int from, int to);  ///< the product of the dimensions of these levels
  Expr count(int level) const { return variable(counts_.at(level), Type::I64); }
  bool visitsOnce(int level, const Scope& scope) const;
  std::optional<int> resultLevel(const cin::Forall& loop, const Scope& scope) const;
  void reserve(int level, const Expr& bound, Body& out);
  void openEntry(int level, const cin::Stmt& body, Scope& inner, Body& out);
  void closeEntry(int level, const Scope& inner, Body& out);
  void closeFiber(int level, const Scope& scope, Body& out);
  Body appendCoordinate(int level, const Scope& scope);
  bool isWrittenOnce(const Access& lhs, const Scope& scope) const;
  void toResult(const cin::Assign& s, const Expr& value, const Scope& scope, Body& out);

  // chunks.cpp
  struct Partial {
    std::string tensor, outerValues, outerStored, values, flags;  ///< the last two: arrays with an element for each chunk
  };
  struct Chunks {
    std::string var, first;
    Expr count, begin, end;
    std::map<int, std::string> stops;  ///< by compressed level of the result: where the part of each chunk ends
    std::vector<Partial> partials;     ///< scalar workspaces that each chunk reduces into for itself
    std::optional<SharedRow> shared;  ///< chunks over positions begin and end within rows
    Expr stride{};                    ///< positions in an iteration
    std::map<int, std::string> estimates;  ///< by level of the result whose coordinates a workspace has: how many until each iteration
    Body allocations;
  };
  struct Part {
    Expr start, length, gap;
  };
  std::optional<LevelBound> boundOf(const std::vector<iteration::LevelIterator>& leaders, const IndexVar& var, const Scope& outer) const;
  static bool isCountedBy(const cin::Forall& loop, const Root& root, const Access& access);
  Expr positionsBefore(const Access& access, int level, const Expr& x);
  Expr boundBefore(int level, const Expr& x);
  Expr workBefore(const cin::Forall& loop, const Root& root, const Expr& x);
  bool mayBeChunked(const cin::Forall& loop, const Root& root) const;
  void cutIntoChunks(const cin::Forall& loop, const Root& root, bool assembles, Body& out);
  void layOutParts(const Expr& end, Body& out);
  void beginChunk(const cin::Forall& loop, bool assembles, Body& out);
  void endChunk(bool assembles, Body& out);
  void combinePartials(const cin::Forall& loop, Body& out);
  /// `emit` emits the loop from a begin until an end.
  using EmitLoop = std::function<void(const Expr&, const Expr&, Body&)>;
  void chunkedLoop(const cin::Forall& loop, const Root& root, const Scope& outer, const EmitLoop& emit, Body& out);
  void closeGaps(Body& out);
  Stmt shiftPos(int level, const Expr& from, const Expr& to, const Expr& size, const Expr& gap);

  // estimates.cpp
  struct Estimate {
    std::string workspace, sum;
  };
  std::string estimateBefore(const cin::Forall& loop, const std::string& workspace, Body& out);
  void estimate(const cin::Stmt& stmt, Scope& scope, Body& out);
  void estimateLoop(const cin::Forall& loop, const Scope& scope, Body& out);
  void estimateWhere(const cin::Where& s, Scope& scope, Body& out);

  StatementFacts facts_;
  std::string name_;
  LoweringOptions options_;
  Names names_;
  Arrays arrays_;
  Body prologue_;
  std::map<IndexVar, Expr> extents_;
  std::map<std::string, Expr> sizes_, hashed_;   // of workspaces: how many elements, and whether it is hashed
  std::map<std::string, Workspace> workspaces_;  // those whose where is being lowered
  std::map<int, std::string> counts_;            // by compressed level of the result: how many positions it has so far
  std::map<int, Entry> entries_;
  bool allFibers_ = false;   // every fiber of the outermost compressed level of the result is closed
  bool allValues_ = false;   // every value of a dense result is written
  LevelBounds bounds_;
  bool chunked_ = false;          // outermost loops are cut into chunks where they may be
  bool assemblesParts_ = false;   // the one that appends the result is such a loop
  std::optional<Chunks> chunks_;      // of the loop that is being lowered
  std::optional<Estimate> estimate_;  // what is put into a workspace is told, and nothing is computed
  bool mayBeChunked_ = false, isIndependent_ = true;
  std::map<std::string, WantedVector> vectors_;
  std::map<IndexVar, IndexVar> scheduledAs_;  // loops over coordinates, by the one over positions that they stand for
  std::set<IndexVar> merged_, shared_;  // loops that merge several levels, and those that threads share
};

}  // namespace stardust::loops
