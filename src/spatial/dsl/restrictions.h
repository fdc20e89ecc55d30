// Programs that this compiler could run, but Spatial's own compiler refuses. Each function throws Error (user) with a
// legal alternative; docs/internals/real-spatial.md cites the rules in Spatial's source.
#pragma once

#include <cstddef>

#include "scala/library/names.h"
#include "spatial/dsl/words/word_operators.h"

namespace stardust::dsl {

/// A shift of an accelerator value by an accelerator value: the distance must be an Int16.
void requireDistance(const Value& amount, const Location& where);
/// The words of a DRAM transfer that move in parallel: along the last dimension only, in whole bytes, and at most a
/// burst.
void requireBurst(const Section& part, WordOperators& words, const Location& where);
/// Fold(reg) combines reg with a Reg that its body declares.
void requireFolded(const Value& mapped, const Location& where);
/// A loop with four or more counters passes its iterators as one list.
void requireListOfIterators(const Value& function, std::size_t counters);
/// f(x)(i) with a host function f would apply i to the implicit parameter list: getMem(d)(i).
void requireNotApplied(const std::string& function, const Call& call);
/// Array.fill(n){ 0 } as an argument of a generic function: its elements would be numbers of Scala.
void requireTypedElements(const Tree& array);
/// checkGold(result, gold): both have the same rank, one or two.
void requireGoldShape(const Value& result, const Value& gold, const Location& where);
/// The margin of checkGold and approxEql must be a number of Scala.
void requireMargin(const Value& margin, const Location& where);
/// begin until end lacks the members of Scala's ranges.
void requireMemberOfSeries(const std::string& member, const scala::Members& all, const Location& where);
/// An Array of Spatial has few of the members of Scala's arrays.
void requireMemberOfArray(const std::string& member, const scala::Members& all, const Location& where);
/// An array made by a function is immutable.
void requireChanging(const Collection& array, const Location& where);
/// A class and its base classes: members must not clash with those that SpatialTest inherits from its test library.
void requireFreeNames(const std::vector<const ClassTree*>& classes);

}  // namespace stardust::dsl
