// The lowering of a statement to a stream graph, as one class: its parts are in lower.cpp (statements and loops),
// lanes.cpp, sets.cpp (the blocks of a set) and assignments.cpp (assignments, values and the result).
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "cin/query.h"
#include "sam/lower/lower.h"
#include "sam/lower/place.h"
#include "sam/lower/values.h"

namespace stardust::sam {

using iteration::Combination;
using iteration::LevelIterator;
using iteration::Set;
using notation::IndexVar;

class Lowerer {
 public:
  /// `lanes`: of the outermost loop; 1: none.
  Lowerer(const notation::Access& result, ValueType type, cin::Extents extents, int lanes)
      : result_(result), type_(type), builder_(result.tensor.name), extents_(std::move(extents)), lanes_(lanes) {}

  Lowered lower(const cin::Stmt& stmt);

 private:
  // ---------------- statements and loops

  Produced statement(const cin::Stmt& stmt, const Place& place);
  void addOperand(Place& place, const notation::Access& access);
  Produced where(const cin::Where& s, const Place& place);
  /// Both write the same tensor: their values are added where they meet.
  Produced sequence(const cin::Sequence& s, const Place& place);
  Produced loop(const cin::Forall& s, const Place& outer);
  /// Whether a union has a coordinate in each fiber: one of its operands is present, and each that is present has one.
  bool isFilled(const Set& domain, const std::set<std::string>& someOf) const;
  std::int64_t extentOf(const IndexVar& var) const;

  // ---------------- parallel lanes

  /// Why the iterations of an outermost loop cannot be forked to lanes; empty if they can.
  std::string whyNoLanes(const cin::Forall& s, const Place& place) const;
  /// The body of the outermost loop in each lane, and the streams of the lanes joined.
  Produced inLanes(const cin::Forall& s, const Place& place);
  /// The tensor that the body of a loop defines, outside of the loop.
  std::vector<cin::Assign> definedOutside(const cin::Stmt& body) const;

  // ---------------- the blocks of a set

  static bool isDenseLevel(const notation::Access& access, int level);
  /// Whether the next level of an operand, which lists its coordinates, is that of the variable.
  static bool isListedAt(const Reading& reading, const IndexVar& var, const cin::Stmt& body);
  static bool isReadIn(const cin::Stmt& body, const Reading& reading);
  static bool contains(const Set& set, const Reading& reading);
  /// A set in which a level occurs twice. A stream passes once, so the references come from the union of all levels,
  /// and the coordinates from joiners without references.
  JoinSide exactly(const Set& domain, const IndexVar& var, Place& place);
  /// The coordinates of a set, from the streams of its levels in this loop.
  JoinSide coordinatesOf(const Set& set, const IndexVar& var);
  /// The blocks of a set. References are keyed by access. `isJoined`: others are united with it.
  JoinSide streamsOf(const Set& set, const IndexVar& var, Place& place, bool isUnited);
  /// Ports have the names of operands; the keys of the references are accesses.
  JoinSide joined(Kind kind, JoinSide left, JoinSide right, const IndexVar& var, const Place& place);
  JoinSide levelScan(const LevelIterator& level, const IndexVar& var, Place& place, bool isUnited);
  /// A workspace: its coordinates come as they were written, so its loops are those of its where.
  JoinSide streamLevel(Reading& reading, int level, const std::string& key, const Place& place, bool isUnited);
  Block levelBlock(const Reading& reading) const;
  /// All coordinates: from an operand with a dense level, which then needs no locator, or from any stream.
  JoinSide denseScan(const IndexVar& var, Place& place, bool isUnited);
  /// The reference of an operand in a stream with more loops.
  Source brought(const Reading& reading, int depth, const Place& place);
  Source heldTo(int loop, int depth, const Place& place);
  /// Dense levels whose coordinates are known.
  void locateLevels(Reading& reading, const Place& place, const cin::Stmt& body);

  // ---------------- assignments, values and the result

  /// An entry of a result without terms is not stored, so a sum without terms leaves no value, and its coordinate is
  /// dropped. A scalar has a value in any case, and so has a workspace that is one.
  Produced assignment(const cin::Assign& s, const Place& outer);
  /// Refuses a reduction other than a sum, which has terms only where all sparse operands are stored, if the loops do
  /// not see to it: they are outside of a where.
  void requireTerms(const cin::Assign& s, const Place& place) const;
  /// Whether the loops visit coordinates at which the expression has no stored value: a set is decided loop by loop, so
  /// an operand without the variable of a loop lets it visit all coordinates.
  bool mayBeMissing(const notation::Expr& expr, const Place& place) const;
  bool mayBeAbsent(const Folded& node, const Place& place) const;
  /// The coordinates that own the sums of a loop: with them, a loop without iterations gives no sum.
  static Source ownerOf(int loop, const Place& place);
  /// Streams of the levels of the tensor from `first` on, in their order: as the loops inside of `scope` give them, or
  /// sorted.
  Produced collected(const cin::Assign& s, const operators::Operator& op, Source values, int scope, int first,
                     int depth, const Place& place);
  Source valuesOf(const notation::Expr& expr, const Place& place);
  /// A number for each iteration: an array that has no data.
  Source constant(double number, const Place& place);
  Source computed(const Folded& node, const Place& place);
  Source valueOf(const notation::Access& access, const Place& place);
  /// An outer coordinate of a compressed level is dropped if its fiber is empty; other writers keep empty fibers.
  void write(const Produced& produced);

  const notation::Access& result_;
  ValueType type_;
  Builder builder_;
  cin::Extents extents_;
  std::map<std::string, int> scopes_;     // of the tensors that are written: the loops around them
  std::map<std::string, int> declared_;   // the accesses of each operand
  std::map<std::string, bool> isAlone_;   // workspaces whose level above drives its loop by itself
  std::map<std::string, Source> leaves_;  // of the loop that is being lowered: the coordinates of each level, and of U
  std::set<std::string> belowStored_;     // its operands with a coordinate in each fiber, where they are present
  std::vector<LoopRules> loops_;
  int lanes_;
  Lanes used_;
  int laneDepth_ = 0;  // inside of lanes: the loops around them and the forked one, which is 1; else 0
};

}  // namespace stardust::sam
