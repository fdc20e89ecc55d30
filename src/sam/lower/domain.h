// Questions about the set of a loop, and the sets that its blocks are made from.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "iteration/contraction.h"

namespace stardust::sam {

/// The levels of a set from left to right, each once.
std::vector<iteration::LevelIterator> distinctLeavesOf(const iteration::Set& set);
/// Whether a level occurs twice.
bool hasDuplicates(const iteration::Set& set);
/// The operator of two sets, without simplifications.
iteration::Set combined(iteration::Combination::Op op, const iteration::Set& left, const iteration::Set& right);
/// Whether it is a level, or unites levels only.
bool isUnion(const iteration::Set& set);
/// The accesses of its levels, as text.
std::set<std::string> keysOf(const iteration::Set& set);
/// Whether it contains all coordinates, because the universe is one of the sets that it unites.
bool hasUniverse(const iteration::Set& set);
/// Whether the universe is a part of it.
bool hasUniverseAnywhere(const iteration::Set& set);
/// The same coordinates, with the references of operands that do not restrict them.
iteration::Set withLookups(const iteration::Set& domain, const std::vector<iteration::Set>& lookups);

}  // namespace stardust::sam
