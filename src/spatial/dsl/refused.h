// What would have a meaning here, but Spatial's own compiler refuses. Each throws Error (user), with what to write
// instead; docs/internals/real-spatial.md says where the rules stand in its source.
#pragma once

#include <cstddef>

#include "scala/library/names.h"
#include "spatial/dsl/words/words.h"

namespace stardust::dsl {

/// A shift of a word by a value of the accelerator: by an Int16, and no other type.
void requireDistance(const Value& amount, const Location& where);
/// What a transfer of a part of a DRAM moves at a time: words along the last dimension only, in whole bytes, and at
/// most a burst.
void requireBurst(const Section& part, Words& words, const Location& where);
/// Fold(reg) combines reg with a Reg that its body makes.
void requireFolded(const Value& mapped, const Location& where);
/// A loop with four counters or more gives its iterators as one list.
void requireListOfIterators(const Value& function, std::size_t counters);
/// What behind f(x) of the host is applied to its result: getMem(d)(i).
void requireNotApplied(const std::string& function, const Call& call);
/// Array.fill(n){ 0 }, given to a function that takes arrays of any type: its elements are numbers of Scala.
void requireTypedElements(const Tree& array);
/// checkGold(result, gold): of as many dimensions, one or two.
void requireGoldShape(const Value& result, const Value& gold, const Location& where);
/// The margin of checkGold and approxEql: a number of Scala.
void requireMargin(const Value& margin, const Location& where);
/// begin until end has no members of Scala's ranges.
void requireMemberOfSeries(const std::string& member, const scala::Members& all, const Location& where);
/// An Array of Spatial has few of the members of Scala's arrays.
void requireMemberOfArray(const std::string& member, const scala::Members& all, const Location& where);
/// An array that a function made does not change.
void requireChanging(const Collection& array, const Location& where);
/// A class and those that it extends: each SpatialTest has members already, the words of its test library.
void requireFreeNames(const std::vector<const ClassTree*>& classes);

}  // namespace stardust::dsl
